in float across;
in vec3 fromEye;
in vec3 albedo;
in vec4 light;
flat in float ground;

out vec4 colour;

void main()
{
    // The outline of a round rope turns away from the eye.
    float facing = sqrt(max(1.0 - across * across, 0.0));
    float lit = max(0.0, light.x * across + light.y * facing + 0.10 * abs(light.y));
    vec3 ambient = mix(groundLight.rgb, skyLight.rgb, 0.60) * (light.z * (0.55 + 0.45 * facing));
    vec3 result = albedo * (sunColour.rgb * lit + ambient) + sunColour.rgb * albedo * (0.9 * light.w);
    float far = 1.0 - gridLevel.z / dot(fromEye, fromEye);
    if (far > 0.0)
        result = mix(result, horizonColour(normalize(fromEye)), far * far);
    colour = vec4(encodedQuickly(toned(result)) + dither(), 1.0);
}
