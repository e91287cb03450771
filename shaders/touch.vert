// The shade that a rope casts where it lies on a solid: a strip on the plane that touches it, as long as a segment.
layout(location = 0) in vec3 mesh; // 0 and 1, side: +-1 at the start of the segment, +-2 at its end

out float across;    // [radii] from the line of contact
out float strength;  // 1 where the rope touches
out vec2 ray;        // towards the sun, across the rope and away from the plane

// The touch by a solid, else nothing: another strand has a course.
vec4 solidTouch(vec4 touch, vec4 other, vec4 crossing)
{
    if (dot(crossing.xy, crossing.xy) < 0.2 && dot(touch.xyz, touch.xyz) > 0.1)
        return touch;
    if (dot(crossing.zw, crossing.zw) < 0.2 && dot(other.xyz, other.xyz) > 0.1)
        return other;
    return vec4(0.0);
}

void main()
{
    vec4 first = solidTouch(touch1, otherTouch1, crossing1);
    vec4 second = solidTouch(touch2, otherTouch2, crossing2);
    bool isFirst = abs(mesh.z) < 1.5;
    float s = isFirst ? mesh.x : mesh.y;
    vec4 own = isFirst ? first : second;
    vec4 other = isFirst ? second : first;
    strength = min(length(own.xyz), 1.0) * (1.0 - smoothstep(0.25, 0.6, abs(own.w)));
    vec3 towards = directionOr(own.xyz, directionOr(other.xyz, vec3(0.0)));
    float radius = along1.z;
    if (!isDrawn() || towards == vec3(0.0))
    {
        gl_Position = vec4(0.0, 0.0, -2.0, 1.0); // outside of the image
        across = strength = 0.0;
        ray = vec2(0.0);
        return;
    }
    vec3 t = curveTangent(s);
    vec3 sideways = directionOr(cross(towards, t), vec3(0.0));
    ray = vec2(dot(sun, sideways), -dot(sun, towards));
    across = reach * sign(mesh.z);
    vec3 place = curvePoint(s) + radius * (towards + across * sideways);
    gl_Position = viewProjection * vec4(place, 1.0);
    // A little nearer to the eye, so that the surface on which it lies does not hide it.
    vec4 nearer = viewProjection * vec4(place + radius * normalize(eye - place), 1.0);
    gl_Position.z = nearer.z / nearer.w * gl_Position.w;
}
