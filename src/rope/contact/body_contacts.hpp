#pragma once

#include "friction_spring.hpp"
#include "rope/ties/body_spring.hpp"

#include <rope/solid.hpp>
#include <rope/touch.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace rope
{

/// Contact of bodies with solids and with each other, by the law of ropes: points and edges of each that are deep in
/// the other are pushed out, and friction is a spring that slips (FrictionSpring). There is no bounce.
///
/// A round body is a point or an edge with a radius. An edge touches with its nearest place, or with both ends of the
/// stretch that lies on the other: they are found once a step, where it is about to end, and are points of the body in
/// it. A place that moved along the edge within the step would jump from one end of a stretch to the other. The rim
/// of a post touches at its deepest point, found as for edges, at four more, so that it stands on an end and rolls on
/// its side and its rims, and where it crosses the rim of a post below.
class BodyContacts final : public OutsideForce
{
public:
    bool begin(const StepView& step) override;
    void add(const StepView& step, Hessian hessian, OutsideForces& sum) override;
    bool hitsAtStart() const override { return hits_; }
    bool hits(const StepView& step) const override;
    bool keptApart(const StepView& step) const override;
    bool passesNothing(const StepView& step) const override { return keptApart(step); }
    void store(const StepView& step, RopeState& state) override;
    void book(const StepView& step, ForceSum& sum, PieceWork& work) const override;
    double given(const StepView& /*step*/) const override { return moved_ + shifted_; }
    bool hitsBody(std::size_t body) const override { return hitBodies_[body] != 0; }

private:
    /// A point, or an edge from it, of a shape.
    struct Feature
    {
        Vec3 point{0.0}; ///< [m], in the axes of the shape
        Vec3 edge{0.0};  ///< [m]; zero of a point
        double radius = 0.0;
        bool shared = false; ///< between two shapes that are alike: it is the other's too
    };
    struct Candidate : FrictionSpring
    {
        std::uint32_t shape = 0;
        std::uint32_t number = 0; ///< of the feature
        std::uint32_t solid = 0;
        Vec3 point{0.0}; ///< [m], in the axes of the shape
        double radius = 0.0;
        double mu = 0.0;
        bool known = false;   ///< it touched before
        Vec3 surface{0.0};    ///< [m], where it touched then
        Vec3 normal{0.0};     ///< at the start
        double overlap = 0.0; ///< [m], with which it began within the other, less what it has left since
        bool touches = false; ///< in this iteration
    };
    /// Where a candidate is.
    struct Place
    {
        Vec3 point{0.0};   ///< [m], of the feature
        Vec3 surface{0.0}; ///< [m], where it touches
        Clearance at;
        double depth = 0.0; ///< [m]; 0 or less where nothing touches
    };

    static std::vector<Feature> featuresOf(const SolidBody& shape, const SolidBody& against);
    static std::array<std::optional<Vec3>, 2> pointsOf(const Feature& feature, const SolidBody& shape,
                                                       const SolidBody& against);
    void findNear(const StepView& step, std::uint32_t shape, std::uint32_t solid);
    void addCandidate(const StepView& step, Candidate& candidate);
    bool mayTouch(const RopeState& state, std::uint32_t shape, std::uint32_t solid) const;
    double stiffnessOf(const RopeState& state, std::uint32_t shape, std::uint32_t solid) const;
    const SolidBody& solidAt(std::uint32_t solid, const StepView& step) const;
    Place placeOf(const Candidate& candidate, const StepView& step) const;
    Place placeOn(const Candidate& candidate, const SolidBody& shape, const SolidBody& solid) const;
    Vec3 wayOf(std::uint32_t solid, const Candidate& candidate, const Place& place, const StepView& step) const;
    template <typename Visit>
    void forEachTouch(const StepView& step, Hessian hessian, OutsideForces* sum, const Visit& visit);

    std::vector<SolidBody> solids_; ///< after the step, but for shapes
    std::vector<Candidate> candidates_;
    std::vector<std::pair<BodyId, BodyId>> joined_; ///< by ties and bearings
    std::vector<BodyId> borne_;                     ///< by bearings that stand in space
    const std::vector<BodyTouch>* known_ = nullptr;
    std::vector<char> hitBodies_;           ///< by `store`
    std::vector<std::array<Vec3, 2>> ways_; ///< [m], of the shape and the solid of each touch, by `store`
    double dt_ = 0.0;
    double lost_ = 0.0;   ///< [J], by slip
    double moved_ = 0.0;  ///< [J], work of solids that move
    double letOut_ = 0.0; ///< [J] of `shifted_`, by bodies that began within each other and are let out
    /// [J], that the springs hold more at the start of the step than at the end of the last one: places were moved
    /// along edges, and what began within each other is let out.
    double shifted_ = 0.0;
    bool hits_ = false;
    bool ended_ = false;
};

/// [J], in the springs of a touch.
double energyOf(const BodyTouch& touch);

} // namespace rope
