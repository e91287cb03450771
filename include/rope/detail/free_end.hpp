#pragma once

#include <rope/mass.hpp>

#include <vector>

namespace rope
{

/// The free end of a rope, where masses come and go when somebody changes their number: one by one and with a whole
/// segment each, so that none is stretched, pushed or moved. What goes takes its energy with it. A segment that would
/// shrink to nothing instead is one that masses fly through, and no step is short enough for that.
class FreeEnd
{
public:
    /// So much of the time of the next mass has gone by, in [0, 1).
    explicit FreeEnd(double due = 0.0) : due_(due) {}

    double due() const { return due_; }

    /// Goes on by `dt` seconds in a rope that lacks `missing` masses; negative: the rope has that number of masses too
    /// many. Returns how many come now, or go. Two stay.
    int advance(int missing, double segmentLength, double dt, int massCount);

    /// A mass that moves with the last one, a segment away from it along `way`; where that is below `floor` [m], along
    /// the floor.
    static Mass beyond(const Mass& last, const Vec3& way, double segmentLength, double floor);

private:
    double due_;
};

} // namespace rope
