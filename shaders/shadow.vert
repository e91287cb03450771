// The soft shadow of a segment on the ground: a ball moved along a line has as its shadow, seen along the sun's rays, a
// capsule. Coordinates are those of the light: two across the rays, the third towards the sun.
layout(location = 0) in vec3 mesh; // part of the segment from and to, side: +-1 at its start, +-2 at its end

out vec3 fromEye;
out vec3 onGround;
flat out vec3 capsuleStart;
flat out vec3 capsuleEnd;
flat out float capsuleRadius;

vec3 inLight(vec3 p) { return vec3(dot(p, lightAxisU()), dot(p, lightAxisV()), dot(p, sun)); }

void main()
{
    float radius = along1.z;
    vec3 p1 = curvePoint(mesh.x);
    vec3 p2 = curvePoint(mesh.y);
    bool hidden = max(p1.y, p2.y) + radius < groundHeight;
    if (betweenPolylines() || hidden)
    {
        gl_Position = vec4(0.0, 0.0, -2.0, 1.0);
        fromEye = onGround = capsuleStart = capsuleEnd = vec3(0.0);
        capsuleRadius = 1.0;
        return;
    }
    p1.y = max(p1.y, groundHeight);
    p2.y = max(p2.y, groundHeight);

    capsuleStart = inLight(p1 - eye);
    capsuleEnd = inLight(p2 - eye);
    capsuleRadius = radius;

    float highest = max(p1.y, p2.y) - groundHeight;
    float lowest = min(p1.y, p2.y) - groundHeight;
    float reach = radius + penumbra(highest / sun.y, radius);
    // Where it is close to the ground it also keeps off the sky's light, around its foot.
    if (lowest < contactHeight * radius)
        reach = max(reach, contactReach * radius);
    vec2 start = capsuleStart.xy;
    vec2 end = capsuleEnd.xy;
    float span = distance(start, end);
    vec2 direction = span > 1e-7 ? (end - start) / span : vec2(1.0, 0.0);
    vec2 corner = (abs(mesh.z) < 1.5 ? start - direction * reach : end + direction * reach) +
                  vec2(-direction.y, direction.x) * (sign(mesh.z) * reach);

    vec3 place = lightAxisU() * corner.x + lightAxisV() * corner.y;
    place += sun * ((groundHeight - eye.y - place.y) / sun.y);
    fromEye = place;
    onGround = vec3(corner, dot(place, sun));
    gl_Position = viewProjection * vec4(eye + place, 1.0);
}
