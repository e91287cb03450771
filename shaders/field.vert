// Ropes as ribbons that face the eye and are lit as cylinders. A pixel of a thin rope costs as much as one of a wall:
// all but the cylinder's own shading is found here.
layout(location = 0) in vec4 point;  // w: height of the rope's higher end
layout(location = 1) in vec4 course; // direction of the rope; w: side, -1 or 1
layout(location = 2) in vec4 paint;  // place along the rope, its own tone

out vec3 across; // the rope, -1 to 1; how the sun falls on its side and its front
out vec3 shaded; // colour without the sun, as the screen takes it
out vec3 sunny;  // what the sun adds to it where it stands right above the surface

const vec3 root = vec3(0.16, 0.105, 0.040);
const vec3 tip = vec3(0.72, 0.47, 0.175);

void main()
{
    vec3 fromEye = point.xyz - eye;
    vec3 towardsEye = -normalize(fromEye);
    vec3 t = normalize(course.xyz + vec3(0.0, 1e-5, 0.0));
    vec3 aside = cross(t, towardsEye);
    float slant = dot(aside, aside);
    // Seen from its end a rope has no side of its own.
    aside = slant > 1e-6 ? aside * inversesqrt(slant) : normalize(right);
    vec3 front = cross(aside, t);

    // A rope thinner than a pixel would break into dots.
    float depth = max(dot(fromEye, forward), 0.0);
    float drawn = max(thicketLow.w, 0.55 * pixelSize * depth);

    float s = paint.x;
    vec3 albedo = mix(root, tip, s * (0.35 + 0.65 * s)) * (0.80 + 0.40 * paint.y);
    albedo.g *= 0.94 + 0.12 * fract(paint.y * 7.0);

    float sunlight = exp(-thicketHigh.w * pathToSun(point.xyz, point.w));
    float open = skyFromInside(point.xyz, point.w);
    // Fibres shine where the rope turns across the middle between sun and eye.
    vec3 halfway = normalize(sun + towardsEye);
    float along = dot(t, halfway);
    float shine = pow(max(1.0 - along * along, 0.0), 24.0) * (0.25 + 0.75 * s);
    vec3 ambient = mix(groundLight, skyLight, 0.60);

    float far = max(1.0 - hazeStart2 / dot(fromEye, fromEye), 0.0);
    far *= far;
    across = vec3(course.w, dot(sun, aside), dot(sun, front));
    vec3 sunPart = albedo * sunColour * (sunlight * (1.0 - far));
    vec3 skyPart = albedo * (ambient * open + sunColour * (0.9 * shine * sunlight)) * (1.0 - far) +
              horizonColour(-towardsEye) * far;
    shaded = encodedQuickly(toned(skyPart + 0.06 * sunPart));
    sunny = encodedQuickly(toned(skyPart + sunPart)) - shaded;
    gl_Position = viewProjection * vec4(point.xyz + aside * (course.w * drawn), 1.0);
}
