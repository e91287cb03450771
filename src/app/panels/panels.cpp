#include "panels.hpp"

#include "app/language/translation.hpp"
#include "app/panels/constants/divergence_panel.hpp"
#include "app/panels/constants/parameter_panel.hpp"
#include "app/panels/constants/step_meter.hpp"
#include "app/panels/files/file_chooser.hpp"
#include "app/panels/frame/fonts.hpp"
#include "app/panels/frame/layout.hpp"
#include "app/panels/frame/palette.hpp"
#include "app/panels/frame/panel_context.hpp"
#include "app/panels/frame/tool_window.hpp"
#include "app/panels/plots/plots_panel.hpp"
#include "app/panels/scenes/comparison_panel.hpp"
#include "app/panels/scenes/lesson_card.hpp"
#include "app/panels/scenes/scene_list.hpp"
#include "app/panels/scenes/scene_search.hpp"
#include "bars_and_overlays.hpp"

#include "scenes/file_lesson.hpp"
#include "scenes/hosts.hpp"

#include <imgui.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ropewalk
{

struct Panels::State
{
    Fonts fonts;
    std::optional<Theme> theme;
    float scale = 0.0f;
    ParameterPanel parameters;
    LessonCard lesson;
    PlotsPanel plots;
    SceneSearch search;
    FileChooser files;
    StepMeter meter;
    PhysicsText physics = PhysicsText::embedded();
    std::string physicsLanguage = "en";
    TheoryBench bench;
    std::vector<std::unique_ptr<ToolPanel>> tools;
    DivergencePanel divergence;
    std::string scene;         ///< id of the scene in the frame before
    int sceneFrames = 0;       ///< since another scene was opened
    double mouseMovedAt = 0.0; ///< [s]
    double plotsSeconds = 0.0;
};

namespace
{

/// The gap between two panels, which the mouse can drag. Returns how far [px] it was dragged, across the gap.
float splitter(PanelContext& context, const char* name, const Rectangle& at)
{
    if (!shown(at))
        return 0.0f;
    beginPanel(context, name, at, noScrolling, {0.0f, 0.0f}, true);
    ImGui::SetCursorPos({0.0f, 0.0f});
    ImGui::InvisibleButton("splitter", {at.width, at.height});
    placeItem(context, std::string("splitter ") + name);
    const bool upright = at.height > at.width;
    float moved = 0.0f;
    if (ImGui::IsItemHovered() || ImGui::IsItemActive())
    {
        ImGui::SetMouseCursor(upright ? ImGuiMouseCursor_ResizeEW : ImGuiMouseCursor_ResizeNS);
        ImGui::GetWindowDrawList()->AddRectFilled(topLeft(at), bottomRight(at), packed(context.colours.accent, 0.5f));
    }
    if (ImGui::IsItemActive() && ImGui::IsMousePosValid())
    {
        // The distance from the mouse, not its movement: at a limit the gap waits until the mouse comes back.
        const ImVec2 mouse = ImGui::GetIO().MousePos;
        moved = upright ? mouse.x - (at.x + 0.5f * at.width) : mouse.y - (at.y + 0.5f * at.height);
    }
    ImGui::End();
    return moved;
}

void drawSplitters(PanelContext& context, const Layout& layout)
{
    UiState& ui = context.ui;
    const float scenes = splitter(context, "scenes edge", layout.scenesSplitter);
    const float parameters = splitter(context, "parameters edge", layout.parametersSplitter);
    const float plots = splitter(context, "plots edge", layout.plotsSplitter);
    const float dock = splitter(context, "dock edge", layout.dockSplitter);
    if (scenes == 0.0f && parameters == 0.0f && plots == 0.0f && dock == 0.0f)
        return;
    if (dock != 0.0f)
        ui.dockWidth = (layout.dock.width - dock) / ui.scale;
    ui.scenesWidth += scenes / ui.scale;
    ui.parametersWidth -= parameters / ui.scale;
    ui.plotsHeight -= plots / ui.scale;
    limitSizes(ui, ImGui::GetIO().DisplaySize.x, ImGui::GetIO().DisplaySize.y);
}

/// The comparison of the scene stands to the left of the plots; where there is no room for both, instead of them.
void drawPlotsAndComparison(PanelContext& context, PlotsPanel& plots, Rectangle at)
{
    if (const auto* host = hostOf<ComparisonHost>(context.workbench.scene()))
    {
        const Comparison comparison = host->comparison();
        const float leastPlot = context.px(160.0f);
        const float wanted = comparisonWidth(context, comparison);
        const float width = wanted + leastPlot <= at.width ? wanted : at.width;
        drawComparison(context, comparison, {at.x, at.y, width, at.height});
        at.x += width;
        at.width -= width;
    }
    if (shown(at))
        plots.draw(context, at);
}

/// The panels that the lesson of a file has no use for are away.
void hidePanels(const Scene& scene, UiState& ui)
{
    const LessonPtr& lesson = scene.fileLesson();
    const auto hides = [&lesson](std::string_view panel) { return lesson && lesson->hides(panel); };
    ui.hidden = {hides("scenes"), hides("constants"), hides("plots"), hides("tools")};
    if (ui.hidden.tools)
        ui.tools.closeAll();
}

/// Frames after which a list whose contents have changed knows how far it can scroll.
constexpr int listFrames = 3;

} // namespace

Panels::Panels() : state_(std::make_unique<State>())
{
    for (const ToolInfo& tool : toolList())
        state_->tools.push_back(tool.make());
}
Panels::~Panels() = default;

double Panels::plotsSeconds() const
{
    return state_->plotsSeconds;
}

TheoryBench& Panels::theoryBench()
{
    return state_->bench;
}

bool Panels::applyStyle(const UiState& ui)
{
    // Not in every frame: while a window is resized, the display's density is a number without meaning.
    if (state_->theme == ui.theme && state_->scale == ui.scale)
        return false;
    applyPalette(palette(ui.theme), ui.scale);
    state_->theme = ui.theme;
    state_->scale = ui.scale;
    const float density = ImGui::GetIO().DisplayFramebufferScale.x;
    return state_->fonts.build(ui.scale, density > 0.0f ? density : 1.0f);
}

void Panels::draw(Workbench& workbench, UiState& ui, const Timings& timings, const Camera& camera)
{
    State& state = *state_;
    const ImVec2 moved = ImGui::GetIO().MouseDelta;
    if (moved.x != 0.0f || moved.y != 0.0f || ImGui::IsAnyMouseDown())
        state.mouseMovedAt = ui.now;
    if (state.physicsLanguage != language())
    {
        state.physicsLanguage = language();
        state.physics = PhysicsText::embedded(language());
    }
    PanelContext context{workbench,   ui,
                         timings,     palette(ui.theme),
                         state.fonts, state.physics,
                         state.bench, ui.now - state.mouseMovedAt};
    state.bench.turn();
    ++state.sceneFrames;
    if (state.scene != workbench.scene().info().id)
    {
        state.sceneFrames = 0;
        state.scene = workbench.scene().info().id;
        state.parameters.sceneChanged();
        state.plots.sceneChanged();
        state.bench.stop(); // another scene wants the processor
        for (const auto& tool : state.tools)
            tool->sceneChanged();
    }
    hidePanels(workbench.scene(), ui);
    const ImVec2 window = ImGui::GetIO().DisplaySize;
    const float bar = ImGui::GetFrameHeight() + context.px(2.0f);
    Layout layout = layOut(window.x, window.y, ui, bar);
    if (ui.keys.panel() == constantsPanel && !shown(layout.parameters) && shown(layout.dock))
    {
        ui.tools.closeAll(); // the keys are for the constants, whose place the tool has
        layout = layOut(window.x, window.y, ui, bar);
    }
    ui.lesson.look(workbench, {ui.tensionColours, ui.theoryShapes}, ui.lessons);
    ui.viewport = layout.viewport;
    ui.keys.beginFrame();
    drawVerbStrip(context);
    ui.textAwaited = false;
    ui.chosenPlace.reset();

    if (shown(layout.menu))
        drawMenuBar(context, layout.menu);
    if (shown(layout.scenes))
        drawSceneList(context, layout.scenes, state.sceneFrames < listFrames);
    if (shown(layout.parameters))
        state.parameters.draw(context, layout.parameters);
    const double plotsBegin = workbench.clock()();
    if (shown(layout.plots))
        drawPlotsAndComparison(context, state.plots, layout.plots);
    if (shown(layout.sparks))
        state.plots.drawSparks(context, layout.sparks);
    state.plotsSeconds = workbench.clock()() - plotsBegin;
    ui.plotsWanted.reset(); // a request that no panel has answered is dropped
    if (shown(layout.status))
    {
        state.meter.look(context);
        drawStatusBar(context, layout.status, state.meter);
        state.meter.drawPanel(context, layout.dock);
    }
    drawSplitters(context, layout);
    for (const auto& tool : state.tools)
        tool->draw(context, layout.dock);
    if (ui.pointerTakes && ImGui::GetMouseCursor() == ImGuiMouseCursor_Arrow)
        ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    drawOverlays(context, camera);
    ui.keys.endFrame();
}

void Panels::drawOverlays(PanelContext& context, const Camera& camera)
{
    State& state = *state_;
    UiState& ui = context.ui;
    const std::optional<Rectangle> gizmo = gizmoPlace(context);
    ui.lessonCard = state.lesson.draw(context, gizmo ? gizmo->x : ui.viewport.right());
    const float top = drawPaused(context);
    if (!ui.panelsVisible)
        drawHiddenHint(context);
    drawVerbs(context, camera);
    drawForces(context, camera, top);
    drawReplay(context, top);
    drawLabels(context, camera);
    drawGizmo(context, camera);
    drawEdgeArrow(context, camera, top);
    drawTensionLegend(context);
    drawTimings(context);
    state.divergence.draw(context, camera);
    state.search.draw(context);
    state.files.draw(context);
    drawHelp(context);
    drawToasts(context, drawRemark(context));
}

} // namespace ropewalk
