#include "catch.hpp"

#include "app/panels/frame/plot_axis.hpp"
#include "app/panels/plots/plot_curve.hpp"
#include "app/panels/plots/plot_path.hpp"

#include <algorithm>
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
    const std::vector<AxisTick> ticks = roundTicks(-0.37, 1.12, 4);
    REQUIRE(ticks.size() == 3);
    CHECK(ticks[1].value - ticks[0].value == Approx(0.5));
    CHECK(ticks[0].label == "0.0");
    CHECK(ticks[1].label == "0.5");
    CHECK(ticks[2].label == "1.0");

    CHECK(roundTicks(0.0, 10.0, 5).at(1).label == "2");
    CHECK(roundTicks(0.0, 4e6, 4).at(2).label == "2\u00b710\u2076");
    CHECK(roundTicks(1e6, 1e6 + 10.0, 5).at(1).label == "1000002"); // no two labels are the same
    CHECK(roundTicks(1.0, 1.0, 4).empty());
    CHECK(roundTicks(0.0, std::numeric_limits<double>::quiet_NaN(), 4).empty());
}

TEST_CASE("An axis grows at once and shrinks only after a while")
{
    AxisRange range;
    range.follow(0.0, 9.3, 0.0);
    CHECK(range.span().low <= 0.0);
    CHECK(range.span().high >= 9.3);
    const double first = range.span().high;

    range.follow(0.0, 9.1, 0.1);
    CHECK(range.span().high == first); // no jitter

    range.follow(-1.0, 40.0, 0.2);
    CHECK(range.span().low <= -1.0);
    CHECK(range.span().high >= 40.0);
    const double grown = range.span().high;

    range.follow(0.0, 2.0, 1.0);
    CHECK(range.span().high == grown);
    range.follow(0.0, 2.0, 3.0);
    CHECK(range.span().high < 5.0);
}

TEST_CASE("An axis ignores what is not a number and shows a constant in its middle")
{
    AxisRange range;
    const double nan = std::numeric_limits<double>::quiet_NaN();
    range.follow(nan, 3.0, 0.0);
    range.follow(std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity(), 0.0);
    CHECK(range.span().low == 0.0);
    CHECK(range.span().high == 1.0);

    range.follow(80.0, 80.0, 0.0);
    CHECK(range.span().low < 80.0);
    CHECK(range.span().high > 80.0);
    CHECK(range.span().high - range.span().low < 1.0);
}

TEST_CASE("Nothing but zero has an axis of whole numbers, until something else is to be seen")
{
    AxisRange range;
    range.follow(0.0, 0.0, 0.0);
    CHECK(range.span().low == -1.0);
    CHECK(range.span().high == 1.0);
    range.follow(0.0, 0.02, 0.1);
    CHECK(range.span().high < 0.05);
}

TEST_CASE("Round-off is zero, and zero has no sign")
{
    CHECK(withoutNoise(3.827e-17, 1.0) == 0.0);
    CHECK(withoutNoise(-3e-9, 4.0) == 0.0);
    CHECK(withoutNoise(-5e-9, 4.0) == -5e-9);
    CHECK(withoutNoise(0.25, 0.25) == 0.25);
    CHECK(withoutNoise(1e-26, 1e-26) == 0.0);
    CHECK(fixedText(-0.004, 2) == "0.00");
    CHECK(fixedText(-0.006, 2) == "-0.01");
    CHECK(fixedText(-0.0, 0) == "0");
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
    CHECK(labels({1e-6, 1.0, true}, 3) == std::vector<std::string>{"10\u207b\u2076", "10\u207b\u2074", "0.01", "1"});
    CHECK(labels({1.0, 3.0, true}, 4) ==
          std::vector<std::string>{"1.0", "1.5", "2.0", "2.5", "3.0"}); // less than a decade
}

TEST_CASE("A straightened line passes every point it leaves out within the tolerance")
{
    const auto heightAt = [](const std::vector<ImVec2>& line, float x)
    {
        for (std::size_t i = 0; i + 1 < line.size(); ++i)
            if (x >= line[i].x && x <= line[i + 1].x && line[i + 1].x > line[i].x)
                return line[i].y + (line[i + 1].y - line[i].y) * (x - line[i].x) / (line[i + 1].x - line[i].x);
        return std::numeric_limits<float>::quiet_NaN();
    };
    std::vector<ImVec2> smooth;
    for (int i = 0; i <= 600; ++i)
        smooth.push_back({static_cast<float>(i), 100.0f + 80.0f * std::sin(0.02f * static_cast<float>(i))});
    std::vector<ImVec2> line = smooth;
    straighten(line, 0.15f);
    CHECK(line.size() < 120);
    CHECK(line.size() > 20);
    CHECK(line.front().x == 0.0f);
    CHECK(line.back().x == 600.0f);
    for (const ImVec2& point : smooth)
        CHECK(std::abs(heightAt(line, point.x) - point.y) < 0.151f);

    // Corners stay, and so does what goes straight up or down.
    const std::vector<ImVec2> steps{{0.0f, 0.0f}, {1.0f, 0.0f}, {2.0f, 0.0f}, {2.0f, 9.0f},
                                    {2.0f, 3.0f}, {3.0f, 3.0f}, {4.0f, 3.0f}};
    line = steps;
    straighten(line, 0.15f);
    const std::vector<ImVec2> corners{{0.0f, 0.0f}, {2.0f, 0.0f}, {2.0f, 9.0f}, {2.0f, 3.0f}, {4.0f, 3.0f}};
    REQUIRE(line.size() == corners.size());
    for (std::size_t i = 0; i < corners.size(); ++i)
    {
        CHECK(line[i].x == corners[i].x);
        CHECK(line[i].y == corners[i].y);
    }
    std::vector<ImVec2> two{{0.0f, 0.0f}, {1.0f, 5.0f}};
    straighten(two, 0.15f);
    CHECK(two.size() == 2);
}

TEST_CASE("A path of one quantity against another keeps its shape, its section of time and a bounded number of points")
{
    // Ten turns of an ellipse a minute for two minutes; the axes are twice as large.
    const auto time = [](std::size_t i) { return static_cast<double>(i) / 60.0; };
    const auto x = [&time](std::size_t i) { return 2.0 * std::cos(time(i)); };
    const auto y = [&time](std::size_t i) { return 50.0 * std::sin(time(i)); };
    constexpr ThinPath::Grain grain{0.02, 0.5};
    const auto follow = [&](ThinPath& path, double low, double high, std::size_t count) {
        path.follow({low, high, false}, grain, count,
                    [&](std::size_t i) {
                        return ThinPath::Point{x(i), y(i), time(i)};
                    });
    };

    ThinPath path;
    for (std::size_t count = 1; count <= 7200; count += 3)
        follow(path, std::max(0.0, time(count - 1) - 100.0), time(count - 1), count);
    const double latest = time(7197);
    CHECK(path.points().size() < 1100);
    CHECK(path.points().size() > 300);
    CHECK(path.points().front().time >= latest - 100.0);
    CHECK(path.points().front().time < latest - 99.0);
    REQUIRE(path.newest());
    CHECK(path.newest()->time == latest);
    double furthest = 0.0; // between two points, in parts of the axes
    for (std::size_t i = 1; i < path.points().size(); ++i)
        furthest = std::max({furthest, std::abs(path.points()[i].x - path.points()[i - 1].x) / 4.0,
                             std::abs(path.points()[i].y - path.points()[i - 1].y) / 100.0});
    CHECK(furthest < 0.08);

    // A look back, and the scene that went back: nothing of what is later.
    follow(path, 20.0, 30.0, 7198);
    CHECK(path.points().front().time == Approx(20.0).margin(0.02));
    CHECK(path.newest()->time == Approx(30.0).margin(0.02));
    follow(path, 0.0, 10.0, 61);
    CHECK(path.newest()->time == 1.0);
    CHECK(path.points().back().time <= 1.0);
    follow(path, 0.0, 10.0, 0);
    CHECK(path.points().empty());
    CHECK_FALSE(path.newest());

    // What is no number is a point too: the line breaks there.
    const auto broken = [&](std::size_t i) { return i == 30 ? std::numeric_limits<double>::quiet_NaN() : x(i); };
    path.follow({0.0, 10.0, false}, grain, 61,
                [&](std::size_t i) {
                    return ThinPath::Point{broken(i), y(i), time(i)};
                });
    CHECK(std::count_if(path.points().begin(), path.points().end(),
                        [](const ThinPath::Point& point) { return std::isnan(point.x); }) == 1);
}

TEST_CASE("An axis without numbers has no ticks")
{
    constexpr double infinite = std::numeric_limits<double>::infinity();
    for (const auto& [low, high] : {std::pair(0.0, 1.0), std::pair(1.0, infinite), std::pair(infinite, infinite),
                                    std::pair(-1.0, 1.0), std::pair(std::nan(""), 1.0), std::pair(2.0, 2.0)})
    {
        CAPTURE(low, high);
        CHECK(axisTicks({low, high, true}, 5).empty());
    }
    CHECK(axisTicks({0.0, infinite, false}, 5).empty());
}
