// The ground from below.
in vec3 fromEye;

out vec4 colour;

void main()
{
    vec2 pixel = fwidth(fromEye.xz);
    colour = vec4(encodedQuickly(groundColour(fromEye, pixel, 1.0, 1.0)) + dither(), groundOpacity);
}
