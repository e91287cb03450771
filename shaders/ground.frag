// The ground from above, drawn below the horizon and without depth, so that each pixel is shaded once and whole tiles at
// a time. What sank into the ground is cut off where it is drawn.
in vec3 direction;

out vec4 colour;

void main()
{
    vec3 fromEye = direction * ((eye.y - groundHeight) / max(-direction.y, 1e-4));
    vec2 pixel = fwidth(fromEye.xz);
    colour = vec4(encodedQuickly(groundColour(fromEye, pixel, 1.0, 1.0)) + dither(), 1.0);
}
