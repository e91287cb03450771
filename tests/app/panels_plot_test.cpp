#include "catch.hpp"

#include "app/panels/plot_axis.hpp"
#include "app/panels/plot_curve.hpp"

#include <cmath>
#include <limits>
#include <vector>

using namespace ropewalk;

namespace
{

std::vector<PlotPoint> pointsOf(const ThinCurve& curve)
{
    std::vector<PlotPoint> points;
    curve.visit([&points](const PlotPoint& point) { points.push_back(point); });
    return points;
}

} // namespace

TEST_CASE("Ticks are round and inside the axis")
{
    const Ticks ticks = roundTicks(-0.37, 1.12, 4);
    CHECK(ticks.step == Approx(0.5));
    REQUIRE(ticks.count == 3);
    CHECK(ticks.label(0) == "0.0");
    CHECK(ticks.label(1) == "0.5");
    CHECK(ticks.label(2) == "1.0");

    CHECK(roundTicks(0.0, 10.0, 5).label(1) == "2");
    CHECK(roundTicks(0.0, 4e6, 4).label(2) == "2e+06");
    CHECK(roundTicks(1.0, 1.0, 4).count == 0);
    CHECK(roundTicks(0.0, std::numeric_limits<double>::quiet_NaN(), 4).count == 0);
}

TEST_CASE("An axis grows at once and shrinks only after a while")
{
    AxisRange range;
    range.follow(0.0, 9.3, 0.0);
    CHECK(range.low() <= 0.0);
    CHECK(range.high() >= 9.3);
    const double first = range.high();

    range.follow(0.0, 9.1, 0.1);
    CHECK(range.high() == first); // no jitter

    range.follow(-1.0, 40.0, 0.2);
    CHECK(range.low() <= -1.0);
    CHECK(range.high() >= 40.0);
    const double grown = range.high();

    range.follow(0.0, 2.0, 1.0);
    CHECK(range.high() == grown);
    range.follow(0.0, 2.0, 3.0);
    CHECK(range.high() < 5.0);
}

TEST_CASE("An axis ignores what is not a number and shows a constant in its middle")
{
    AxisRange range;
    const double nan = std::numeric_limits<double>::quiet_NaN();
    range.follow(nan, 3.0, 0.0);
    range.follow(std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity(), 0.0);
    CHECK(range.low() == 0.0);
    CHECK(range.high() == 1.0);

    range.follow(80.0, 80.0, 0.0);
    CHECK(range.low() < 80.0);
    CHECK(range.high() > 80.0);
    CHECK(range.high() - range.low() < 1.0);
}

TEST_CASE("Thinning a curve out keeps its peaks and its gaps")
{
    std::vector<double> values(6000);
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = std::sin(0.01 * static_cast<double>(i));
    values[1234] = 50.0;
    values[4321] = -60.0;
    values[3000] = std::numeric_limits<double>::quiet_NaN();
    const auto time = [](std::size_t i) { return static_cast<double>(i) / 60.0; };
    const auto value = [&values](std::size_t i) { return values[i]; };

    const double perColumn = 100.0 / 300.0; // 300 pixels for 100 s
    ThinCurve curve;
    curve.follow(0.0, 100.0, perColumn, values.size(), time, value);
    const std::vector<PlotPoint> points = pointsOf(curve);

    CHECK(points.size() <= 2 * 302);
    int gaps = 0;
    double last = -1.0;
    bool peak = false;
    bool valley = false;
    for (const PlotPoint& point : points)
    {
        CHECK(point.time >= last);
        last = point.time;
        gaps += std::isnan(point.value) ? 1 : 0;
        peak = peak || (point.value == 50.0 && point.time == Approx(1234.0 / 60.0));
        valley = valley || point.value == -60.0;
    }
    CHECK(gaps == 1);
    CHECK(peak);
    CHECK(valley);
}

TEST_CASE("A curve that grows sample by sample is the curve taken in at once")
{
    const auto time = [](std::size_t i) { return static_cast<double>(i) / 60.0; };
    const auto value = [](std::size_t i) { return std::sin(0.3 * static_cast<double>(i)); };
    ThinCurve grown;
    for (std::size_t count = 1; count <= 3000; ++count)
        grown.follow(time(count) - 30.0, time(count), 0.1, count, time, value);
    ThinCurve atOnce;
    atOnce.follow(time(3000) - 30.0, time(3000), 0.1, 3000, time, value);

    const std::vector<PlotPoint> a = pointsOf(grown);
    const std::vector<PlotPoint> b = pointsOf(atOnce);
    REQUIRE(a.size() > 100);
    REQUIRE(a.size() >= b.size());
    for (std::size_t i = 0; i < b.size() - 2; ++i) // they may differ in the column that leaves the plot
        CHECK(a[a.size() - 1 - i].value == b[b.size() - 1 - i].value);
}

TEST_CASE("A curve starts again when time went back or the axis changed")
{
    const auto time = [](std::size_t i) { return static_cast<double>(i); };
    ThinCurve curve;
    curve.follow(-10.0, 100.0, 1.0, 50, time, [](std::size_t) { return 1.0; });
    CHECK(pointsOf(curve).size() == 50);
    curve.follow(-10.0, 100.0, 1.0, 3, time, [](std::size_t) { return 2.0; });
    REQUIRE(pointsOf(curve).size() == 3);
    CHECK(pointsOf(curve)[0].value == 2.0);
    curve.follow(-10.0, 100.0, 0.5, 3, time, [](std::size_t) { return 3.0; });
    REQUIRE(pointsOf(curve).size() == 3);
    CHECK(pointsOf(curve)[0].value == 3.0);
    curve.follow(-10.0, 100.0, 0.5, 0, time, [](std::size_t) { return 3.0; });
    CHECK(pointsOf(curve).empty());
}

TEST_CASE("Zooming keeps what is under the cursor, and moving keeps the size")
{
    const bool logarithmic = GENERATE(false, true);
    const AxisSpan axis = logarithmic ? AxisSpan{0.1, 1000.0, true} : AxisSpan{-2.0, 6.0, false};
    CHECK(axis.place(axis.low) == Approx(0.0).margin(1e-12));
    CHECK(axis.place(axis.high) == Approx(1.0));
    CHECK(axis.at(0.5) == Approx(logarithmic ? 10.0 : 2.0));
    CHECK(axis.place(axis.at(0.3)) == Approx(0.3));

    const AxisSpan near = axis.zoomed(0.25, 0.5);
    CHECK(near.at(0.25) == Approx(axis.at(0.25)));
    CHECK(near.place(axis.low) == Approx(-0.25)); // half as much is shown
    CHECK(near.logarithmic == logarithmic);
    const AxisSpan again = near.zoomed(0.25, 2.0);
    CHECK(again.low == Approx(axis.low));
    CHECK(again.high == Approx(axis.high));

    const AxisSpan moved = axis.moved(0.5);
    CHECK(moved.low == Approx(axis.at(0.5)));
    CHECK(moved.place(axis.high) == Approx(0.5));
    CHECK(moved.moved(-0.5).high == Approx(axis.high));
}

TEST_CASE("However long one turns the wheel, an axis stays an axis")
{
    AxisSpan axis{1.0, 2.0, GENERATE(false, true)};
    const double factor = GENERATE(0.5, 2.0);
    for (int i = 0; i < 2000; ++i)
    {
        axis = axis.zoomed(0.3, factor).moved(0.01);
        REQUIRE(axis.high > axis.low);
        REQUIRE(std::isfinite(axis.low));
        REQUIRE(std::isfinite(axis.high));
        REQUIRE((!axis.logarithmic || axis.low > 0.0));
        REQUIRE(axisTicks(axis, 5).size() < 30);
    }
}

TEST_CASE("A logarithmic axis has powers of ten, and others between where there is room")
{
    const auto labels = [](const AxisSpan& span, int wanted)
    {
        std::vector<std::string> all;
        for (const AxisTick& tick : axisTicks(span, wanted))
            all.push_back(tick.label);
        return all;
    };
    CHECK(labels({0.1, 30.0, true}, 4) == std::vector<std::string>{"0.1", "1", "10"});
    CHECK(labels({0.1, 30.0, true}, 9) == std::vector<std::string>{"0.1", "0.2", "0.5", "1", "2", "5", "10", "20"});
    CHECK(labels({1e-6, 1.0, true}, 3) == std::vector<std::string>{"1e-06", "0.0001", "0.01", "1"});
    CHECK(labels({1.0, 3.0, true}, 4) ==
          std::vector<std::string>{"1.0", "1.5", "2.0", "2.5", "3.0"}); // less than a decade
}
