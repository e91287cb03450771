#include "rope_theory.hpp"

#include "drawing.hpp"

#include <rope/elementary.hpp>
#include <rope/rope_settings.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ropewalk
{

namespace
{

using rope::ChainAtRest;
using rope::ChainMode;
using rope::RopeSettings;
using rope::RopeSimulation;
using rope::Vec3;

bool isLower(const Vec3& a, const Vec3& b)
{
    return a.y < b.y;
}

double lowest(const ChainAtRest& rest)
{
    return std::min_element(rest.positions.begin(), rest.positions.end(), isLower)->y;
}

} // namespace

void RopeTheory::update(const RopeSimulation& sim, const RopeSettings& settings) const
{
    const std::vector<rope::Spring>& springs = sim.springs();
    Key key;
    key.settings = settings;
    key.connection = sim.connectionPosition();
    key.firstLength = springs.front().restLength;
    key.secondLength = springs[springs.size() > 1 ? 1 : 0].restLength;
    key.lastLength = springs.back().restLength;
    key.load = sim.load();
    key.ground = sim.groundHeight();
    key.masses = sim.masses().size();
    if (key_ == key)
        return;
    // The modes of a hanging rope do not depend on where it hangs, and hardly change while a reel turns by a fiftieth
    // of a segment. Without this, a turning reel would compute them anew in every tick.
    const auto ofModes = [&settings](Key k, const Key& other)
    {
        k.connection = Vec3(0.0);
        k.ground = 0.0;
        if (std::abs(k.firstLength - other.firstLength) < 0.02 * settings.springLength)
            k.firstLength = other.firstLength;
        return k;
    };
    if (!modesKey_ || settings.pinFreeEnd || ofModes(key, *modesKey_) != ofModes(*modesKey_, *modesKey_))
    {
        modes_.reset();
        modesKey_ = key;
    }
    key_ = key;

    chain_ = rope::Chain::of(sim.masses(), springs);
    if (settings != sim.settings())
    {
        // The constants have changed since the last tick: take the chain that the next tick will find.
        const double stiffer = settings.springConstant / sim.settings().springConstant;
        for (std::size_t j = 0; j < springs.size(); ++j)
        {
            chain_.springConstant[j] =
                sim.settings().springConstant > 0.0 ? chain_.springConstant[j] * stiffer : settings.springConstant;
            chain_.friction[j] = settings.springFriction;
        }
        std::fill(chain_.mass.begin(), chain_.mass.end(), settings.mass);
        chain_.mass.back() += sim.load();
    }
    // A rope that hangs straight down bends nowhere; of any other shape the chain knows nothing where it resists bends.
    bends_ = settings.bendingStiffness > 0.0;
    hanging_ = settings.pinFreeEnd && bends_ ? std::nullopt
               : settings.pinFreeEnd
                   ? rope::suspendedChain(chain_, sim.connectionPosition(), settings.freeEndPosition, settings.gravity)
                   : rope::hangingChain(chain_, sim.connectionPosition(), settings.gravity);
    clear_ = hanging_ && lowest(*hanging_) >= sim.groundHeight();
}

/// A rope that is longer than its height above the ground lies on it. Each mass there sinks in by m g / k.
std::optional<double> RopeTheory::lyingLowest(const RopeSimulation& sim) const
{
    const RopeSettings& settings = key_->settings;
    const Vec3& g = settings.gravity;
    const bool straightDown = g.x == 0.0 && g.z == 0.0 && g.y < 0.0;
    if (!hanging_ || bends_ || settings.pinFreeEnd || !straightDown || !(settings.groundRepulsion > 0.0) ||
        lowest(*hanging_) > sim.groundHeight() - 2.0 * settings.springLength)
        return std::nullopt;
    return sim.groundHeight() + chain_.mass.back() * g.y / settings.groundRepulsion;
}

std::optional<double> RopeTheory::predicted(std::string_view diagnostic, const RopeSimulation& sim,
                                            const RopeSettings& settings) const
{
    update(sim, settings);
    if (!clear_)
        return diagnostic == "lowest_point" ? lyingLowest(sim) : std::nullopt;
    const ChainAtRest& rest = *hanging_;
    if (diagnostic == "length")
        return rest.totalLength();
    if (diagnostic == "stretch")
        return rest.totalLength() - chain_.totalRestLength();
    if (diagnostic == "max_tension")
        return rest.largestTension();
    if (diagnostic == "top_tension")
        return rest.tension.front();
    if (diagnostic == "lowest_point")
        return lowest(rest);
    if (diagnostic == "highest_point")
        return std::max_element(rest.positions.begin(), rest.positions.end(), isLower)->y;
    return energyAtRest(diagnostic, rest, chain_, settings.gravity);
}

std::optional<double> energyAtRest(std::string_view diagnostic, const ChainAtRest& rest, const rope::Chain& chain,
                                   const Vec3& gravity, const Vec3& zero)
{
    if (diagnostic == "kinetic_energy" || diagnostic == "ground_energy" || diagnostic == "bending_energy")
        return 0.0;
    if (diagnostic == "elastic_energy")
        return rest.elasticEnergy(chain);
    if (diagnostic == "potential_energy")
        return rest.potentialEnergy(chain, gravity, zero);
    if (diagnostic == "total_energy")
        return rest.elasticEnergy(chain) + rest.potentialEnergy(chain, gravity, zero);
    return std::nullopt;
}

const std::vector<ChainMode>& RopeTheory::modes() const
{
    if (!modes_)
    {
        // The modes of a long chain cost more than a frame has time for, and lie close together.
        const std::size_t count = chain_.mass.size() > 1000 ? 3 : 10;
        modes_ = rope::transverseModes(chain_, *hanging_, key_->settings.pinFreeEnd, count);
    }
    return *modes_;
}

std::vector<double> RopeTheory::frequencies(const RopeSimulation& sim, const RopeSettings& settings) const
{
    update(sim, settings);
    std::vector<double> result;
    if (clear_ && !bends_)
        for (const ChainMode& mode : modes())
            result.push_back(mode.frequency / (2.0 * std::numbers::pi));
    return result;
}

void addTheoryThread(Snapshot& snapshot, const std::vector<Vec3>& points, const glm::vec3& colour, float radius)
{
    snapshot.theory.push_back(plainThread({points.begin(), points.end()}, colour, radius));
}

void RopeTheory::fill(Snapshot& snapshot, const RopeSimulation& sim, const RopeSettings& settings) const
{
    update(sim, settings);
    if (!clear_)
        return;
    const ChainAtRest& rest = *hanging_;
    const float radius = snapshot.polylines.empty() ? 0.006f : 0.35f * snapshot.polylines.front().radius;
    addTheoryThread(snapshot, rest.positions, theory_colours::rest, radius);
    snapshot.theory.back().identity = -sim.netInsertions();
    const Vec3& at = settings.pinFreeEnd ? rest.positions[rest.positions.size() / 2] : rest.positions.back();
    snapshot.labels.push_back(
        {glm::vec3(at), settings.pinFreeEnd
                            ? fmt::format("catenary: T = \u221a(H\u00b2 + V\u00b2), sag {:.3f} m",
                                          std::max(rest.positions.front().y, rest.positions.back().y) - lowest(rest))
                            : fmt::format("at rest: r = L + T/k, {:.3f} m long", rest.totalLength())});
    if (!settings.pinFreeEnd && !bends_)
        fillFirstMode(snapshot, sim);
}

/// The part of the motion that has the first mode's shape u, across gravity:
///
///     q = sum m u x / sum m u^2,   q' likewise of the velocities
///
/// It moves on the ellipse q cos wt + q'/w sin wt, whose long half axis is how far the mode swings.
void RopeTheory::fillFirstMode(Snapshot& snapshot, const RopeSimulation& sim) const
{
    const ChainAtRest& rest = *hanging_;
    if (modes().empty())
        return;
    const ChainMode& mode = modes().front();
    const Vec3 down = glm::normalize(key_->settings.gravity);
    const auto across = [&down](const Vec3& v) { return v - glm::dot(v, down) * down; };
    Vec3 q(0.0);
    Vec3 speed(0.0);
    double norm = 0.0;
    for (std::size_t i = 0; i < mode.shape.size(); ++i)
    {
        const double weight = chain_.mass[i] * mode.shape[i];
        q += weight * across(sim.masses()[i].position - rest.positions[i]);
        speed += weight * across(sim.masses()[i].velocity);
        norm += weight * mode.shape[i];
    }
    q /= norm;
    const Vec3 later = speed / norm / mode.frequency;
    const double angle =
        0.5 * rope::elementary::atan2(2.0 * glm::dot(q, later), glm::dot(q, q) - glm::dot(later, later));
    const Vec3 axis = rope::elementary::cos(angle) * q + rope::elementary::sin(angle) * later;
    // Modes describe small swings only; a third of the length is too much.
    const double width = glm::length(axis);
    if (width > rest.totalLength() / 3.0)
        return;
    const auto shape = [&](const Vec3& amplitude)
    {
        std::vector<Vec3> points = rest.positions;
        for (std::size_t i = 0; i < points.size(); ++i)
            points[i] += mode.shape[i] * amplitude;
        return points;
    };
    const float radius = snapshot.theory.back().radius;
    const std::vector<Vec3> now = shape(q);
    addTheoryThread(snapshot, now, theory_colours::mode, radius);
    for (const double side : {-1.0, 1.0})
        addTheoryThread(snapshot, shape(side * axis), theory_colours::mode, 0.45f * radius);
    for (std::size_t i = snapshot.theory.size() - 3; i < snapshot.theory.size(); ++i)
        snapshot.theory[i].identity = -sim.netInsertions();
    snapshot.labels.push_back(
        {glm::vec3(now[now.size() * 2 / 3]), fmt::format("mode 1: K u = \u03c9\u00b2 M u, {:.3f} s, {:.0f} mm",
                                                         2.0 * std::numbers::pi / mode.frequency, 1e3 * width)});
}

} // namespace ropewalk
