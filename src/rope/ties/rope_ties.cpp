#include "rope_ties.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace rope
{

namespace
{

constexpr double harder = 100.0; // than a segment, or than a mass in a usual step

double stiffnessAt(const RopeState& state, const TiePlace& place)
{
    if (place.on == TiePlace::On::rope)
        return harder * state.ropes[place.rope].whole.springConstant;
    return place.on == TiePlace::On::body ? holdingStiffness(state.bodies[state.numberOf(place.body)].body.mass) : 0.0;
}

} // namespace

std::array<FarCoupling, 2> ringTies(const Rope& rope)
{
    constexpr double hardest = 1e4;
    std::array<FarCoupling, 2> ties;
    for (std::size_t k = 0; k < 2; ++k)
    {
        FarCoupling& tie = ties[k];
        tie.edge = static_cast<std::uint32_t>(rope.first);
        tie.other = static_cast<std::uint32_t>(rope.first + rope.masses() - 2);
        tie.along = tie.otherAlong = static_cast<double>(k);
        tie.stiffness = glm::dmat3(hardest * rope.springs[rope.segments() / 2].springConstant);
    }
    return ties;
}

bool meet(const TiePlace& one, const TiePlace& other)
{
    constexpr std::size_t near = 2; // segments
    return one.rope == other.rope && std::max(one.edge, other.edge) - std::min(one.edge, other.edge) <= near;
}

std::vector<std::pair<TiePlace, BodyId>> placesOnBodies(const RopeState& state)
{
    std::vector<std::pair<TiePlace, BodyId>> places;
    const auto add = [&](const TiePlace& place, BodyId body)
    {
        if (place.on == TiePlace::On::rope &&
            std::none_of(places.begin(), places.end(),
                         [&](const auto& known) { return known.second == body && meet(known.first, place); }))
            places.emplace_back(place, body);
    };
    const auto forEachTie = [&state](const auto& see)
    {
        for (const Tie& tie : state.ties)
        {
            see(tie.one, tie.other);
            see(tie.other, tie.one);
        }
    };
    forEachTie(
        [&](const TiePlace& one, const TiePlace& other)
        {
            if (other.on == TiePlace::On::body)
                add(one, other.body);
        });
    std::size_t seen = 0;
    while (seen < places.size()) // it grows
    {
        const auto [place, body] = places[seen++];
        forEachTie(
            [&, &at = place, &on = body](const TiePlace& one, const TiePlace& other)
            {
                if (other.on == TiePlace::On::rope && meet(other, at))
                    add(one, on);
            });
    }
    return places;
}

double holdingStiffness(double mass)
{
    constexpr double step = 1.0 / 240.0; // [s]
    return harder * mass / (step * step);
}

double stiffnessOf(const RopeState& state, const Tie& tie)
{
    return std::max(stiffnessAt(state, tie.one), stiffnessAt(state, tie.other));
}

FarCoupling couplingOf(const RopeState& state, const Tie& tie)
{
    const Rope& one = state.ropes[tie.one.rope];
    const Rope& other = state.ropes[tie.other.rope];
    FarCoupling coupling;
    coupling.edge = static_cast<std::uint32_t>(one.first + tie.one.edge);
    coupling.other = static_cast<std::uint32_t>(other.first + tie.other.edge);
    coupling.along = tie.one.along;
    coupling.otherAlong = tie.other.along;
    coupling.stiffness = glm::dmat3(stiffnessOf(state, tie));
    return coupling;
}

Vec3 placeOf(const RopeState& state, const std::vector<Mass>& masses, const TiePlace& place)
{
    if (place.on == TiePlace::On::space)
        return place.at;
    if (place.on == TiePlace::On::body)
        return state.bodies[state.numberOf(place.body)].body.pointAt(place.at);
    const std::size_t i = state.ropes[place.rope].first + place.edge;
    return glm::mix(masses[i].position, masses[i + 1].position, place.along);
}

Vec3 placeOf(const StepView& step, const TiePlace& place)
{
    if (place.on == TiePlace::On::space)
        return place.at;
    if (place.on == TiePlace::On::body)
        return step.bodies[step.state.numberOf(place.body)].pointAt(place.at);
    const std::size_t i = step.state.ropes[place.rope].first + place.edge;
    return glm::mix(step.positions[i], step.positions[i + 1], place.along);
}

std::optional<SpringEnd> springEndOf(const StepView& step, const TiePlace& place)
{
    if (place.on == TiePlace::On::space)
        return std::nullopt;
    if (place.on == TiePlace::On::body)
        return SpringEnd::onBody(step, step.state.numberOf(place.body), placeOf(step, place));
    return SpringEnd::onEdge(static_cast<std::uint32_t>(step.state.ropes[place.rope].first + place.edge), place.along);
}

Vec3 addSpring(OutsideForces& sum, const std::optional<SpringEnd>& one, const std::optional<SpringEnd>& other,
               const Vec3& gap, double stiffness, Hessian hessian)
{
    const Vec3 force = -stiffness * gap;
    for (const auto& [end, sign] : {std::pair(one, 1.0), std::pair(other, -1.0)})
    {
        if (!end)
            continue;
        push(sum, *end, sign * force);
        if (end->body && hessian == Hessian::exact)
            stiffenTurn(sum, *end, sign * force);
    }
    if (one && other)
        couple(sum, *one, *other, glm::dmat3(stiffness));
    else if (one || other)
        stiffen(sum, one ? *one : *other, glm::dmat3(stiffness));
    return force;
}

void bookSpring(const StepView& step, const TiePlace& one, const TiePlace& other, const Vec3& atOne,
                const Vec3& atOther, const Vec3& force, ForceSum& sum, PieceWork& work)
{
    const bool inSpace = one.on == TiePlace::On::space || other.on == TiePlace::On::space;
    Effect effect;
    const auto bookAt = [&](const TiePlace& place, const Vec3& at, const Vec3& on)
    {
        if (place.on == TiePlace::On::rope)
            sum.add(step.state.ropes[place.rope].first + place.edge, place.along, on, effect);
        else if (place.on == TiePlace::On::body)
            bookOnBody(step, step.state.numberOf(place.body), at, on, sum, effect);
    };
    bookAt(one, atOne, force);
    bookAt(other, atOther, -force);
    Effect& momentum = inSpace ? work.support : work.stretch;
    momentum.impulse += effect.impulse;
    momentum.turning += effect.turning;
    work.stretch.work += effect.work;
}

double tieEnergy(const FarCoupling& tie, const std::vector<Mass>& masses, const Vec3& gap)
{
    const Vec3 way = tie.relative([&](std::size_t i) { return masses[i].position; }) - gap;
    return 0.5 * tie.stiffness[0][0] * glm::dot(way, way);
}

double tieEnergy(const RopeState& state, const Tie& tie, const std::vector<Mass>& masses)
{
    if (tiesRopes(tie))
        return tieEnergy(couplingOf(state, tie), masses, tie.gap);
    const Vec3 gap = placeOf(state, masses, tie.one) - placeOf(state, masses, tie.other) - tie.gap;
    return 0.5 * stiffnessOf(state, tie) * glm::dot(gap, gap);
}

bool RopeTies::begin(const StepView& step)
{
    ties_.clear();
    springs_.clear();
    for (const Rope& rope : step.state.ropes)
        if (rope.constants.closed)
            for (const FarCoupling& tie : ringTies(rope))
                ties_.push_back({tie, Vec3(0.0)});
    for (const Tie& tie : step.state.ties)
        if (tiesRopes(tie))
            ties_.push_back({couplingOf(step.state, tie), tie.gap});
        else
            springs_.push_back({&tie, stiffnessOf(step.state, tie)});
    return true;
}

void RopeTies::add(const StepView& step, Hessian hessian, OutsideForces& sum)
{
    for (const RopeTie& tie : ties_)
    {
        tie.coupling.spread(tie.pull([&](std::size_t i) { return step.positions[i]; }),
                            [&sum](std::size_t i, const Vec3& force) { sum.force[i] += force; });
        sum.far.push_back(tie.coupling);
    }
    for (const Spring& spring : springs_)
        addSpring(sum, springEndOf(step, spring.tie->one), springEndOf(step, spring.tie->other),
                  placeOf(step, spring.tie->one) - placeOf(step, spring.tie->other) - spring.tie->gap, spring.stiffness,
                  hessian);
}

void RopeTies::book(const StepView& step, ForceSum& sum, PieceWork& work) const
{
    for (const RopeTie& tie : ties_)
        tie.coupling.spread(tie.pull([&](std::size_t i) { return step.positions[i]; }),
                            [&](std::size_t i, const Vec3& force) { sum.add(i, force, work.stretch); });
    for (const Spring& spring : springs_)
    {
        const Vec3 one = placeOf(step, spring.tie->one);
        const Vec3 other = placeOf(step, spring.tie->other);
        const Vec3 force = -spring.stiffness * (one - other - spring.tie->gap);
        bookSpring(step, spring.tie->one, spring.tie->other, one, other, force, sum, work);
    }
}

} // namespace rope
