in vec3 worldPosition;
in vec3 surfaceNormal;
in vec3 local;
flat in vec3 albedo;
flat in float size;

out vec4 colour;

void main()
{
    float opacity = opacityAt(worldPosition.y);
    if (opacity == 0.0)
        discard;
    vec3 n = normalize(surfaceNormal);
    vec3 towardsEye = normalize(eye - worldPosition);
    Substance substance = Substance(albedo, 1.0, 0.0);
    if (material != plain)
    {
        substance = substanceOf(albedo, vec2(atan(local.y, local.x), local.z) * size, 2.0 * size, size);
        // A painted meridian shows how the ball has turned.
        float pixel = max(fwidth(local.y), 1e-6);
        float line = clamp((0.09 - abs(local.y)) / pixel + 0.5, 0.0, 1.0) * step(0.0, local.x);
        substance.albedo *= 1.0 - line * (material == steel ? 0.35 : 0.82);
    }
    float open = skySeen(n, worldPosition.y - groundHeight, size);
    colour = vec4(encoded(toned(lit(substance, n, towardsEye, open))) + dither(), opacity);
}
