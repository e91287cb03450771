// Sky and, from above, the ground: without depth, so that each pixel is shaded once and whole tiles at a time. What is
// below the ground is cut off where it is drawn.
in vec3 direction;

out vec4 colour;

void main()
{
    float height = eye.y - sun.w;
    // Where the ground ends in the haze it is the sky: nobody sees where it is cut off.
    vec3 fromEye = direction * (height / max(-direction.y, 1e-4));
    vec2 pixel = fwidth(fromEye.xz);
    vec3 seen;
    if (direction.y < 0.0 && groundFromAbove())
        seen = groundColour(fromEye, pixel, 1.0, 1.0);
    else
        seen = skyColour(normalize(direction));
    colour = vec4(encoded(seen) + dither(), 1.0);
}
