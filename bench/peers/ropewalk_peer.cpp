// Rods of this library: four steps a frame, at their default tolerance.

#include "peers.hpp"

#include <rope/rope.hpp>

namespace peers
{

namespace
{

using rope::RopeByLength;
using rope::RopeSimulation;
using rope::Vec3;

constexpr const char* engine = "ropewalk";
constexpr const char* usual = "default tolerance, 1/240 s";
constexpr double stiff = 1e5; ///< EA [N]

RopeByLength settingsOf(int segments)
{
    RopeByLength settings;
    settings.massCount = segments + 1;
    settings.length = segment * segments;
    settings.massPerLength = perMetre;
    settings.axialStiffness = stiff;
    settings.bendingStiffness = settings.torsionalStiffness = 0.0;
    settings.radius = radius;
    settings.contactFriction = friction;
    return settings;
}

std::vector<Point> pointsOf(const RopeSimulation& rod)
{
    std::vector<Point> points;
    for (const rope::Mass& mass : rod.masses())
        points.push_back({mass.position.x, mass.position.y, mass.position.z});
    return points;
}

void layOut(RopeSimulation& rod, const std::vector<Point>& points)
{
    std::vector<Vec3> positions;
    for (const Point& point : points)
        positions.emplace_back(point[0], point[1], point[2]);
    rod.layOut(positions);
}

void step(RopeSimulation& rod, Clock& clock)
{
    clock.run(
        [&rod]
        {
            for (int i = 0; i < 4; ++i)
                rod.step(frame / 4.0);
        });
}

Result hang(int segments)
{
    RopeByLength settings = settingsOf(hangSegments);
    settings.massCount = segments + 1; // of the same length
    const double edge = settings.length / segments;
    settings.airFriction = 0.02 * perMetre * edge; // 0.02 /s
    RopeSimulation rod(settings);
    std::vector<Point> points;
    for (int i = 0; i <= segments; ++i)
        points.push_back({0.0, -edge * i, 0.0});
    layOut(rod, points);
    rod.pin(0);
    Clock clock;
    while (rod.time() < hangSeconds)
        step(rod, clock);
    const double length = segment * hangSegments;
    return {"stretch " + percent(lengthOf(pointsOf(rod)) / length - 1.0), clock.microsecondsAFrame()};
}

Result cantilever()
{
    RopeByLength settings = settingsOf(cantileverSegments);
    settings.length = 1.0;
    settings.bendingStiffness = cantileverStiffness;
    settings.airFriction = 0.1;
    RopeSimulation rod(settings);
    rod.clamp(rope::RopeEnd::first, {1.0, 0.0, 0.0});
    Clock clock;
    while (rod.time() < cantileverSeconds)
        step(rod, clock);
    return {"drop " + percent(-rod.masses().back().position.y / cantileverDrop - 1.0), clock.microsecondsAFrame()};
}

Result capstan(double angle, int segments)
{
    Clock clock;
    const double held =
        heldRatio(angle, 8,
                  [&](double ratio)
                  {
                      RopeByLength settings = settingsOf(capstanSegments);
                      settings.massCount = segments + 1; // of the same length
                      const double edge = settings.length / segments;
                      settings.gravity = Vec3(0.0);
                      settings.airFriction = 0.1 * perMetre * edge; // 0.1 /s
                      RopeSimulation rod(settings);
                      layOut(rod, wound(postRadius + radius, angle, segments, edge));
                      rod.addSolid(rope::SolidBody::cylinder({0.0, 0.0, -1.0}, {0.0, 0.0, 1.0}, postRadius));
                      const std::size_t last = rod.masses().size() - 1;
                      const auto pullAt = [&](std::size_t mass, double force)
                      {
                          const Point way = tailDirection(mass == last, angle);
                          rod.setForce(mass, {force * way[0], force * way[1], -guide * rod.masses()[mass].position.z});
                      };
                      double settled = 0.0;
                      while (rod.time() < capstanSeconds)
                      {
                          pullAt(0, pull);
                          pullAt(last, load(ratio, rod.time()));
                          step(rod, clock);
                          if (rod.time() < capstanSettled)
                              settled = alongTail(pointsOf(rod).back(), angle);
                      }
                      return alongTail(pointsOf(rod).back(), angle) - settled;
                  });
    return {heldText(angle, held), clock.microsecondsAFrame()};
}

Result pile(double bendingStiffness, double axialStiffness)
{
    RopeByLength settings = settingsOf(pileSegments);
    settings.axialStiffness = axialStiffness;
    settings.bendingStiffness = bendingStiffness;
    settings.selfContact = true;
    RopeSimulation rod(settings);
    layOut(rod, upright());
    rod.addSolid(rope::SolidBody::plane(Vec3(0.0), {0.0, 1.0, 0.0}));
    const std::size_t top = rod.masses().size() - 1;
    Clock clock;
    Nearness nearness;
    while (rod.time() < pileSeconds)
    {
        rod.pin(top, {0.0, rod.masses()[top].position.y > segment ? -pileSpeed : 0.0, 0.0});
        step(rod, clock);
        nearness.look(pointsOf(rod));
    }
    return {nearness.text(), clock.microsecondsAFrame()};
}

Result knot(double bendingStiffness, double axialStiffness)
{
    return pulledKnot(
        [=](const Hand& hand, const auto& look)
        {
            RopeByLength settings = settingsOf(knotSegments);
            settings.axialStiffness = axialStiffness;
            settings.bendingStiffness = bendingStiffness;
            settings.selfContact = true;
            settings.gravity = Vec3(0.0);
            RopeSimulation rod(settings);
            layOut(rod, looseKnot());
            rod.pin(0);
            const std::size_t last = rod.masses().size() - 1;
            rod.setMass(last, handMass);
            Clock clock;
            while (rod.time() < hand.seconds())
            {
                clock.run(
                    [&]
                    {
                        for (int i = 0; i < 4; ++i)
                        {
                            rod.setForce(
                                last, {hand.force(rod.time(), rod.masses()[last].velocity.x, frame / 4.0), 0.0, 0.0});
                            rod.step(frame / 4.0);
                        }
                    });
                look(pointsOf(rod));
            }
            return clock.microsecondsAFrame();
        });
}

/// The end slides with the speed that lets the rope's tension become the pull within a step.
Result twist()
{
    RopeByLength settings = settingsOf(twistSegments);
    settings.length = 1.0;
    settings.bendingStiffness = settings.torsionalStiffness = twistStiffness;
    settings.gravity = Vec3(0.0);
    settings.airFriction = twistDamping * perMetre / twistSegments;
    RopeSimulation rod(settings);
    rod.clamp(rope::RopeEnd::first, {1.0, 0.0, 0.0});
    rod.clamp(rope::RopeEnd::last, {1.0, 0.0, 0.0});
    const std::size_t last = rod.masses().size() - 1;
    for (std::size_t i = 1; i < last; ++i)
        rod.setForce(i, {0.0, twistSeed / twistSegments, 0.0});
    Clock clock;
    const double dt = frame / 4.0;
    while (turnsAt(rod.time()) < twistEnd)
    {
        clock.run(
            [&]
            {
                for (int i = 0; i < 4; ++i)
                {
                    rod.turn(rope::RopeEnd::last, 2.0 * std::numbers::pi * turnsAt(rod.time() + dt));
                    const double left = twistPull + rod.elasticForces().back().x;
                    rod.pin(last, {left * settings.length / (settings.axialStiffness * dt), 0.0, 0.0});
                    rod.step(dt);
                }
            });
        for (const rope::Mass& mass : rod.masses())
            if (std::hypot(mass.position.y, mass.position.z) > twistBuckled)
                return {buckledText(turnsAt(rod.time())), clock.microsecondsAFrame()};
    }
    return {buckledText(std::nan("")), clock.microsecondsAFrame()};
}

} // namespace

void addRopewalk(std::vector<Case>& cases)
{
    for (const int segments : {hangSegments, 4 * hangSegments})
        cases.push_back({"hang", engine, std::string(usual) + ", " + std::to_string(segments) + " segments",
                         [=] { return hang(segments); }});
    cases.push_back({"cantilever", engine, usual, cantilever});
    cases.push_back({"pile", engine, std::string(usual) + ", EI 0.02 N m2", [] { return pile(0.02, stiff); }});
    cases.push_back({"pile", engine, std::string(usual) + ", limp", [] { return pile(0.0, stiff); }});
    cases.push_back({"pile", engine, std::string(usual) + ", limp, EA 1e4 N", [] { return pile(0.0, 0.1 * stiff); }});
    cases.push_back({"knot", engine, std::string(usual) + ", limp", [] { return knot(0.0, stiff); }});
    cases.push_back({"knot", engine, std::string(usual) + ", EI 0.02 N m2", [] { return knot(0.02, stiff); }});
    cases.push_back({"knot", engine, std::string(usual) + ", limp, EA 1e4 N", [] { return knot(0.0, 0.1 * stiff); }});
    for (const double angle : capstanAngles)
        for (const int segments : {4 * capstanSegments, capstanSegments})
            cases.push_back({capstanTask(angle), engine,
                             std::string(usual) + ", " + std::to_string(segments) + " segments",
                             [=] { return capstan(angle, segments); }});
    cases.push_back({"twist", engine, usual, twist});
}

} // namespace peers
