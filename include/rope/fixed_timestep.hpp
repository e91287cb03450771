#pragma once

#include <rope/export.hpp>

namespace rope
{

/// The fewest equal steps, none longer than `longest` [s], into which `time` [s] can be split; at least one. There may
/// be more than an integer holds.
ROPE_API double fewestSteps(double time, double longest);

/// Turns elapsed seconds into a number of fixed ticks. It reads no clock, so that tests can use it as the window does.
///
/// Time beyond `maxElapsed` in one call is dropped: after a stall (a debugger, a laptop's lid) the simulation goes on
/// from where it was, and does not compute the lost time.
class ROPE_API FixedTimestep
{
public:
    static constexpr double usualTick = 1.0 / 60.0; ///< [s]

    /// `tick` [s] and `maxElapsed` [s] are positive, `maxElapsed` not below `tick`; else throws std::invalid_argument.
    explicit FixedTimestep(double tick = usualTick, double maxElapsed = 0.25);

    /// Takes `elapsed` seconds (negative and non-finite ones count as none); returns how many ticks are due now.
    int advance(double elapsed);

    /// How far the present lies between the last tick and the next, in [0, 1): by this a snapshot is interpolated.
    double fraction() const { return remainder_ / tick_; }

    double tick() const { return tick_; }       ///< [s]
    double dropped() const { return dropped_; } ///< [s] that were dropped since the beginning

    /// Forgets the time left over, for a reset or a single tick that somebody asks for.
    void clear() { remainder_ = 0.0; }

private:
    double tick_;
    double maxElapsed_;
    double remainder_ = 0.0;
    double dropped_ = 0.0;
};

} // namespace rope
