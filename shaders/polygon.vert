layout(location = 0) in vec3 position;
layout(location = 1) in vec2 depth;
layout(location = 2) in vec4 paint;
layout(location = 3) in vec3 normal;

out vec3 worldPosition;
out vec3 surfaceNormal;
out vec2 fromEdge; // [m]; y: from the middle to the nearest edge, 0 on the walls
out vec2 spoke;
flat out vec3 albedo;

void main()
{
    worldPosition = position;
    surfaceNormal = normal;
    fromEdge = depth;
    spoke = vec2(-1.0, 0.0); // none
    albedo = linear(paint.rgb);
    gl_Position = viewProjection * vec4(position, 1.0);
}
