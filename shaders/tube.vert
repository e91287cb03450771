layout(location = 0) in vec3 mesh; // place along the segment, angle in turns, latitude on a cap in quarter turns

out vec3 worldPosition;
out vec3 surfaceNormal;
out vec3 axis;
out vec4 onRope;  // angle of the strands, place along the rope, distance from the nearest end, length (in radii)
out float twistRate; // of the strands beside their lay, in a radius of rope
out vec3 tint; // the tension's colour where that is shown, else that of the stains
flat out float ropeRadius;
out float edgeAt; // distance of the outline from the axis [pixel]
out vec2 touched; // how much of the sky and of the sun is left beside what touches the rope
flat out vec3 threadColour;

const int style = STYLE;

vec3 tensionColour(float part)
{
    float at = clamp(part, 0.0, 1.0) * 10.0;
    int i = int(min(at, 9.0));
    return mix(tensionColours[i].rgb, tensionColours[i + 1].rgb, at - float(i));
}

float random(float x) { return fract(sin(x * 12.9898) * 43758.547); }

// No rope is of one colour along its length.
float stainAt(float place)
{
    return 0.93 + 0.14 * mix(random(floor(place)), random(floor(place) + 1.0), smoothstep(0.0, 1.0, fract(place)));
}

// What touches the rope keeps light from it: x is how much of the sky is left, y how much of the sun. Another strand is a
// long round rod of the same radius, a solid a plane; lengths are in radii.
vec2 besideTouch(vec4 at, vec2 doubled, vec3 n, vec3 t)
{
    float strength = min(length(at.xyz), 1.0);
    if (strength < 0.1)
        return vec2(1.0);
    vec3 towards = at.xyz / length(at.xyz);
    if (dot(doubled, doubled) < 0.2)
    {
        float facing = clamp(0.5 + 0.5 * dot(n, towards), 0.0, 1.0);
        float behind = smoothstep(-0.1, 0.15, dot(sun, towards));
        return vec2(1.0 - 0.8 * strength * facing * facing, 1.0 - strength * behind);
    }
    float angle = 0.5 * atan(doubled.y, doubled.x);
    vec3 course = cos(angle) * t + sin(angle) * normalize(cross(towards, t));
    vec3 v = 2.0 * towards - n + 8.0 * at.w * t; // to the other's line
    v -= dot(v, course) * course;
    float away = max(length(v), 1.0);
    // A long rod takes sin of its half angle of the sky, by the cosine of where it stands.
    float blocked = max(dot(n, v), 0.0) / (away * away);
    vec3 ray = sun - dot(sun, course) * course;
    float beyond = dot(v, ray) / max(dot(ray, ray), 1e-4);
    float shade = beyond > 0.0 ? 1.0 - smoothstep(0.7, 1.15, length(v - beyond * ray)) : 0.0;
    return vec2(1.0 - strength * blocked, 1.0 - strength * shade);
}

void main()
{
    float radius = along1.z;
    threadColour = linear(paint.rgb);
    if (!isDrawn())
    {
        gl_Position = vec4(0.0, 0.0, -2.0, 1.0); // outside of the image
        worldPosition = surfaceNormal = axis = tint = vec3(0.0);
        onRope = vec4(0.0);
        touched = vec2(1.0);
        twistRate = edgeAt = 0.0;
        ropeRadius = 1.0;
        return;
    }

    float s = mesh.x;
    vec3 centre = curvePoint(s);
    vec3 t = curveTangent(s);

    // The normal at the start, turned with the tangent: neighbouring segments meet without a twist.
    vec3 t1 = directionOr(tangent1.xyz, vec3(0.0, -1.0, 0.0));
    vec3 n = normal1.xyz - (dot(normal1.xyz, t) / max(1.0 + dot(t1, t), 0.001)) * (t1 + t);
    n = directionOr(n - dot(n, t) * t, directionOr(cross(t, vec3(0.3, 0.5, 0.8)), vec3(1.0, 0.0, 0.0)));
    vec3 b = cross(t, n);

    // A rope thinner than a pixel or two would break into dots; a wire rope carries what is heavy, and is to be seen.
    float depth = max(dot(centre - eye, forward), 0.0);
    float drawn = max(radius, (isWire(style) ? 1.4 : 0.95) * pixelSize * depth) + (SOFT_EDGES ? 0.5 : 0.0) * pixelSize * depth;
    edgeAt = drawn / (pixelSize * max(depth, 1e-6));

    float latitude = mesh.z;
    if (latitude < 0.0 && !startsPolyline() || latitude > 0.0 && !endsPolyline())
        latitude = 0.0;
    float quarter = 1.57079632679 * latitude;
    float angle = turn * mesh.y;
    if (SOFT_EDGES)
    {
        // A line of vertices runs along the outline, so that its coverage can be told.
        vec3 sideways = cross(t, eye - centre);
        angle += atan(dot(sideways, b), dot(sideways, n));
    }
    vec3 outwards = cos(angle) * n + sin(angle) * b;
    surfaceNormal = cos(quarter) * outwards + sin(quarter) * t;
    // Cut rope is flatter than half a ball.
    vec3 offset = cos(quarter) * outwards + 0.6 * sin(quarter) * t;

    axis = t;
    float beyond = 0.6 * sin(quarter) * radius;
    float fromStart = mix(along1.x, along2.x, s) + beyond;
    float toEnd = mix(along1.y, along2.y, s) - beyond;
    float total = along1.x + along1.y;
    // Seen from the free end, so that the strands do not run along the rope while a reel pays it out at the start.
    // A place on the surface keeps its strand while the rope is twisted.
    float strandAngle = angle - twistAt(s);
    twistRate = (twistAt(1.0) - twistAt(0.0)) * radius / max(distance(position1, position2), 1e-9);
    onRope = vec4(strandAngle, toEnd / radius, min(fromStart, toEnd) / radius, total / radius);

    // Strands stand out of the outline where the mesh is fine enough to follow them, but not under the whipping.
    float x = 2.0 * fract(strandCount(strandAngle, toEnd / radius)) - 1.0;
    float fine = (isLaid(style) ? 1.0 : 0.0) * smoothstep(10.0, 24.0, tubeSides) * (1.0 - smoothstep(0.45, 0.8, distance(position1, position2) / (tubeRings * radius)));
    worldPosition = centre + drawn * (1.0 - 0.15 * fine * x * x * (1.0 - (isWire(style) ? 0.0 : whippedPart(onRope.z, onRope.w, 0.5)))) * offset;
    tint = TENSION ? tensionColour(tensionAt(s)) : vec3(stainAt(0.04 * onRope.y));
    vec4 crossing = mix(crossing1, crossing2, s);
    touched = besideTouch(mix(touch1, touch2, s), crossing.xy, outwards, t);
    touched *= besideTouch(mix(otherTouch1, otherTouch2, s), crossing.zw, outwards, t);
    ropeRadius = radius;
    gl_Position = viewProjection * vec4(worldPosition, 1.0);
}
