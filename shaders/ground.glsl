// Coverage of lines of half width `halfLine` at the integers, where a cell is `pixels` wide: exact for a
// box filter, so that lines neither break nor shimmer. They fade where they get closer than a few pixels, and near the
// eye they stay `widest` pixels wide.
vec2 gridLines(vec2 at, vec2 pixels, float halfLine, float widest)
{
    vec2 offset = abs(fract(at + 0.5) - 0.5) * pixels;
    vec2 reach = clamp(halfLine * pixels, 0.5, 0.5 * widest);
    vec2 cover = clamp(reach + 0.5 - offset, 0.0, 1.0) * min(2.0 * halfLine * pixels, 1.0);
    return cover * clamp(0.4 * pixels - 1.0, 0.0, 1.0);
}

// `fromEye` is the place on the ground as seen from the eye [m]; light and shade are 1 in the open.
vec3 groundColour(vec3 fromEye, vec2 pixel, float sunlight, float skylight)
{
    vec2 fine = (fromEye.xz * cellsPerMetre) + eyeInCells * 10.0;
    vec2 finePixels = 1.0 / max(pixel * cellsPerMetre, 1e-6);
    vec2 small = gridLines(fine, finePixels, 0.012, 1.0);
    vec2 large = gridLines(fine * 0.1, finePixels * 10.0, 0.0045, 1.5);
    float line = max(max(small.x, small.y) * fineStrength, max(large.x, large.y) * coarseStrength) * gridStrength;

    vec3 surface = mix(groundNear, gridLine, line);
    surface *= mix(groundShade / groundNear, vec3(1.0), sunlight) * skylight;
    float far = 1.0 - hazeStart2 / dot(fromEye, fromEye);
    if (far > 0.0)
        surface = mix(surface, horizonColour(normalize(fromEye)), 0.85 * far * far); // the horizon is a line
    return surface;
}
