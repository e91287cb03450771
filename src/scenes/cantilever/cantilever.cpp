#include "cantilever.hpp"

#include <rope/detail/take_steps.hpp>
#include <rope/elementary.hpp>

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ropewalk
{

void CantileverSettings::describe(rope::Parameters& p)
{
    p.group("Rope");
    describeRodLength(p, length, massCount, 3, 2000);
    p.add("mass_per_length", &massPerLength,
          {0.0, 100.0, "kg/m", "Mass of a metre of rope. 0: no weight; it then moves as 1 g/m does."});
    describeRodBending(p, bendingStiffness);
    p.add("rope_radius", &ropeRadius, {5e-4, 0.2, "m", "Radius of the rope as it is drawn."});

    p.group("Load");
    p.add("tip_load", &tipLoad, {0.0, 1e4, "N", "Force on the free end, down."});
    describeRodAir(
        p, gravity, damping,
        "How fast air stops the swings: they fall to 1/e in 1/damping, but never slower than the slowest swing.");

    p.group("Run");
    describeRodSteps(p, integrator, maxDt);
    p.add("connection_speed", &connectionSpeed, {0.0, 100.0, "m/s", "Speed of the clamp while a key is held."});

    p.group("View");
    p.add("colours", &colours, {"tension", "curvature"}, "What the colours of the rope show (C).");
}

rope::RodSettings CantileverSettings::rod() const
{
    constexpr double light = 1e-3; // [kg/m], of a rope without weight
    rope::RodSettings rod;
    rod.massCount = massCount;
    rod.length = length;
    rod.massPerLength = massPerLength > 0.0 ? massPerLength : light;
    rod.bendingStiffness = bendingStiffness;
    rod.torsionalStiffness = 0.0; // its end is free to turn: it never has a torque
    rod.gravity = massPerLength > 0.0 ? gravity : Vec3(0.0);
    rod.maxDt = maxDt;
    rod.integrator = integrator;
    rod.tolerance = 1e-6;
    // It hardly stretches: by 1e-5 under its loads. A segment must be stiffer than 2 B/l² against being pushed
    // together.
    const double weight = massPerLength * glm::length(gravity);
    const double bending = bendingStiffness / (length * length);
    const double segments = massCount - 1;
    rod.axialStiffness =
        std::max({1e5 * (weight * length + tipLoad), bending * std::max(1e5, 20.0 * segments * segments), 100.0});
    // Air on each mass. More than critical damping of the slowest swing would let the rope creep; that swing is at
    // least as fast as each of these alone: a bar, a chain, a pendulum of the load.
    const double slowest =
        std::sqrt((12.36 * bending + 1.45 * weight * length + 2.47 * tipLoad) / (rod.massPerLength * length * length));
    rod.airFriction = 2.0 * std::min(damping, slowest) * rod.massPerLength * length / (massCount - 1);
    return rod;
}

std::optional<rope::CantileverLoad> CantileverSettings::load() const
{
    if (gravity.x != 0.0 || gravity.z != 0.0 || gravity.y > 0.0)
        return std::nullopt;
    return rope::CantileverLoad{bendingStiffness, length, -massPerLength * gravity.y, tipLoad};
}

Cantilever::Cantilever(const CantileverSettings& settings)
    : RodHolder(rope::validated(settings).rod()), settings_(rope::validated(settings))
{
    rod_.clamp(rope::RodEnd::first, {1.0, 0.0, 0.0});
    setLoads();
}

void Cantilever::setSettings(const CantileverSettings& settings)
{
    if (rope::laidOutOtherwise(settings, settings_))
    {
        const bool books = rod_.keepsBooks();
        *this = Cantilever(settings);
        setBooks(books);
        return;
    }
    settings_ = rope::validated(settings);
    rod_.setSettings(settings_.rod());
    setLoads();
}

void Cantilever::setLoads()
{
    for (std::size_t i = 1; i < masses().size(); ++i)
        rod_.setForce(i, Vec3(0.0));
    const std::size_t last = masses().size() - 1;
    const Vec3 load{0.0, -settings_.tipLoad, 0.0};
    rod_.setForce(last, load);
    if (!grab_)
        return;
    // As strong as ten rods, so that the mouse can hold up the rope.
    const rope::RodSettings& rod = rod_.settings();
    const double stiffness = 10.0 * (3.0 * rod.bendingStiffness / rope::elementary::pow(rod.length, 3) +
                                     rod.massPerLength * glm::length(rod.gravity) + settings_.tipLoad / rod.length);
    rod_.setForce(grab_->mass, grab_->mass == last ? load : Vec3(0.0), grabForce(rod_, *grab_, stiffness));
}

void Cantilever::step(double dt)
{
    rod_.pin(0, clampVelocity_);
    setLoads();
    rod_.step(dt);
}

int Cantilever::advance(double h)
{
    return rope::takeSteps(h, settings_.maxDt, [this](double dt) { step(dt); });
}

double Cantilever::tipAngle() const
{
    const Vec3 edge = masses().back().position - masses()[masses().size() - 2].position;
    return rope::elementary::atan2(-edge.y, edge.x);
}

std::optional<rope::RodSimulation> Cantilever::restFrom(const rope::BentShape& shape) const
{
    rope::RodSimulation rod = rod_;
    std::vector<Vec3> positions;
    for (const rope::Vec2& point : shape.points)
        positions.emplace_back(point, 0.0);
    rod.layOut(positions);
    rod.pin(0);
    return rod.rest() ? std::optional(rod) : std::nullopt;
}

} // namespace ropewalk
