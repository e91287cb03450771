#pragma once

#include <rope/parameters.hpp>

namespace ropewalk
{

/// Maps the numbers of a range to places in [0, 1] on a slider and back: linear, logarithmic, or logarithmic on both
/// sides of zero. Both ends and zero are reached exactly; `value` gives round numbers.
class NumberScale
{
public:
    /// `usual` is a typical value: it decides how close to zero a logarithmic slider reaches.
    NumberScale(double minimum, double maximum, bool logarithmic, bool integer, double usual);
    /// For a number or an integer, and for one component of a vector.
    static NumberScale of(const rope::Parameter& parameter);

    double value(double place) const;
    double exact(double place) const; ///< as `value`, but not rounded
    double place(double value) const;
    double round(double value) const; ///< to a value that `value` can give
    double minimum() const { return minimum_; }
    double maximum() const { return maximum_; }

private:
    double bent(double value) const;
    double straight(double bent) const;

    double minimum_;
    double maximum_;
    bool logarithmic_;
    bool integer_;
    double smallest_ = 0.0; ///< numbers closer to zero count as zero; 0 where the range has no zero
};

} // namespace ropewalk
