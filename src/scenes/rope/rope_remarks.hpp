#pragma once

#include "scenes/hosts.hpp"

#include <rope/rope_settings.hpp>

#include <optional>
#include <vector>

// What the constants of a rope have to say by themselves.

namespace ropewalk
{

/// Below EA L² = 2 B, a segment is easier to stretch than to turn: a bend moves masses along the rope instead of across
/// it. A solid rope has such segments where they are shorter than about 0.7 of its radius.
std::optional<Remark> tooStiff(const rope::RopeSettings& settings);

/// Constants that rest while a rod takes the steps.
/// `lowest` [m]: the height of the lowest mass.
std::optional<Remark> tooSoftGround(const rope::RopeSettings& settings, double lowest);
std::optional<Remark> carriedByRod(const rope::RopeSettings& settings);

/// Of a rope that ran away although its step is within all limits that are known: another integrator or a shorter step.
std::vector<Cure> curesBeyondLimits(const rope::RopeSettings& settings);

} // namespace ropewalk
