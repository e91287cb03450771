#pragma once

#include "key_map.hpp"
#include "plot_settings.hpp"
#include "tool_panels.hpp"

#include "app/workbench/scene_thumbnails.hpp"
#include "app/workbench/viewport.hpp"

#include "render/renderer.hpp"

#include <array>
#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ropewalk
{

/// A message that goes away by itself.
struct Toast
{
    std::string text;
    double until = 0.0; ///< in the time of UiState::now
};

/// Plots to be written to files after the frame.
struct PlotExport
{
    struct Table
    {
        std::string name; ///< goes into the file's: "plots", "spectrum"
        std::string csv;
    };
    std::vector<Table> tables;
    std::optional<Rectangle> screenshot; ///< the part of the window to be saved, as the next frame draws it
    std::string screenshotName = "plots";
};

enum class PlotFormat
{
    csv,
    png
};

/// What panels and main loop share: how things look, what is open, what was asked for. The panels write widths, toggles
/// and requests; the main loop reads them after each frame.
struct UiState
{
    Theme theme = Theme::light;
    float scale = 1.0f; ///< font and spacing factor: the display's content scale times --ui-scale
    bool tensionColours = false;
    bool theoryShapes = false; ///< drawn over the scene

    bool panelsVisible = true;
    bool helpOpen = false;
    bool timingsOpen = false;
    bool booksOpen = false;
    int booksPage = 0; ///< energy, momentum, angular momentum
    bool sceneListOpen = false;
    bool theoryBenchOpen = false;
    ToolPanels tools;
    bool fullscreen = false; ///< for the menu's tick; changed by Action::fullscreen only

    float scenesWidth = 220.0f;     ///< at scale 1
    float parametersWidth = 300.0f; ///< at scale 1
    float plotsHeight = 180.0f;     ///< at scale 1
    PlotSettings plots;
    std::optional<PlotFormat> plotsWanted; ///< all of them, asked for by the menu; the plots' panel answers
    std::optional<PlotExport> plotExport;  ///< for the main loop to write

    /// The area left free for the scene; the panels set it in each frame, the whole window when they are hidden.
    Rectangle viewport;

    double now = 0.0; ///< [s], of the frame being drawn; for toasts and blinking
    std::vector<Toast> toasts;
    void toast(std::string text, double seconds = 4.0) { toasts.push_back({std::move(text), now + seconds}); }

    std::vector<Action> requests; ///< of menu items and buttons, done after the frame
    void request(Action action) { requests.push_back(action); }
    std::optional<std::string> sceneRequest; ///< id of the scene to open after the frame

    std::array<ThumbnailTextures, thumbnailSizes> thumbnails;
    std::array<bool, thumbnailSizes> thumbnailsWanted{}; ///< those that are seen; set by the panels in each frame

    /// Closes the overlay that is over the others.
    void closeTopmost()
    {
        for (bool* open : {&sceneListOpen, &helpOpen, &theoryBenchOpen, &booksOpen})
            if (std::exchange(*open, false))
                return;
        if (!tools.closeTopmost())
            timingsOpen = false;
    }

    int gesture = 0; ///< for Workbench::setParameter: counted up whenever a drag or entry begins

    /// Where things are, by name ("panel parameters", "slider spring_constant", "button reset", "menu Scene"); cleared
    /// before each frame and filled by the panels when `mapWanted`, so that tests can aim at them.
    bool mapWanted = false;
    std::map<std::string, Rectangle> map;
    void place(std::string name, const Rectangle& rectangle)
    {
        if (mapWanted)
            map[std::move(name)] = rectangle;
    }
};

} // namespace ropewalk
