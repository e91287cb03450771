in vec3 fromEye;
in vec3 onGround;
flat in vec3 capsuleStart;
flat in vec3 capsuleEnd;
flat in float capsuleRadius;

out vec4 colour;

void main()
{
    vec2 pixel = fwidth(fromEye.xz);
    float footprint = 0.5 * max(fwidth(onGround.x), fwidth(onGround.y));

    vec2 along = capsuleEnd.xy - capsuleStart.xy;
    vec2 offset = onGround.xy - capsuleStart.xy;
    float s = clamp(dot(offset, along) / max(dot(along, along), 1e-14), 0.0, 1.0);
    float away = length(offset - s * along);
    float fromGround = mix(capsuleStart.z, capsuleEnd.z, s) - onGround.z;
    float soft = penumbra(fromGround, capsuleRadius) + footprint;
    // How much of the blur's width the rope covers. The square root lets the shadow of a thin rope be seen from higher
    // up than in nature.
    float inside = clamp((capsuleRadius + soft - away) / (soft + min(capsuleRadius, soft)), 0.0, 1.0);
    float covered = min(1.0, capsuleRadius / soft);
    bool isBall = capsuleStart == capsuleEnd; // covers it both ways
    float dark = inside * inside * (3.0 - 2.0 * inside) * (isBall ? covered : sqrt(covered));

    // Near the rope the ground sees less of the sky.
    vec3 axis3 = capsuleEnd - capsuleStart;
    vec3 offset3 = onGround - capsuleStart;
    float s3 = clamp(dot(offset3, axis3) / max(dot(axis3, axis3), 1e-14), 0.0, 1.0);
    vec3 nearest = offset3 - s3 * axis3;
    float ratio = capsuleRadius * capsuleRadius / max(dot(nearest, nearest), 1e-14);
    float fade = 1.0 / (contactReach * contactReach);
    float contact = clamp((min(ratio, 1.0) - fade) / (1.0 - fade), 0.0, 1.0);

    if (dark + contact < 0.004)
        discard;
    colour = vec4(encodedQuickly(groundColour(fromEye, pixel, 1.0 - dark, 1.0 - 0.55 * contact)) + dither(), 1.0);
}
