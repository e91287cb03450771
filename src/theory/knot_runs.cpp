#include "knot_runs.hpp"

#include "rod_tools.hpp"

#include <glm/geometric.hpp>

#include <cmath>
#include <cstddef>
#include <memory>

namespace ropewalk
{

namespace
{

using rope::RopeByLength;
using rope::RopeSimulation;
using rope::Vec3;

constexpr double stepLength = 1.0 / 240.0; // [s]
constexpr double knotRadius = 1.6e-3;      // [m], of the rope
constexpr double knotStiffness = 1e-3;     // [N m2]

/// The polynomial trefoil with straight tails, its points 1.5 radii from each other; the loop takes `loop` [m].
std::vector<Vec3> overhandLine(double loop)
{
    constexpr int fine = 4000;
    std::vector<Vec3> corners;
    for (int k = 0; k < fine; ++k)
    {
        const double s = 2.25 * (2.0 * k / (fine - 1) - 1.0);
        const double ss = s * s;
        corners.push_back(0.28 * loop * Vec3(s * (ss - 3.0), ss * (ss - 4.0), s * (ss * ss / 5.0 - 2.0)));
    }
    corners.insert(corners.begin(), corners[0] + 4.0 * loop * glm::normalize(corners[0] - corners[1]));
    corners.push_back(corners[fine] + 4.0 * loop * glm::normalize(corners[fine] - corners[fine - 1]));
    std::vector<Vec3> points{corners.front()};
    for (std::size_t k = 1; k < corners.size();)
    {
        const Vec3 way = corners[k] - points.back();
        if (glm::length(way) < 1.5 * knotRadius)
            ++k;
        else
            points.push_back(points.back() + 1.5 * knotRadius * glm::normalize(way));
    }
    return points;
}

/// The mean of the values up to `half` places before and behind.
template <typename Value>
double meanAbout(std::size_t place, std::size_t half, const Value& value)
{
    double sum = 0.0;
    for (std::size_t i = place - half; i <= place + half; ++i)
        sum += value(i);
    return sum / (2.0 * static_cast<double>(half) + 1.0);
}

void drawApart(RopeSimulation& rod, double speed)
{
    const std::size_t last = rod.masses().size() - 1;
    const Vec3 apart = glm::normalize(rod.masses()[last].position - rod.masses()[0].position);
    rod.pin(0, -speed * apart);
    rod.pin(last, speed * apart);
    rod.step(stepLength);
}

DrawnOverhand seenNow(const RopeSimulation& rod, double loop)
{
    const auto tension = [&rod](std::size_t i) { return rod.tension(i); };
    const double scale = loop * loop / knotStiffness;
    DrawnOverhand seen{loop / knotRadius, 0.0, 0.0};
    seen.pull = 0.5 * scale * (meanAbout(10, 5, tension) + meanAbout(rod.masses().size() - 12, 5, tension));
    for (const rope::RopeTouch& touch : rod.selfTouches())
        seen.pressure += scale * touch.pressure;
    return seen;
}

} // namespace

std::vector<DrawnOverhand> drawnOverhand(double radii, double friction, const Report& report)
{
    constexpr double looser = 10.0; // radii more at first
    const std::vector<Vec3> line = overhandLine((radii + looser) * knotRadius);
    RopeByLength settings;
    settings.massCount = static_cast<int>(line.size());
    settings.length = 1.5 * knotRadius * static_cast<double>(line.size() - 1);
    settings.massPerLength = 1e-3;
    settings.axialStiffness = 2e3;
    settings.bendingStiffness = knotStiffness;
    settings.torsionalStiffness = 0.0;
    settings.gravity = Vec3(0.0);
    settings.radius = knotRadius;
    settings.contactFriction = friction;
    settings.selfContact = true;
    settings.airFriction = 5.0 * settings.massPerLength * settings.segment();
    RopeSimulation rod(settings);
    rod.layOut(line);
    // Taut, and at rest.
    const auto width = [&rod] { return glm::distance(rod.masses().front().position, rod.masses().back().position); };
    while (width() < 0.745 * settings.length)
        drawApart(rod, 0.4);
    for (int i = 0; i < 100; ++i)
        drawApart(rod, 0.0);
    const auto loop = [&rod]
    { return 1.0 / meanAbout(rod.masses().size() / 2, 4, [&rod](std::size_t i) { return rod.curvature(i); }); };
    std::vector<DrawnOverhand> drawn;
    while (loop() > radii * knotRadius && rod.time() < 20.0)
    {
        drawApart(rod, 0.1);
        if (!drawn.empty() && loop() >= (drawn.back().radii - 1.0) * knotRadius)
            continue;
        drawn.push_back(seenNow(rod, loop()));
        if (report)
            report(std::clamp(1.0 - (drawn.back().radii - radii) / looser, 0.0, 1.0));
    }
    drawn.push_back(seenNow(rod, loop()));
    return drawn;
}

double pressureOnPost(double angle, double pull)
{
    constexpr double lineRadius = 0.05;  // [m]
    constexpr double ropeRadius = 0.002; // [m]
    constexpr double stiffness = 0.002;  // [N m2]
    const int corners = static_cast<int>(std::ceil(angle / 0.05));
    const double corner = angle / corners;
    const double segment = 2.0 * lineRadius * std::sin(0.5 * corner);
    const int tail = static_cast<int>(std::ceil(8.0 * std::sqrt(stiffness / pull) / segment));
    // Symmetric about the middle corner or edge, which is at the top of the post.
    std::vector<Vec3> points{Vec3(0.0)};
    for (int i = 0; i < corners - 1 + 2 * tail; ++i)
    {
        const double heading = 0.5 * angle - corner * (std::clamp(i - tail + 1, 0, corners));
        points.push_back(points.back() + segment * Vec3(std::cos(heading), std::sin(heading), 0.0));
    }
    const Vec3 across = points.back() - points.front();
    const double heading = 0.5 * angle;
    const Vec3 out(-std::cos(heading), -std::sin(heading), 0.0);
    const Vec3 first = points[static_cast<std::size_t>(tail)];
    const Vec3 last = points[static_cast<std::size_t>(tail + corners - 1)];
    const double half = 0.5 * glm::distance(first, last);
    const Vec3 top(0.5 * across.x, first.y - std::sqrt(lineRadius * lineRadius - half * half), 0.0);
    for (Vec3& point : points)
        point -= top;
    RopeByLength settings;
    settings.massCount = static_cast<int>(points.size());
    settings.length = segment * (settings.massCount - 1);
    settings.massPerLength = 0.05;
    settings.axialStiffness = 2e4;
    settings.bendingStiffness = stiffness;
    settings.torsionalStiffness = 0.0;
    settings.gravity = Vec3(0.0);
    settings.radius = ropeRadius;
    settings.airFriction = 20.0 * settings.massPerLength * segment;
    RopeSimulation rod(settings);
    rod.layOut(points);
    rod.addSolid(rope::SolidBody::cylinder(Vec3(0.0, 0.0, -1.0), Vec3(0.0, 0.0, 1.0), lineRadius - ropeRadius));
    rod.setForce(0, pull * out);
    rod.setForce(points.size() - 1, pull * Vec3(-out.x, out.y, 0.0));
    for (double t = 0.0; t < 4.0; t += stepLength)
        rod.step(stepLength);
    double sum = 0.0;
    for (const rope::SolidTouch& touch : rod.touches())
        sum += touch.pressure;
    return sum;
}

Workshop::Held pulledKnot(WorkshopPreset preset, double friction)
{
    SetUp setUp = *workshopPreset(preset).setUp;
    const SetUpRope* pulled = nullptr;
    for (SetUpRope& rope : setUp.ropes)
    {
        rope.contactFriction = friction;
        if (rope.pull > 0.0)
        {
            rope.pull = 20.0;
            pulled = &rope;
        }
    }
    if (pulled == nullptr)
        return {};
    Workshop sim(workshopPreset(preset).settings, std::make_shared<const SetUp>(setUp));
    for (int tick = 0; tick < 240 && !sim.heldBy(pulled->name)->slipped; ++tick)
        sim.advance(1.0 / 60.0);
    return *sim.heldBy(pulled->name);
}

double frictionNeeded(WorkshopPreset preset, const Report& report)
{
    double slips = 0.0;
    double holds = 1.0;
    constexpr int halvings = 6; // of 1, to less than 0.02
    for (int i = 0; i < halvings; ++i)
    {
        const double middle = 0.5 * (slips + holds);
        (pulledKnot(preset, middle).slipped ? slips : holds) = middle;
        if (report)
            report((i + 1.0) / halvings);
    }
    return holds;
}

} // namespace ropewalk
