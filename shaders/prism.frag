in vec3 worldPosition;
in vec3 surfaceNormal;
in vec2 onFace;
in vec4 toEdges;
flat in vec3 albedo;
flat in float size;

out vec4 colour;

void main()
{
    vec4 widths = fwidth(toEdges);
    float edge = min(min(toEdges.x, toEdges.y), min(toEdges.z, toEdges.w));
    float pixel = max(max(max(widths.x, widths.y), max(widths.z, widths.w)), 1e-9);
    float opacity = opacityAt(worldPosition.y);
    if (opacity == 0.0)
        discard;
    vec3 n = normalize(surfaceNormal);
    vec3 towardsEye = normalize(eye - worldPosition);
    Substance substance = Substance(albedo, 1.0, 0.0);
    if (material != plain)
        substance = substanceOf(albedo, onFace, size, edge);
    // A dark joint of a pixel tells neighbours of one colour apart, but leaves a small body its colour.
    float joint = clamp(1.2 - edge / pixel, 0.0, 1.0) * clamp(0.1 * size / pixel, 0.0, 1.0);
    substance.albedo *= 1.0 - 0.55 * joint;
    float open = skySeen(n, worldPosition.y - groundHeight, size);
    colour = vec4(encodedQuickly(toned(lit(substance, n, towardsEye, open))) + dither(), opacity);
}
