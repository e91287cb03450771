in vec3 direction;

out vec4 colour;

// Squared paper behind a scene that has no ground; its lines fade where they are seen at a slant.
float paperLine()
{
    vec3 d = paperFacing > 0.0 ? direction : direction.zyx;
    float along = -paperDistance / (abs(d.z) > 1e-4 ? d.z : 1e-4);
    vec2 fine = d.xy * along * cellsPerMetre + eyeOnPaper * 10.0;
    vec2 pixels = 1.0 / max(fwidth(fine), vec2(1e-6));
    vec2 small = gridLines(fine, pixels, 0.008, 1.0);
    vec2 large = gridLines(fine * 0.1, pixels * 10.0, 0.0024, 1.5);
    float line = max(max(small.x, small.y) * fineStrength, max(large.x, large.y) * coarseStrength) * gridStrength;
    float fade = smoothstep(0.3, 0.9, abs(d.z) / length(d));
    return along > 0.0 ? 0.6 * line * fade : 0.0;
}

void main()
{
    vec3 paper = mix(horizon, zenith, 0.06 - 0.10 * normalize(direction).y);
    colour = vec4(encodedQuickly(mix(paper, gridLine, paperLine())) + dither(), 1.0);
}
