#pragma once

#include <vector>

namespace ropewalk
{

/// Finds how big a scene may be so that a frame takes no longer than a budget: it tries a small size, then bigger ones,
/// and settles. The caller measures the frames.
class SizeFinder
{
public:
    /// Tries sizes from `small` to `wanted`; `budget` [s] is for a frame.
    SizeFinder(int small, int wanted, double budget);

    int size() const { return size_; } ///< to be measured now, or the one it settled on
    bool done() const { return done_; }

    /// Takes what a frame of the present size took [s].
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
