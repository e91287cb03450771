in vec3 shade;

out vec4 colour;

void main() { colour = vec4(shade + dither(), 1.0); }
