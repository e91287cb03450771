in vec3 direction;

out vec4 colour;

// Squared paper behind a scene that has no ground; fades where it is seen at a slant.
float paperLine()
{
    vec3 d = backdrop.w > 0.0 ? direction : direction.zyx;
    float way = -backdrop.z / (abs(d.z) > 1e-4 ? d.z : 1e-4);
    vec2 fine = d.xy * way * grid.z + backdrop.xy * 10.0;
    vec2 pixels = 1.0 / max(fwidth(fine), vec2(1e-6));
    vec2 small = gridLines(fine, pixels, 0.008);
    vec2 large = gridLines(fine * 0.1, pixels * 10.0, 0.0024);
    float line = max(max(small.x, small.y) * gridLevel.x, max(large.x, large.y) * gridLevel.y) * gridLine.w;
    float fade = smoothstep(0.3, 0.9, abs(d.z) / length(d));
    return way > 0.0 ? 0.6 * line * fade : 0.0;
}

void main()
{
    vec3 d = normalize(direction);
    if (backdrop.w == 0.0)
    {
        colour = vec4(encodedQuickly(skyColour(d)) + dither(), 1.0);
        return;
    }
    // Nothing hides the lower half of the sky: it is the upper one again, in paler colours, without a bright horizon.
    float height = d.y < 0.0 ? -0.4 * d.y : d.y;
    d.y = sqrt(height * height + 0.012);
    colour = vec4(encodedQuickly(mix(skyColour(d), gridLine.rgb, paperLine())) + dither(), 1.0);
}
