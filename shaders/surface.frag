// Woven cloth: warp and weft pass over and under each other; the two sides are of different colour.
in vec3 worldPosition;
centroid in vec3 surfaceNormal;
in vec2 weave;
centroid in float side;

out vec4 colour;

const float threads = 4.0; // between two masses
const vec3 front = vec3(0.30, 0.040, 0.045);
const vec3 back = vec3(0.50, 0.38, 0.21);

void main()
{
    vec2 at = weave * threads;
    vec2 width = fwidth(at);
    float seen = 1.0 - smoothstep(0.18, 0.5, max(width.x, width.y));

    vec3 towardsEye = normalize(eye - worldPosition);
    // The rim joins the two sides, whose normals are opposite: it has the front's colour and faces the eye.
    float whole = length(surfaceNormal);
    bool isRim = whole < 0.9;
    vec3 n = isRim ? towardsEye : surfaceNormal / whole;
    bool isFront = side > 0.0 || isRim;
    // At the outline the smooth normal may point away.
    n = normalize(n + towardsEye * max(0.0, 0.05 - dot(n, towardsEye)));

    // A thread is a ridge that dives under its neighbours every second time.
    vec2 cell = floor(at);
    vec2 in01 = fract(at) * 2.0 - 1.0;
    bool warp = mod(cell.x + cell.y, 2.0) < 0.5;
    float ridge = warp ? in01.x : in01.y;
    float dive = warp ? in01.y : in01.x;
    float groove = 1.0 - seen * (0.30 * ridge * ridge * ridge * ridge + 0.26 * dive * dive);
    float tone = 1.0 + seen * (warp ? 0.06 : -0.06);
    vec3 albedo = (isFront ? front : back) * groove * tone * mix(0.853, 1.0, seen); // equally bright from afar
    // Stripes show stretch and folds from where threads cannot be seen.
    vec2 fromStripe = abs(fract(weave / 6.0) - 0.5) * 6.0;
    vec2 stripe = clamp((0.5 - fromStripe) / max(fwidth(weave), 1e-6) + 0.5, 0.0, 1.0);
    albedo = mix(albedo, (isFront ? back : front) * groove, 0.22 * (stripe.x + stripe.y));

    float facing = dot(n, sun);
    float lit = max(0.0, (facing + 0.25) / 1.25);
    float through = max(0.0, -facing); // the sun shines through from the other side
    vec3 ambient = mix(groundLight, skyLight, 0.5 + 0.5 * n.y);
    float open = skySeen(n, worldPosition.y - groundHeight, 0.5);
    float edge = 1.0 - max(dot(n, towardsEye), 0.0);
    edge *= edge * edge;
    vec3 result = albedo * (sunColour * lit + ambient * open);
    result += (isFront ? back : front) * (isFront ? front : back) * sunColour * (0.45 * through);
    result += skyLight * albedo * (0.5 * edge * open); // fuzz
    colour = vec4(encodedQuickly(toned(result)) + dither(), 1.0);
}
