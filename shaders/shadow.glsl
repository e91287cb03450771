const float contactHeight = 3.0; // in radii
const float contactReach = 4.5;

// How far the edge of a shadow is blurred on either side [m], for an edge that is this far from the ground along the ray.
float penumbra(float way, float radius) { return 0.05 * radius + 0.035 * max(way, 0.0); }
