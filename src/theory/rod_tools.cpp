#include "rod_tools.hpp"

#include <rope/rope_settings.hpp>

namespace ropewalk
{

rope::RopeByLength rodOf(int edges, double bendingStiffness)
{
    rope::RopeByLength settings;
    settings.massCount = edges + 1;
    settings.massPerLength = 1.0 / 9.81;
    settings.bendingStiffness = bendingStiffness;
    settings.torsionalStiffness = 0.0;
    settings.axialStiffness = 1e8 * bendingStiffness;
    return settings;
}

rope::RopeByLength withoutWeight(rope::RopeByLength settings)
{
    settings.gravity = rope::Vec3(0.0);
    return settings;
}

void layStraight(rope::RopeSimulation& rod, double pull)
{
    std::vector<rope::Vec3> positions;
    const double edge = rod.springs().front().restLength * (1.0 + pull / rod.settings().axialStiffness());
    for (std::size_t i = 0; i < rod.masses().size(); ++i)
        positions.emplace_back(static_cast<double>(i) * edge, 0.0, 0.0);
    rod.layOut(positions);
}

double threshold(double low, double high, const std::function<bool(double)>& unstable)
{
    for (int i = 0; i < 44; ++i)
    {
        const double middle = 0.5 * (low + high);
        (unstable(middle) ? high : low) = middle;
    }
    return 0.5 * (low + high);
}

} // namespace ropewalk
