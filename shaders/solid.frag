in vec3 worldPosition;
in vec3 local;
flat in vec3 albedo;
flat in float size;

uniform float box; // 0: a ball

out vec4 colour;

void main()
{
    if (worldPosition.y < groundHeight && groundFromAbove())
        discard;
    // The edges of a box are rounded: there its surface is that of a ball around the corner of a smaller box.
    vec3 n = normalize(mix(local, sign(local) * max(abs(local) - 0.93, 0.0), box));
    vec3 towardsEye = normalize(eye - worldPosition);
    float open = skySeen(n, worldPosition.y - groundHeight, size);
    colour = vec4(encoded(toned(painted(albedo, n, towardsEye, open, 1.0))) + dither(), 1.0);
}
