layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal; // of the front
layout(location = 2) in vec3 place;  // column and row, and the side: 1 front, -1 back

out vec3 worldPosition;
centroid out vec3 surfaceNormal;
out vec2 weave;
centroid out float side;

void main()
{
    worldPosition = position;
    surfaceNormal = place.z * normal;
    weave = place.xy;
    side = place.z;
    gl_Position = viewProjection * vec4(position, 1.0);
}
