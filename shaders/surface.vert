layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal; // of the front
layout(location = 2) in vec2 place;  // column and row

out vec3 worldPosition;
out vec3 surfaceNormal;
out vec2 weave;

void main()
{
    worldPosition = position;
    surfaceNormal = normal;
    weave = place;
    gl_Position = viewProjection * vec4(position, 1.0);
}
