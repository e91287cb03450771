#pragma once

#include "controls.hpp"
#include "file_view.hpp"
#include "lesson.hpp"
#include "plot_tile.hpp"
#include "snapshot.hpp"

#include <rope/books.hpp>
#include <rope/parameters.hpp>
#include <rope/pin.hpp>
#include <rope/step_limits.hpp>
#include <rope/vec.hpp>

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rope
{
struct WrittenMoment;
} // namespace rope

namespace ropewalk
{

struct FileLesson;
struct RopeDescription;

/// A value of a scene's constant `preset` that stands in the list of scenes with a picture of its own.
struct ListedPreset
{
    std::string_view id;    ///< the value: "tackle"
    std::string_view title; ///< "Four strands carry the load"
    std::string_view hint;  ///< one line: what to try
};

/// What a scene is called and says of itself.
struct SceneInfo
{
    std::string_view id;        ///< "rope"
    std::string_view tab;       ///< the category: "Playground"
    std::string_view name;      ///< below its small picture: "Rope"
    std::string_view title;     ///< "Rope with ground and air"
    std::string_view hint;      ///< one line: what to try
    std::string_view main;      ///< names of the constants that matter most, with blanks between
    int order = 0;              ///< place in the list
    double thumbnailTime = 1.0; ///< [s], of a moment that shows what the scene is about
    std::span<const ListedPreset> presets = {};
    std::span<const LessonStep> lesson = {};
    std::string_view opensWith = {}; ///< id of the preset that a window shows first; none: the scene's own constants
};

/// A change of one constant that helps.
struct Cure
{
    std::string label;     ///< on its button: "Halve Spring constant"
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
    std::string_view what = "The simulation ran away";
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

/// A scene's check where it needs nothing of the scene: it makes its own runs.
using SceneCheck = std::vector<CheckRow> (*)();

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

/// A saved moment of a scene; only the scene that made it can read it.
struct SceneState
{
    virtual ~SceneState() = default;
};

/// A moment of a file at which a scene begins; null: at its own beginning. Shared, as it never changes and may be
/// large.
using Beginning = std::shared_ptr<const rope::WrittenMoment>;

/// "workshop/tackle": what makeScene() makes the scene with that preset of.
std::string idOf(const SceneInfo& info, const ListedPreset& preset);

/// What the file of a scene says to a class; null: nothing.
using LessonPtr = std::shared_ptr<const FileLesson>;

/// A simulation with its parameters, diagnostics, snapshot and check; no window, no OpenGL, no clock, so the same file
/// is demo, test and benchmark. SimulationScene answers most of it; hosts.hpp has what only some scenes offer.
class Scene
{
public:
    // In the source file, as every scene would compile them again.
    Scene();
    Scene(const Scene&) = delete;
    Scene& operator=(const Scene&) = delete;
    virtual ~Scene();

    const SceneInfo& info() const { return info_; }

    /// The constants; a change acts from the next tick on.
    rope::Parameters& parameters() { return parameters_; }
    const rope::Parameters& parameters() const { return parameters_; }
    const rope::Diagnostics& diagnostics() const { return diagnostics_; }

    /// Throws std::invalid_argument where constants that are right one by one do not go together.
    virtual void validate() const {}

    // ---- Running -------------------------------------------------------------------------------------------------

    /// Back to the beginning, with the present constants: to the moment of a file, where it has one that fits them.
    virtual void reset() = 0;

    /// Advances by `h` seconds, split into steps of at most the scene's longest; returns how many.
    virtual int advance(double h, const Controls& controls) = 0;
    /// Whether `advance` rests between two steps, as a rope::StepWatch has asked for it; `goOn` takes those that are
    /// left, and returns how many there were since `advance`.
    virtual bool rests() const { return false; }
    virtual int goOn() { return 0; }

    /// Whether Controls::posing moves it, while time stands.
    virtual bool canPose() const { return false; }

    virtual double time() const = 0; ///< [s] since the beginning
    virtual std::optional<Divergence> divergence() const = 0;

    virtual std::unique_ptr<SceneState> save() const = 0;
    /// Back to that moment, with the present constants.
    virtual void restore(const SceneState& state) = 0;

    /// The present moment for a file; none where `momentNote` says why.
    virtual std::optional<rope::WrittenMoment> writtenMoment() const;
    /// Why its file holds no moment: a sentence; empty where it does.
    virtual std::string_view momentNote() const
    {
        return "Positions and velocities of masses are not all of its moment.";
    }
    /// From the next reset on the scene begins there. Throws std::invalid_argument where it cannot, and then changes
    /// nothing.
    virtual void setBeginning(const Beginning& beginning);
    const Beginning& beginning() const { return beginning_; }

    /// What its file says of the camera; none: the snapshot knows from where it is seen best.
    const std::optional<FileView>& fileView() const { return fileView_; }
    void setFileView(const FileView& view) { fileView_ = view; }

    // ---- Lesson --------------------------------------------------------------------------------------------------

    const LessonPtr& fileLesson() const { return fileLesson_; }
    void setFileLesson(LessonPtr lesson) { fileLesson_ = std::move(lesson); }
    /// The lesson of the preset that the scene has: makeScene() gives it to a scene with one. Null where it has none.
    virtual LessonPtr presetLesson() const { return nullptr; }
    /// The steps of its file's lesson, else of its own.
    std::span<const LessonStep> lesson() const;

    // ---- Pins ----------------------------------------------------------------------------------------------------

    /// The masses that a user has pinned. They are held from now on, and after a reset they glide from the scene's own
    /// beginning to their places, as a pinned free end does.
    const rope::Pins& pins() const { return pins_; }
    /// Throws std::invalid_argument where the scene takes no pins, or as rope::sorted does.
    virtual void setPins(const rope::Pins& pins);
    /// Whether that point of its snapshot can be pinned: `polyline` and `identity` as in Controls::Grab.
    virtual bool canPin(std::size_t /*polyline*/, int /*identity*/) const { return false; }

    // ---- Steps ---------------------------------------------------------------------------------------------------

    virtual double longestStep() const = 0;                    ///< [s], the longest step
    virtual rope::StepLimits stepLimits() const { return {}; } ///< of the present moment, by cause
    double stableStep() const { return stepLimits().stable; }  ///< [s], the longest stable one; infinite if any is
    virtual StepPlan stepPlan() const { return {longestStep(), stableStep()}; } ///< fast enough for trying values

    /// Name of the constant that is the longest step [s].
    virtual std::string_view stepParameter() const { return "max_dt"; }
    void setMaxDt(double maxDt);

    // ---- What can be seen and measured ---------------------------------------------------------------------------

    virtual void fill(Snapshot& snapshot) const = 0;

    /// Masses and the CSV columns each of them has, for `run --masses`.
    virtual std::size_t massCount() const = 0;
    /// As many as there can be in a run with the present constants, when masses are inserted as it goes on.
    virtual std::size_t mostMasses() const { return massCount(); }
    virtual std::vector<std::string_view> massColumns() const;
    /// The values of those columns; `mass` is below massCount().
    virtual std::vector<double> massRow(std::size_t mass) const = 0;

    /// Position [m] of the last mass, where masses have one in space.
    std::optional<Vec3> freeEnd() const;

    /// The diagnostic that is the sum of all energies; null where there is none.
    const rope::Diagnostic* totalEnergy() const { return diagnostics_.find("total_energy"); }

    /// What varies along the rope. Computed anew by each call.
    virtual std::vector<Profile> profiles() const { return {}; }

    /// Where energy and momentum have come from and gone to since the beginning; nothing where no books are kept.
    virtual std::optional<rope::EnergyBook> energyBook() const;
    virtual std::optional<rope::MomentumBook> momentumBook() const;
    /// Why no books are kept: a sentence.
    virtual std::string_view booksNote() const { return "The work of its forces is not counted."; }

    /// The plots to begin with: energies, tension, length and the free end's spectrum, as far as the scene has them;
    /// else its first diagnostics.
    virtual std::vector<PlotTile> usualPlots() const;

    /// Its rope, where it has one, with the present constants and masses.
    virtual std::optional<RopeDescription> ropeDescription() const;

    // ---- Theory --------------------------------------------------------------------------------------------------

    /// Natural frequencies [Hz] with the present constants, the lowest first.
    virtual std::vector<double> naturalFrequencies() const { return {}; }

    /// The value that theory gives a diagnostic with the present constants, at rest or on average; none where it gives
    /// none.
    virtual std::optional<double> predicted(std::string_view /*diagnostic*/) const { return std::nullopt; }

    /// Adds the shapes that theory predicts with the present constants to Snapshot::theory.
    virtual void fillTheory(Snapshot& /*snapshot*/) const {}

    /// Compares fresh runs of this scene with theory. Leaves the scene itself as it is.
    virtual std::vector<CheckRow> check() const = 0;

protected:
    rope::Parameters parameters_;
    rope::Diagnostics diagnostics_;
    Beginning beginning_;
    rope::Pins pins_;

private:
    friend struct SceneEntry;
    SceneInfo info_;
    std::optional<FileView> fileView_;
    LessonPtr fileLesson_;
};

/// A scene that can be made.
struct SceneEntry
{
    SceneInfo info;
    std::function<std::unique_ptr<Scene>()> construct;

    std::unique_ptr<Scene> make() const;
};

/// All scenes in the order of their list.
const std::vector<SceneEntry>& scenes();

/// Makes a scene by its id, or with one of its presets, "workshop/tackle"; throws std::invalid_argument naming it and
/// the nearest known id.
std::unique_ptr<Scene> makeScene(std::string_view id);

void registerScene(const SceneEntry& entry);

/// Put at the end of a scene's file: adds it to the list when the program starts.
template <typename Type>
struct SceneRegistration
{
    explicit SceneRegistration(SceneInfo info, std::span<const LessonStep> lesson)
    {
        info.lesson = lesson;
        registerScene({info, []() -> std::unique_ptr<Scene> { return std::make_unique<Type>(); }});
    }
};

} // namespace ropewalk
