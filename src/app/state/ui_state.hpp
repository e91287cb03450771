#pragma once

#include "key_focus.hpp"
#include "key_map.hpp"
#include "recent_files.hpp"
#include "tool_stack.hpp"

#include "app/learning/lesson_progress.hpp"
#include "app/view/mouse_control.hpp"
#include "app/view/scene_thumbnails.hpp"
#include "app/view/verb_tool.hpp"
#include "app/view/viewport.hpp"

#include "cli/sweep_table.hpp"
#include "render/renderer.hpp"
#include "scenes/document/recording.hpp"
#include "scenes/plot_tile.hpp"

#include <array>
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

/// A text to be written to a file in the current folder.
struct TextFile
{
    std::string name; ///< with its ending: "rope.json"; a number is put in where the name is taken
    std::string text;
};

/// The plots below the viewport.
struct PlotSettings
{
    bool shown = true;
    bool open = false; ///< in the simple view: large, and not a line of small ones
    bool paused = false;
    double seconds = 10.0; ///< width of the time axis

    using Tiles = std::map<std::string, std::vector<PlotTile>, std::less<>>;
    Tiles tiles; ///< by the scene's id; a scene that is not in it has its usual plots
};

enum class FilePurpose
{
    open,
    compare, ///< a recording, with the present run
    save
};

/// The rows of a sweep that were read from a file.
struct SweepFile
{
    std::string name;
    SweepTable table;
};

/// A scene file that is asked for.
struct FileDialog
{
    FilePurpose purpose = FilePurpose::open;
    std::string error;      ///< of the last try, in one line
    bool recording = false; ///< one is to be saved
};

/// A scene file that is to be written.
struct SceneSave
{
    std::string file;
    bool momentAndView = false; ///< beside the constants
    bool recording = false;     ///< the scene as it began, and what was done since
};

// Of the text, as a factor.
constexpr float smallestText = 0.7f;
constexpr float largestText = 2.0f;

// What a key asks for by name.
constexpr const char* constantsPanel = "panel parameters";
constexpr const char* filterField = "field filter"; ///< in the panel of the constants
constexpr const char* menuPanel = "panel menu";

/// A recording that can be played.
struct RecordingOffer
{
    std::string words; ///< where it comes from
    Recording recording;
};

/// Plots to be written to files.
struct PlotExport
{
    struct Table
    {
        std::string name; ///< part of the file's: "plots", "spectrum"
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

/// Panels that the lesson of a file has away.
struct HiddenPanels
{
    bool scenes = false;
    bool constants = false;
    bool plots = false;
    bool tools = false;
};

/// How the window looks; kept from one start to the next.
struct Appearance
{
    Theme theme = Theme::light;
    bool tensionColours = false;
    bool contactShade = true; ///< unless it takes too long
    bool panelsVisible = true;
    bool allPanels = false;         ///< else the simple view: the picture has most of the window
    float textSize = 1.0f;          ///< of all text, by the user
    float scenesWidth = 220.0f;     ///< at scale 1
    float parametersWidth = 300.0f; ///< at scale 1
    float plotsHeight = 180.0f;     ///< at scale 1
    float dockWidth = 0.0f;         ///< of a tool, at scale 1; 0: its share of the window
    PlotSettings plots;
    LessonMemory lessons;
    std::string language; ///< a code of text::languages; empty: that of the system
};

/// The verbs of a place of a set-up, in a menu there.
struct VerbMenu
{
    glm::vec2 at{0.0f}; ///< window coordinates
    std::string thing;  ///< under it; empty: none
    bool isRope = false;
    bool opens = true; ///< in the next frame
};

/// What panels and session share: how things look, which windows are open, which requests wait. The panels write it;
/// the session reads it after each frame.
struct UiState : Appearance
{
    float scale = 1.0f; ///< font and spacing factor: the display's content scale times --ui-scale times `textSize`
    bool theoryShapes = false; ///< drawn over the scene
    bool ghost = false;        ///< the run before the last change is drawn too
    bool allConstants = false; ///< in the simple view: the list of the constants is whole
    bool textAwaited = false;  ///< a text field has asked for the keyboard and gets it in one of the next frames
    std::optional<MouseControl::Lifted> lifted; ///< a strand by the mouse, in front of others or behind them
    bool touched = false;                       ///< the last pointer was a finger
    bool pointerTakes = false;                  ///< the mouse holds a part of the scene, or a press would take one
    double refusedAt = -1e9;                    ///< [s], when a key or the mouse moved nothing as the scene is paused
    std::optional<double> filmBegan;            ///< [s] of `now`, while a film of the window is being made
    std::optional<double> gltfBegan;            ///< the same, while a glTF film of the scene is being made
    bool fullscreen = false;                    ///< for the menu's tick; only Action::fullscreen changes it
    bool viewFollows = true;                    ///< the view follows the scene; false once the user has moved it

    bool helpOpen = false;
    bool timingsOpen = false;
    int booksPage = 0; ///< energy, momentum, angular momentum
    bool sceneListOpen = false;
    std::optional<FileDialog> fileDialog;
    /// An overlay is open into which everything is typed.
    bool typingOverlay() const { return sceneListOpen || fileDialog; }
    ToolStack tools;
    std::string physicsAnchor; ///< of the section that is read
    KeyFocus keys;
    LessonProgress lesson;
    HiddenPanels hidden;
    bool forces = false;                                 ///< of a set-up, drawn over the picture
    double forceScale = 0.0;                             ///< [N], of their arrows
    std::optional<Place> chosenPlace;                    ///< of the tie or hold that the panel shows
    VerbTool verb;                                       ///< of the workshop, waiting for the mouse
    SceneSolid::Shape added = SceneSolid::Shape::weight; ///< to the workshop, the last time

    /// A tool that is opened is seen, and so are the panels.
    void toggle(Tool tool)
    {
        if (refusesTools())
            return;
        std::exchange(panelsVisible, true) ? tools.toggle(tool) : tools.open(tool);
    }

    void explain(std::string anchor)
    {
        if (refusesTools())
            return;
        tools.open(Tool::physics);
        physicsAnchor = std::move(anchor);
    }

    bool refusesTools()
    {
        if (hidden.tools)
            toast("The lesson of this file does without these panels");
        return hidden.tools;
    }

    /// Closes the topmost window, and of the tools the visible one.
    void closeTopmost()
    {
        if (std::exchange(fileDialog, std::nullopt))
            return;
        for (bool* open : {&sceneListOpen, &helpOpen})
            if (std::exchange(*open, false))
                return;
        if (const std::optional<Tool> top = tools.top(); top && panelsVisible)
            tools.close(*top);
        else
            timingsOpen = false;
    }

    /// The area left free for the scene; the panels set it in each frame, the whole window when they are hidden.
    Rectangle viewport;
    Rectangle lessonCard;         ///< over the viewport, in its lower left corner; empty where there is none
    float coveredViewport = 0.0f; ///< part of its height, from below, in which the card hides the scene

    RecentFiles recentFiles;
    std::optional<RecordingOffer> offer;
    std::optional<std::pair<long long, long long>> part; ///< of the recording, in ticks: chosen on the timeline
    std::string sceneFile; ///< that the scene came from, or was last saved to; empty where there is none

    double now = 0.0; ///< [s], of the frame being drawn; for toasts and blinking
    std::vector<Toast> toasts;
    void toast(std::string text, double seconds = 4.0) { toasts.push_back({std::move(text), now + seconds}); }

    // Requests of the panels, which the session grants after the frame.
    std::vector<Action> requests; ///< of menu items and buttons
    void request(Action action) { requests.push_back(action); }
    std::optional<std::string> sceneRequest;   ///< of makeScene()
    std::optional<std::string> openRequest;    ///< a scene file
    std::optional<std::string> compareRequest; ///< the file of a recording
    std::optional<std::string> pasteRequest;   ///< the text of a scene file, or a link
    std::optional<SweepFile> sweepRequest;     ///< for the panel of sweeps
    std::optional<SceneSave> sceneSaveRequest;
    std::optional<TextFile> saveRequest;
    std::optional<PlotExport> plotExport;
    std::optional<PlotFormat> plotsWanted; ///< asked for by the menu; the plots' panel makes a `plotExport` of it

    const ThumbnailTextures* thumbnails = nullptr; ///< of the theme; none where there is no OpenGL

    bool snaps = false;     ///< things of a set-up are placed on a grid
    double gridStep = 0.05; ///< [m], of that grid
    double grid() const { return snaps ? gridStep : 0.0; }
    std::optional<VerbMenu> verbMenu;
    std::optional<MouseVerb> verbThere; ///< asked for by that menu, at its place
    std::string verbLine;               ///< a whole verb that is asked for: "delete fall"

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
