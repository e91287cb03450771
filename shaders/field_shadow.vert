// The ground that a field of ropes darkens: from its own foot to where its shadow ends.
out vec3 fromEye;

void main()
{
    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
    vec2 thrown = -sun.xz * (max(thicketHigh.y - groundHeight, 0.0) / sun.y);
    vec2 low = thicketLow.xz + min(thrown, vec2(0.0)) - 0.5;
    vec2 high = thicketHigh.xz + max(thrown, vec2(0.0)) + 0.5;
    vec2 at = mix(low, high, corner);
    fromEye = vec3(at.x, groundHeight, at.y) - eye;
    gl_Position = viewProjection * vec4(at.x, groundHeight, at.y, 1.0);
}
