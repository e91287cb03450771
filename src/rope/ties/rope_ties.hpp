#pragma once

#include "body_spring.hpp"

#include <rope/mass.hpp>

#include <array>
#include <optional>
#include <utility>
#include <vector>

namespace rope
{

/// Closes a rope to a ring: its last edge lies on its first one, and springs of no length tie their masses to each
/// other, which give way ten thousand times less than a segment. So the vertices between are the ring's, every one
/// once, and the band of the matrix stays what it is.
std::array<FarCoupling, 2> ringTies(const Rope& rope);

/// A tie between places of two ropes.
FarCoupling couplingOf(const RopeState& state, const Tie& tie);
inline bool tiesRopes(const Tie& tie)
{
    return tie.one.on == TiePlace::On::rope && tie.other.on == TiePlace::On::rope;
}

/// The places of ropes that ties hold at bodies, also by way of a rope that is tied there.
std::vector<std::pair<TiePlace, BodyId>> placesOnBodies(const RopeState& state);
/// Whether two places of ropes are of one, two segments from each other at most.
bool meet(const TiePlace& one, const TiePlace& other);

/// [N/m], a hundred times as stiff as the stiffer segment, and so stiff that the heavier body gives it way by its own
/// weight by micrometres.
double stiffnessOf(const RopeState& state, const Tie& tie);
/// [N/m], of a spring that holds a mass [kg] in space.
double holdingStiffness(double mass);

/// [m], where a place is now.
Vec3 placeOf(const RopeState& state, const std::vector<Mass>& masses, const TiePlace& place);
double tieEnergy(const RopeState& state, const Tie& tie, const std::vector<Mass>& masses);              ///< [J]
double tieEnergy(const FarCoupling& tie, const std::vector<Mass>& masses, const Vec3& gap = Vec3(0.0)); ///< [J]

/// Where a place is at the end of a step [m], and how it moves; no motion of a place in space.
Vec3 placeOf(const StepView& step, const TiePlace& place);
std::optional<SpringEnd> springEndOf(const StepView& step, const TiePlace& place);
/// Adds a spring of no length between two ends that are `gap` apart [m]. Returns the force [N] on the one.
Vec3 addSpring(OutsideForces& sum, const std::optional<SpringEnd>& one, const std::optional<SpringEnd>& other,
               const Vec3& gap, double stiffness, Hessian hessian);

/// Books the force of a spring of no length on `one`, and the opposite on `other`, which are at these points [m]; what
/// stands in space supports.
void bookSpring(const StepView& step, const TiePlace& one, const TiePlace& other, const Vec3& atOne,
                const Vec3& atOther, const Vec3& force, ForceSum& sum, PieceWork& work);

/// What ties ropes and bodies to each other, and rings to themselves. Ties couple masses far from each other, three
/// directions each.
class RopeTies final : public OutsideForce
{
public:
    bool begin(const StepView& step) override;
    void addPairs(std::vector<EdgePair>& pairs) const override
    {
        for (const RopeTie& tie : ties_)
            pairs.emplace_back(tie.coupling.edge, tie.coupling.other);
    }
    void add(const StepView& step, Hessian hessian, OutsideForces& sum) override;
    void book(const StepView& step, ForceSum& sum, PieceWork& work) const override;

private:
    struct Spring
    {
        const Tie* tie;
        double stiffness; ///< [N/m]
    };
    struct RopeTie
    {
        FarCoupling coupling;
        Vec3 gap{0.0}; ///< [m], at rest

        /// [N] on the first place, at these positions.
        template <typename Position>
        Vec3 pull(const Position& position) const
        {
            return -coupling.stiffness[0][0] * (coupling.relative(position) - gap);
        }
    };
    std::vector<RopeTie> ties_;   ///< of ropes
    std::vector<Spring> springs_; ///< of bodies
};

} // namespace rope
