#include "commands.hpp"

#include "scenes/hosts.hpp"
#include "scenes/set_up/set_up_edits.hpp"
#include "scenes/set_up/set_up_solid.hpp"

#include <glm/common.hpp>

#include <cmath>
#include <stdexcept>
#include <utility>

// What is done to a set-up: verbs by mouse and menu, and solids that are added, dragged and removed.

namespace ropewalk
{

std::optional<MouseLook> Commands::mouseLook() const
{
    const auto* host = hostOf<SetUpHost>(targets_.workbench.scene());
    if (!host || targets_.workbench.runawayShown())
        return std::nullopt;
    return MouseLook{*host,
                     targets_.workbench.snapshot(),
                     targets_.view.camera,
                     targets_.ui.viewport,
                     mouse_.cursor(),
                     reach(),
                     targets_.ui.grid()};
}

bool Commands::performVerb(const std::string& line, std::optional<int> gesture)
{
    try
    {
        targets_.workbench.perform(line, gesture);
        return true;
    }
    catch (const std::invalid_argument& error)
    {
        VerbTool& verb = targets_.ui.verb;
        verb.verb() ? verb.refuse(error.what()) : targets_.ui.toast(error.what(), 8.0);
        return false;
    }
}

void Commands::openVerbMenu()
{
    if (const std::optional<MouseLook> look = mouseLook(); look && overViewport())
    {
        std::string thing = thingUnder(*look);
        const bool isRope = ropeNamed(*look->host.wantedSetUp(), thing) != nullptr;
        targets_.ui.verbMenu = VerbMenu{mouse_.cursor(), std::move(thing), isRope};
    }
}

/// What the menu of the verbs has asked for.
void Commands::grantVerbs()
{
    UiState& ui = targets_.ui;
    if (const std::string line = std::exchange(ui.verbLine, {}); !line.empty() && performVerb(line) && ui.verb.verb())
        ui.verb.performed();
    constexpr double longPress = 0.5; // [s], of a finger that stays where it is
    if (mouse_.dragged())
        pressedSince_.reset();
    if (pressedSince_ && ui.now - *pressedSince_ >= longPress)
    {
        pressedSince_.reset();
        mouse_.release(MouseControl::Button::left);
        openVerbMenu();
    }
    const std::optional<MouseVerb> verb = std::exchange(ui.verbThere, std::nullopt);
    std::optional<MouseLook> look = mouseLook();
    if (!verb || !look)
        return;
    ui.verb.begin(*verb);
    if (ui.verb.dragsInFront())
        return;
    look->cursor = ui.verbMenu->at;
    pressVerb(*look, false);
    releaseVerb();
}

/// The left button goes down while a verb waits.
void Commands::pressVerb(const MouseLook& look, bool other)
{
    VerbTool& verb = targets_.ui.verb;
    verb.look(look);
    if (verb.verb() == MouseVerb::newRope && mouse_.isSecondPress(targets_.ui.now))
        return finishVerb();
    if (verb.taken().size() < 2)
        ++targets_.ui.gesture; // all solids that a rope is led over are undone in one step
    const std::string line = verb.press(look.host, other);
    if (!line.empty() && performVerb(line, targets_.ui.gesture))
        verb.performed();
}

void Commands::releaseVerb()
{
    if (const std::string line = targets_.ui.verb.release(); !line.empty() && performVerb(line))
        targets_.ui.verb.performed();
}

void Commands::finishVerb()
{
    VerbTool& verb = targets_.ui.verb;
    const auto* host = hostOf<SetUpHost>(targets_.workbench.scene());
    if (host)
        targets_.ui.verbLine = verb.finish(*host);
}

void Commands::performOnThing(const char* verb)
{
    const std::optional<MouseLook> look = mouseLook();
    if (!look)
        return;
    const std::string thing = thingUnder(*look);
    if (thing.empty())
        return targets_.ui.toast("Nothing there: point at a rope or a solid");
    mouse_.release(MouseControl::Button::left);
    performVerb(std::string(verb) + " " + thing);
}

void Commands::addSolid()
{
    const auto* host = hostOf<SetUpHost>(targets_.workbench.scene());
    if (!host)
        return;
    const Camera& camera = targets_.view.camera;
    SetUpSolid solid = usualSolid(targets_.ui.added);
    const glm::vec2 cursor = mouse_.cursor();
    const std::optional<glm::vec3> at = targets_.ui.viewport.contains(cursor.x, cursor.y)
                                            ? dragTarget(camera, targets_.ui.viewport, cursor, camera.target)
                                            : std::nullopt;
    const Vec3 place = at ? Vec3(*at) : roundedPlace(host->freePlace(solid, Vec3(camera.target)));
    solid.position = glm::clamp(onGrid(place, targets_.ui.grid()), -farthestSolid, farthestSolid);
    follow(withSolid(*host->wantedSetUp(), solid), std::nullopt);
}

void Commands::follow(const SetUp& setUp, std::optional<int> gesture)
{
    std::vector<Toast>& toasts = targets_.ui.toasts;
    try
    {
        targets_.workbench.setSetUp(std::make_shared<const SetUp>(setUp), gesture);
    }
    catch (const std::invalid_argument& error)
    {
        if (toasts.empty() || toasts.back().text != error.what()) // a drag is refused again and again
            targets_.ui.toast(error.what(), 8.0);
    }
}

void Commands::removeSolid()
{
    if (mouseLook())
        return performOnThing("delete");
    const Snapshot& snapshot = targets_.workbench.snapshot();
    const auto* host = hostOf<SolidHost>(targets_.workbench.scene());
    const std::optional<Pick> under =
        pick(snapshot, targets_.view.camera, targets_.ui.viewport, mouse_.cursor(), reach());
    const std::optional<int> number =
        under && under->handle ? snapshot.handles[*under->handle].solid : std::optional<int>();
    if (!host || !number || *number >= static_cast<int>(host->wantedSolids().size()))
        return;
    mouse_.release(MouseControl::Button::left);
    SolidList solids = host->wantedSolids();
    solids.erase(solids.begin() + *number);
    targets_.workbench.setSolids(solids);
}

void Commands::dragSolid(int number, const Vec3& target)
{
    if (const auto* builder = hostOf<SetUpHost>(targets_.workbench.scene()))
    {
        SetUp setUp = *builder->wantedSetUp();
        if (static_cast<std::size_t>(number) >= setUp.solids.size() || swings(number))
            return;
        place(setUp.solids[static_cast<std::size_t>(number)], target);
        if (setUp != *builder->wantedSetUp())
            follow(setUp, targets_.ui.gesture);
        return;
    }
    const auto* host = hostOf<SolidHost>(targets_.workbench.scene());
    if (!host || number >= static_cast<int>(host->wantedSolids().size()))
        return;
    SolidList solids = host->wantedSolids();
    place(solids[static_cast<std::size_t>(number)], target);
    if (solids != host->wantedSolids())
        targets_.workbench.setSolids(solids, targets_.ui.gesture);
}

bool Commands::swings(int number) const
{
    const auto* host = hostOf<SetUpHost>(targets_.workbench.scene());
    return host && !targets_.workbench.paused() &&
           static_cast<std::size_t>(number) < host->wantedSetUp()->solids.size() &&
           host->wantedSetUp()->solids[static_cast<std::size_t>(number)].moves == Moves::free;
}

void Commands::place(SceneSolid& solid, const Vec3& target)
{
    if (turnedFrom_)
    {
        constexpr double radiansPerPixel = 0.008;
        const glm::vec2 by = mouse_.cursor() - *std::exchange(turnedFrom_, mouse_.cursor());
        const double yaw = targets_.view.camera.yaw;
        // To the side: about the vertical; up and down: about the line to the right in the picture.
        glm::dmat3 axes = axesOf(solid);
        for (const Vec3& spin : {radiansPerPixel * by.x * Vec3(0.0, 1.0, 0.0),
                                 radiansPerPixel * by.y * Vec3(std::cos(yaw), 0.0, -std::sin(yaw))})
        {
            rope::SolidBody body;
            body.axes = axes;
            body.spin = spin;
            axes = body.after(1.0).axes;
        }
        setAxes(solid, axes);
    }
    else
        solid.position = glm::clamp(onGrid(roundedPlace(target), targets_.ui.grid()), -farthestSolid, farthestSolid);
}

} // namespace ropewalk
