#include "newton_solver.hpp"

#include <glm/mat4x4.hpp>

#include <algorithm>

// The matrix of a step: the second derivatives of the goal's sum.

namespace rope
{

namespace
{

/// A block of two points with places and angles: the couplings of the first one's angle with the other's place, of its
/// place with the other's angle, and of both angles go beside the one of places.
glm::dmat4 withAngles(const glm::dmat3& places, const Vec3& angleWithPlace, const Vec3& placeWithAngle, double angles)
{
    return {glm::dvec4(places[0], placeWithAngle.x), glm::dvec4(places[1], placeWithAngle.y),
            glm::dvec4(places[2], placeWithAngle.z), glm::dvec4(angleWithPlace, angles)};
}

} // namespace

/// The matrix of a rope: elastic Hessian, inertia and drag. A pinned mass and a held angle are out of it.
template <std::size_t D, typename Band>
void NewtonSolver::assemble(Band& band, const Rope& rope, const Part& part, const std::vector<Mass>& masses) const
{
    const RopeElastic& elastic = part.elastic;
    const std::size_t n = rope.segments();
    band.begin(n + 1);
    const glm::dmat3 none(0.0);
    const bool near = !outside.empty() && !outside_.own.empty();
    VertexTwist twist = D == 4 ? twistOf(rope, part, 0) : VertexTwist{};
    for (std::size_t i = 0; i <= n; ++i)
    {
        // Edges i and i + 1 by slot lie before and behind mass i; the imagined ones move no mass.
        const glm::dmat3& before = i > 0 ? elastic.own[i] : none;
        const glm::dmat3& behind = i < n ? elastic.own[i + 1] : none;
        const glm::dmat3& here = elastic.beside[i];
        const std::size_t mass = rope.first + i;
        glm::dmat3 own =
            before + behind - here - glm::transpose(here) +
            glm::dmat3(goal.inertia[mass] * masses[mass].mass + goal.drag[mass] * rope.constants.airFriction);
        if (near)
            own += outside_.own[mass];
        glm::dmat3 next(0.0);
        if (i < n)
        {
            next = here + elastic.beside[i + 1] - behind;
            if (near)
                next += outside_.beside[mass];
        }
        if constexpr (D == 3)
        {
            band.template setBlock<3>(i, 0, own);
            if (i < n)
                band.template setBlock<3>(i, 1, glm::transpose(next));
            if (i + 1 < n)
                band.template setBlock<3>(i, 2, -glm::transpose(elastic.beside[i + 1]));
        }
        else
        {
            // tau = theta_after - theta_before + m(e, f): the row of an angle holds k ± dm/dx. The angle of point i is
            // the angle of the edge between the vertices i and i + 1; the last point has none.
            const VertexTwist twistNext = i < n ? twistOf(rope, part, i + 1) : VertexTwist{};
            const bool angled = i < n;
            const bool angledNext = i + 1 < n;
            const Vec3 byOwn = twist.byMass[1] - twistNext.byMass[0];
            const double spin = angled ? twist.stiffness + twistNext.stiffness +
                                             goal.angleInertia[rope.firstSlot + i + 1] * rope.spinInertia[i + 1]
                                       : 1.0;
            band.template setBlock<4>(i, 0,
                                      withAngles(own, angled ? byOwn : Vec3(0.0), angled ? byOwn : Vec3(0.0), spin));
            if (i < n)
                band.template setBlock<4>(i, 1,
                                          withAngles(glm::transpose(next), twist.byMass[2] - twistNext.byMass[1],
                                                     angledNext ? twistNext.byMass[0] : Vec3(0.0),
                                                     angledNext ? -twistNext.stiffness : 0.0));
            if (i + 1 < n)
                band.template setBlock<4>(
                    i, 2, withAngles(-glm::transpose(elastic.beside[i + 1]), -twistNext.byMass[2], Vec3(0.0), 0.0));
            twist = twistNext;
        }
    }
    if constexpr (D == 4)
        for (const SurfaceStiffness& surface : outside_.surface)
            if (rope.has(surface.grip.first))
                surface.addTo(band, rope.first);
    for (std::size_t slot = 1; slot <= n && D == 4; ++slot)
        if (rope.angleHeld(slot))
            band.hold(slot - 1, D - 1);
    for (std::size_t i = 0; i <= n; ++i)
        if (rope.pinned[i])
            for (std::size_t k = 0; k < 3; ++k)
                band.hold(i, k);
}

/// The derivatives of the torque of a vertex.
NewtonSolver::VertexTwist NewtonSolver::twistOf(const Rope& rope, const Part& part, std::size_t vertex) const
{
    const double k = rope.constants.torsionalStiffness * rope.perVertexLength[vertex];
    const Vec3& binormal = part.elastic.binormal[vertex];
    const Vec3 rate = 0.5 * k * part.shape.perLength[vertex] * binormal;
    const Vec3 rateNext = 0.5 * k * part.shape.perLength[vertex + 1] * binormal;
    return {k, {-rate, rate - rateNext, rateNext}};
}

template <std::size_t D>
void NewtonSolver::assembleBands(System<D>& system, const RopeState& state, const std::vector<Mass>& masses) const
{
    for (std::size_t r = 0; r < parts_.size(); ++r)
        if (!groups_.rests(r))
            assemble<D>(system.blocks[r].band, state.ropes[r], parts_[r], masses);
}

/// The bands, and the couplings of masses far from each other. The pattern grows within a step only, and follows from
/// what may touch at its start: so it is the same for a rope that was read from a file.
template <std::size_t D>
void NewtonSolver::assembleWhole(System<D>& system, const RopeState& state, const std::vector<Mass>& masses)
{
    SparseSystem<D>& whole = system.whole;
    const std::size_t known = pairs_.size();
    std::size_t last = 0; // mostly they come in order
    const auto know = [&](const EdgePair& pair)
    {
        if (last < known && (pairs_[last] == pair || (++last < known && pairs_[last] == pair)))
            return;
        const auto end = pairs_.begin() + static_cast<std::ptrdiff_t>(known);
        const auto place = std::lower_bound(pairs_.begin(), end, pair);
        last = static_cast<std::size_t>(place - pairs_.begin());
        if (place == end || *place != pair)
            pairs_.push_back(pair);
    };
    for (const FarCoupling& coupling : outside_.far)
        know({coupling.edge, coupling.other});
    for (const FarColumn& column : outside_.columns)
        know({column.edge, column.other});
    for (const FarBlocks& far : outside_.blocks)
        know({far.edge, far.other});
    if (pairs_.size() > known)
    {
        std::sort(pairs_.begin(), pairs_.end());
        pairs_.erase(std::unique(pairs_.begin(), pairs_.end()), pairs_.end());
    }
    const auto joined = [this](std::size_t mass) { return groups_.memberOf(mass) == groups_.memberOf(mass + 1); };
    whole.setPattern(positions.size(), pairs_, joined);
    whole.begin();
    for (std::size_t r = 0; r < parts_.size(); ++r)
    {
        if (groups_.rests(r))
            continue;
        typename SparseSystem<D>::Chain chain(whole, state.ropes[r].first);
        assemble<D>(chain, state.ropes[r], parts_[r], masses);
    }
    assembleBodies(whole, state);
    system.far.set(outside_.far, outside_.columns, pinned_, angleHeld_);
    system.far.addTo(whole);
    for (const FarBlocks& far : outside_.blocks)
        for (std::size_t of = 0; of < 2; ++of)
            for (std::size_t by = 0; by < 2; ++by)
                if (!pinned_[far.edge + of] && !pinned_[far.other + by])
                    whole.addFar(whole.numberOf({far.edge, far.other}), of, by, far.block[of][by]);
}

template void NewtonSolver::assembleBands(System<3>&, const RopeState&, const std::vector<Mass>&) const;
template void NewtonSolver::assembleBands(System<4>&, const RopeState&, const std::vector<Mass>&) const;
template void NewtonSolver::assembleWhole(System<3>&, const RopeState&, const std::vector<Mass>&);
template void NewtonSolver::assembleWhole(System<4>&, const RopeState&, const std::vector<Mass>&);

} // namespace rope
