// Colours of the scene come as sRGB.
vec3 linear(vec3 colour)
{
    return mix(colour / 12.92, pow((colour + 0.055) / 1.055, vec3(2.4)), step(0.04045, colour));
}
