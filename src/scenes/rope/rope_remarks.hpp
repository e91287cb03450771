#pragma once

#include "scenes/hosts.hpp"

#include <rope/rope_settings.hpp>

#include <optional>

// What the constants of a rope have to say by themselves.

namespace ropewalk
{

/// Below EA L² = 2 B, a segment is easier to stretch than to turn: a bend moves masses along the rope instead of across
/// it. A solid rope has such segments where they are shorter than about 0.7 of its radius.
std::optional<Remark> tooStiff(const rope::RopeSettings& settings);

/// Constants that rest while a rod takes the steps.
std::optional<Remark> carriedByRod(const rope::RopeSettings& settings);

} // namespace ropewalk
