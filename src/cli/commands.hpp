#pragma once

#include "playback.hpp"

#include <string>
#include <vector>

namespace ropewalk
{

// The headless commands. Each returns the program's exit code and throws for everything that goes wrong:
// std::invalid_argument (bad usage), NoOpenGL, Interrupted, ReaderGone, std::runtime_error.

enum class Format
{
    text,
    json,
    markdown
};

int listScenes(Format format);

/// The parameters of one scene; of all scenes where `scene` is empty.
int listParameters(const std::string& scene, Format format);

struct RunOptions
{
    PlaybackOptions playback;
    std::string masses;
    std::string output; ///< standard output where empty
};
int runScene(const RunOptions& options);

struct RenderOptions
{
    PlaybackOptions playback;
    std::string size = "1280x720";
    std::string theme = "light";
    bool tension = false;
    bool theory = false; ///< draw what theory predicts too
    std::string shaders;
    std::string output;
};
int renderScene(const RenderOptions& options);

/// Each scene, or all, against theory.
int checkScenes(const std::vector<std::string>& ids, Format format);

/// Experiments, or all of them, against theory.
int checkTheory(const std::vector<std::string>& ids, Format format);

/// What one knows of a rope and wants of it, as typed; empty where it is left out.
struct AdviseOptions
{
    std::string length;
    std::string mass;
    std::string diameter;
    std::string material;
    std::string load;
    std::string stretch;
    std::string stretchOf;
    std::string dampingRatio;
    std::string settlingTime;
    std::string segments;
    std::string maxMasses;
    std::string maxSteps;
    std::string maxCost;
    std::string step;
    std::string gravity;
    bool implicit = false;
    std::string elongation; ///< measured on a real rope, with `period` in place of length and stretch
    std::string elongationError;
    std::string period;
    std::string periodError;
};
/// Fails (exit code 1, one line that says why) where the wish cannot be granted.
int advise(const AdviseOptions& options, Format format);

struct CardOptions
{
    std::string scene = "rope";
    std::vector<std::string> settings; ///< NAME=VALUE
    std::string format = "table";
};
int printCard(const CardOptions& options);

} // namespace ropewalk
