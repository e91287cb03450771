#include "rigging.hpp"

#include <algorithm>
#include <cstdio>

namespace peers
{

namespace
{

constexpr double ropeRadius = 0.004; ///< [m]

/// A line that is drawn by straight ways and half turns, in fine steps.
class Curve
{
public:
    explicit Curve(const Point& from) : points_{from} {}

    void straightTo(const Point& to) { points_.push_back(to); }
    /// Half round a middle at the same height, over it or below it.
    void halfRound(double middle, bool over)
    {
        constexpr int fine = 2'000;
        const Point from = points_.back();
        const double radius = middle - from[0];
        for (int i = 1; i <= fine; ++i)
        {
            const double angle = std::numbers::pi * i / fine;
            points_.push_back({middle - radius * std::cos(angle),
                               from[1] + (over ? 1.0 : -1.0) * std::abs(radius) * std::sin(angle), 0.0});
        }
    }
    std::vector<Point> cut(double edge) const { return evenly(points_, edge); }

private:
    std::vector<Point> points_;
};

PlannedBody disc(double mass, double reach, const Point& middle)
{
    const double inertia = 0.5 * mass * reach * reach;
    return {mass, {0.5 * inertia, 0.5 * inertia, inertia}, middle, reach - ropeRadius, true, {}};
}

/// How near a line comes to a wheel's axle [m].
double nearestTo(const std::vector<Point>& line, const Point& axle)
{
    double nearest = std::numeric_limits<double>::infinity();
    for (std::size_t i = 1; i < line.size(); ++i)
    {
        const Point& a = line[i - 1];
        const Point way{line[i][0] - a[0], line[i][1] - a[1], 0.0};
        const double along = (axle[0] - a[0]) * way[0] + (axle[1] - a[1]) * way[1];
        const double share = std::clamp(along / (way[0] * way[0] + way[1] * way[1]), 0.0, 1.0);
        nearest = std::min(nearest, std::hypot(a[0] + share * way[0] - axle[0], a[1] + share * way[1] - axle[1]));
    }
    return nearest;
}

/// How well the rope keeps its length and its place on the wheels.
class Keeping
{
public:
    Keeping(const Plan& plan, const Rig& rig) : plan_(plan), length_(lengthOf(plan.ropes[0]))
    {
        for (const PlannedBody& body : plan.bodies)
            start_.push_back(nearestTo(plan.ropes[0], body.middle));
        look(rig);
    }
    void look(const Rig& rig)
    {
        stretch_ = rig.length(0) / length_ - 1.0;
        const std::vector<Point> line = rig.line(0);
        for (std::size_t i = 0; i < plan_.bodies.size(); ++i)
            if (plan_.bodies[i].onAxle)
                off_ = std::max(off_, std::abs(nearestTo(line, rig.middle(i)) - start_[i]));
    }
    std::string text() const
    {
        char text[96];
        constexpr double gone = 0.05; // [m]
        std::snprintf(text, sizeof text,
                      off_ < gone ? "; stretch %s; off the wheel by %.2g mm" : "; stretch %s; leaves the wheel",
                      percent(stretch_).c_str(), 1e3 * off_);
        return text;
    }

private:
    const Plan& plan_;
    double length_;
    std::vector<double> start_;
    double stretch_ = 0.0;
    double off_ = 0.0;
};

/// [m], of a segment. Where corners touch, sides must not: middles of segments dip to a wheel.
double wheelEdge(bool sidesTouch)
{
    return sidesTouch ? 0.025 : 0.0125;
}

/// [m], of a polygon's corners from the middle of a circle that its sides touch, or its corners.
double cornersAt(double reach, double edge, bool sidesTouch)
{
    return sidesTouch ? std::hypot(reach, 0.5 * edge) : reach;
}

// ---- Atwood's machine, with a rope that has mass -----------------------------------------------------------------
// rig.heavy_atwood.b of tests/data/rigging.json: (m1 + m2 + w L + I/R²) x'' = (m2 - m1) g + 2 w g x.

constexpr double atwoodLength = 5.0; ///< [m]
constexpr double atwoodReach = 0.08; ///< [m]
constexpr double atwoodStart = 0.3;  ///< [m], half the difference of the sides
constexpr double atwoodEnd = 1.337168147;
constexpr double atwoodTime = 1.792868155; ///< [s]

Result atwood(bool sidesTouch, const Build& build)
{
    const double edge = wheelEdge(sidesTouch);
    constexpr double side = 0.5 * (atwoodLength - std::numbers::pi * atwoodReach);
    Plan plan;
    plan.flat = true;
    plan.perMetre = 0.3;
    plan.ropeRadius = ropeRadius;
    plan.firstWeight = plan.lastWeight = 1.0;
    plan.bodies = {disc(1.0, atwoodReach, {})};
    const double reach = cornersAt(atwoodReach, edge, sidesTouch);
    Curve curve({-reach, -(side - atwoodStart), 0.0});
    curve.straightTo({-reach, 0.0, 0.0});
    curve.halfRound(0.0, true);
    curve.straightTo({reach, -(side + atwoodStart) - edge, 0.0});
    plan.ropes = {curve.cut(edge)};
    plan.ropes[0].resize(static_cast<std::size_t>(std::lround(atwoodLength / edge)) + 1);

    const std::unique_ptr<Rig> rig = build(plan);
    Keeping keeping(plan, *rig);
    Clock clock;
    const auto difference = [&]
    {
        const std::vector<Point> line = rig->line(0);
        return 0.5 * (line.front()[1] - line.back()[1]);
    };
    double before = difference();
    for (double time = 0.0; time < 2.0 * atwoodTime; time += frame)
    {
        rig->stepFrame(clock);
        keeping.look(*rig);
        const double now = difference();
        if (now >= atwoodEnd)
        {
            const double arrival = time + frame * (atwoodEnd - before) / (now - before);
            char text[64];
            std::snprintf(text, sizeof text, "there after %.4f s (%+.1f %%)", arrival,
                          100.0 * (arrival / atwoodTime - 1.0));
            return {text + keeping.text(), clock.microsecondsAFrame()};
        }
        before = now;
    }
    return {"does not arrive" + keeping.text(), clock.microsecondsAFrame()};
}

// ---- A 4 : 1 tackle that a counterweight moves -------------------------------------------------------------------
// rig.block.moving.4, with a rope that has mass. Wheels in a row: strands at x = 0, 2 R, 4 R, 6 R hold the load, the
// fall is at 8 R.

constexpr double tackleReach = 0.06;  ///< R [m]
constexpr double tackleLoad = 8.0;    ///< [kg]
constexpr double tackleCounter = 2.5; ///< [kg]
constexpr double tackleWheel = 0.3;   ///< [kg], each of four
constexpr double tackleRope = 0.05;   ///< w [kg/m]
constexpr double tackleHeight = 1.5;  ///< H [m], of the strands as they begin
constexpr double tackleFall = 0.3;    ///< [m], as it begins
constexpr double tackleSeconds = 1.2; ///< [s]

/// How far the load has risen [m] by Lagrange's equation, m x'' + m' x'²/2 = F: of its strands the first moves as the
/// load does, two go twice and one, with the fall, four times as fast along themselves.
double tackleRise()
{
    constexpr double wheels = 0.5 * tackleWheel * (1.0 + 4.0 + 9.0 + 16.0); // each turns i x'/R
    constexpr double arc = std::numbers::pi * tackleReach;
    constexpr int steps = 12'000;
    constexpr double step = tackleSeconds / steps;
    double rise = 0.0;
    double speed = 0.0;
    for (int i = 0; i < steps; ++i)
    {
        const double strand = tackleHeight - rise;
        const double fall = tackleFall + 4.0 * rise;
        const double mass = tackleLoad + 2.0 * tackleWheel + 16.0 * tackleCounter + wheels +
                            tackleRope * (24.0 * strand + 32.0 * arc + 16.0 * fall);
        const double massSlope = tackleRope * (-24.0 + 64.0);
        const double weight =
            4.0 * tackleCounter - tackleLoad - 2.0 * tackleWheel - tackleRope * (2.0 * arc + 4.0 * strand - 4.0 * fall);
        speed += step * (gravity * weight - 0.5 * massSlope * speed * speed) / mass;
        rise += step * speed;
    }
    return rise;
}

Result tackle(bool sidesTouch, const Build& build)
{
    const double edge = wheelEdge(sidesTouch);
    Plan plan;
    plan.flat = true;
    plan.perMetre = tackleRope;
    plan.ropeRadius = ropeRadius;
    plan.lastWeight = tackleCounter;
    // It hangs below the middle of its strands; as heavy to turn as it is, it does not tilt.
    const PlannedBody load{tackleLoad, {10.0, 10.0, 10.0}, {3.0 * tackleReach, -0.3, 0.0}, 0.0, false, {}};
    plan.bodies = {load};
    for (int i = 0; i < 4; ++i)
    {
        const bool moves = i % 2 == 0;
        PlannedBody wheel =
            disc(tackleWheel, tackleReach, {(1.0 + 2.0 * i) * tackleReach, moves ? 0.0 : tackleHeight, 0.0});
        if (moves)
            wheel.carrier = 0;
        plan.bodies.push_back(wheel);
    }
    const double out = cornersAt(tackleReach, edge, sidesTouch) - tackleReach;
    Curve curve({-out, tackleHeight, 0.0});
    for (int i = 0; i < 4; ++i)
    {
        const double middle = plan.bodies[static_cast<std::size_t>(i + 1)].middle[0];
        curve.straightTo({middle - tackleReach - out, i % 2 == 0 ? 0.0 : tackleHeight, 0.0});
        curve.halfRound(middle, i % 2 == 1);
    }
    curve.straightTo({8.0 * tackleReach + out, tackleHeight - tackleFall, 0.0});
    plan.ropes = {curve.cut(edge)};
    plan.ties = {{0, 0, {}}};

    const std::unique_ptr<Rig> rig = build(plan);
    Keeping keeping(plan, *rig);
    Clock clock;
    for (int i = 0; i < std::lround(tackleSeconds / frame); ++i)
    {
        rig->stepFrame(clock);
        keeping.look(*rig);
    }
    const double rise = rig->middle(0)[1] - load.middle[1];
    char text[64];
    if (rise < 0.0)
        std::snprintf(text, sizeof text, "falls %.2f m", -rise);
    else
        std::snprintf(text, sizeof text, "rises %.4f m (%+.1f %%)", rise, 100.0 * (rise / tackleRise() - 1.0));
    return {text + keeping.text(), clock.microsecondsAFrame()};
}

// ---- A rope bridge with a walker ---------------------------------------------------------------------------------
// rig.bridge.walker: planks tied between two ropes at equal lengths; somebody goes to the fourth and stands there.

constexpr int bridgePlanks = 15;
constexpr int bridgeBetween = 4; ///< segments from plank to plank
constexpr double bridgeSpan = 6.0;
constexpr double bridgeLength = 6.4;
constexpr double bridgeWidth = 2.0;
constexpr double bridgeWalker = 70.0; ///< [kg]
constexpr int bridgeUnder = 4;
constexpr Point bridgeThere{1.302734343, -0.9285746471, 0.0};
constexpr double bridgeSeconds = 10.0;

/// A parabola whose chords have the length of a segment.
std::vector<Point> hung(double depth)
{
    constexpr int segments = (bridgePlanks + 1) * bridgeBetween;
    constexpr double edge = bridgeLength / segments;
    double low = 0.5;
    double high = 2.0;
    std::vector<Point> line;
    while (high - low > 1e-12)
    {
        const double sag = 0.5 * (low + high);
        Curve curve({0.0, 0.0, depth});
        for (int i = 1; i <= 40'000; ++i) // beyond the span, until the rope is at its end
        {
            const double x = bridgeSpan * i / 20'000;
            curve.straightTo({x, -4.0 * sag * x * (bridgeSpan - x) / (bridgeSpan * bridgeSpan), depth});
        }
        line = curve.cut(edge);
        line.resize(segments + 1);
        (line.back()[0] > bridgeSpan ? low : high) = sag;
    }
    return line;
}

Result bridge(const Build& build)
{
    Plan plan;
    plan.perMetre = 0.04;
    plan.ropeRadius = 0.01;
    plan.stiffness = 1e7;
    plan.damping = 2.0;
    plan.ropes = {hung(-0.5 * bridgeWidth), hung(0.5 * bridgeWidth)};
    const std::size_t last = plan.ropes[0].size() - 1;
    for (std::size_t rope = 0; rope < 2; ++rope)
    {
        plan.ties.push_back({rope, 0, {}});
        plan.ties.push_back({rope, last, {}});
    }
    for (std::size_t i = 0; i < bridgePlanks; ++i)
    {
        PlannedBody plank;
        plank.mass = 2.0;
        const double across = plank.mass * bridgeWidth * bridgeWidth / 12.0;
        const double about = plank.mass * 0.2 * 0.2 / 12.0; // 20 cm wide
        plank.inertia = {across, across + about, about};
        const std::size_t point = (i + 1) * bridgeBetween;
        plank.middle = plan.ropes[0][point];
        plank.middle[2] = 0.0;
        plan.bodies.push_back(plank);
        for (std::size_t rope = 0; rope < 2; ++rope)
            plan.ties.push_back({rope, point, i});
    }

    const std::unique_ptr<Rig> rig = build(plan);
    Clock clock;
    const double length = lengthOf(plan.ropes[0]);
    Point there{};
    double stretch = 0.0;
    constexpr double meant = 1.0; // [s], the last one, over which is averaged
    const long frames = std::lround(bridgeSeconds / frame);
    const long counted = std::lround(meant / frame);
    for (long i = 0; i < frames; ++i)
    {
        const double time = static_cast<double>(i) * frame;
        const double at = std::clamp(0.5 + 2.0 * (time - 1.0), 0.0, bridgeUnder - 1.0); // two planks a second
        for (std::size_t plank = 0; plank < bridgePlanks; ++plank)
        {
            const double share = std::max(0.0, 1.0 - std::abs(at - static_cast<double>(plank)));
            rig->push(plank, {0.0, -gravity * bridgeWalker * std::min(time, 1.0) * share, 0.0});
        }
        rig->stepFrame(clock);
        if (i < frames - counted)
            continue;
        const Point now = rig->line(0)[bridgeUnder * bridgeBetween];
        for (std::size_t axis = 0; axis < 2; ++axis)
            there[axis] += now[axis] / static_cast<double>(counted);
        stretch = rig->length(0) / length - 1.0;
    }
    char text[96];
    std::snprintf(text, sizeof text, "rests %.2g mm from where it should; stretch %s",
                  1e3 * distance(there, bridgeThere), percent(stretch).c_str());
    return {text, clock.microsecondsAFrame()};
}

std::function<Result()> unlessItBlowsUp(const std::function<Result()>& measure)
{
    return [measure]() -> Result
    {
        try
        {
            return measure();
        }
        catch (const BlowsUp&)
        {
            return {"blows up", std::nan("")};
        }
    };
}

} // namespace

void addWheels(std::vector<Case>& cases, const char* engine, const std::string& settings, bool sidesTouch,
               const Build& build)
{
    cases.push_back({"atwood", engine, settings, unlessItBlowsUp([=] { return atwood(sidesTouch, build); })});
    cases.push_back({"tackle", engine, settings, unlessItBlowsUp([=] { return tackle(sidesTouch, build); })});
}

void addRigging(std::vector<Case>& cases, const char* engine, const std::string& settings, bool sidesTouch,
                const Build& build)
{
    addWheels(cases, engine, settings, sidesTouch, build);
    cases.push_back({"bridge", engine, settings, unlessItBlowsUp([=] { return bridge(build); })});
}

} // namespace peers
