// Smooth, slightly glossy paint under the sun and the sky; `open` is how much of the sky is seen.
vec3 painted(vec3 albedo, vec3 n, vec3 towardsEye, float open, float gloss)
{
    float facing = dot(n, sun);
    float lit = max(0.0, (facing + 0.12) / 1.12);
    vec3 ambient = mix(groundLight, skyLight, 0.5 + 0.5 * n.y);
    vec3 halfway = normalize(sun + towardsEye);
    float spark = pow(max(dot(n, halfway), 0.0), 60.0) * step(0.0, facing);
    float edge = 1.0 - max(dot(n, towardsEye), 0.0);
    edge *= edge * edge;
    vec3 mirrored = skyLight * (0.55 + 0.45 * clamp(n.y + 0.4, 0.0, 1.0));
    return albedo * (sunColour * lit + ambient * open) + gloss * (mirrored * (0.30 * edge * open) + sunColour * (0.30 * spark));
}

// What lies close to the ground sees less of the sky from below.
float skySeen(vec3 n, float height, float size)
{
    float near = groundPresent > 0.5 ? clamp(0.25 + 0.75 * height / size, 0.0, 1.0) : 1.0;
    return mix(1.0, near, 0.5 - 0.5 * n.y);
}
