#include "size_finder.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace ropewalk
{

namespace
{

constexpr std::size_t framesIgnored = 2; // the first ones make memory and shaders ready
constexpr std::size_t framesMeasured = 4;
constexpr std::size_t mostSizes = 8; // that are tried
constexpr double hopeless = 5.0;     // times the budget
constexpr double growth = 4.0;       // from one size to the next, at most: a far too big one would take long to measure

/// Rounded down to two digits, which is as much as the measurement knows.
int rounded(double size)
{
    const double unit = std::pow(10.0, std::max(0.0, std::floor(std::log10(size)) - 1.0));
    return static_cast<int>(std::floor(size / unit) * unit);
}

} // namespace

SizeFinder::SizeFinder(int small, int wanted, double budget)
    : small_(std::min(small, wanted)), wanted_(wanted), budget_(budget), size_(small_)
{
}

void SizeFinder::add(double seconds)
{
    if (done_)
        return;
    frames_.push_back(seconds);
    if (frames_.size() < framesIgnored + framesMeasured)
        return;
    // The fastest frame counts: other programs on the processor only add to the others.
    const double fastest = *std::min_element(frames_.begin() + framesIgnored, frames_.end());
    frames_.clear();
    settle(fastest);
}

void SizeFinder::settle(double seconds)
{
    measured_.push_back({size_, seconds});
    if (measured_.size() >= mostSizes || (size_ == wanted_ && seconds <= budget_))
    {
        done_ = true;
        return;
    }
    if (measured_.size() == 1)
    {
        // The next, bigger size shows what a mass costs; where the smallest is far too slow, nobody needs to know.
        done_ = seconds > hopeless * budget_ || size_ == wanted_;
        if (!done_)
            size_ = std::min(wanted_, static_cast<int>(growth * size_));
        return;
    }
    // A frame costs a + b n.
    const Measured& before = measured_[measured_.size() - 2];
    const double slope = (seconds - before.seconds) / (size_ - before.size);
    const double each = std::clamp(slope, 0.01 * seconds / size_, seconds / size_);
    const double fixed = seconds - each * size_;
    const double fits = std::max(0.0, budget_ - fixed) / each;
    const bool tooBig = seconds > budget_;
    const double next = std::clamp(fits, 0.5 * size_, growth * size_);
    const int size = next >= wanted_ ? wanted_ : std::max(small_, rounded(next));
    // A small change is not worth another try: the size would go up and down for ever.
    const bool near = !tooBig && size < 1.25 * size_;
    done_ = near || size == size_;
    if (!done_)
        size_ = size;
}

} // namespace ropewalk
