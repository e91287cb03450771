layout(location = 0) in vec4 place; // w: width of the square that is as large as the outline [m]
layout(location = 1) in vec2 at;
layout(location = 2) in vec4 edges;
layout(location = 3) in vec4 paint;
layout(location = 4) in vec3 normal;

out vec3 worldPosition;
out vec3 surfaceNormal;
out vec2 onFace;  // [m]
out vec4 toEdges; // [m]
flat out vec3 albedo;
flat out float size;

void main()
{
    worldPosition = place.xyz;
    surfaceNormal = normal;
    onFace = at;
    toEdges = edges;
    albedo = linear(paint.rgb);
    size = place.w;
    gl_Position = viewProjection * vec4(worldPosition, 1.0);
}
