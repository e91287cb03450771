#include "wish_checks.hpp"

#include "text/text.hpp"

#include <stdexcept>

namespace rope
{

void requireRange(const char* name, std::optional<double> value, double minimum, double maximum, const char* unit)
{
    if (value && !(*value >= minimum && *value <= maximum)) // a NaN is in no range
        throw std::invalid_argument(std::string(name) + " = " + text::numberText(*value) + ": must be " +
                                    text::numberText(minimum) + " to " + text::numberText(maximum) +
                                    (*unit ? " " : "") + unit);
}

void validateWish(const RopeWish& wish)
{
    requireRange("length", wish.length, 0.01, 1e4, "m");
    requireRange("mass", wish.mass, 1e-6, 1e6, "kg");
    requireRange("diameter", wish.diameter, 1e-4, 1.0, "m");
    requireRange("load", wish.load, 0.0, 1e6, "kg");
    requireRange("stretch", wish.stretch, smallestWishedStretch, largestWishedStretch, "");
    requireRange("damping ratio", wish.dampingRatio, 1e-4, 1.0, "");
    requireRange("settling time", wish.settlingTime, 1e-3, 1e4, "s");
    requireRange("segments", wish.segments, 1.0, 9999.0, "");
    requireRange("mass budget", wish.massBudget, 2.0, 10'000.0, "masses");
    requireRange("step budget", wish.stepBudget, 1.0, 100'000.0, "steps a frame");
    requireRange("cost budget", wish.costBudget, 2.0, 1e9, "masses times steps a frame");
    requireRange("step", wish.step, 1e-5, 0.1, "s");
    requireRange("gravity", wish.gravity, 0.01, 50.0, "m/s2");
    requireRange("bending stiffness", wish.bendingStiffness, 0.0, 1000.0, "N m2");

    if (wish.mass && wish.diameter)
        throw std::invalid_argument("mass and diameter are both given; must be one of them");
    if (!wish.mass && !wish.diameter)
        throw std::invalid_argument("mass is missing; must be given, or diameter and material");
    if (wish.diameter && wish.material.empty())
        throw std::invalid_argument("material is missing; must be given with the diameter, such as nylon");
    if (wish.mass && !wish.material.empty())
        throw std::invalid_argument("material without a diameter; must be given with a diameter, or only the mass");
    if (wish.construction && !wish.diameter)
        throw std::invalid_argument("construction without a diameter; must be given with diameter and material");
    if (wish.construction && wish.bendingStiffness)
        throw std::invalid_argument("construction and bending stiffness are both given; must be one of them");
    if (wish.dampingRatio && wish.settlingTime)
        throw std::invalid_argument("damping ratio and settling time are both given; must be one of them");
    if (wish.segments && wish.massBudget && *wish.segments >= *wish.massBudget)
        throw std::invalid_argument("segments = " + std::to_string(*wish.segments) + " need " +
                                    std::to_string(*wish.segments + 1) + " masses; must fit the mass budget of " +
                                    std::to_string(*wish.massBudget));
    if (wish.stretchCause == StretchCause::load && wish.load == 0.0)
        throw std::invalid_argument("stretch of the load alone without a load; must have a load above 0 kg");
    if (wish.implicit && !wish.stretch && wish.material.empty())
        throw std::invalid_argument("stretch is missing; must be given where the implicit integrator may be taken, "
                                    "since no step limits the stiffness");
}

} // namespace rope
