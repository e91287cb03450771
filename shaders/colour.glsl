// sRGB as a sum of roots: within a step and a half of 8 bits but for the darkest, and a fraction of the cost of a power
// on a software renderer.
vec3 encoded(vec3 colour)
{
    vec3 x = clamp(colour, 0.0, 1.0);
    vec3 root = sqrt(x);
    return 1.249915 * root - 0.056814 * sqrt(root) - 0.193101 * x;
}

// Noise of half a step of 8 bits, from a sequence that fills the plane evenly: without it dark skies show bands.
float dither()
{
    return (fract(dot(gl_FragCoord.xy, vec2(0.754877666, 0.569840291))) - 0.5) / 255.0;
}

// Compresses what is brighter than the screen instead of cutting it off.
vec3 toned(vec3 colour)
{
    vec3 above = max(colour - 0.7, 0.0);
    return min(colour, 0.7) + 0.3 * above / (above + 0.3);
}

vec3 skyColour(vec3 direction)
{
    float height = max(direction.y, 0.0);
    float towardsSun = max(1.0 - dot(direction, sun.xyz), 0.0);
    float haze = 1.0 / (1.0 + 3.0 * towardsSun);
    float core = 1.0 / (1.0 + 60.0 * towardsSun);
    vec3 sky = mix(horizon.rgb, zenith.rgb, height / (height + 0.28));
    return mix(sky, glow.rgb, haze * haze * (0.75 - 0.6 * height) + core * core * 0.9);
}
