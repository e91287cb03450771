layout(location = 0) in vec3 disc; // around the point below the eye, in heights above the ground

out vec3 fromEye;

void main()
{
    float height = eye.y - groundHeight;
    fromEye = disc * max(abs(height), 0.02) - vec3(0.0, height, 0.0);
    gl_Position = viewProjection * vec4(eye + fromEye, 1.0);
}
