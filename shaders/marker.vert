layout(location = 0) in vec3 vertex;

uniform mat4 placement;
uniform float ring; // radius of the ring whose tube this is; 0: a ball, negative: a bar along z

out vec3 worldPosition;
out vec3 surfaceNormal;

void main()
{
    vec3 middle = vec3(0.0);
    if (ring > 0.0)
        middle = vec3(normalize(vertex.xy) * ring, 0.0);
    else if (ring < 0.0)
        middle = vec3(0.0, 0.0, vertex.z);
    worldPosition = vec3(placement * vec4(vertex, 1.0));
    surfaceNormal = mat3(placement) * (vertex - middle);
    gl_Position = viewProjection * vec4(worldPosition, 1.0);
}
