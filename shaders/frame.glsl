// What all shaders know of the picture. Colours are linear.

layout(std140) uniform Frame
{
    mat4 viewProjection;
    vec4 eye;        // [m]; w: size of a pixel at distance 1
    vec4 right;      // from the middle of the picture to its right edge, at distance 1; w: rings of a tube's segment
    vec4 up;         // ... to its upper edge; w: sides of a tube
    vec4 forward;    // w: 1 when the tension is shown
    vec4 sun;        // towards the sun; w: height of the ground [m]
    vec4 sunColour;  // w: 1 when there is a ground
    vec4 skyLight;
    vec4 groundLight;
    vec4 zenith;
    vec4 horizon;
    vec4 glow;       // w: how far it fills the haze
    vec4 groundNear;
    vec4 groundShade;
    vec4 gridLine;   // w: strength
    vec4 grid;       // xy: the eye in the coarse cells' coordinates, z: fine cells per metre
    vec4 gridLevel;  // xy: strength of fine and coarse lines, z: square of the distance where the haze begins [m^2], w: opacity
    vec4 backdrop;   // squared paper; xy: the eye in coarse cells, z: its distance [m], w: 1 in z = 0, -1 in x = 0, 0: none
    vec4 tensionColours[11];
};

// From below the ground is a pane of glass, drawn behind all else.
bool groundFromAbove() { return sunColour.w > 0.5 && gridLevel.w > 0.99; }

// The sun's light makes shadows by an orthogonal projection on these two axes.
vec3 lightAxisU() { return normalize(vec3(sun.z, 0.0, -sun.x)); }
vec3 lightAxisV() { return cross(sun.xyz, lightAxisU()); }
