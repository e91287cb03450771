#pragma once

#include "scenes/workshop/workshop_presets.hpp"

#include <functional>
#include <vector>

// Runs of knots, for the bench of knots and for tests.

namespace ropewalk
{

/// Called on the way, with how much of the work is done, 0 to 1.
using Report = std::function<void(double done)>;

/// An overhand knot at a moment.
struct DrawnOverhand
{
    double radii = 0.0;    ///< R/r of its loop
    double pull = 0.0;     ///< T R²/B
    double pressure = 0.0; ///< P R²/B, of all forces by which its strands press each other
};

/// Draws an overhand knot without weight slowly until its loop has `radii` radii of the rope, and tells of it at each
/// radius on the way.
std::vector<DrawnOverhand> drawnOverhand(double radii, double friction, const Report& report = {});

/// [N], the sum of the pressures of a springy rope without friction that is laid round a post by this angle [rad], its
/// ends pulled with `pull` [N] each. B = 2 N mm2, as in the reference values.
double pressureOnPost(double angle, double pull);

/// How a ready-tied knot takes a pull that grows to 20 N, with this friction of all its ropes.
Workshop::Held pulledKnot(WorkshopPreset preset, double friction);

/// The friction from which on it holds that, to a hundredth; 1 where it never does.
double frictionNeeded(WorkshopPreset preset, const Report& report = {});

} // namespace ropewalk
