#include "app/workbench/colour_range.hpp"

#include "catch.hpp"

#include <limits>

using namespace ropewalk;

namespace
{

Snapshot pulled(double time, float tension)
{
    Snapshot snapshot;
    snapshot.time = time;
    snapshot.tensionScale = 50.0f;
    snapshot.polylines.resize(1);
    snapshot.polylines[0].tension = {0.0f, tension, -3.0f, std::numeric_limits<float>::quiet_NaN()};
    return snapshot;
}

} // namespace

TEST_CASE("The colours reach to a round number above the largest value of the last three seconds", "[colours]")
{
    ColourRange range;
    CHECK(range.topFor(pulled(0.0, 14.2f)) == 20.0f);
    CHECK(range.topFor(pulled(1.0, 90.0f)) == 200.0f);
    CHECK(range.topFor(pulled(3.9, 3.0f)) == 200.0f);
    CHECK(range.topFor(pulled(4.1, 3.0f)) == 5.0f);
    CHECK(range.topFor(pulled(4.2, 0.0f)) == 5.0f);

    // Noise is not spread over all colours.
    CHECK(range.topFor(pulled(20.0, 1e-4f)) == 1.0f);

    // After a reset, or with another quantity, it begins anew.
    CHECK(range.topFor(pulled(21.0, 90.0f)) == 200.0f);
    CHECK(range.topFor(pulled(0.0, 14.0f)) == 20.0f);
    Snapshot other = pulled(0.1, 3.0f);
    other.colourTitle = "Curvature [1/m]";
    CHECK(range.topFor(other) == 5.0f);
}
