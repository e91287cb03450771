// How much light gets into a field of ropes: as if a box were filled evenly with a thin fog.
uniform vec4 thicketLow;  // [m]; w: radius of a rope
uniform vec4 thicketHigh; // w: part of the light that a metre takes [1/m]

// The length [m] inside of the box of the ray from a place in the box, or below it, towards the sun.
float pathToSun(vec3 at, float top)
{
    vec3 toLow = (thicketLow.xyz - at) / sun;
    vec3 toHigh = (vec3(thicketHigh.x, top, thicketHigh.z) - at) / sun;
    vec3 enter = min(toLow, toHigh);
    vec3 leave = max(toLow, toHigh);
    return max(0.0, min(min(leave.x, leave.y), leave.z) - max(max(enter.x, max(enter.y, enter.z)), 0.0));
}

// Part of the sky that is seen from inside: through the top, or through the nearest side.
float skyFromInside(vec3 at, float top)
{
    vec2 toSide = min(at.xz - thicketLow.xz, thicketHigh.xz - at.xz);
    float side = max(0.0, min(toSide.x, toSide.y));
    float above = max(0.0, top - at.y);
    return max(exp(-1.6 * thicketHigh.w * above), exp(-2.4 * thicketHigh.w * side) * (1.0 - 0.3 * min(side, 1.0)));
}
