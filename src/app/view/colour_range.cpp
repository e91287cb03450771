#include "colour_range.hpp"

#include <algorithm>
#include <cmath>

namespace ropewalk
{

float ColourRange::topFor(const Snapshot& snapshot)
{
    constexpr double rise = 0.25;  // [s], in which the range follows larger values
    constexpr double fall = 1.5;   // [s], and smaller ones
    constexpr double room = 1.2;   // above the largest value
    constexpr double least = 0.02; // of the scene's own top: below it the colours show noise
    if (snapshot.colourScaleFixed)
    {
        top_ = 0.0f;
        return snapshot.tensionScale;
    }
    double largest = 0.0;
    for (const Polyline& polyline : snapshot.polylines)
        for (const float value : polyline.tension)
            if (std::isfinite(value))
                largest = std::max(largest, static_cast<double>(value));
    largest = std::max(largest, least * static_cast<double>(snapshot.tensionScale));

    const double elapsed = snapshot.time - latest_;
    if (top_ == 0.0f || snapshot.colourTitle != title_ || elapsed < 0.0)
    {
        usual_ = largest;
        top_ = 0.0f;
    }
    usual_ += (largest - usual_) * (1.0 - std::exp(-elapsed / (largest > usual_ ? rise : fall)));
    title_ = snapshot.colourTitle;
    latest_ = snapshot.time;
    // Down only when it is well below, so that the legend does not change to and fro.
    const float wanted = tensionLegendTop(room * usual_);
    if (wanted > top_ || tensionLegendTop(1.1 * room * usual_) < top_)
        top_ = wanted;
    return top_;
}

} // namespace ropewalk
