in vec3 worldPosition;
in vec3 surfaceNormal;

uniform vec4 albedo;   // w: how much it glows by itself
uniform vec2 material; // metal, gloss

out vec4 colour;

void main()
{
    vec3 n = normalize(surfaceNormal);
    vec3 towardsEye = normalize(eye - worldPosition);
    vec3 mirrored = reflect(-towardsEye, n);
    // Below the horizon the mirror shows the ground.
    vec3 reflection = mix(groundNear * 0.6, skyColour(mirrored), smoothstep(-0.15, 0.12, mirrored.y));
    float edge = pow(1.0 - max(dot(n, towardsEye), 0.0), 5.0);
    float spark = pow(max(dot(mirrored, sun), 0.0), mix(12.0, 220.0, material.y));

    vec3 light = sunColour * max(dot(n, sun), 0.0) + mix(groundLight, skyLight, 0.5 + 0.5 * n.y);
    vec3 body = albedo.rgb * light * (1.0 - material.x);
    vec3 mirror = reflection * mix(vec3(0.04 + 0.5 * edge), albedo.rgb, material.x);
    vec3 result = body + mirror * (0.4 + 0.6 * material.y) + sunColour * (spark * (0.25 + material.y));
    colour = vec4(encoded(toned(mix(result, albedo.rgb, albedo.w))) + dither(), 1.0);
}
