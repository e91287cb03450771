#pragma once

#include "playback.hpp"
#include "sweep.hpp"

#include <rope/rope_wish.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ropewalk
{

struct Experiment;

// The commands without a window. Each returns the program's exit code and throws if anything goes wrong:
// std::invalid_argument (bad usage), NoOpenGL, Interrupted, ReaderGone, std::runtime_error.

enum class Format
{
    text,
    json,
    markdown
};

int listScenes(Format format);

/// Lists the parameters of one scene, or of all scenes if `scene` is empty.
int listParameters(const std::string& scene, Format format);

struct RunOptions
{
    PlaybackOptions playback;
    std::string masses;
    std::string output; ///< empty: standard output
};
int runScene(const RunOptions& options);

struct RenderOptions
{
    PlaybackOptions playback;
    std::pair<int, int> size{1280, 720}; ///< [pixels]
    std::string theme = "light";
    bool tension = false;
    bool theory = false; ///< draw the shapes that theory predicts as well
    std::string shaders;
    std::string output; ///< for pictures every so often, a number goes before its ending
    std::string video;  ///< a film instead
    std::string gltf;   ///< a moment, or a film of several, as glTF instead
};
int renderScene(const RenderOptions& options);

struct SweepOptions : SweepPlan
{
    std::optional<int> jobs;         ///< runs at once; none: one a core
    std::pair<int, int> shard{1, 1}; ///< part K of N
    std::string output;              ///< empty: standard output
    std::vector<std::string> merged; ///< the parts of a sweep, which become one
};
/// Runs a scene at each point of a grid of constants; one CSV row a run, the same whatever `jobs` and `shard` say.
int sweepScene(const SweepOptions& options);

struct GradeOptions
{
    std::vector<std::string> files; ///< recordings with a lesson
    std::string lesson;             ///< the scene file whose lesson is taken in place of theirs; empty: none
    std::optional<int> jobs;        ///< recordings at once; none: one a core
};
/// Replays each recording and lists which steps of its lesson it did. Exit code 1 where a replay became another run, 2
/// where a file cannot be graded; the others are.
int gradeRecordings(const GradeOptions& options, Format format);

/// Compares these scenes with theory, or all if there are no ids.
int checkScenes(const std::vector<std::string>& ids, Format format);

/// Runs these experiments of a list, or all if there are no ids.
int checkTheory(const std::vector<std::string>& ids, Format format, const std::vector<Experiment>& list);

/// What one knows of a rope and wants of it.
struct AdviseOptions
{
    rope::RopeWish wish;          ///< but its length, load and cause of the stretch
    std::optional<double> length; ///< [m]
    std::optional<double> load;   ///< [kg]
    std::string stretchOf;        ///< "all" or "load"; empty where it was not given
    // Measured on a real rope, in place of length and stretch.
    std::optional<double> elongation;      ///< [m]
    std::optional<double> elongationError; ///< [m]
    std::optional<double> period;          ///< [s]
    std::optional<double> periodError;     ///< [s]
    std::string construction;              ///< a name of rope::ropeConstructionNames; empty where it was not given
    // Measured on a real rope that hangs over an edge.
    std::optional<double> overhang;   ///< [m]
    std::optional<double> droop;      ///< [m]
    std::optional<double> droopError; ///< [m]
};
/// Fails (exit code 1, one line that says why) where the wish cannot be granted.
int advise(const AdviseOptions& options, Format format);

struct CardOptions
{
    std::string scene = "rope";
    Settings settings;
    std::string format = "table";
};
int printCard(const CardOptions& options);

struct KnotOptions
{
    std::string points;  ///< file
    bool closed = false; ///< the last point of each curve joins its first
};
int nameKnots(const KnotOptions& options, Format format);

} // namespace ropewalk
