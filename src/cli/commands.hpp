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
    std::string shaders;
    std::string output;
};
int renderScene(const RenderOptions& options);

/// Each scene, or all, against theory.
int checkScenes(const std::vector<std::string>& ids, Format format);

} // namespace ropewalk
