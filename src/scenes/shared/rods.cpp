#include "rods.hpp"

#include "cures.hpp"
#include "diagnostics.hpp"
#include "drawing.hpp"
#include "rope_knots.hpp"

#include "scenes/rope_description.hpp"

#include "text/text.hpp"

#include <rope/rope_by_length.hpp>

#include <fmt/format.h>

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>

namespace ropewalk
{

namespace
{

constexpr glm::vec3 clampColour{0.42f, 0.43f, 0.46f};

} // namespace

Polyline& addRod(Snapshot& snapshot, const rope::RopeSimulation& rod, double radius, RodColours colours,
                 const RodColourTops& tops, KnotWatch* knot)
{
    Polyline& line = addRope(snapshot, rod, static_cast<float>(radius));
    const std::size_t edges = rod.springs().size();
    // The frame that is drawn goes along the rope without twist, as the one from which the rod's angles count.
    for (const double turned : rod.turned())
        line.twist.push_back(static_cast<float>(turned));
    if (colours == RodColours::tension)
    {
        snapshot.tensionScale = tensionLegendTop(tops.tension);
        return line;
    }
    if (colours == RodColours::crossings && knot != nullptr)
    {
        line.tension = crossingColours(knot->look(rod, rod.ropes().front()), edges);
        scaleCrossings(snapshot);
        return line;
    }
    std::vector<double> contact;
    if (colours == RodColours::contact)
        contact = contactForces(rod);
    const double segment = rod.springs().back().restLength;
    // Of the edge behind mass j: the mean of its masses.
    const auto valueAt = [&](std::size_t j)
    {
        if (colours == RodColours::contact)
            return 0.5 * (contact[j] + contact[j + 1]) / segment;
        return colours == RodColours::curvature ? 0.5 * (rod.curvature(j) + rod.curvature(j + 1))
                                                : 0.5 * std::abs(rod.torque(j) + rod.torque(j + 1));
    };
    const auto [top, title] =
        colours == RodColours::contact     ? std::pair(tops.contact, std::string_view("Contact [N/m]"))
        : colours == RodColours::curvature ? std::pair(tops.curvature, std::string_view("Curvature [1/m]"))
                                           : std::pair(tops.torque, std::string_view("Torque [N m]"));
    snapshot.tensionScale = tensionLegendTop(top);
    snapshot.colourTitle = title;
    for (std::size_t j = 0; j < edges; ++j)
        line.tension[j] = static_cast<float>(valueAt(j));
    return line;
}

std::vector<double> contactForces(const rope::RopeSimulation& rod)
{
    std::vector<double> forces(rod.masses().size(), 0.0);
    for (const rope::SolidTouch& touch : rod.touches())
    {
        const double second = touch.edge ? touch.along : 0.0;
        forces[touch.mass] += (1.0 - second) * touch.pressure;
        if (touch.edge)
            forces[touch.mass + 1] += second * touch.pressure;
    }
    for (const rope::RopeTouch& touch : rod.selfTouches())
        for (const auto& [edge, along] : {std::pair(touch.edge, touch.along), std::pair(touch.other, touch.otherAlong)})
        {
            forces[edge] += (1.0 - along) * touch.pressure;
            forces[edge + 1] += along * touch.pressure;
        }
    return forces;
}

void addClamp(Snapshot& snapshot, const Vec3& position, double size)
{
    snapshot.solids.push_back(
        SpatialShape::box(glm::vec3(position), glm::vec3(2.0f * static_cast<float>(size)), clampColour));
}

std::vector<Profile> rodProfiles(const rope::RopeSimulation& rod, const std::vector<double>& curvatures)
{
    const std::size_t edges = rod.springs().size();
    const double edge = rod.springs().back().restLength;
    Profile tension{"tension", "N", "Tension of each segment; negative where it is compressed.", {}, {}, {}};
    Profile curvature{"curvature", "1/m", "How much the rope turns in a metre.", {}, {}, curvatures};
    Profile torque{"torque", "N m", "Torque about the rope's own line.", {}, {}, {}};
    Profile invariant{"invariant",
                      "N",
                      "Tension and B kappa\u00b2/2 together: the same all along a rope on which nothing acts between "
                      "its ends.",
                      {},
                      {},
                      {}};
    for (std::size_t j = 0; j < edges; ++j)
    {
        tension.at.push_back((static_cast<double>(j) + 0.5) * edge);
        tension.values.push_back(rod.tension(j));
    }
    for (std::size_t i = 0; i <= edges; ++i)
    {
        const double at = static_cast<double>(i) * edge;
        const double kappa = rod.curvature(i);
        curvature.at.push_back(at);
        curvature.values.push_back(kappa);
        torque.at.push_back(at);
        torque.values.push_back(rod.torque(i));
        if (i == 0 || i == edges)
            continue;
        invariant.at.push_back(at);
        invariant.values.push_back(0.5 * (rod.tension(i - 1) + rod.tension(i)) +
                                   0.5 * rod.settings().bendingStiffness * kappa * kappa);
    }
    std::vector<Profile> profiles{tension, curvature, torque, invariant};
    if (rod.settings().ropeRadius > 0.0)
    {
        Profile contact{"contact_force", "N/m", "How hard floor and solids push at a metre of rope.",
                        curvature.at,    {},    {}};
        const std::vector<double> forces = contactForces(rod);
        for (std::size_t i = 0; i <= edges; ++i)
            contact.values.push_back(forces[i] / (i == 0 || i == edges ? 0.5 * edge : edge));
        profiles.push_back(contact);
    }
    return profiles;
}

std::optional<RodGrab> rodGrab(const Controls& controls, std::size_t masses, int netInsertions)
{
    if (!controls.grab || controls.grab->polyline != 0)
        return std::nullopt;
    const int mass = controls.grab->identity + netInsertions;
    if (mass < 1 || static_cast<std::size_t>(mass) >= masses)
        return std::nullopt;
    return RodGrab{static_cast<std::size_t>(mass), controls.grab->target};
}

void describeRodLength(rope::Parameters& rows, double& length, int& massCount, int fewest, int most)
{
    rows.add("length", &length,
             {.minimum = 0.01,
              .maximum = 50.0,
              .unit = "m",
              .sentence = "Length at rest; a change begins anew.",
              .laysOut = true});
    rows.add("mass_count", &massCount,
             {.minimum = static_cast<double>(fewest),
              .maximum = static_cast<double>(most),
              .sentence = "Masses of the rope; a change begins anew.",
              .laysOut = true});
}

void describeRodBending(rope::Parameters& rows, double& bendingStiffness)
{
    rows.add("bending_stiffness", &bendingStiffness,
             {0.0, 1e4, "N m2", "B = EI: the moment that bends the rope to a circle of 1 m radius."});
}

void describeRodTorsion(rope::Parameters& rows, double& torsionalStiffness, double most)
{
    rows.add("torsional_stiffness", &torsionalStiffness,
             {0.0, most, "N m2", "C = GJ: the torque that twists 1 m of rope by 1 rad."});
}

void RodWorld::describeAir(rope::Parameters& rows, std::string_view sentence)
{
    rows.add("gravity", &gravity, {-50.0, 50.0, "m/s2", "Acceleration of gravity."});
    rows.add("damping", &damping, {0.0, 100.0, "1/s", sentence});
}

void RodWorld::describeSteps(rope::Parameters& rows)
{
    rows.add(
        "integrator", rope::bdf2OrEuler(integrator),
        "bdf2: order 2, keeps most of a swing; implicit_euler: order 1, stops it soon. Both are stable at any step.",
        rope::StepRole::integrator);
    rows.add("max_dt", &maxDt,
             {1e-4, 1.0 / 60.0, "s", "Longest step; a tick is split into the fewest that fit.",
              rope::StepRole::longestStep});
}

void RodWorld::giveTo(rope::RopeByLength& rod) const
{
    rod.gravity = gravity;
    rod.integrator = integrator;
    rod.maxDt = maxDt;
}

void describeRodEnergies(rope::Diagnostics& d, const rope::RopeSimulation& rod)
{
    describeEnergies(
        d, rod, {.elastic = "Energy stored by stretch.", .total = "Sum of the energies, of bending and twist too."});
    d.add("bending_energy", "J", "Energy stored by bending.", [&rod] { return rod.bendingEnergy(); });
}

std::optional<Divergence> rodDivergence(const rope::RopeSimulation& rod)
{
    if (const std::optional<std::size_t> mass = lostMass(rod))
        return Divergence{
            rod.time(),
            *mass,
            fmt::format("the rope was lost at t = {:.3f} s, first at mass {}: lower max_dt", rod.time(), *mass),
            std::nullopt,
            {{"A quarter of the step", "max_dt",
              text::numberText(twoDigits(std::max(1e-5, 0.25 * rod.settings().maxDt), false))}}};
    const std::optional<rope::Passage>& passage = rod.passed();
    if (!passage)
        return std::nullopt;
    const std::string what =
        fmt::format("the rope passed through itself at t = {:.3f} s, segment {} through segment {}", passage->time,
                    passage->edge, passage->other);
    constexpr std::string_view passes = "The rope would pass through itself";
    if (rod.settings().selfContact)
        return Divergence{passage->time,
                          passage->edge,
                          what + ": pull less hard",
                          passage->edge,
                          {{"Half the radius", "rope_radius", text::numberText(0.5 * rod.settings().ropeRadius)}},
                          passes};
    return Divergence{passage->time,
                      passage->edge,
                      what + ": its strands do not touch each other, and the writhe jumped by 2 turns",
                      passage->edge,
                      {{"Self contact on", "self_contact", "true"}},
                      passes};
}

RopeDescription describedRod(const rope::RopeSettings& rod, std::vector<std::string> besides)
{
    const rope::RopeSettings usual;
    rope::RopeSettings rope = rod;
    rope.byLength = usual.byLength;
    rope.closed = usual.closed;
    rope.endHeld = usual.endHeld;
    rope.ground = usual.ground;
    rope.payoutSpeed = usual.payoutSpeed;
    rope.minMassCount = usual.minMassCount;
    rope.maxMassCount = usual.maxMassCount;
    return {rope, std::move(besides)};
}

std::optional<std::size_t> lostMass(const rope::RopeSimulation& rod)
{
    constexpr double far = 1e5; // [m]
    for (std::size_t i = 0; i < rod.masses().size(); ++i)
        if (!(glm::length(rod.masses()[i].position) < far)) // true also for infinity and NaN
            return i;
    return std::nullopt;
}

} // namespace ropewalk
