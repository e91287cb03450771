#pragma once

#include <vector>

namespace ropewalk
{

/// Finds how big a scene may be so that a frame takes no longer than a budget: tries a small one, looks at what bigger
/// ones cost, and settles. Knows no clock; whoever measures tells it.
class SizeFinder
{
public:
    /// From `small`, the least, to `wanted`; `budget` [s] for a frame.
    SizeFinder(int small, int wanted, double budget);

    int size() const { return size_; } ///< the one to be shown now
    bool done() const { return done_; }

    /// What a frame of the present size took [s].
    void add(double seconds);

private:
    struct Measured
    {
        int size;
        double seconds;
    };
    void settle(double seconds);

    int small_;
    int wanted_;
    double budget_;
    int size_;
    bool done_ = false;
    std::vector<double> frames_; ///< of the present size
    std::vector<Measured> measured_;
};

} // namespace ropewalk
