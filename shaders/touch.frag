in float across;
in float strength;
in vec2 ray;

out vec4 colour;

const float farthest = 1.0 / (1.0 + reach * reach); // of the sky, at the strip's border

void main()
{
    // A round rod on a plane hides sin2 of the angle under which its radius is seen.
    float sky = (1.0 / (1.0 + across * across) - farthest) / (1.0 - farthest);
    // Its shadow: how far the sun's ray passes by the rod's axis, which is a radius above the plane.
    vec2 direction = ray / max(length(ray), 1e-3);
    float shadow = 1.0 - smoothstep(0.8, 1.2, abs(across * direction.y + direction.x));
    // It fades where the sun no longer shines on the plane, and towards the border.
    shadow *= smoothstep(0.05, 0.3, direction.y) * (1.0 - smoothstep(0.7 * reach, reach, abs(across)));
    float left = (1.0 - 0.6 * sky) * (1.0 - 0.35 * shadow);
    colour = vec4(0.0, 0.0, 0.0, strength * (1.0 - left));
}
