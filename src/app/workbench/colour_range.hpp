#pragma once

#include "scenes/snapshot.hpp"

#include <deque>
#include <string>

namespace ropewalk
{

/// The top of the colour legend: a round number above the largest value of the last seconds, so that the colours use
/// their range. A scene's own top is a guess for all of its constants, and most of a rope would be violet below it.
class ColourRange
{
public:
    /// Of a snapshot that is drawn now; those of one scene come in the order of time, and where that goes back, the
    /// range begins anew.
    float topFor(const Snapshot& snapshot);

private:
    struct Peak
    {
        double time; ///< [s]
        float value;
    };
    std::deque<Peak> peaks_; ///< each larger than all later ones
    std::string_view title_; ///< of the legend
    double latest_ = 0.0;    ///< [s]
};

} // namespace ropewalk
