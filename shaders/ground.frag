in vec3 fromEye;

out vec4 colour;

void main()
{
    vec2 pixel = fwidth(fromEye.xz);
    vec3 surface = groundColour(fromEye, pixel, 1.0, 1.0);
    // From below the ground is a pane of glass: a rope that sank into it stays in sight.
    colour = vec4(encoded(surface) + dither(), gridLevel.w);
}
