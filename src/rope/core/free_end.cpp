#include <rope/detail/free_end.hpp>

#include <algorithm>
#include <cmath>

namespace rope
{

void FreeEnd::advance(int missing, double segmentLength, double dt, std::vector<Mass>& masses)
{
    // 2 m/s, or faster where that would take more than about two seconds.
    const double segments = std::max(2.0 / segmentLength, 0.5 * std::abs(missing)) * dt;
    if (missing >= 0)
    {
        fraction_ += segments;
        for (int left = missing; fraction_ > 1.0 && left > 0; --left)
        {
            masses.push_back(masses.back());
            fraction_ -= 1.0;
        }
        fraction_ = std::min(fraction_, 1.0);
        return;
    }
    fraction_ -= segments;
    for (int left = -missing; fraction_ <= 0.0 && left > 0 && masses.size() > 2; --left)
    {
        masses.pop_back();
        fraction_ += 1.0;
    }
    if (masses.size() <= 2)
        fraction_ = 1.0;
    fraction_ = std::clamp(fraction_, 1e-3, 1.0);
}

} // namespace rope
