#include "commands.hpp"

#include "app/platform/key_names.hpp"
#include "app/workbench/rope_colours.hpp"
#include "files/plain_name.hpp"

#include "scenes/document/scene_file.hpp"
#include "scenes/hosts.hpp"

#include <GLFW/glfw3.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <exception>
#include <iterator>
#include <numbers>
#include <set>
#include <utility>

// What each action does.

namespace ropewalk
{

namespace
{

constexpr float rightAngle = 0.5f * std::numbers::pi_v<float>; ///< [rad]

void flip(bool& value)
{
    value = !value;
}

std::string_view titleOf(std::string_view scene)
{
    for (const SceneEntry& entry : scenes())
        if (entry.info.id == scene)
            return entry.info.title;
    return scene;
}

/// "Spring constant in Rope with ground and air"
std::string describe(const UndoList::Change& change)
{
    const std::string_view title = titleOf(change.after.scene);
    if (change.before.scene != change.after.scene)
        return fmt::format("the opening of {}", title);
    if (change.before.constants.pins != change.after.constants.pins)
        return fmt::format("pins in {}", title);
    if (change.before.constants.solids != change.after.constants.solids)
        return fmt::format("solids in {}", title);
    if (change.before.constants.setUp != change.after.constants.setUp)
        return fmt::format("the set-up in {}", title);
    using Row = std::pair<const std::string, std::string>;
    const auto& before = change.before.constants.values;
    const auto& after = change.after.constants.values;
    std::vector<Row> rows;
    std::set_symmetric_difference(before.begin(), before.end(), after.begin(), after.end(), std::back_inserter(rows));
    std::set<std::string> names;
    for (const Row& row : rows)
        names.insert(row.first);
    return names.size() == 1 ? fmt::format("{} in {}", plainName(*names.begin()), title)
                             : fmt::format("{} constants in {}", names.size(), title);
}

void setText(UiState& ui, float size)
{
    constexpr float nearly = 0.02f; // rounding of the way there and back
    ui.textSize = std::abs(size - 1.0f) < nearly ? 1.0f : std::clamp(size, smallestText, largestText);
    std::erase_if(ui.toasts, [](const Toast& toast) { return toast.text.starts_with("Text "); }); // of the press before
    ui.toast(fmt::format("Text {:.0f} %", 100.0f * ui.textSize), 2.0);
}

void goRound(UiState& ui, int by)
{
    ui.panelsVisible = true;
    ui.keys.goRound(by);
}

} // namespace

void Commands::perform(Action action)
{
    struct Row
    {
        Action action;
        void (*perform)(Commands& commands, const Targets& on);
    };
    static constexpr std::array rows{
        Row{Action::pause, [](Commands&, const Targets& on) { on.workbench.setPaused(!on.workbench.paused()); }},
        Row{Action::tick,
            [](Commands& commands, const Targets& on)
            {
                on.workbench.setPaused(true);
                on.workbench.tick(commands.controls());
            }},
        Row{Action::tickBack, [](Commands&, const Targets& on) { on.workbench.tickBack(); }},
        Row{Action::reset,
            [](Commands& commands, const Targets& on)
            {
                commands.mouse_.release(MouseControl::Button::left);
                on.workbench.reset();
                on.view.open({});
            }},
        Row{Action::slower, [](Commands&, const Targets& on) { on.workbench.slower(); }},
        Row{Action::faster, [](Commands&, const Targets& on) { on.workbench.faster(); }},
        Row{Action::previousScene, [](Commands& commands, const Targets&) { commands.showNeighbour(-1); }},
        Row{Action::nextScene, [](Commands& commands, const Targets&) { commands.showNeighbour(1); }},
        Row{Action::searchScenes, [](Commands&, const Targets& on) { flip(on.ui.sceneListOpen); }},
        Row{Action::lesson,
            [](Commands&, const Targets& on)
            {
                flip(on.ui.lessons.shown);
                if (!on.ui.lessons.shown)
                    on.ui.toast(shortcut(Action::lesson) + " shows the lesson again");
            }},
        Row{Action::nextLessonStep, [](Commands&, const Targets& on) { on.ui.lesson.go(1); }},
        Row{Action::previousLessonStep, [](Commands&, const Targets& on) { on.ui.lesson.go(-1); }},
        Row{Action::frameScene, [](Commands&, const Targets& on) { on.view.showAll(); }},
        Row{Action::resetView, [](Commands&, const Targets& on) { on.view.reset(); }},
        Row{Action::viewFront, [](Commands&, const Targets& on) { on.view.lookFrom(0.0f, 0.0f); }},
        Row{Action::viewBack, [](Commands&, const Targets& on) { on.view.lookFrom(2.0f * rightAngle, 0.0f); }},
        Row{Action::viewRight, [](Commands&, const Targets& on) { on.view.lookFrom(rightAngle, 0.0f); }},
        Row{Action::viewLeft, [](Commands&, const Targets& on) { on.view.lookFrom(-rightAngle, 0.0f); }},
        Row{Action::viewTop, [](Commands&, const Targets& on) { on.view.lookFrom(0.0f, rightAngle); }},
        Row{Action::viewBelow, [](Commands&, const Targets& on) { on.view.lookFrom(0.0f, -rightAngle); }},
        Row{Action::fullscreen, [](Commands&, const Targets& on) { on.window.toggleFullscreen(); }},
        Row{Action::panels, [](Commands&, const Targets& on) { flip(on.ui.panelsVisible); }},
        Row{Action::allPanels,
            [](Commands&, const Targets& on)
            {
                on.ui.panelsVisible = true;
                flip(on.ui.allPanels);
            }},
        Row{Action::largerText, [](Commands&, const Targets& on) { setText(on.ui, 1.1f * on.ui.textSize); }},
        Row{Action::smallerText, [](Commands&, const Targets& on) { setText(on.ui, on.ui.textSize / 1.1f); }},
        Row{Action::usualText, [](Commands&, const Targets& on) { setText(on.ui, 1.0f); }},
        Row{Action::help, [](Commands&, const Targets& on) { flip(on.ui.helpOpen); }},
        Row{Action::timings, [](Commands&, const Targets& on) { flip(on.ui.timingsOpen); }},
        Row{Action::colours,
            [](Commands&, const Targets& on) { stepRopeColours(on.workbench, on.ui.tensionColours, ++on.ui.gesture); }},
        Row{Action::contactShade, [](Commands&, const Targets& on) { flip(on.ui.contactShade); }},
        Row{Action::theoryShapes, [](Commands& commands, const Targets&) { commands.toggleTheoryShapes(); }},
        Row{Action::ghost, [](Commands& commands, const Targets&) { commands.toggleGhost(); }},
        Row{Action::theme, [](Commands&, const Targets& on)
            { on.ui.theme = on.ui.theme == Theme::dark ? Theme::light : Theme::dark; }},
        Row{Action::reloadShaders, [](Commands& commands, const Targets&) { commands.reloadShaders(); }},
        Row{Action::nextPanel, [](Commands&, const Targets& on) { goRound(on.ui, 1); }},
        Row{Action::previousPanel, [](Commands&, const Targets& on) { goRound(on.ui, -1); }},
        Row{Action::findConstant,
            [](Commands& commands, const Targets&) { commands.goToPanel(constantsPanel, filterField); }},
        Row{Action::menuBar, [](Commands& commands, const Targets&) { commands.goToPanel(menuPanel); }},
        Row{Action::removeSolid, [](Commands& commands, const Targets&) { commands.removeSolid(); }},
        Row{Action::addSolid, [](Commands& commands, const Targets&) { commands.addSolid(); }},
        Row{Action::copySolid, [](Commands& commands, const Targets&) { commands.performOnThing("copy"); }},
        Row{Action::beginHere,
            [](Commands&, const Targets& on)
            {
                on.ui.toast(on.workbench.beginHere() ? shortcut(Action::reset) + " comes back to this moment"
                                                     : "This scene has no moments to begin with");
            }},
        Row{Action::playRecording, [](Commands& commands, const Targets&) { commands.playRecording(); }},
        Row{Action::forces, [](Commands&, const Targets& on) { flip(on.ui.forces); }},
        Row{Action::openFile, [](Commands& commands, const Targets&) { commands.files_.ask(FilePurpose::open); }},
        Row{Action::saveFile, [](Commands& commands, const Targets&) { commands.files_.ask(FilePurpose::save); }},
        Row{Action::screenshot, [](Commands&, const Targets& on) { on.exports.takeScreenshot(); }},
        Row{Action::gltf, [](Commands&, const Targets& on) { on.exports.saveGltf(); }},
        Row{Action::gltfFilm, [](Commands&, const Targets& on) { on.exports.toggleGltfFilm(); }},
        Row{Action::report,
            [](Commands&, const Targets& on)
            {
                on.workbench.settle();
                on.exports.saveReport({on.workbench.scene().momentNote().empty(), on.view.camera.fileView()});
            }},
        Row{Action::film, [](Commands&, const Targets& on) { on.exports.toggleFilm(); }},
        Row{Action::copy,
            [](Commands&, const Targets& on)
            {
                glfwSetClipboardString(on.window.handle(), sceneText(on.workbench.scene()).c_str());
                on.ui.toast("Scene copied as text");
            }},
        Row{Action::paste, [](Commands& commands, const Targets& on)
            { commands.files_.paste(glfwGetClipboardString(on.window.handle())); }},
        Row{Action::share, [](Commands&, const Targets& on) { on.exports.shareLink(); }},
        Row{Action::shareRecording, [](Commands&, const Targets& on) { on.exports.shareRecording(); }},
        Row{Action::saveRecording,
            [](Commands& commands, const Targets&) { commands.files_.ask(FilePurpose::save, true); }},
        Row{Action::compareFile, [](Commands& commands, const Targets&) { commands.files_.ask(FilePurpose::compare); }},
        Row{Action::undo, [](Commands& commands, const Targets& on)
            { commands.travel("Undid", on.workbench.changes().last(), &Workbench::undo); }},
        Row{Action::redo, [](Commands& commands, const Targets& on)
            { commands.travel("Redid", on.workbench.changes().next(), &Workbench::redo); }},
        Row{Action::restoreDefaults,
            [](Commands&, const Targets& on)
            {
                on.workbench.restoreDefaults();
                on.quality.sceneOpened(); // its size is the machine's again
            }},
        Row{Action::restoreLeft,
            [](Commands&, const Targets& on)
            {
                on.workbench.restoreLeft();
                on.view.open(on.workbench.memory().of(on.workbench.scene().info().id).view);
            }},
        Row{Action::quit, [](Commands&, const Targets& on) { on.window.close(); }},
        Row{Action::closeOverlay, [](Commands& commands, const Targets&) { commands.close(); }},
    };
    static_assert(rows.size() == static_cast<std::size_t>(Action::closeOverlay) - 2,
                  "a row for each action but drag, tool and verb");
    try
    {
        for (const Row& row : rows)
            if (row.action == action)
                row.perform(*this, targets_);
    }
    catch (const std::invalid_argument& error) // a lesson locks it, or bodies have moved into its way
    {
        targets_.ui.toast(error.what(), 8.0);
    }
}

void Commands::toggleTheoryShapes()
{
    flip(targets_.ui.theoryShapes);
    if (!targets_.ui.theoryShapes)
        return;
    const Scene& scene = targets_.workbench.scene();
    if (const auto* host = hostOf<RemarkHost>(scene); host && targets_.ui.panelsVisible && host->whyNoTheory())
        return; // its remark is shown
    Snapshot shapes;
    scene.fillTheory(shapes);
    if (shapes.theory.empty() && shapes.labels.empty())
        targets_.ui.toast("No shape is predicted here: theory knows ropes that hang freely.", 6.0);
}

void Commands::toggleGhost()
{
    flip(targets_.ui.ghost);
    if (!targets_.ui.ghost)
        return;
    if (!targets_.workbench.keepsGhost())
        targets_.ui.toast("This scene is too big: no run of it is kept as a ghost.", 6.0);
    else if (!targets_.workbench.hasGhost())
        targets_.ui.toast(fmt::format("Change a constant and press {}: the run until then is drawn translucent beside "
                                      "the new one.",
                                      shortcut(Action::reset)),
                          6.0);
}

void Commands::keepView()
{
    const std::string_view id = targets_.workbench.scene().info().id;
    targets_.workbench.memory().look(id, targets_.view.kept());
    left_.emplace(id);
}

void Commands::sceneOpened()
{
    const Workbench& workbench = targets_.workbench;
    const std::string_view id = workbench.scene().info().id;
    const LeftScene& left = workbench.memory().of(id);
    if (left.users && !left.constants.empty())
        targets_.mark.set(id);
    mouse_.releaseAll();
    targets_.ui.sceneFile.clear();
    targets_.ui.offer.reset();
    targets_.ui.toasts.clear(); // they are about the scene before
    targets_.view.open(left.view);
    targets_.quality.sceneOpened();
    targets_.ui.lessons.shown |= workbench.lessonCheck() != nullptr;
    if (const LeftScene* before = workbench.leftBefore(); before && before->doubtful)
        targets_.ui.toast(fmt::format("The last time, this scene ran away or froze with your constants: it has its "
                                      "defaults now. \"{}\" in the Scene menu brings yours back.",
                                      keyBinding(Action::restoreLeft).label),
                          10.0);
}

void Commands::useScene(std::unique_ptr<Scene> scene)
{
    keepView();
    targets_.workbench.useScene(std::move(scene));
    sceneOpened();
}

void Commands::playRecording()
{
    keepView();
    Workbench& workbench = targets_.workbench;
    workbench.settle();
    if (!targets_.ui.offer)
        return workbench.playAgain();
    const Recording recording = targets_.ui.offer->recording;
    try
    {
        workbench.play(recording);
        sceneOpened();
    }
    catch (const std::invalid_argument& error)
    {
        targets_.ui.toast(error.what(), 8.0);
    }
}

void Commands::selectScene(std::string_view id)
{
    if (id.find('/') != std::string_view::npos) // with a preset: as that comes
        return useScene(makeScene(id));
    const bool isNew = !left_.contains(id) && targets_.workbench.memory().of(id).constants.empty();
    const auto entry =
        std::find_if(scenes().begin(), scenes().end(), [id](const SceneEntry& e) { return e.info.id == id; });
    if (isNew && entry != scenes().end() && !entry->info.opensWith.empty())
        return useScene(makeScene(std::string(id) + '/' + std::string(entry->info.opensWith)));
    keepView();
    targets_.workbench.selectScene(id);
    sceneOpened();
}

void Commands::travel(std::string_view done, const UndoList::Change* change, void (Workbench::*move)())
{
    if (!change)
        return;
    const std::string what = describe(*change);
    const std::string_view from = targets_.workbench.scene().info().id;
    const bool leaps = change->momentBefore != nullptr;
    const double now = targets_.workbench.scene().time();
    keepView();
    (targets_.workbench.*move)();
    const SceneInfo& info = targets_.workbench.scene().info();
    if (info.id == from && leaps)
        targets_.ui.toast(fmt::format("{} what happened; back by {:.1f} s of the run", done,
                                      std::max(0.0, now - targets_.workbench.scene().time())));
    if (info.id == from)
        return;
    sceneOpened();
    targets_.ui.toast(fmt::format("{} {}", done, what));
}

void Commands::showNeighbour(int by)
{
    const std::vector<SceneEntry>& all = scenes();
    const auto count = static_cast<int>(all.size());
    if (count == 0)
        return;
    int present = 0;
    for (int i = 0; i < count; ++i)
        if (all[static_cast<std::size_t>(i)].info.id == targets_.workbench.scene().info().id)
            present = i;
    selectScene(all[static_cast<std::size_t>((present + by + count) % count)].info.id);
}

void Commands::reloadShaders()
{
    try
    {
        targets_.renderer.reloadShaders();
        targets_.ui.toast("Shaders reloaded");
    }
    catch (const std::exception& error)
    {
        targets_.ui.toast(error.what(), 12.0);
    }
}

} // namespace ropewalk
