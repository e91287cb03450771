in vec3 across;
in vec3 shaded;
in vec3 sunny;

out vec4 colour;

void main()
{
    // The outline of a round rope turns away from the eye.
    float square = across.x * across.x;
    float facing = sqrt(max(1.0 - square, 0.0));
    float lit = max(across.y * across.x + across.z * facing, 0.0);
    // Light fades as the root of its strength on the screen, and so does the sky's towards the outline.
    colour = vec4(shaded * (1.0 - 0.2 * square) + sunny * (lit * (1.6 - 0.6 * lit)), 1.0);
}
