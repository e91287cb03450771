// Linear to sRGB.
vec3 encoded(vec3 colour)
{
    vec3 x = clamp(colour, 0.0, 1.0);
    return mix(12.92 * x, 1.055 * pow(x, vec3(1.0 / 2.4)) - 0.055, step(0.0031308, x));
}

// The same within a hundredth, but for the darkest, at a fraction of the cost: for what fills the image.
vec3 encodedQuickly(vec3 colour)
{
    vec3 root = sqrt(clamp(colour, 0.0, 1.0));
    return root * (1.12364 - root * (0.09158 + 0.03206 * root));
}

// Compresses what is brighter than the screen instead of cutting it off.
vec3 toned(vec3 colour)
{
    vec3 above = max(colour - 0.7, 0.0);
    return min(colour, 0.7) + 0.3 * above / (above + 0.3);
}

// How warm the sky is in a direction: the haze around the sun, and the sun's own glare.
float sunHaze(vec3 direction)
{
    float near = 0.5 + 0.5 * dot(direction, sun);
    float square = near * near;
    return square * square;
}

vec3 horizonColour(vec3 direction) { return mix(horizon, glow, glowStrength * sunHaze(direction)); }

vec3 skyColour(vec3 direction)
{
    float height = max(direction.y, 0.0);
    float haze = sunHaze(direction);
    float glare = haze * haze * haze * haze;
    glare *= glare;
    vec3 sky = mix(horizon, zenith, height / (height + 0.20));
    return mix(sky, glow, haze * glowStrength * (1.0 - 0.55 * height)) + glow * (glare * 0.5);
}
