// A rope below this height darkens the ground around its foot, up to this distance; both in radii.
const float contactHeight = 3.0;
const float contactReach = 4.5;

// By how much the edge of a shadow is blurred on either side [m]: `fromGround` is the distance along the sun's ray
// between the ground and what casts the shadow.
float penumbra(float fromGround, float radius) { return 0.05 * radius + 0.035 * max(fromGround, 0.0); }
