#pragma once

#include "fonts.hpp"
#include "palette.hpp"

#include "app/learning/physics_text.hpp"
#include "app/learning/theory_bench.hpp"
#include "app/state/timings.hpp"
#include "app/state/ui_state.hpp"
#include "app/workbench/workbench.hpp"

#include "render/camera.hpp"

#include <imgui.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ropewalk
{

/// What every panel draws with, for one frame.
struct PanelContext
{
    Workbench& workbench;
    UiState& ui;
    const Timings& timings;
    const Palette& colours;
    const Fonts& fonts;
    const PhysicsText& physics;
    TheoryBench& bench;
    double mouseRest; ///< [s] for which the mouse has not moved

    float px(float value) const { return value * ui.scale; } ///< pixels at this scale
};

/// Without decoration and fixed in place. Dear ImGui's own navigation is off: `KeyFocus` says where the keys go.
constexpr ImGuiWindowFlags panelFlags =
    ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoCollapse |
    ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoBringToFrontOnFocus;

/// The same for a window over the panels.
constexpr ImGuiWindowFlags overlayFlags = panelFlags & ~ImGuiWindowFlags_NoBringToFrontOnFocus;

constexpr ImGuiWindowFlags noScrolling = ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse;

/// Begins a panel that fills the rectangle; ImGui::End() ends it. False where nothing of it is seen.
bool beginPanel(PanelContext& context, const char* name, const Rectangle& at, ImGuiWindowFlags flags = 0);
/// The same with another padding [px at scale 1]; a bar has the colour of bars.
bool beginPanel(PanelContext& context, const char* name, const Rectangle& at, ImGuiWindowFlags flags,
                const ImVec2& padding, bool bar = false);

/// Begins a window over the viewport that is as big as its contents; ImGui::End() ends it. The map calls it "overlay
/// NAME".
void beginFitting(PanelContext& context, const std::string& name, ImGuiWindowFlags flags, float border = 1.0f);

/// Says to the map where the last item is, and draws the ring of the focus around it where the keys act on it.
void placeItem(PanelContext& context, std::string name, const KeyFocus::Act& act);
/// The last item is a button that the map calls `name`: true when it was clicked, or pressed by a key.
bool pressed(PanelContext& context, std::string name, bool clicked, bool enabled = true);

/// Begins a panel of KeyFocus, outlined while it has the keys.
void beginKeys(PanelContext& context, const std::string& name);

/// While it lives, all drawing belongs to the popup that was just begun; Esc closes it.
class PopupKeys
{
public:
    PopupKeys(PanelContext& context, const std::string& name, const std::string& chosen = {});
    ~PopupKeys() { context_.ui.keys.endPopup(); }
    PopupKeys(const PopupKeys&) = delete;
    PopupKeys& operator=(const PopupKeys&) = delete;

private:
    PanelContext& context_;
};

/// One line of a list to choose from.
struct ListChoice
{
    std::string label;
    std::string name; ///< in the map
};
/// A box that the map calls `name`, with the present choice; opened, it is a list. The arrow keys choose without
/// opening it. Returns the index of another choice.
std::optional<std::size_t> choiceBox(PanelContext& context, const std::string& name, std::size_t chosen,
                                     const std::vector<ListChoice>& choices);

/// Says to the map where the last item is.
void placeItem(PanelContext& context, std::string name);
/// Says to the map where the current window is.
void placeWindow(PanelContext& context, std::string name);

inline ImVec2 topLeft(const Rectangle& r)
{
    return {r.x, r.y};
}
inline ImVec2 bottomRight(const Rectangle& r)
{
    return {r.right(), r.bottom()};
}

// Text in the language of the window, which the lines are translated to.
void text(const PanelContext& context, std::string_view line);
void text(const ImVec4& colour, std::string_view line);
ImVec2 textSize(std::string_view line);
void drawText(ImDrawList& list, const ImVec2& at, ImU32 colour, std::string_view line);
ImVec2 textSize(std::string_view line, float wrap); ///< of lines that are broken at a width
/// The same for what is translated already, and for what is not: names of files, numbers, programs.
void verbatim(const ImVec4& colour, std::string_view line);
ImVec2 sizeVerbatim(std::string_view line);
void drawVerbatim(ImDrawList& list, const ImVec2& at, ImU32 colour, std::string_view line);
/// A line on a ground of its own, below and beside a point.
void drawTag(const PanelContext& context, ImDrawList& list, const ImVec2& at, std::string_view line);
/// The line in the window's language, shortened with an ellipsis to a width [px].
std::string shortened(std::string_view line, float width);

/// A line that is broken at the right edge of the window.
void wrappedText(const ImVec4& colour, std::string_view line);

/// A heading in the heading font.
void heading(const PanelContext& context, std::string_view line);

/// Whether the last item is to show its tooltip.
bool wantsTooltip(const PanelContext& context, ImGuiHoveredFlags flags = 0);
/// A tooltip for the last item, with lines broken at a readable width.
void tooltip(const PanelContext& context, std::string_view line, ImGuiHoveredFlags flags = 0);

/// Where a point of the scene is on the screen; nothing where there is no point or it is outside the viewport.
std::optional<ImVec2> seenAt(const PanelContext& context, const Camera& camera, const std::optional<glm::vec3>& point);

/// Gives the keyboard to the text field that is drawn next; until it has it, keys wait.
void takeKeyboard(PanelContext& context);

/// An item of a menu that the map calls `name`; true when it is pressed.
bool menuItem(PanelContext& context, const std::string& label, std::string name, const std::string& key = {},
              bool ticked = false, bool enabled = true);

/// A button that the map calls `name`, with its tooltip; true when it is pressed.
bool button(PanelContext& context, const char* label, std::string name, std::string_view help = {},
            bool enabled = true);

/// A button that asks for an action; its tooltip names the key.
void actionButton(PanelContext& context, const char* label, std::string name, Action action, bool enabled = true);

/// With a capital as its first letter.
std::string capital(std::string_view line);
/// Seconds with the prefix that reads best: "1.85 ms".
std::string shortTime(double seconds);

} // namespace ropewalk
