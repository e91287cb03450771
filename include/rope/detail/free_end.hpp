#pragma once

#include <rope/mass.hpp>

#include <vector>

namespace rope
{

/// The free end of a rope, where masses appear and vanish when somebody changes their number. A new mass starts at the
/// last one, with its velocity, and the segment between the two grows from nothing, so that no mass jumps.
class FreeEnd
{
public:
    /// A last segment of which this part, in (0, 1], has grown.
    explicit FreeEnd(double fraction = 1.0) : fraction_(fraction) {}

    double fraction() const { return fraction_; } ///< part of the last segment that has grown, in (0, 1]

    /// Whether `advance` changes a rope that lacks `missing` masses; a negative number: that has so many too many.
    bool changes(int missing) const { return missing != 0 || fraction_ != 1.0; }

    /// Grows or shrinks the rope for `dt` seconds. The first segment belongs to the reel, and the free end never
    /// shortens it.
    void advance(int missing, double segmentLength, double dt, std::vector<Mass>& masses);

private:
    double fraction_;
};

} // namespace rope
