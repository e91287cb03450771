#include "ui_map.hpp"

#include "app/language/translation.hpp"
#include "app/view/off_screen.hpp"

#include "files/output_file.hpp"
#include "scenes/hosts.hpp"
#include "scenes/set_up/set_up_file.hpp"
#include "scenes/set_up/set_up_solid.hpp"

#include <nlohmann/json.hpp>

#include <functional>

namespace ropewalk
{
namespace
{

using Json = nlohmann::json;

Json toJson(const Rectangle& r)
{
    return {r.x, r.y, r.width, r.height};
}

using Mark = std::function<void(const std::string& name, const glm::vec3& point)>;

/// Solids of a set-up and their eyes, and of each piece of a rope the ends and the middle, by the names that verbs use.
void markThings(const SetUpHost& host, const Snapshot& snapshot, const Mark& mark)
{
    for (const SetUpSolid& solid : host.wantedSetUp()->solids)
    {
        mark(solid.name, glm::vec3(host.positionOf(SolidPlace{solid.name, Vec3(0.0), {}})));
        for (const Eye& eye : eyesOf(solid))
        {
            const Place place = SolidPlace{solid.name, Vec3(0.0), std::string(eye.name)};
            mark(placeText(place), glm::vec3(host.positionOf(place)));
        }
    }
    for (std::size_t line = 0; line < snapshot.polylines.size(); ++line)
    {
        const std::vector<glm::vec3>& points = snapshot.polylines[line].points;
        const auto place = [&](std::size_t mass) { return host.placeOn(line, static_cast<int>(mass)).ofPiece; };
        for (const std::size_t end : {std::size_t{0}, points.size() - 1})
            mark(placeText(place(end)), points[end]);
        mark(place(0).rope + ".middle", points[points.size() / 2]);
    }
    const std::size_t holds = std::min(host.wantedSetUp()->holds.size(), snapshot.handles.size());
    for (std::size_t hold = 0; hold < holds; ++hold)
        mark("hold " + std::to_string(hold), snapshot.handles[hold].position);
}

Json marks(const Scene& scene, const Snapshot& snapshot, const Camera& camera, const Rectangle& viewport)
{
    Json result = Json::object();
    const Mark mark = [&](const std::string& name, const glm::vec3& point)
    {
        const glm::vec3 seen = camera.project(point, aspectOf(viewport));
        if (seen.z <= 0.0f)
            return;
        const glm::vec2 at = windowFromViewport(viewport, glm::vec2(seen));
        result[name] = {{"window", {at.x, at.y}}, {"position", {point.x, point.y, point.z}}};
    };
    if (const auto* host = hostOf<SetUpHost>(scene))
        markThings(*host, snapshot, mark);
    if (snapshot.polylines.empty())
        return result;
    const std::vector<glm::vec3>& points = snapshot.polylines.front().points;
    for (std::size_t i = 0; i < points.size(); i += 10)
        mark(i == 0 ? std::string("connection") : "mass " + std::to_string(i), points[i]);
    for (const Handle& handle : snapshot.handles)
        if (handle.solid)
            mark("solid " + std::to_string(*handle.solid), glm::vec3(handle.position));
    return result;
}

/// What a verb says that waits, and the tag of its target.
Json words(const VerbTool& verb)
{
    if (!verb.verb())
        return nullptr;
    return {{"line", verb.line()}, {"takes", verb.target() ? tagOf(*verb.target()) : std::string()}};
}

} // namespace

void writeUiMap(const std::filesystem::path& file, const UiState& ui, const Workbench& workbench, const Camera& camera,
                const glm::ivec2& windowSize, int frame)
{
    Json rectangles = Json::object();
    for (const auto& [name, rectangle] : ui.map)
        rectangles[name] = toJson(rectangle);
    Json toasts = Json::array();
    for (const Toast& toast : ui.toasts)
        toasts.push_back(toast.text);

    const auto* host = hostOf<SetUpHost>(workbench.scene());
    const RecordingWriter& recorded = workbench.recorded();
    const Json json{
        {"frame", frame},
        {"now", ui.now},
        {"scene", std::string(workbench.scene().info().id)},
        {"time", workbench.scene().time()},
        {"paused", workbench.paused()},
        {"recorded", {workbench.moment().first, recorded.recording().ticks}},
        {"kept", {workbench.stretch(), recorded.recording().ticks, recorded.complete() ? recorded.moment().second : 0}},
        {"speed", workbench.speed()},
        {"language", std::string(language())},
        {"divergence", workbench.divergence() ? workbench.divergence()->text : std::string()},
        {"window", {windowSize.x, windowSize.y}},
        {"picture", toJson(ui.viewport)},
        {"camera",
         {{"target", {camera.target.x, camera.target.y, camera.target.z}},
          {"yaw", camera.yaw},
          {"pitch", camera.pitch},
          {"distance", camera.distance}}},
        {"view",
         {{"follows", ui.viewFollows},
          {"subject inside", shareInView(workbench.snapshot(), camera, aspectOf(ui.viewport))}}},
        {"open",
         {{"panels", ui.panelsVisible},
          {"help", ui.helpOpen},
          {"timings", ui.timingsOpen},
          {"books", ui.tools.isOpen(Tool::books)},
          {"scene list", ui.sceneListOpen},
          {"file dialog", ui.fileDialog.has_value()},
          {"fullscreen", ui.fullscreen},
          {"dark", ui.theme == Theme::dark},
          {"theory shapes", ui.theoryShapes},
          {"ghost", ui.ghost},
          {"theory bench", ui.tools.isOpen(Tool::theoryBench)},
          {"tension colours", ui.tensionColours}}},
        {"keys", {{"panel", ui.keys.panel()}, {"item", ui.keys.item()}, {"typed", ui.keys.onText()}}},
        {"scene pictures", ui.thumbnails != nullptr ? ui.thumbnails->size() : 0},
        {"toasts", toasts},
        {"rectangles", rectangles},
        {"verb", words(ui.verb)},
        {"set-up", host != nullptr ? Json(setUpJson(*host->wantedSetUp())) : Json()},
        {"marks", marks(workbench.scene(), workbench.snapshot(), camera, ui.viewport)},
    };
    writeFile(file, json.dump(1) + '\n', OutputFile::Kept::whilePowerLasts);
}

} // namespace ropewalk
