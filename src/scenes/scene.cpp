#include "scene.hpp"

#include "file_lesson.hpp"
#include "hosts.hpp"
#include "rope_description.hpp"

#include "text/text.hpp"
#include <rope/books.hpp>
#include <rope/written_moment.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <tuple>

namespace ropewalk
{

namespace
{

/// The list lives inside a function: registrations run before main in no particular order, and a list at namespace
/// scope might not exist yet.
std::vector<SceneEntry>& registeredScenes()
{
    static std::vector<SceneEntry> entries;
    return entries;
}

} // namespace

bool CheckRow::passed() const
{
    return std::abs(got - expected) <= tolerance; // false for NaN
}

Scene::Scene() = default;
Scene::~Scene() = default;

void Scene::setBeginning(const Beginning& beginning)
{
    if (beginning)
        throw std::invalid_argument("scene '" + std::string(info_.id) +
                                    "' takes no moment: " + std::string(momentNote()));
}

void Scene::setPins(const rope::Pins& pins)
{
    if (!pins.empty())
        throw std::invalid_argument("scene '" + std::string(info_.id) + "' takes no pins");
}

std::optional<rope::WrittenMoment> Scene::writtenMoment() const
{
    return std::nullopt;
}

void Scene::setMaxDt(double maxDt)
{
    parameters_.set(stepParameter(), text::numberText(maxDt));
}

std::optional<rope::EnergyBook> Scene::energyBook() const
{
    return std::nullopt;
}

std::optional<rope::MomentumBook> Scene::momentumBook() const
{
    return std::nullopt;
}

std::optional<RopeDescription> Scene::ropeDescription() const
{
    return std::nullopt;
}

std::vector<std::string_view> Scene::massColumns() const
{
    return {"x", "y", "z", "vx", "vy", "vz"};
}

std::optional<Vec3> Scene::freeEnd() const
{
    const std::vector<std::string_view> columns = massColumns();
    if (massCount() == 0 || columns.size() < 3 || columns[0] != "x" || columns[1] != "y" || columns[2] != "z")
        return std::nullopt;
    const std::vector<double> last = massRow(massCount() - 1);
    return last.size() < 3 ? std::nullopt : std::optional<Vec3>({last[0], last[1], last[2]});
}

std::span<const LessonStep> Scene::lesson() const
{
    return fileLesson_ ? fileLesson_->rows : info_.lesson;
}

std::vector<PlotTile> Scene::usualPlots() const
{
    std::vector<PlotTile> tiles;
    const auto has = [this](const char* name) { return diagnostics_.find(name) != nullptr; };
    PlotTile energies{PlotKind::time, {}};
    for (const char* name : {"kinetic_energy", "potential_energy", "elastic_energy", "total_energy"})
        if (has(name))
            energies.names.emplace_back(name);
    if (!energies.names.empty())
        tiles.push_back(energies);
    for (const Curve& curve : curvesOf(*this))
        tiles.push_back({PlotKind::curve, {std::string(curve.name)}});
    if (has("top_tension"))
        tiles.push_back({PlotKind::time, {"top_tension"}});
    const std::vector<Profile> along = profiles();
    if (std::any_of(along.begin(), along.end(), [](const Profile& profile) { return profile.name == "tension"; }))
        tiles.push_back({PlotKind::profile, {"tension"}});
    if (has("length"))
        tiles.push_back({PlotKind::time, {"length"}});
    if (!along.empty() && freeEnd())
        tiles.push_back({PlotKind::spectrum, {"free_end"}});
    for (const rope::Diagnostic& row : diagnostics_.rows())
        if (tiles.size() < 3 && !row.name.ends_with("_energy") &&
            std::none_of(tiles.begin(), tiles.end(),
                         [&row](const PlotTile& tile) { return tile.names.front() == row.name; }))
            tiles.push_back({PlotKind::time, {row.name}});
    for (const LessonStep& step : lesson())
        if (has(std::string(step.plot).c_str()) &&
            std::none_of(tiles.begin(), tiles.end(), [&step](const PlotTile& tile) { return tile.shows(step.plot); }))
            tiles.push_back({PlotKind::time, {std::string(step.plot)}});
    return tiles;
}

std::unique_ptr<Scene> SceneEntry::make() const
{
    std::unique_ptr<Scene> scene = construct();
    scene->info_ = info;
    return scene;
}

const std::vector<SceneEntry>& scenes()
{
    return registeredScenes();
}

std::string idOf(const SceneInfo& info, const ListedPreset& preset)
{
    return fmt::format("{}/{}", info.id, preset.id);
}

std::unique_ptr<Scene> makeScene(std::string_view id)
{
    const std::size_t slash = std::min(id.find('/'), id.size());
    std::unique_ptr<Scene> scene =
        text::elementNamed(
            id.substr(0, slash), scenes(), [](const SceneEntry& entry) { return entry.info.id; }, "scene")
            .make();
    if (slash == id.size())
        return scene;
    const SceneInfo& info = scene->info();
    if (info.presets.empty())
        throw std::invalid_argument(fmt::format("scene '{}': '{}' has no presets", id, info.id));
    const ListedPreset& preset = text::elementNamed(
        id.substr(slash + 1), info.presets, [](const ListedPreset& listed) { return listed.id; }, "preset");
    scene->parameters().set("preset", preset.id);
    scene->reset();
    scene->setFileLesson(scene->presetLesson());
    return scene;
}

void registerScene(const SceneEntry& entry)
{
    std::vector<SceneEntry>& entries = registeredScenes();
    const auto later =
        std::upper_bound(entries.begin(), entries.end(), entry,
                         [](const SceneEntry& a, const SceneEntry& b)
                         { return std::tie(a.info.order, a.info.id) < std::tie(b.info.order, b.info.id); });
    entries.insert(later, entry);
}

} // namespace ropewalk
