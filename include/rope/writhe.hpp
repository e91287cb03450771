#pragma once

#include <rope/export.hpp>
#include <rope/vec.hpp>

#include <vector>

namespace rope
{

/// The writhe of a closed polygon, in turns: how often it crosses itself, with signs, seen from everywhere on the mean.
/// The exact sum over all pairs of edges, O(N²): K. Klenin, J. Langowski, Computation of writhe in modeling of
/// supercoiled DNA, Biopolymers 54 (2000), method 1a. The last point joins the first.
ROPE_API double writhe(const std::vector<Vec3>& points);

/// How often two closed polygons are linked: Gauss's integral, exact, O(N M). The last point of each joins its first.
ROPE_API double linkingNumber(const std::vector<Vec3>& one, const std::vector<Vec3>& other);

/// The writhe of an open polygon that goes straight on at both ends, along `axis` and for ever: what a rope between two
/// clamps of that direction adds to its twist. Where no edge points backwards it is the area that the tangents enclose
/// with the axis on the unit sphere (F. B. Fuller, 1978), O(N).
ROPE_API double writheBetween(const std::vector<Vec3>& points, const Vec3& axis);

} // namespace rope
