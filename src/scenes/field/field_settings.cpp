#include "fleet_field.hpp"

#include "text/rough_text.hpp"

#include <fmt/format.h>
#include <glm/common.hpp>

#include <algorithm>
#include <stdexcept>

namespace ropewalk
{

using rope::Vec3;

void FieldSettings::describe(rope::Parameters& p)
{
    p.group("Field");
    p.add("rope_count", &ropeCount,
          {.minimum = 1,
           .maximum = 100'000,
           .sentence = "Ropes of the field; a change lays it out anew.",
           .laysOut = true});
    p.add("mass_count", &rope.massCount,
          {.minimum = 2,
           .maximum = 1000,
           .sentence = "Masses of each rope; a change lays the field out anew.",
           .laysOut = true});
    p.add("spacing", &spacing,
          {.minimum = 0.05,
           .maximum = 5.0,
           .unit = "m",
           .sentence = "Between neighbouring ropes, but for a little disorder; a change lays the field out anew.",
           .laysOut = true});
    p.add("comb_delay", &combDelay,
          {0.0, 1.0, "s/m", "How much later a row does what the keys say, for each metre behind the nearest row."});
    p.add("wind", &wind, {-30.0, 30.0, "m/s", "Mean velocity of the air."});
    p.add("gustiness", &gustiness,
          {0.0, 1.0, "", "How far the wind falls and rises; gusts run through the field as fast as the wind."});
    p.add("buoyancy", &buoyancy,
          {0.0, 4.0, "", "Part of the weight that floats: 0 falls, 1 is weightless, 2 stands up as kelp in the sea."});

    p.add("portable", &portable,
          {.sentence =
               "Plain arithmetic, with the same bits on every processor; off: the fastest instructions that this "
               "one has. A change lays the field out anew.",
           .laysOut = true});

    // The constants of a single rope, but for those that a fleet lacks: it has neither reel nor integrators.
    rope::Parameters ofRope;
    rope.describe(ofRope);
    for (const rope::Parameter& row : ofRope.rows())
        if (row.usedBy(rope::ParameterUse::fleet))
            p.rows().push_back(row);
}

void FieldSettings::validate() const
{
    if (const double masses = 1.0 * ropeCount * rope.massCount; masses > mostMasses)
    {
        constexpr double bytes = 48.0;  // of a mass, half of them in the picture of it
        constexpr double each = 1.2e-9; // [s] of a mass in a step, on a core of 2.8 GHz
        throw std::invalid_argument(fmt::format("rope_count = {}: must be at most {} with {} masses a rope, as {:.0f} "
                                                "masses would take about {} MB, and {} s a step",
                                                ropeCount, mostMasses / rope.massCount, rope.massCount, masses,
                                                text::roughText(1e-6 * bytes * masses),
                                                text::roughText(each * masses)));
    }
    constexpr double strongest = 50.0; // m/s2, as the row of gravity says
    const Vec3 left = glm::abs(gravity());
    if (const double most = std::max({left.x, left.y, left.z}); most > strongest)
        throw std::invalid_argument(fmt::format("buoyancy = {:g}: with this gravity it leaves {:.4g} m/s2, which must "
                                                "be at most {:g}",
                                                buoyancy, most, strongest));
}

rope::RopeSettings FieldSettings::effectiveRope() const
{
    rope::RopeSettings result = rope;
    result.gravity = gravity();
    result.payoutSpeed = 0.0;
    return result;
}

} // namespace ropewalk
