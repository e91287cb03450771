layout(location = 0) in vec3 mesh;
layout(location = 1) in vec4 place; // w: radius or half an edge [m]
layout(location = 2) in vec4 paint;

out vec3 worldPosition;
out vec3 local;
flat out vec3 albedo;
flat out float size;

void main()
{
    local = mesh;
    // Smaller than two pixels it would look like noise.
    float depth = max(dot(place.xyz - eye, forward), 0.0);
    size = max(place.w, 1.5 * pixelSize * depth);
    worldPosition = place.xyz + size * mesh;
    albedo = linear(paint.rgb);
    gl_Position = viewProjection * vec4(worldPosition, 1.0);
}
