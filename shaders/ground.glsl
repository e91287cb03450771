// Coverage of lines of half width `halfLine` at the integers, for a pixel of this width: exact for a box filter, so that
// lines neither break nor shimmer, and fade out where they get closer than a few pixels.
vec2 gridLines(vec2 at, vec2 pixel, float halfLine)
{
    vec2 offset = abs(fract(at + 0.5) - 0.5);
    vec2 reach = max(vec2(halfLine), 0.5 * pixel);
    vec2 cover = clamp((reach + 0.5 * pixel - offset) / pixel, 0.0, 1.0) * min(halfLine / reach, 1.0);
    return cover * clamp(1.6 - 4.0 * pixel, 0.0, 1.0);
}

// `fromEye` is the place on the ground as seen from the eye [m]; light and shade are 1 in the open.
vec3 groundColour(vec3 fromEye, vec2 pixel, float sunlight, float skylight)
{
    float square = dot(fromEye, fromEye);
    float q = square * gridLevel.z;
    float fog = q * q / (1.0 + q * q);

    vec2 fine = (fromEye.xz * grid.z) + grid.xy * 10.0;
    vec2 finePixel = max(pixel * grid.z, 1e-6);
    vec2 small = gridLines(fine, finePixel, 0.016);
    vec2 large = gridLines(fine * 0.1, finePixel * 0.1, 0.007);
    float line = max(max(small.x, small.y) * gridLevel.x, max(large.x, large.y) * gridLevel.y) * gridLine.w;

    vec3 surface = mix(groundNear.rgb, gridLine.rgb, line);
    surface *= mix(groundShade.rgb / groundNear.rgb, vec3(1.0), sunlight) * skylight;
    if (fog > 0.003)
        surface = mix(surface, skyColour(normalize(fromEye)), fog);
    return surface;
}
