#include <rope/pin.hpp>

#include <algorithm>
#include <stdexcept>
#include <string>

namespace rope
{

Pins sorted(Pins pins)
{
    std::sort(pins.begin(), pins.end(), [](const Pin& a, const Pin& b) { return a.mass < b.mass; });
    for (std::size_t i = 0; i < pins.size(); ++i)
    {
        if (i > 0 && pins[i - 1].mass == pins[i].mass)
            throw std::invalid_argument("mass " + std::to_string(pins[i].mass) + " has two pins: must have one");
        if (!finite(pins[i].at))
            throw std::invalid_argument("pin of mass " + std::to_string(pins[i].mass) + ": must be finite");
    }
    return pins;
}

const Pin* pinOf(const Pins& pins, int mass)
{
    const auto found =
        std::lower_bound(pins.begin(), pins.end(), mass, [](const Pin& pin, int wanted) { return pin.mass < wanted; });
    return found != pins.end() && found->mass == mass ? &*found : nullptr;
}

} // namespace rope
