// The lay of the rope: the tube's outline and its surface both follow it.
const float turn = 6.28318530718;
const float strands = 3.0;
const float lay = 6.6; // length of rope in which a strand turns once, in radii

// What a tube is; the numbers are those of Polyline::Style, and 0 is a laid rope.
bool isBraid(int style) { return style == 1; }
bool isWire(int style) { return style == 2; }
bool isThread(int style) { return style == 3; }
bool isLaid(int style) { return !isBraid(style) && !isThread(style); }

// Counts the strands at an angle and a place along the rope (in radii).
float strandCount(float angle, float along) { return strands * (angle / turn + along / lay); }

// 1 under the whipping, the twine wound around the rope near its ends; all in radii.
float whippedPart(float fromEnd, float total, float edge)
{
    float longest = min(5.0, 0.12 * total);
    float at = fromEnd - 0.12 * longest;
    return smoothstep(-edge, edge, at) * smoothstep(-edge, edge, longest - at);
}
