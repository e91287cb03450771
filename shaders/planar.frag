// A body of the plane, cut from a board: a painted front with an outline, darker walls.
in vec3 worldPosition;
in vec3 surfaceNormal;
in vec2 fromEdge;
in vec2 spoke;
flat in vec3 albedo;

out vec4 colour;

void main()
{
    float pixel = max(fwidth(fromEdge.x), 1e-9);
    float across = max(fwidth(spoke.y), 1e-9);
    if (worldPosition.y < groundHeight && groundFromAbove())
        discard;
    vec3 n = normalize(surfaceNormal);
    vec3 towardsEye = normalize(eye - worldPosition);
    vec3 paint = albedo * 0.82;
    if (fromEdge.y > 0.0)
    {
        // As wide as can be seen, but never so wide that a small body has no colour left.
        float width = min(max(1.8 * pixel, 0.05 * fromEdge.y), 0.3 * fromEdge.y);
        float line = clamp((width - fromEdge.x) / pixel + 0.5, 0.0, 1.0);
        if (spoke.x > 0.0)
            line = max(line, clamp((0.5 * width - abs(spoke.y)) / across + 0.5, 0.0, 1.0));
        paint = mix(albedo, albedo * albedo * 0.22, line);
        // A chamfer inside of the outline catches the light.
        float chamfer = clamp(1.0 - (fromEdge.x - width) / (0.16 * fromEdge.y), 0.0, 1.0) * (1.0 - line);
        paint *= 1.0 + 0.22 * chamfer;
    }
    float open = skySeen(n, worldPosition.y - groundHeight, max(fromEdge.y, 0.05));
    colour = vec4(encodedQuickly(toned(painted(paint, n, towardsEye, open, 0.3))) + dither(), 1.0);
}
