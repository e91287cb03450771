#pragma once

#include "snapshot.hpp"

#include <rope/parameters.hpp>
#include <rope/stability.hpp>
#include <rope/vec.hpp>

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rope
{
struct EnergyBook;
struct MomentumBook;
} // namespace rope

namespace ropewalk
{

struct SceneRope;

using rope::Vec3;

/// What a scene is called and says of itself.
struct SceneInfo
{
    std::string_view id;      ///< "rope"
    std::string_view tab;     ///< the category: "Rope"
    std::string_view title;   ///< "Rope with ground and air"
    std::string_view hint;    ///< one line: what to try
    int order = 0;            ///< place in the list
    double pictureTime = 1.0; ///< [s], of a moment that shows what the scene is about, for its picture in the list
};

/// What the person at the keys and the mouse does during a tick.
struct Controls
{
    Vec3 direction{0.0}; ///< of the connection point, each component in [-1, 1]

    /// Velocity [m/s] of the connection point from scripted input; takes the place of `direction`.
    std::optional<Vec3> velocity;

    struct Grab
    {
        std::size_t polyline = 0; ///< index; surfaces count on behind the polylines, all planar bodies are one more
        int identity = 0;         ///< index + Polyline::identity, index in the surface or PlanarShape::identity
        Vec3 target{0.0};         ///< [m]
    };
    std::optional<Grab> grab;
};

/// A change of one constant that helps.
struct Cure
{
    std::string label;     ///< on its button: "Halve spring_constant"
    std::string parameter; ///< name
    std::string value;     ///< as the parameter reads it
};

/// The state of a scene has left what its constants can explain.
struct Divergence
{
    double time = 0.0;                                ///< [s]
    std::size_t mass = 0;                             ///< index of the first mass that shows it
    std::string text;                                 ///< one line: when, which mass, which step limit
    std::optional<std::size_t> spring = std::nullopt; ///< index of the spring that shows it
    std::vector<Cure> cures = {};                     ///< each of them alone is enough; the mildest first
};

/// What the constants alone ask for, whatever the present moment, in the worst contact that they allow.
struct StepPlan
{
    double step = 0.0;   ///< [s], what a run would take
    double stable = 0.0; ///< [s], the longest stable one; infinite if any is
};

/// One row of a scene's check against theory.
struct CheckRow
{
    std::string quantity;
    std::string unit;
    double expected = 0.0;
    double got = 0.0;
    double tolerance = 0.0; ///< absolute
    std::string source;     ///< the formula or the reference

    bool passed() const;
};

/// A curve beside the plots over time: values at 0, 1, 2 ...
struct Curve
{
    std::string_view name;
    std::string_view unit;
    std::string_view sentence;
    std::vector<double> values;
};

/// A quantity along a rope, from the connection point to the free end, at one moment.
struct Profile
{
    std::string_view name;
    std::string_view unit;
    std::string_view sentence;
    std::vector<double> at;     ///< [m] of rope at rest from the connection point
    std::vector<double> values; ///< as many
    std::vector<double> theory; ///< of the rope at rest, as many; empty where none is known
};

/// How much a scene computes in one step, for scenes that are about speed.
struct Throughput
{
    double masses = 0.0;
    double bytesPerStep = 0.0; ///< of state that one step reads and writes
};

/// The parameter that says how big a scene is, where a slower machine may take less of it.
struct SizeParameter
{
    std::string_view name; ///< of a whole number
    int small = 1;         ///< enough for a small picture or a first measurement
};

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

/// A saved moment of a scene; only the scene that made it can read it.
struct SceneState
{
    virtual ~SceneState() = default;
};

/// A simulation with its parameters, diagnostics, picture and check; no window, no OpenGL, no clock, so the same file
/// is demo, test and benchmark.
class Scene
{
public:
    virtual ~Scene() = default;

    virtual const SceneInfo& info() const = 0;

    /// The constants; a change acts from the next tick on.
    rope::Parameters& parameters() { return parameters_; }
    const rope::Parameters& parameters() const { return parameters_; }
    const rope::Diagnostics& diagnostics() const { return diagnostics_; }

    /// Throws std::invalid_argument where constants that are right one by one do not go together.
    virtual void validate() const {}

    /// Its rope, where it has one, with the present constants and masses.
    virtual std::optional<SceneRope> sceneRope() const;

    /// What is no single number at a time: how a solver converges within a step. Computed anew by each call.
    virtual std::vector<Curve> curves() const { return {}; }

    /// What varies along the rope. Computed anew by each call.
    virtual std::vector<Profile> profiles() const { return {}; }

    /// Natural frequencies [Hz] of the hanging rope with the present constants, the lowest first.
    virtual std::vector<double> naturalFrequencies() const { return {}; }

    /// The value that theory gives a diagnostic with the present constants, at rest or on average; none where it gives
    /// none.
    virtual std::optional<double> predicted(std::string_view /*diagnostic*/) const { return std::nullopt; }

    /// Adds the shapes that theory predicts with the present constants to Snapshot::theory.
    virtual void fillTheory(Snapshot& /*snapshot*/) const {}

    /// Where energy and momentum have come from and gone to since the beginning; null where no books are kept.
    virtual const rope::EnergyBook* energyBook() const { return nullptr; }
    virtual const rope::MomentumBook* momentumBook() const { return nullptr; }

    /// What is to be compared within the scene, at this moment; without rows where there is nothing.
    virtual Comparison comparison() const { return {}; }

    /// The window's clock [s], for a scene that tells what its parts cost. Nothing else may depend on it.
    virtual void setClock(std::function<double()> /*clock*/) {}

    /// Back to the beginning, with the present constants.
    virtual void reset() = 0;

    /// Advances by `h` seconds, split into steps of at most the scene's longest; returns how many.
    virtual int advance(double h, const Controls& controls) = 0;

    virtual double time() const = 0;             ///< [s] since the beginning
    virtual double longestStep() const = 0;      ///< [s], the longest step
    virtual void setMaxDt(double) = 0;           ///< throws std::invalid_argument as the parameter does
    virtual double stableStep() const = 0;       ///< [s], the longest step that is stable now; infinite if any is
    virtual rope::StepLimits stepLimits() const; ///< the same by cause
    virtual StepPlan stepPlan() const;           ///< takes microseconds, so that values can be tried

    /// How many times slower than real time the window runs the scene; scales the elapsed time, never the steps.
    virtual double slowMotion() const { return 1.0; }

    virtual std::optional<Throughput> throughput() const { return std::nullopt; }
    virtual std::optional<SizeParameter> sizeParameter() const { return std::nullopt; }

    virtual void fill(Snapshot& snapshot) const = 0;

    virtual std::optional<Divergence> divergence() const = 0;

    virtual std::unique_ptr<SceneState> save() const = 0;
    /// Back to that moment, with the present constants.
    virtual void restore(const SceneState& state) = 0;

    /// Masses and the CSV columns each of them has, for `run --masses`.
    virtual std::size_t massCount() const = 0;
    /// As many as there can be in a run with the present constants, when masses are inserted as it goes on.
    virtual std::size_t mostMasses() const { return massCount(); }
    virtual std::vector<std::string_view> massColumns() const { return {"x", "y", "z", "vx", "vy", "vz"}; }
    /// The values of those columns; `mass` is below massCount().
    virtual std::vector<double> massRow(std::size_t mass) const = 0;

    /// Compares fresh runs of this scene with theory. Leaves the scene itself as it is.
    virtual std::vector<CheckRow> check() const = 0;

protected:
    rope::Parameters parameters_;
    rope::Diagnostics diagnostics_;
};

/// A scene that can be made.
struct SceneEntry
{
    SceneInfo info;
    std::unique_ptr<Scene> (*make)();
};

/// All scenes in the order of their list.
const std::vector<SceneEntry>& scenes();

/// Makes a scene by its id; throws std::invalid_argument naming it and the nearest known id.
std::unique_ptr<Scene> makeScene(std::string_view id);

/// Put at the end of a scene's file: adds it to the list when the program starts.
class SceneRegistration
{
public:
    explicit SceneRegistration(const SceneEntry& entry);
};

} // namespace ropewalk
