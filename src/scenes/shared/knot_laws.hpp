#pragma once

#include <cmath>

// The overhand knot in theory: B. Audoly, N. Clauvelin, S. Neukirch, Elastic knots, PRL 99 (2007); M. K. Jawed et al.,
// PRL 115 (2015); between 21 and 66 radii fitted to a rod program with exact Coulomb friction, in the limit of large
// loops the closed form.

namespace ropewalk
{

/// T R²/B of an overhand knot whose loop has `radii` radii of the rope, without friction.
inline double overhandPull(double radii)
{
    const double x = 1.0 / std::sqrt(radii);
    return 0.5 + 0.79 * x + 4.2 * x * x;
}

/// P R²/B of all forces by which its strands press each other.
inline double overhandPressure(double radii)
{
    const double x = 1.0 / std::sqrt(radii);
    return (0.4924 + 1.61 * x + 11.0 * x * x) / x;
}

/// The friction from which on such a knot stays when it is let go.
inline double overhandFriction(double radii)
{
    return overhandPull(radii) / overhandPressure(radii);
}

} // namespace ropewalk
