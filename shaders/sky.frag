in vec3 direction;

out vec4 colour;

void main()
{
    colour = vec4(encodedQuickly(skyColour(normalize(direction))) + dither(), 1.0);
}
