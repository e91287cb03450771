in vec3 fromEye;
in float dark;

out vec4 colour;

void main()
{
    vec2 pixel = fwidth(fromEye.xz);
    float d = clamp(dark, 0.0, 1.0);
    float shade = d * d * (3.0 - 2.0 * d);
    if (shade < 0.004)
        discard;
    colour = vec4(encodedQuickly(groundColour(fromEye, pixel, 1.0 - shade, 1.0 - 0.12 * shade)) + dither(), 1.0);
}
