// Rods of this library: four steps a frame, at their default tolerance.

#include "peers.hpp"

#include <rope/rope.hpp>

namespace peers
{

namespace
{

using rope::RodSettings;
using rope::RodSimulation;
using rope::Vec3;

constexpr const char* engine = "Ropewalk";
constexpr const char* usual = "default, 1/240 s";

RodSettings settingsOf(int segments)
{
    RodSettings settings;
    settings.massCount = segments + 1;
    settings.length = segment * segments;
    settings.massPerLength = perMetre;
    settings.axialStiffness = 1e6;
    settings.bendingStiffness = settings.torsionalStiffness = 0.0;
    settings.radius = radius;
    settings.contactFriction = friction;
    return settings;
}

std::vector<Point> pointsOf(const RodSimulation& rod)
{
    std::vector<Point> points;
    for (const rope::Mass& mass : rod.masses())
        points.push_back({mass.position.x, mass.position.y, mass.position.z});
    return points;
}

void layOut(RodSimulation& rod, const std::vector<Point>& points)
{
    std::vector<Vec3> positions;
    for (const Point& point : points)
        positions.emplace_back(point[0], point[1], point[2]);
    rod.layOut(positions);
}

void step(RodSimulation& rod, Clock& clock)
{
    clock.run(
        [&rod]
        {
            for (int i = 0; i < 4; ++i)
                rod.step(frame / 4.0);
        });
}

Result hang()
{
    RodSettings settings = settingsOf(hangSegments);
    settings.airFriction = 1e-3;
    RodSimulation rod(settings);
    std::vector<Point> points;
    for (int i = 0; i <= hangSegments; ++i)
        points.push_back({0.0, -segment * i, 0.0});
    layOut(rod, points);
    rod.pin(0);
    Clock clock;
    while (rod.time() < hangSeconds)
        step(rod, clock);
    const double length = segment * hangSegments;
    return {"hang", engine, usual, "stretch " + percent(lengthOf(pointsOf(rod)) / length - 1.0),
            clock.microsecondsAFrame()};
}

Result cantilever()
{
    RodSettings settings = settingsOf(cantileverSegments);
    settings.length = 1.0;
    settings.bendingStiffness = cantileverStiffness;
    settings.airFriction = 0.1;
    RodSimulation rod(settings);
    rod.clamp(rope::RodEnd::first, {1.0, 0.0, 0.0});
    Clock clock;
    while (rod.time() < cantileverSeconds)
        step(rod, clock);
    return {"cantilever", engine, usual, "drop " + percent(-rod.masses().back().position.y / cantileverDrop - 1.0),
            clock.microsecondsAFrame()};
}

Result capstan()
{
    Clock clock;
    const double held = heldRatio(
        [&clock](double ratio)
        {
            RodSettings settings = settingsOf(capstanSegments);
            settings.gravity = Vec3(0.0);
            settings.airFriction = 0.1 * perMetre * segment; // 0.1 /s
            RodSimulation rod(settings);
            layOut(rod, halfRound(postRadius + radius));
            rod.addSolid(rope::SolidBody::cylinder({0.0, 0.0, -1.0}, {0.0, 0.0, 1.0}, postRadius));
            const std::size_t last = rod.masses().size() - 1;
            double settled = 0.0;
            while (rod.time() < capstanSeconds)
            {
                rod.setForce(0, {0.0, -pull, -guide * rod.masses()[0].position.z});
                rod.setForce(last, {0.0, -load(ratio, rod.time()), -guide * rod.masses()[last].position.z});
                step(rod, clock);
                if (rod.time() < capstanSettled)
                    settled = rod.masses()[last].position.y;
            }
            return settled - rod.masses()[last].position.y;
        });
    return {"capstan", engine, usual, heldText(held), clock.microsecondsAFrame()};
}

Result pile(double bendingStiffness, const char* text)
{
    RodSettings settings = settingsOf(pileSegments);
    settings.axialStiffness = 1e4;
    settings.bendingStiffness = bendingStiffness;
    settings.selfContact = true;
    RodSimulation rod(settings);
    layOut(rod, upright());
    rod.addSolid(rope::SolidBody::plane(Vec3(0.0), {0.0, 1.0, 0.0}));
    const std::size_t top = rod.masses().size() - 1;
    Clock clock;
    Nearness nearness;
    while (rod.time() < pileSeconds)
    {
        rod.pin(top, {0.0, rod.masses()[top].position.y > 2.0 * radius ? -pileSpeed : 0.0, 0.0});
        step(rod, clock);
        nearness.look(pointsOf(rod));
    }
    return {"pile", engine, text, nearness.text(), clock.microsecondsAFrame()};
}

} // namespace

void measureRopewalk(std::vector<Result>& results)
{
    results.insert(results.end(),
                   {hang(), cantilever(), capstan(), pile(0.0, "default, limp"), pile(0.01, "default, EI 0.01 N m2")});
}

} // namespace peers
