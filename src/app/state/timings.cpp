#include "timings.hpp"

#include <algorithm>

namespace ropewalk
{

void Timings::add(const std::array<double, partCount>& seconds, double now)
{
    samples_.push_back({now, seconds});
    while (samples_.front().at < now - window)
        samples_.pop_front();
}

Timings::Summary Timings::summary(Part part) const
{
    Summary result;
    if (samples_.empty())
        return result;
    for (const Sample& sample : samples_)
    {
        result.average += sample.seconds[part];
        result.worst = std::max(result.worst, sample.seconds[part]);
    }
    result.average /= static_cast<double>(samples_.size());
    return result;
}

double Timings::framesPerSecond() const
{
    if (samples_.size() < 2)
        return 0.0;
    return span() > 0.0 ? static_cast<double>(samples_.size() - 1) / span() : 0.0;
}

} // namespace ropewalk
