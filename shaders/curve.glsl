// A segment of a polyline between two neighbouring points; advances once an instance.

layout(location = 1) in vec3 position1;
layout(location = 2) in vec4 tangent1; // and role: -1 first point of its polyline, 1 last one, 0 between
layout(location = 3) in vec4 normal1;  // and tension, as a part of the scale
layout(location = 4) in vec4 along1;   // distance from the start and to the end [m], radius [m], twist of the strands
layout(location = 5) in vec3 position2;
layout(location = 6) in vec4 tangent2;
layout(location = 7) in vec4 normal2;
layout(location = 8) in vec4 along2;
layout(location = 9) in vec4 paint;    // of a thread, sRGB, and style

int styleOfCurve() { return int(paint.a * 255.0 + 0.5); } // the number of a Polyline::Style, or of a shadow alone
const int shadowAlone = 4;
bool startsPolyline() { return tangent1.w < -0.5; }
bool endsPolyline() { return tangent2.w > 0.5; }
// The instance between the end of a polyline and the start of the next.
bool betweenPolylines() { return tangent1.w > 0.5; }
bool isDrawn() { return !betweenPolylines() && styleOfCurve() != shadowAlone; }
float tensionAt(float s) { return mix(normal1.w, normal2.w, s); }
float twistAt(float s) { return mix(along1.w, along2.w, s); }

vec3 directionOr(vec3 v, vec3 otherwise)
{
    float square = dot(v, v);
    return square > 1e-20 ? v * inversesqrt(square) : otherwise;
}

// Cubic Hermite curve; the tangents are as long as the chord, so that it neither overshoots nor forms loops.
vec3 curvePoint(float s)
{
    float chord = distance(position1, position2);
    float t = 1.0 - s;
    return position1 * (t * t * (1.0 + 2.0 * s)) + position2 * (s * s * (1.0 + 2.0 * t)) +
           (tangent1.xyz * (s * t * t) - tangent2.xyz * (s * s * t)) * chord;
}

vec3 curveTangent(float s)
{
    vec3 chord = position2 - position1;
    float t = 1.0 - s;
    vec3 slope = chord * (6.0 * s * t) +
                 (tangent1.xyz * (t * (1.0 - 3.0 * s)) + tangent2.xyz * (s * (1.0 - 3.0 * t))) * length(chord);
    return directionOr(slope, directionOr(tangent1.xyz, vec3(0.0, -1.0, 0.0)));
}
