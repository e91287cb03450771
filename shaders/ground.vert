layout(location = 0) in vec3 disc; // around the point below the eye, in heights above the ground

out vec3 fromEye;

void main()
{
    float height = eye.y - sun.w;
    fromEye = vec3(disc.xz, 0.0).xzy * max(abs(height), 0.02 * 1.0) - vec3(0.0, height, 0.0);
    gl_Position = viewProjection * vec4(eye.xyz + fromEye, 1.0);
}
