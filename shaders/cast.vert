// A soft shadow whose outline was found on the ground.
layout(location = 0) in vec4 place; // w: how dark

out vec3 fromEye;
out float dark;

void main()
{
    fromEye = place.xyz - eye;
    dark = place.w;
    gl_Position = viewProjection * vec4(place.xyz, 1.0);
}
