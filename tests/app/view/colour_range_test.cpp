#include "app/view/colour_range.hpp"

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

/// The top after so many seconds of one tension, in frames of 1/60 s.
float after(ColourRange& range, double& time, double seconds, float tension)
{
    float top = 0.0f;
    for (const double end = time + seconds; time < end; time += 1.0 / 60.0)
        top = range.topFor(pulled(time, tension));
    return top;
}

} // namespace

TEST_CASE("The colours reach to a round number above what is usual", "[colours]")
{
    ColourRange range;
    double time = 0.0;
    CHECK(after(range, time, 1.0, 14.2f) == 20.0f);
    CHECK(after(range, time, 0.03, 60.0f) < 50.1f); // a blow
    CHECK(after(range, time, 3.0, 14.2f) == 20.0f);
    CHECK(after(range, time, 2.0, 90.0f) == 200.0f); // it lasts
    CHECK(after(range, time, 9.0, 3.0f) == 5.0f);
    // Noise is not spread over all colours.
    CHECK(after(range, time, 9.0, 1e-4f) == 2.0f);

    // After a reset, or with another quantity, it begins anew.
    CHECK(after(range, time, 2.0, 90.0f) == 200.0f);
    CHECK(range.topFor(pulled(0.0, 14.0f)) == 20.0f);
    Snapshot other = pulled(0.1, 3.0f);
    other.colourTitle = "Curvature [1/m]";
    CHECK(range.topFor(other) == 5.0f);
}

TEST_CASE("The top of the colours does not change to and fro", "[colours]")
{
    ColourRange range;
    double time = 0.0;
    CHECK(after(range, time, 2.0, 17.0f) == 50.0f);
    for (int i = 0; i < 5; ++i)
    {
        CHECK(after(range, time, 2.0, 16.0f) == 50.0f);
        CHECK(after(range, time, 2.0, 17.0f) == 50.0f);
    }
}
