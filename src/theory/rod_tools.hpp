#pragma once

#include "experiment.hpp"

#include <rope/rod_theory.hpp>
#include <rope/rope_by_length.hpp>
#include <rope/rope_simulation.hpp>
#include <rope/writhe.hpp>

#include <functional>
#include <numbers>
#include <vector>

// What the experiments with rods need.

namespace ropewalk
{

inline constexpr double pi = std::numbers::pi;

/// A rod of 1 m and 1 N/m that hardly stretches and is not twisted.
rope::RopeByLength rodOf(int edges, double bendingStiffness);

rope::RopeByLength withoutWeight(rope::RopeByLength settings);

/// Lays the rod along x, stretched by the pull [N].
void layStraight(rope::RopeSimulation& rod, double pull);

/// Where `unstable` changes from false to true between two values.
double threshold(double low, double high, const std::function<bool(double)>& unstable);

} // namespace ropewalk
