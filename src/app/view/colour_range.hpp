#pragma once

#include "scenes/snapshot.hpp"

#include <string_view>

namespace ropewalk
{

/// The top of the colour legend: a round number above the present usual values, so that the colours use their range. A
/// scene's own top is a guess for all of its constants, and most of a rope would be violet below it.
class ColourRange
{
public:
    /// Of a snapshot that is drawn now; snapshots of one scene come in the order of time, and where that goes back, the
    /// range begins anew.
    float topFor(const Snapshot& snapshot);

private:
    double usual_ = 0.0;     ///< the largest value, smoothed: a blow of some hundredths of a second hardly counts
    float top_ = 0.0f;       ///< 0 before the first snapshot
    std::string_view title_; ///< of the legend
    double latest_ = 0.0;    ///< [s]
};

} // namespace ropewalk
