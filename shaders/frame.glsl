// What all shaders know of the image. Colours are linear.

layout(std140) uniform Frame
{
    mat4 viewProjection;
    vec3 eye;              // [m]
    float pixelSize;       // of a pixel at distance 1
    vec3 right;            // from the middle of the image to its right edge, at distance 1
    float tubeRings;       // of a tube's segment
    vec3 up;               // ... to its upper edge
    float tubeSides;
    vec3 forward;
    vec3 sun;              // towards the sun
    vec3 sunColour;
    vec3 skyLight;
    vec3 groundLight;
    vec3 zenith;
    vec3 horizon;
    vec3 glow;
    float glowStrength;    // how far it fills the haze
    vec3 groundNear;
    vec3 groundShade;
    vec3 gridLine;
    float gridStrength;
    float groundHeight;    // [m]
    float groundPresent;   // 1: there is a ground
    vec2 eyeInCells;       // the eye in the coarse cells' coordinates
    vec2 eyeOnPaper;       // squared paper where there is no ground: the eye in coarse cells
    float cellsPerMetre;   // fine cells
    float paperDistance;   // [m]
    float paperFacing;     // 1 in z = 0, -1 in x = 0, 0: no paper
    float fineStrength;    // of the fine and the coarse lines of the grid
    float coarseStrength;
    float hazeStart2;      // square of the distance where the haze begins [m2]
    float groundOpacity;
    float sunkOpacity;     // of what is in the ground, seen from above
    vec4 tensionColours[11];
};

// From below the ground is a pane of glass, drawn behind all else. Seen from above, what has sunk
// into it a little is cut off, and what lies deep shows through.
float opacityAt(float height) { return height < groundHeight && groundPresent > 0.5 && groundOpacity > 0.99 ? sunkOpacity : 1.0; }

// The sun's light makes shadows by an orthogonal projection on these two axes.
vec3 lightAxisU() { return normalize(vec3(sun.z, 0.0, -sun.x)); }
vec3 lightAxisV() { return cross(sun, lightAxisU()); }
