#include "bars.hpp"

#include "scenes/scene.hpp"

#include <rope/text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>

namespace ropewalk
{

namespace
{

void actionItem(PanelContext& context, Action action, bool ticked = false, bool enabled = true)
{
    const KeyBinding& binding = keyBinding(action);
    const std::string key = shortcut(action);
    if (ImGui::MenuItem(std::string(binding.label).c_str(), key.empty() ? nullptr : key.c_str(), ticked, enabled))
        context.ui.request(action);
    placeItem(context, "item " + std::string(binding.label));
}

bool beginMenu(PanelContext& context, const char* name)
{
    const bool open = ImGui::BeginMenu(name);
    placeItem(context, std::string("menu ") + name);
    if (open)
        closeWithEscape();
    return open;
}

void drawSceneMenu(PanelContext& context)
{
    if (!beginMenu(context, "Scene"))
        return;
    const std::string_view current = context.workbench.scene().info().id;
    for (const SceneEntry& entry : scenes())
    {
        if (ImGui::MenuItem(std::string(entry.info.title).c_str(), nullptr, entry.info.id == current))
            context.ui.sceneRequest = std::string(entry.info.id);
        placeItem(context, "item scene " + std::string(entry.info.id));
    }
    ImGui::Separator();
    for (const Action action : {Action::previousScene, Action::nextScene, Action::searchScenes})
        actionItem(context, action);
    ImGui::Separator();
    actionItem(context, Action::paste);
    ImGui::Separator();
    actionItem(context, Action::quit);
    ImGui::EndMenu();
}

void drawStepBudget(PanelContext& context, Workbench& workbench)
{
    const bool open = ImGui::BeginMenu("Steps a frame, at most");
    placeItem(context, "menu step budget");
    tooltip(context, "Where a frame would need more, time is slowed instead.");
    if (!open)
        return;
    for (const int steps : {50, 100, 200, TickRunner::usualStepBudget, 1000, 2000, 5000, 10'000})
    {
        if (ImGui::MenuItem(rope::groupedText(steps).c_str(), nullptr, steps == workbench.stepBudget()))
            workbench.setStepBudget(steps);
        placeItem(context, "item step budget " + std::to_string(steps));
    }
    ImGui::EndMenu();
}

void drawRunMenu(PanelContext& context)
{
    if (!beginMenu(context, "Run"))
        return;
    Workbench& workbench = context.workbench;
    actionItem(context, Action::pause, workbench.paused());
    actionItem(context, Action::tick);
    actionItem(context, Action::tickBack, false, workbench.canTickBack());
    actionItem(context, Action::reset);
    ImGui::Separator();
    actionItem(context, Action::slower);
    actionItem(context, Action::faster);
    drawStepBudget(context, workbench);
    ImGui::Separator();
    actionItem(context, Action::advisor, context.ui.advisorOpen);
    ImGui::Separator();
    actionItem(context, Action::undo, false, workbench.canUndo());
    actionItem(context, Action::redo, false, workbench.canRedo());
    ImGui::EndMenu();
}

void drawViewMenu(PanelContext& context)
{
    if (!beginMenu(context, "View"))
        return;
    UiState& ui = context.ui;
    for (const Action action : {Action::resetView, Action::frameScene, Action::viewFront, Action::viewRight,
                                Action::viewTop, Action::viewBack, Action::viewLeft, Action::viewBelow})
        actionItem(context, action);
    ImGui::Separator();
    actionItem(context, Action::fullscreen, ui.fullscreen);
    ImGui::Separator();
    actionItem(context, Action::panels, ui.panelsVisible);
    if (ImGui::MenuItem("Plots", nullptr, ui.plots.shown))
        ui.plots.shown = !ui.plots.shown;
    placeItem(context, "item Plots");
    actionItem(context, Action::books, ui.booksOpen);
    actionItem(context, Action::timings, ui.timingsOpen);
    ImGui::Separator();
    actionItem(context, Action::tensionColours, ui.tensionColours);
    actionItem(context, Action::theoryShapes, ui.theoryShapes);
    actionItem(context, Action::theoryBench, ui.theoryBenchOpen);
    ImGui::Separator();
    actionItem(context, Action::theme, ui.theme == Theme::dark);
    actionItem(context, Action::reloadShaders);
    ImGui::EndMenu();
}

void plotsItem(PanelContext& context, const char* label, PlotFormat format)
{
    // The plots panel writes the file, so there is none while the panel is hidden.
    if (ImGui::MenuItem(label, nullptr, false, context.ui.plots.shown && context.ui.panelsVisible))
        context.ui.plotsWanted = format;
    placeItem(context, std::string("item ") + label);
}

std::string summary(const PanelContext& context)
{
    const Scene& scene = context.workbench.scene();
    const std::string dot = " \u00b7 ";
    std::string line = std::string(scene.info().id) + dot + std::to_string(scene.massCount()) +
                       (scene.massCount() == 1 ? " mass" : " masses");
    if (const double rate = context.timings.framesPerSecond(); rate > 0.0)
        line += dot + fmt::format("{:.0f} fps", rate);
    return line;
}

} // namespace

void drawMenuBar(PanelContext& context, const Rectangle& at)
{
    ImGui::SetNextWindowPos({at.x, at.y});
    ImGui::SetNextWindowSize({at.width, at.height});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0.0f);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {context.px(4.0f), 0.0f});
    ImGui::PushStyleColor(ImGuiCol_WindowBg, context.colours.bar);
    const bool visible = ImGui::Begin("menu", nullptr,
                                      panelFlags | ImGuiWindowFlags_MenuBar | ImGuiWindowFlags_NoScrollbar |
                                          ImGuiWindowFlags_NoScrollWithMouse);
    ImGui::PopStyleColor();
    ImGui::PopStyleVar(2);
    placeWindow(context, "panel menu");
    if (visible && ImGui::BeginMenuBar())
    {
        drawSceneMenu(context);
        drawRunMenu(context);
        drawViewMenu(context);
        if (beginMenu(context, "Export"))
        {
            actionItem(context, Action::screenshot);
            actionItem(context, Action::copy);
            ImGui::Separator();
            actionItem(context, Action::card, context.ui.cardOpen);
            plotsItem(context, "Save plots as CSV", PlotFormat::csv);
            plotsItem(context, "Save plots as PNG", PlotFormat::png);
            ImGui::EndMenu();
        }
        if (beginMenu(context, "Help"))
        {
            actionItem(context, Action::help, context.ui.helpOpen);
            actionItem(context, Action::physics, context.ui.physicsOpen);
            ImGui::EndMenu();
        }
        const std::string line = summary(context);
        const float x = at.width - textSize(line).x - context.px(10.0f);
        if (x > ImGui::GetCursorPosX())
        {
            ImGui::SetCursorPosX(x);
            text(context.colours.muted, line);
        }
        ImGui::EndMenuBar();
    }
    ImGui::End();
}

} // namespace ropewalk
