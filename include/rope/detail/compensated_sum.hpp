#pragma once

#include <rope/vec.hpp>

#include <cmath>

namespace rope
{

/// A sum that adds up the roundings of its additions too (Neumaier 1974): a million small amounts add up as exactly as
/// three. A plain sum of an hour of steps would lose the small amounts of each next step.
class CompensatedSum
{
public:
    void add(double amount)
    {
        const double next = sum_ + amount;
        lost_ += std::abs(sum_) >= std::abs(amount) ? (sum_ - next) + amount : (amount - next) + sum_;
        sum_ = next;
    }

    double value() const { return sum_ + lost_; }

private:
    double sum_ = 0.0;
    double lost_ = 0.0;
};

/// The same of vectors.
class CompensatedVector
{
public:
    void add(const Vec3& amount)
    {
        x_.add(amount.x);
        y_.add(amount.y);
        z_.add(amount.z);
    }

    Vec3 value() const { return {x_.value(), y_.value(), z_.value()}; }

private:
    CompensatedSum x_;
    CompensatedSum y_;
    CompensatedSum z_;
};

} // namespace rope
