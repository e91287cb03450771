layout(location = 0) in vec3 mesh; // z: 0 the lid, -3 to -4 the wall
layout(location = 1) in vec4 place; // position, angle, radius
layout(location = 2) in vec4 paint;

uniform float thickness; // [m]
uniform float side;      // of the plane on which the eye is: 1 front, -1 back

out vec3 worldPosition;
out vec3 surfaceNormal;
out vec2 fromEdge; // [m]; y: the largest, 0 on the wall
out vec2 spoke;    // [m] along the radius that shows the angle, and across it
flat out vec3 albedo;

void main()
{
    bool wall = mesh.z < -2.0;
    float radius = place.w;
    float c = cos(place.z);
    float s = sin(place.z);
    vec2 turned = vec2(c * mesh.x - s * mesh.y, s * mesh.x + c * mesh.y);
    worldPosition = vec3(place.xy + radius * turned, thickness * (wall ? mesh.z + 3.0 : 0.5 * side - 0.5));
    surfaceNormal = wall ? vec3(turned, 0.0) : vec3(0.0, 0.0, side);
    fromEdge = wall ? vec2(0.0) : radius * vec2(1.0 - length(mesh.xy), 1.0);
    spoke = radius * mesh.xy;
    albedo = linear(paint.rgb);
    gl_Position = viewProjection * vec4(worldPosition, 1.0);
}
