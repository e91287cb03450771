// A laid rope: three strands wound around each other, each of them twisted from yarns in the opposite direction.

in vec3 worldPosition;
in vec3 surfaceNormal;
in vec3 axis;
in vec4 onRope;
in float twistRate;
in float edgeAt; // distance of the outline from the axis [pixel]
in vec3 tint; // the tension's colour where that is shown, else that of the stains
in vec2 touched; // how much of the sky and of the sun is left beside what touches the rope
flat in float ropeRadius;
flat in vec3 threadColour;

out vec4 colour;

const int style = STYLE;

const float yarns = 27.0; // around the rope
const vec3 fibre = vec3(0.50, 0.315, 0.150);
const vec3 steel = vec3(0.16, 0.167, 0.18);
const vec3 twine = vec3(0.30, 0.030, 0.028);
const float carriers = 8.0; // of a braid, each way
const float braidLay = 10.0; // length of rope in which a carrier turns once, in radii
const vec3 sheathColour = vec3(0.035, 0.16, 0.36);
const vec3 tracerColour = vec3(0.85, 0.30, 0.03);

float random(float x) { return fract(sin(x * 12.9898) * 43758.547); }

// 1 where a pattern with this many periods a pixel can be seen, 0 where it would shimmer.
float visible(float periods) { return 1.0 - smoothstep(0.22, 0.55, periods); }

void main()
{
    vec3 t = normalize(axis);
    vec3 towardsEye = normalize(eye - worldPosition);
    float opacity = opacityAt(worldPosition.y);
    if (SOFT_EDGES)
    {
        vec3 sideways = normalize(cross(t, towardsEye) + vec3(1e-9));
        opacity *= clamp((1.0 - abs(dot(surfaceNormal, sideways))) * edgeAt, 0.0, 1.0);
    }
    if (opacity < 0.01)
        discard;
    vec3 n = normalize(surfaceNormal);
    vec3 around = normalize(cross(t, n));

    if (isThread(style))
    {
        // A few pixels wide it would be dashed: there its sides blur into the one that faces the eye.
        vec3 facing = towardsEye - dot(towardsEye, t) * t;
        n = normalize(mix(n, facing / max(length(facing), 1e-3), smoothstep(0.4, 1.1, length(fwidth(n)))));
        float free = skySeen(n, worldPosition.y - groundHeight, 4.0 * ropeRadius);
        colour = vec4(encoded(toned(painted(threadColour, n, towardsEye, free, 0.6))) + dither(), opacity);
        return;
    }

    float strandAt = strandCount(onRope.x, onRope.y);
    float yarnAt = yarns * onRope.x / turn - onRope.y * 1.1;
    float whipAt = onRope.y / 0.34;
    // The angle jumps by one turn at the seam, the patterns by whole periods: differences ignore whole periods.
    float strandWidth = fwidth(onRope.y) * strands / lay + fwidth(strandAt) * 0.5;
    float yarnWidth = fwidth(yarnAt);

    float x = 2.0 * fract(strandAt) - 1.0; // -1 to 1 across a strand
    vec3 sheath = vec3(0.0);
    float strandSeen = visible(strandWidth);
    float yarnSeen = YARNS ? visible(yarnWidth) : 0.0;

    // The whipping: twine wound around the rope near its ends.
    bool wire = isWire(style);
    bool braid = isBraid(style);
    float whipped = wire ? 0.0 : whippedPart(onRope.z, onRope.w, fwidth(onRope.z) + 0.02);
    float whipSeen = visible(fwidth(whipAt));
    float w = 2.0 * fract(whipAt) - 1.0;

    vec3 acrossStrand = normalize(strands * around - strands * (turn / lay + twistRate) * t);
    vec3 acrossYarn = normalize(yarns * around + 1.1 * turn * t);
    float yarnPhase = yarnAt + 0.6 * x * x;
    float yarnWave = 2.0 * fract(yarnPhase) - 1.0;
    vec3 bump = acrossStrand * (x * (0.62 + 0.45 * x * x) * strandSeen) + acrossYarn * (yarnWave * 0.38 * yarnSeen);
    if (braid)
    {
        // Carriers wind both ways; where two cross, now the one and now the other is above.
        vec2 at = carriers * onRope.x / turn + vec2(1.0, -1.0) * onRope.y * carriers / braidLay;
        vec2 in01 = 2.0 * fract(at) - 1.0;
        bool first = mod(floor(at.x) + floor(at.y), 2.0) < 0.5;
        float across = first ? in01.x : in01.y;
        float along = first ? in01.y : in01.x;
        strandSeen = visible(fwidth(onRope.y) * carriers / braidLay + fwidth(at.x) * 0.5);
        x = max(abs(across), 0.9 * abs(along));
        vec3 acrossCarrier = normalize(carriers * around + (first ? 1.0 : -1.0) * (carriers * turn / braidLay) * t);
        bump = acrossCarrier * (across * 0.8 * strandSeen);
        float marked = step(abs(mod(floor(first ? at.x : at.y), 4.0) - 1.0), 0.5);
        sheath = mix(mix(sheathColour, tracerColour, 0.25), mix(sheathColour, tracerColour, marked), strandSeen);
        yarnSeen = 0.0;
    }
    vec3 whipBump = -t * (w * 0.75 * whipSeen);
    n = normalize(n + mix(bump, whipBump, whipped));

    float groove = 1.0 - strandSeen * 0.78 * x * x * x * x - (1.0 - strandSeen) * 0.12;
    float yarnShade = 1.0 - 0.30 * yarnSeen * yarnWave * yarnWave * yarnWave * yarnWave;
    float vary = 0.86 + 0.28 * random(floor(yarnPhase) + 17.0 * floor(strandAt));
    float streak = 0.90 + 0.20 * random(floor(yarnPhase * 6.0) + 3.0 * floor(onRope.y * 0.9 + 7.0 * random(floor(yarnPhase * 6.0))));
    float detail = mix(1.0, vary * streak, yarnSeen);
    float occlusion = mix(groove * yarnShade, 1.0 - 0.45 * whipSeen * w * w * w * w, whipped);

    vec3 albedo = TENSION ? tint : (wire ? steel : braid ? sheath : fibre * tint) * detail;
    if (TENSION)
        albedo = mix(albedo, vec3(0.05), whipped);
    else
        albedo = mix(albedo, twine, whipped);

    // Near the ground less sky is seen from below.
    float height = groundPresent > 0.5 ? (worldPosition.y - groundHeight) / ropeRadius : 10.0;
    float facingDown = 0.5 - 0.5 * n.y;
    float open = mix(1.0, clamp(0.25 + 0.22 * height, 0.0, 1.0), facingDown) * occlusion * touched.x;

    float facing = dot(n, sun);
    // Fibres let light pass a little around the edge.
    float lit = max(0.0, (facing + 0.18) / 1.18);
    lit *= (lit * 0.35 + 0.65) * touched.y;
    float rim = pow(1.0 - max(dot(n, towardsEye), 0.0), 3.0);
    vec3 ambient = mix(groundLight, skyLight, 0.5 + 0.5 * n.y);
    vec3 halfway = normalize(sun + towardsEye);
    float shine;
    if (wire)
    {
        shine = 0.45 * pow(max(dot(n, halfway), 0.0), 18.0);
    }
    else
    {
        // Fibres shine along a line across them (J. T. Kajiya and T. L. Kay, SIGGRAPH 1989); yarns run nearly along the rope.
        float across = dot(normalize(yarns * t + 1.1 * turn * around), halfway);
        shine = 0.05 * pow(max(1.0 - across * across, 0.0), 12.0);
    }
    shine *= max(facing, 0.0) * touched.y;

    if (TENSION)
    {
        // White light, so that the colour on the rope is the colour of the legend.
        float light = 0.80 * lit + 0.58 * open * (0.75 + 0.25 * n.y);
        // The slack end of the scale is nearly black: a pale rim keeps it apart from a dark ground.
        colour = vec4(encoded(albedo * light + vec3(0.16 * rim + 0.012)) + dither(), opacity);
        return;
    }
    vec3 light = sunColour * lit * mix(1.0, occlusion, 0.6) + ambient * open;
    vec3 result = albedo * light + albedo * skyLight * (rim * 0.55 * open) + sunColour * (shine * occlusion);
    colour = vec4(encoded(toned(result)) + dither(), opacity);
}
