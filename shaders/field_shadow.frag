in vec3 fromEye;

out vec4 colour;

void main()
{
    vec3 at = eye + fromEye;
    float sunlight = exp(-thicketHigh.w * pathToSun(at, thicketHigh.y));
    vec2 outside = max(max(thicketLow.xz - at.xz, at.xz - thicketHigh.xz), 0.0);
    float below = exp(-2.5 * length(outside));
    float skylight = 1.0 - 0.75 * below * (1.0 - skyFromInside(at, thicketHigh.y));
    if (sunlight * skylight > 0.997)
        discard;
    colour = vec4(encodedQuickly(groundColour(fromEye, fwidth(fromEye.xz), sunlight, skylight)) + dither(), 1.0);
}
