#pragma once

#include <rope/parameters.hpp>

#include <functional>
#include <optional>

namespace ropewalk
{

/// Gives a number of a scene's constants another value for as long as this lives. The simulation itself does not feel
/// it before the next tick, so that limits can be asked for values that nobody has chosen.
class Trial
{
public:
    Trial(rope::Parameter& parameter, double value);
    ~Trial();
    Trial(const Trial&) = delete;
    Trial& operator=(const Trial&) = delete;

    /// Only numbers and integers can be tried.
    static bool possible(const rope::Parameter& parameter);
    static double valueOf(const rope::Parameter& parameter);

private:
    void set(double value);

    rope::Parameter& parameter_;
    double before_;
};

/// Whether the value is in the parameter's range and `holds` is true with it.
bool holdsAt(rope::Parameter& parameter, double value, const std::function<bool()>& holds);

/// The number nearest to the present one, farther from zero (`raise`) or nearer to it, with which `holds` is true; at
/// most a thousandfold away, and in its range. Nothing where there is none, or the parameter is zero or no number.
/// `holds` is to change once at most on the way.
std::optional<double> nearestThatHolds(rope::Parameter& parameter, bool raise, const std::function<bool()>& holds);

/// Rounded to two digits, away from zero (`up`) or towards it; 0.1 is 0.1, with no tail of rounding.
double twoDigits(double value, bool up);

} // namespace ropewalk
