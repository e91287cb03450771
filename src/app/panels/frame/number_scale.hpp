#pragma once

#include <rope/parameters.hpp>

namespace ropewalk
{

/// Where a number stands on its slider: places in [0, 1]. Linear, logarithmic, or logarithmic on both sides of zero;
/// both ends and zero are reached exactly, and what a place gives is a round number.
class NumberScale
{
public:
    /// `usual` is a typical value; it says how far down a logarithmic slider reaches towards zero.
    NumberScale(double minimum, double maximum, bool logarithmic, bool integer, double usual);
    /// For a number or an integer, and for one component of a vector.
    static NumberScale of(const rope::Parameter& parameter);

    double value(double place) const;
    double exact(double place) const; ///< the same, not rounded
    double place(double value) const;
    double round(double value) const; ///< to what the slider gives, within the range
    double minimum() const { return minimum_; }
    double maximum() const { return maximum_; }

private:
    double bent(double value) const;
    double straight(double bent) const;

    double minimum_;
    double maximum_;
    bool logarithmic_;
    bool integer_;
    double smallest_ = 0.0; ///< size below which everything is zero; 0 where the range has no zero
};

} // namespace ropewalk
