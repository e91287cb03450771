// What bodies are made of: a program is for one material. The numbers are those of the enumeration Material.
const int material = MATERIAL;
const int plain = 255; // shows neither edge nor angle: a ball, and a prism that joins one
const int steel = 1;
const int wood = 2;
const int brick = 3;
const int concrete = 4;
const int enamel = 5;
const int iron = 6;
const int glass = 7;

struct Substance
{
    vec3 albedo;
    float gloss;
    float metal; // how far it mirrors instead of scattering
};

float hash(vec2 cell) { return fract(sin(dot(cell, vec2(12.9898, 78.233))) * 43758.547); }

// Smooth noise from 0 to 1, one bump a unit.
float noise(vec2 at)
{
    vec2 cell = floor(at);
    vec2 f = at - cell;
    f *= f * (3.0 - 2.0 * f);
    return mix(mix(hash(cell), hash(cell + vec2(1.0, 0.0)), f.x),
               mix(hash(cell + vec2(0.0, 1.0)), hash(cell + vec2(1.0, 1.0)), f.x), f.y);
}

// 1 where a pattern with this many periods a pixel can be seen, 0 where it would shimmer.
float resolved(float periods) { return 1.0 - smoothstep(0.22, 0.55, periods); }

// A crate: boards side by side, held by a frame of boards along the edges.
vec3 woodAt(vec2 at, float size, float edge, float pixel)
{
    float board = 0.16 * size;
    bool framed = edge < board;
    // Grain runs along a board.
    vec2 along = framed && abs(at.x) < abs(at.y) ? at.yx : at;
    float count = framed ? 7.0 + step(0.0, along.x) : floor(at.x / board + 0.5);
    float grain = noise(vec2(along.x * 90.0 + 31.0 * count, along.y * 5.0)) * 0.6 +
                  noise(vec2(along.x * 300.0 + 17.0 * count, along.y * 14.0)) * 0.4;
    float tone = 0.86 + 0.26 * hash(vec2(count, 3.0)) + (grain - 0.5) * 0.42 * resolved(pixel * 60.0);
    float gap = framed ? board - edge : (0.5 - abs(fract(at.x / board + 0.5) - 0.5)) * board;
    float dark = 1.0 - clamp(gap / max(0.012 * size, pixel) , 0.0, 1.0);
    return vec3(0.37, 0.225, 0.105) * tone * (framed ? 1.1 : 0.86) * (1.0 - 0.62 * dark * resolved(pixel / board));
}

// Bricks of 240 mm by 71 mm with joints of 10 mm, half a brick to the side in every second course.
vec3 brickAt(vec2 at, float pixel)
{
    vec2 pitch = vec2(0.25, 0.083);
    vec2 cell = at / pitch;
    cell.x += 0.5 * mod(floor(cell.y), 2.0);
    vec2 inside = (0.5 - abs(fract(cell) - 0.5)) * pitch; // from the middle of the joint
    float joint = 1.0 - smoothstep(0.005 - 0.5 * pixel, 0.005 + 0.5 * pixel + 1e-6, min(inside.x, inside.y));
    float rough = noise(at * 140.0);
    vec3 clay = mix(vec3(0.33, 0.085, 0.045), vec3(0.44, 0.15, 0.075), hash(floor(cell))) * (0.85 + 0.3 * rough);
    vec3 mortar = vec3(0.46, 0.44, 0.40);
    return mix(mix(clay, mortar, 0.18), mix(clay, mortar, joint), resolved(pixel / pitch.y));
}

vec3 concreteAt(vec2 at, float pixel)
{
    float stain = noise(at * 3.0) * 0.6 + noise(at * 11.0) * 0.4;
    float pores = smoothstep(0.86, 0.95, noise(at * 70.0)) * resolved(pixel * 70.0);
    return vec3(0.30, 0.295, 0.28) * (0.80 + 0.34 * stain) * (1.0 - 0.45 * pores);
}

// `at` is the place on the face [m] and `edge` the distance from its edge, of a body that is `size` wide.
Substance substanceOf(vec3 paint, vec2 at, float size, float edge)
{
    vec2 change = fwidth(at);
    float pixel = max(change.x, change.y);
    if (material == steel)
        return Substance(vec3(0.40, 0.41, 0.43) * (0.9 + 0.2 * noise(at * 9.0)), 0.5, 0.62);
    if (material == wood)
        return Substance(woodAt(at, size, edge, pixel), 0.12, 0.0);
    if (material == brick)
        return Substance(brickAt(at, pixel), 0.0, 0.0);
    if (material == concrete)
        return Substance(concreteAt(at, pixel), 0.05, 0.0);
    if (material == enamel)
        return Substance(vec3(0.60, 0.265, 0.012), 0.8, 0.0);
    if (material == iron)
    {
        float tread = at.x / (0.06 * size);
        float groove = 1.0 - smoothstep(0.10, 0.2, 0.5 - abs(fract(tread) - 0.5));
        return Substance(vec3(0.075, 0.078, 0.085) * (1.0 - 0.6 * groove * resolved(pixel / (0.06 * size))), 0.25, 0.1);
    }
    if (material == glass)
        return Substance(vec3(0.30, 0.36, 0.42), 1.0, 0.85);
    return Substance(paint, 0.6, 0.0);
}

// Under the sun and the sky; `open` is how much of the sky is seen.
vec3 lit(Substance substance, vec3 n, vec3 towardsEye, float open)
{
    vec3 scattered = painted(substance.albedo, n, towardsEye, open, substance.gloss * (1.0 - substance.metal));
    if (substance.metal <= 0.0)
        return scattered;
    vec3 direction = reflect(-towardsEye, n);
    // Below the horizon the mirror shows the ground.
    vec3 mirrored = mix(groundNear * 0.6, skyColour(direction), smoothstep(-0.25, 0.25, direction.y)) * open;
    float spark = pow(max(dot(direction, sun), 0.0), 24.0);
    vec3 metal = substance.albedo * (1.3 * mirrored + sunColour * (1.2 * spark));
    return mix(scattered, metal, substance.metal);
}
