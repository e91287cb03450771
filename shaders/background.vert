layout(location = 0) in vec3 corner; // of a triangle that covers the image

out vec3 direction;

void main()
{
    direction = forward + corner.x * right + corner.y * up;
    gl_Position = vec4(corner.xy, 0.0, 1.0);
}
