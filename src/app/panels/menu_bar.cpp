#include "bars_and_overlays.hpp"

#include "app/language/translation.hpp"
#include "app/panels/constants/preset_items.hpp"
#include "app/state/tool_list.hpp"
#include "app/workbench/rope_colours.hpp"
#include "files/plain_name.hpp"

#include "scenes/hosts.hpp"
#include "text/languages.hpp"
#include "text/text.hpp"

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <filesystem>
#include <initializer_list>
#include <string_view>
#include <vector>

namespace ropewalk
{

namespace
{

constexpr const char* stepsMenu = "menu step budget"; ///< within the menu Run
constexpr const char* recentMenu = "menu recent";     ///< within the menu File
constexpr const char* coloursMenu = "menu colours";   ///< within the menu View
constexpr const char* presetsMenu = "menu presets";   ///< within the menu Scene
constexpr const char* languageMenu = "menu language"; ///< within the menu View
constexpr const char* branchesMenu = "menu branches"; ///< within the menu Recording

constexpr std::string_view ghostSentence = "When a constant changes, the run until then becomes a ghost: drawn "
                                           "translucent beside the new run, at the same time "
                                           "since the beginning.";

/// What an item of a menu does, where its label does not say it.
void explain(PanelContext& context, std::string_view label, std::string_view help)
{
    if (capital(help) != label)
        tooltip(context, capital(help) + ".", ImGuiHoveredFlags_AllowWhenDisabled);
}

void actionItem(PanelContext& context, Action action, bool ticked = false, bool enabled = true)
{
    const KeyBinding& binding = keyBinding(action);
    const std::string label(binding.label);
    if (menuItem(context, label, "item " + label, shortcut(action), ticked, enabled))
        context.ui.request(action);
    if (action == Action::ghost)
        tooltip(context, ghostSentence);
    else
        explain(context, label, binding.help);
}

void toolItems(PanelContext& context, std::string_view menu)
{
    for (const ToolInfo& info : toolList())
    {
        if (info.menu != menu)
            continue;
        const std::string title(info.title);
        if (menuItem(context, title, "item " + title, shortcut(info.tool), context.ui.tools.isOpen(info.tool),
                     !context.ui.hidden.tools && (info.fits == nullptr || info.fits(context.workbench.scene()))))
            context.ui.toggle(info.tool);
        explain(context, title, info.help);
    }
}

/// Begins a menu, which a key opens as well as the mouse does; drawn within another menu, it opens beside it.
bool beginMenu(PanelContext& context, const char* label, const std::string& name)
{
    const KeyFocus::Act act = context.ui.keys.at(name, KeyFocus::Kind::menu);
    if (act.pressed || (act.focused && context.ui.keys.turned() > 0))
        ImGui::OpenPopup(itemLabel(label).c_str());
    const bool open = ImGui::BeginMenu(itemLabel(label).c_str());
    placeItem(context, name, act);
    return open;
}

void drawRecentFiles(PanelContext& context)
{
    if (!beginMenu(context, "Open recent", recentMenu))
        return;
    const PopupKeys keys(context, "list of recent files");
    RecentFiles& files = context.ui.recentFiles;
    if (ImGui::IsWindowAppearing())
        files.look();
    for (std::size_t i = 0; i < files.entries().size(); ++i)
    {
        const auto& [file, missing] = files.entries()[i];
        const std::filesystem::path path(file);
        const std::string folder = path.parent_path().generic_string();
        if (menuItem(context, path.filename().string() + "##" + std::to_string(i), fmt::format("item recent {}", i),
                     missing ? "is no longer in " + folder : folder, false, !missing))
            context.ui.openRequest = file;
    }
    if (files.entries().empty())
        ImGui::MenuItem(itemLabel("No scene file was opened or saved yet").c_str(), nullptr, false, false);
    ImGui::Separator();
    if (menuItem(context, "Clear", "item clear recent", {}, false, !files.entries().empty()))
        files.clear();
    ImGui::EndMenu();
}

/// The scene as text, in files and in the clipboard.
void drawFileMenu(PanelContext& context)
{
    if (!beginMenu(context, "File", "menu File"))
        return;
    const PopupKeys keys(context, "menu File");
    actionItem(context, Action::openFile);
    drawRecentFiles(context);
    actionItem(context, Action::saveFile);
    ImGui::Separator();
    actionItem(context, Action::copy);
    actionItem(context, Action::paste);
    actionItem(context, Action::share);
    ImGui::Separator();
    actionItem(context, Action::quit);
    ImGui::EndMenu();
}

void drawPresets(PanelContext& context)
{
    const bool open = beginMenu(context, "Presets", presetsMenu);
    tooltip(context, "Constants of a world or of what a rope is made of.");
    if (!open)
        return;
    const PopupKeys keys(context, "list of presets");
    presetItems(context);
    ImGui::EndMenu();
}

void drawSceneMenu(PanelContext& context)
{
    if (!beginMenu(context, "Scene", "menu Scene"))
        return;
    const PopupKeys keys(context, "menu Scene");
    const std::string_view current = context.workbench.scene().info().id;
    for (const SceneEntry& entry : scenes())
    {
        const std::string id(entry.info.id);
        if (menuItem(context, std::string(entry.info.title), "item scene " + id, {}, id == current))
            context.ui.sceneRequest = id;
    }
    ImGui::Separator();
    for (const Action action : {Action::previousScene, Action::nextScene, Action::searchScenes})
        actionItem(context, action);
    ImGui::Separator();
    actionItem(context, Action::undo, false, context.workbench.changes().last() != nullptr);
    actionItem(context, Action::redo, false, context.workbench.changes().next() != nullptr);
    ImGui::Separator();
    drawPresets(context);
    actionItem(context, Action::restoreDefaults, false, !context.workbench.hasDefaults());
    actionItem(context, Action::restoreLeft, false, context.workbench.leftBefore() != nullptr);
    actionItem(context, Action::beginHere);
    ImGui::EndMenu();
}

void drawStepBudget(PanelContext& context, Workbench& workbench)
{
    const bool open = beginMenu(context, "Steps a frame, at most", stepsMenu);
    tooltip(context, "Where a frame would need more, time is slowed instead.");
    if (!open)
        return;
    const PopupKeys keys(context, "list of steps");
    for (const int steps : {50, 100, 200, TickRunner::usualStepBudget, 1000, 2000, 5000, 10'000})
        if (menuItem(context, text::groupedText(steps), "item step budget " + std::to_string(steps), {},
                     steps == workbench.stepBudget()))
            workbench.setStepBudget(steps);
    ImGui::EndMenu();
}

void drawRunMenu(PanelContext& context)
{
    if (!beginMenu(context, "Run", "menu Run"))
        return;
    const PopupKeys keys(context, "menu Run");
    Workbench& workbench = context.workbench;
    actionItem(context, Action::pause, workbench.paused());
    actionItem(context, Action::tick);
    actionItem(context, Action::tickBack, false, workbench.moment().first > 0);
    actionItem(context, Action::reset);
    ImGui::Separator();
    actionItem(context, Action::slower);
    actionItem(context, Action::faster);
    drawStepBudget(context, workbench);
    ImGui::Separator();
    toolItems(context, "Run");
    ImGui::EndMenu();
}

/// What was done since the scene was opened: played, saved, shared, compared.
void drawRecordingMenu(PanelContext& context)
{
    if (!beginMenu(context, "Recording", "menu Recording"))
        return;
    const PopupKeys keys(context, "menu Recording");
    Workbench& workbench = context.workbench;
    actionItem(context, Action::playRecording);
    if (menuItem(context, "Go on from here", "item end replay", {}, false, workbench.replay().has_value()))
        workbench.endReplay();
    ImGui::Separator();
    recordingItems(context);
    actionItem(context, Action::shareRecording);
    ImGui::Separator();
    if (beginMenu(context, "Branches", branchesMenu))
    {
        const PopupKeys list(context, "menu of branches");
        branchItems(context);
        ImGui::EndMenu();
    }
    actionItem(context, Action::compareFile);
    if (menuItem(context, "End the comparison", "item end comparison", {}, false, workbench.other() != nullptr))
        workbench.endComparison();
    ImGui::EndMenu();
}

/// What the colours of ropes show: what they are made of, or a quantity.
void drawColours(PanelContext& context)
{
    const bool open = beginMenu(context, "Colours", coloursMenu);
    tooltip(context, "What the colours of ropes show; " + shortcut(Action::colours) + " steps through them.");
    if (!open)
        return;
    const PopupKeys keys(context, "list of colours");
    UiState& ui = context.ui;
    if (menuItem(context, "Material", "item colours material", {}, !ui.tensionColours))
        ui.tensionColours = false;
    const Scene& scene = context.workbench.scene();
    const std::vector<std::string_view> names = ropeColours(scene);
    for (std::size_t i = 0; i < names.size(); ++i)
        if (const std::string name(names[i]);
            menuItem(context, plainName(name), "item colours " + name, {}, ui.tensionColours && i == ropeColour(scene)))
        {
            setRopeColour(context.workbench, i, ++ui.gesture);
            ui.tensionColours = true;
        }
    ImGui::EndMenu();
}

void drawLanguages(PanelContext& context)
{
    if (!beginMenu(context, "Language", languageMenu))
        return;
    const PopupKeys keys(context, "list of languages");
    std::string& chosen = context.ui.language;
    if (menuItem(context, "System", "item language system", {}, chosen.empty()))
        chosen.clear();
    for (const text::LanguageName& language : text::languages)
        if (const std::string code(language.code); menuItem(
                context, std::string(language.name), "item language " + code, {}, chosen == code, hasLanguage(code)))
            chosen = code;
    ImGui::EndMenu();
}

void drawViewMenu(PanelContext& context)
{
    if (!beginMenu(context, "View", "menu View"))
        return;
    const PopupKeys keys(context, "menu View");
    UiState& ui = context.ui;
    for (const Action action : {Action::resetView, Action::frameScene, Action::viewFront, Action::viewRight,
                                Action::viewTop, Action::viewBack, Action::viewLeft, Action::viewBelow})
        actionItem(context, action);
    ImGui::Separator();
    actionItem(context, Action::fullscreen, ui.fullscreen);
    ImGui::Separator();
    actionItem(context, Action::panels, ui.panelsVisible);
    actionItem(context, Action::allPanels, ui.allPanels);
    if (menuItem(context, "Plots", "item Plots", {}, ui.plots.shown && !ui.hidden.plots, !ui.hidden.plots))
        ui.plots.shown = !ui.plots.shown;
    toolItems(context, "View");
    actionItem(context, Action::timings, ui.timingsOpen);
    ImGui::Separator();
    drawColours(context);
    actionItem(context, Action::contactShade, ui.contactShade);
    actionItem(context, Action::theoryShapes, ui.theoryShapes);
    actionItem(context, Action::forces, ui.forces, hostOf<SetUpHost>(context.workbench.scene()) != nullptr);
    actionItem(context, Action::ghost, ui.ghost);
    ImGui::Separator();
    for (const Action action : {Action::largerText, Action::smallerText, Action::usualText})
        actionItem(context, action);
    actionItem(context, Action::theme, ui.theme == Theme::dark);
    drawLanguages(context);
    actionItem(context, Action::reloadShaders);
    ImGui::EndMenu();
}

void plotsItem(PanelContext& context, const std::string& label, PlotFormat format)
{
    // The plots panel writes the file, so there is none while the panel is hidden.
    if (menuItem(context, label, "item " + label, {}, false, context.ui.plots.shown && context.ui.panelsVisible))
        context.ui.plotsWanted = format;
}

std::string summary(const PanelContext& context)
{
    const Scene& scene = context.workbench.scene();
    const std::string dot = " \u00b7 ";
    std::string line = std::string(scene.info().name) + dot + std::to_string(scene.massCount()) +
                       (scene.massCount() == 1 ? " mass" : " masses");
    if (const double rate = context.timings.framesPerSecond(); rate > 0.0)
        line += dot + fmt::format("{:.0f} fps", rate);
    return line;
}

/// The left and the right key in an open menu go to the one beside it.
void turnMenus(PanelContext& context)
{
    static constexpr std::array<const char*, 7> menus{"File", "Scene", "Run", "Recording", "View", "Export", "Help"};
    KeyFocus& keys = context.ui.keys;
    const bool opens = keys.item() == stepsMenu || keys.item() == recentMenu || keys.item() == presetsMenu ||
                       keys.item() == coloursMenu || keys.item() == languageMenu || keys.item() == branchesMenu;
    if (keys.turned() == 0 || (opens && keys.turned() > 0))
        return;
    constexpr auto count = static_cast<int>(menus.size());
    for (int i = 0; i < count; ++i)
        if (keys.topmost(std::string("menu ") + menus[static_cast<std::size_t>(i)]))
        {
            const char* next = menus[static_cast<std::size_t>((i + keys.turned() + count) % count)];
            ImGui::OpenPopup(itemLabel(next).c_str());
            keys.goTo(menuPanel, std::string("menu ") + next);
            return;
        }
}

} // namespace

void drawMenuBar(PanelContext& context, const Rectangle& at)
{
    const bool seen = beginPanel(context, "menu", at, ImGuiWindowFlags_MenuBar | noScrolling, {4.0f, 0.0f}, true);
    if (seen && ImGui::BeginMenuBar())
    {
        turnMenus(context);
        drawFileMenu(context);
        drawSceneMenu(context);
        drawRunMenu(context);
        drawRecordingMenu(context);
        drawViewMenu(context);
        if (beginMenu(context, "Export", "menu Export"))
        {
            const PopupKeys keys(context, "menu Export");
            actionItem(context, Action::screenshot);
            actionItem(context, Action::gltf);
            actionItem(context, Action::gltfFilm, context.ui.gltfBegan.has_value());
            actionItem(context, Action::film, context.ui.filmBegan.has_value());
            ImGui::Separator();
            toolItems(context, "Export");
            plotsItem(context, "Save plots as CSV", PlotFormat::csv);
            plotsItem(context, "Save plots as PNG", PlotFormat::png);
            ImGui::EndMenu();
        }
        if (beginMenu(context, "Help", "menu Help"))
        {
            const PopupKeys keys(context, "menu Help");
            actionItem(context, Action::lesson, context.ui.lessons.shown);
            actionItem(context, Action::help, context.ui.helpOpen);
            toolItems(context, "Help");
            ImGui::Separator();
            actionItem(context, Action::report);
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
