#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ropewalk
{

/// Constants by name and the texts of their values, in the order in which they are set.
using Settings = std::vector<std::pair<std::string, std::string>>;

/// What the window is started with.
struct WindowOptions
{
    std::string scene = "rope";              ///< scene id or scene file
    Settings settings;                       ///< --set NAME=VALUE
    std::optional<std::pair<int, int>> size; ///< --size WxH
    bool fullscreen = false;
    std::optional<double> uiScale;    ///< --ui-scale S
    std::optional<std::string> theme; ///< "light" or "dark"
    std::string language;             ///< --language en|de; empty: the user's
    bool paused = false;
    double speed = 1.0;
    bool noUi = false;
    bool tension = false;      ///< colour the rope by its tension
    std::optional<int> frames; ///< --frames N: exactly N frames of 1/60 s, whatever the clock says
    std::string input;         ///< --input FILE
    std::string replay;        ///< --replay FILE.json
    std::string screenshot;    ///< --screenshot FILE.png
    std::string log;           ///< --log FILE.csv: the scene's diagnostics and numeric parameters, a row a tick
    std::string shaders;       ///< --shaders DIR
    std::string uiMap;         ///< --ui-map FILE.json: where panels, sliders and masses are on the screen, for tests
};

/// Exit codes of the program.
enum ExitCode
{
    success = 0,
    failed = 1,   ///< a check failed, or a run diverged
    badUsage = 2, ///< bad usage or input
    noDisplay = 3 ///< no usable display or OpenGL
};

/// Runs the program: a headless command, or `openWindow`. Everything that goes wrong ends as one line on standard error
/// and an exit code.
int runCommandLine(int argc, char** argv, const std::function<int(const WindowOptions&)>& openWindow);

} // namespace ropewalk
