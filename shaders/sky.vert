// The sky above the horizon. Its colours change so slowly that they are found at the corners of a grid alone.
layout(location = 0) in vec3 corner; // -1 to 1 across the image, 0 to 1 from the horizon to its upper edge

out vec3 shade;

void main()
{
    float level = clamp(-forward.y / max(up.y, 1e-6), -1.0, 1.0);
    // Close together at the horizon, where it changes most, and from a little below it, where the ground ends.
    float height = mix(level - 0.01, 1.0, corner.y * corner.y);
    shade = encodedQuickly(skyColour(normalize(forward + corner.x * right + height * up)));
    gl_Position = vec4(corner.x, height, 0.0, 1.0);
}
