#include "colour_range.hpp"

#include <algorithm>
#include <cmath>

namespace ropewalk
{

float ColourRange::topFor(const Snapshot& snapshot)
{
    constexpr double memory = 3.0; // [s]
    constexpr double room = 1.2;   // above the largest value
    constexpr double least = 0.02; // of the scene's own top: below it, what is coloured is noise
    if (snapshot.colourTitle != title_ || snapshot.time < latest_)
        peaks_.clear();
    title_ = snapshot.colourTitle;
    latest_ = snapshot.time;

    float largest = 0.0f;
    for (const Polyline& polyline : snapshot.polylines)
        for (const float value : polyline.tension)
            if (std::isfinite(value))
                largest = std::max(largest, value);
    while (!peaks_.empty() && peaks_.back().value <= largest)
        peaks_.pop_back();
    peaks_.push_back({snapshot.time, largest});
    while (peaks_.front().time < snapshot.time - memory)
        peaks_.pop_front();
    return tensionLegendTop(
        std::max(room * static_cast<double>(peaks_.front().value), least * static_cast<double>(snapshot.tensionScale)));
}

} // namespace ropewalk
