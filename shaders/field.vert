// Ropes as ribbons that face the eye and are lit as cylinders; what changes slowly along a rope is found here.
layout(location = 0) in vec4 point;  // w: height of the rope's higher end
layout(location = 1) in vec4 course; // direction of the rope; w: side, -1 or 1
layout(location = 2) in vec4 paint;  // place along the rope, its own tone

out float across;      // -1 to 1
out vec3 fromEye;
out vec3 albedo;
out vec4 light;        // the sun on the side and in front, both shaded; the sky; the shine
flat out float ground; // light from below

const vec3 root = vec3(0.16, 0.105, 0.040);
const vec3 tip = vec3(0.72, 0.47, 0.175);

void main()
{
    fromEye = point.xyz - eye.xyz;
    vec3 towardsEye = -normalize(fromEye);
    vec3 t = normalize(course.xyz + vec3(0.0, 1e-5, 0.0));
    vec3 aside = cross(t, towardsEye);
    float slant = dot(aside, aside);
    // Seen from its end a rope has no side of its own.
    aside = slant > 1e-6 ? aside * inversesqrt(slant) : normalize(right.xyz);
    vec3 front = cross(aside, t);

    // A rope thinner than a pixel would break into dots.
    float depth = max(dot(fromEye, forward.xyz), 0.0);
    float drawn = max(thicketLow.w, 0.55 * eye.w * depth);
    across = course.w;
    vec3 corner = fromEye + aside * (course.w * drawn);

    float s = paint.x;
    albedo = mix(root, tip, s * (0.35 + 0.65 * s)) * (0.80 + 0.40 * paint.y);
    albedo.g *= 0.94 + 0.12 * fract(paint.y * 7.0);

    float sunlight = exp(-thicketHigh.w * wayToSun(point.xyz, point.w));
    float open = skyFromInside(point.xyz, point.w);
    // Fibres shine where the rope turns across the middle between sun and eye.
    vec3 halfway = normalize(sun.xyz + towardsEye);
    float along = dot(t, halfway);
    float shine = pow(max(1.0 - along * along, 0.0), 24.0);
    light = vec4(dot(sun.xyz, aside) * sunlight, dot(sun.xyz, front) * sunlight, open, shine * sunlight * (0.25 + 0.75 * s));
    ground = open;
    gl_Position = viewProjection * vec4(eye.xyz + corner, 1.0);
}
