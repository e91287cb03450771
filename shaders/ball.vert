layout(location = 0) in vec3 mesh;   // the half of a ball that the eye sees
layout(location = 1) in vec4 place;  // w: radius [m]
layout(location = 2) in float angle; // about the z axis
layout(location = 3) in vec4 paint;

out vec3 worldPosition;
out vec3 surfaceNormal;
out vec3 local; // the normal as the body itself has it
flat out vec3 albedo;
flat out float size;

void main()
{
    vec3 z = normalize(eye - place.xyz);
    vec3 x = normalize(cross(abs(z.y) < 0.9 ? vec3(0.0, 1.0, 0.0) : vec3(1.0, 0.0, 0.0), z));
    surfaceNormal = mat3(x, cross(z, x), z) * mesh;
    float c = cos(angle);
    float s = sin(angle);
    local = vec3(c * surfaceNormal.x + s * surfaceNormal.y, c * surfaceNormal.y - s * surfaceNormal.x, surfaceNormal.z);
    // Smaller than two pixels it would look like noise.
    size = max(place.w, 1.5 * pixelSize * max(dot(place.xyz - eye, forward), 0.0));
    worldPosition = place.xyz + size * surfaceNormal;
    albedo = linear(paint.rgb);
    gl_Position = viewProjection * vec4(worldPosition, 1.0);
}
