#pragma once

#include "scene.hpp"
#include "set_up/scene_solid.hpp"
#include "set_up/set_up.hpp"

#include <rope/integrator.hpp>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

// What only some scenes offer. A scene derives from each host that it is, beside Scene; who wants one asks with hostOf.

namespace rope
{
struct BodyDefinition;
}

namespace ropewalk
{

/// The scene as that kind of host; null where it is none.
template <typename Host, typename AnyScene>
auto* hostOf(AnyScene& scene)
{
    if constexpr (std::is_const_v<AnyScene>)
        return dynamic_cast<const Host*>(&scene);
    else
        return dynamic_cast<Host*>(&scene);
}

/// A curve beside the plots over time: values at 0, 1, 2 ...
struct Curve
{
    std::string_view name;
    std::string_view unit;
    std::string_view sentence;
    std::vector<double> values;
};

/// A scene with a quantity that is no single number at a time: how a solver converges within a step.
class CurveHost
{
public:
    virtual ~CurveHost() = default;
    virtual std::vector<Curve> curves() const = 0; ///< computed anew by each call
};

std::vector<Curve> curvesOf(const Scene& scene);

/// Things side by side: a row each, a number in each column.
struct Comparison
{
    struct Column
    {
        std::string_view name;
        std::string_view unit;
        std::string_view sentence;
    };
    struct Row
    {
        std::string label;
        std::vector<double> values; ///< one a column; NaN: there is none; infinite: there is no limit
    };
    std::vector<Column> columns;
    std::vector<Row> rows;
};

/// A scene that compares its parts, also by their costs.
class ComparisonHost
{
public:
    virtual ~ComparisonHost() = default;
    virtual Comparison comparison() const = 0; ///< at this moment

    /// The window's clock [s], by which costs are measured. Nothing else may depend on it.
    virtual void setClock(std::function<double()> clock) = 0;
};

/// How much a scene computes in one step.
struct Throughput
{
    double masses = 0.0;
    double bytesPerStep = 0.0; ///< of state that one step reads and writes
};

/// The parameter that says how big a scene is.
struct SizeParameter
{
    std::string_view name; ///< of a whole number
    int small = 1;         ///< enough for a thumbnail or a first measurement
};

/// A scene that is about speed, of which a slower machine may take less.
class SizeHost
{
public:
    virtual ~SizeHost() = default;
    virtual Throughput throughput() const = 0;
    virtual SizeParameter sizeParameter() const = 0;
};

std::optional<SizeParameter> sizeParameterOf(const Scene& scene);

/// The bodies that a scene file lists; null where it lists none. Shared, as they never change and may be many.
using BodyList = std::shared_ptr<const std::vector<rope::BodyDefinition>>;

/// A scene whose file may list its own bodies.
class BodyHost
{
public:
    virtual ~BodyHost() = default;

    /// Lays these bodies out instead of the scene's own, or with null the scene's own again. Throws
    /// std::invalid_argument naming the body and its fault, and then changes nothing.
    virtual void setBodies(const BodyList& bodies) = 0;
    virtual const BodyList& ownBodies() const = 0; ///< as set by setBodies()
};

BodyList ownBodiesOf(const Scene& scene);

/// A scene with solids that a user places, adds and removes. They glide to where they are placed.
class SolidHost
{
public:
    virtual ~SolidHost() = default;

    /// Places these solids, or with none the scene's own again. Throws std::invalid_argument naming the solid and what
    /// is wrong with it, and then changes nothing.
    virtual void setSolids(const OwnSolids& solids) = 0;
    virtual const OwnSolids& ownSolids() const = 0;    ///< as set by setSolids()
    virtual const SolidList& wantedSolids() const = 0; ///< as set by setSolids(), or the scene's own
    /// A solid of this shape and a middling size, at a place where it is seen.
    virtual SceneSolid newSolid(SceneSolid::Shape shape) const = 0;
};

OwnSolids ownSolidsOf(const Scene& scene);

/// A scene in which a user builds a set-up of ropes, solids and ties.
class SetUpHost
{
public:
    virtual ~SetUpHost() = default;

    /// Follows this set-up from now on, or with null the scene's own again: new things come, old ones go, those that
    /// have moved glide. Throws std::invalid_argument naming the thing and its fault, and then changes
    /// nothing.
    virtual void setSetUp(const SetUpPtr& setUp) = 0;
    virtual const SetUpPtr& ownSetUp() const = 0;    ///< as set by setSetUp()
    virtual const SetUpPtr& wantedSetUp() const = 0; ///< as set by setSetUp(), or the scene's own; never null
    /// Does what a verb says, as parseVerb() reads it: edits the set-up, or acts on the ropes at once: "cut fall 1.3",
    /// "join fall.last fall_2.first". Throws std::invalid_argument that says why it cannot, and then changes nothing.
    virtual void perform(std::string_view verb) = 0;

    /// What mass number `mass` of that polyline of the snapshot is: a place of a rope of the set-up, and of the piece
    /// that cuts have left of it, as "cut" and "join" name it.
    struct DrawnPlace
    {
        RopePlace ofRope;
        RopePlace ofPiece;
    };
    virtual DrawnPlace placeOn(std::size_t polyline, int mass) const = 0;
    virtual Vec3 positionOf(const Place& place) const = 0; ///< [m], at this moment; the set-up must have it
    /// The place [m] nearest to this one, in its plane across z, where the solid overlaps nothing at this moment.
    virtual Vec3 freePlace(const SetUpSolid& solid, const Vec3& near) const = 0;
    /// At this moment, at ties, holds and axles.
    virtual std::vector<JointForce> forces() const = 0;
};

SetUpPtr ownSetUpOf(const Scene& scene);

/// What a scene has to say about its present state, and changes of constants that help.
struct Remark
{
    std::string text; ///< a sentence or two
    std::vector<Cure> cures;
};

/// A scene with states that are no fault and yet surprise.
class RemarkHost
{
public:
    virtual ~RemarkHost() = default;
    virtual std::optional<Remark> remark() const = 0;
    /// Why there is no predicted shape now; nothing where there is one.
    virtual std::optional<Remark> whyNoTheory() const { return std::nullopt; }
};

/// A scene whose steps are solved by iterations, which may end before they are at their tolerance.
class EffortHost
{
public:
    virtual ~EffortHost() = default;
    virtual rope::ImplicitEffort effort() const = 0; ///< since the scene began
};

/// A scene that the window runs slower than real time.
class SlowMotionHost
{
public:
    virtual ~SlowMotionHost() = default;
    virtual double slowMotion() const = 0; ///< how many times slower; scales the elapsed time, never the steps
};

double slowMotionOf(const Scene& scene);

} // namespace ropewalk
