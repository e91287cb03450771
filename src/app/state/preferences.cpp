#include "preferences.hpp"

#include "files/output_file.hpp"
#include "files/platform.hpp"
#include "files/text_file.hpp"
#include "scenes/set_up/set_up_file.hpp"
#include "scenes/set_up/solid_list.hpp"

#include "text/languages.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <limits>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace ropewalk
{
namespace
{

using Json = nlohmann::json;

constexpr std::size_t largestFile = 1u << 20;

std::filesystem::path folderFrom(const char* variable, const char* below)
{
    const char* value = std::getenv(variable);
    // The XDG specification says to ignore a relative path.
    if (value == nullptr || !std::filesystem::path(value).is_absolute())
        return {};
    return std::filesystem::path(value) / below / "ropewalk";
}

/// Leaves `target` as it is where the value is missing, of another type or out of range.
template <typename Number>
void readNumber(const Json& json, const char* key, Number minimum, Number maximum, Number& target)
{
    const auto found = json.find(key);
    if (found == json.end() || !found->is_number())
        return;
    const double value = found->get<double>();
    if (value >= static_cast<double>(minimum) && value <= static_cast<double>(maximum))
        target = static_cast<Number>(value);
}

void readSwitch(const Json& json, const char* key, bool& target)
{
    const auto found = json.find(key);
    if (found != json.end() && found->is_boolean())
        target = found->get<bool>();
}

std::vector<PlotTile> readTiles(const Json& list)
{
    std::vector<PlotTile> tiles;
    for (const Json& row : list)
    {
        if (!row.is_object() || !row.contains("kind") || !row["kind"].is_string())
            continue;
        const auto kind = std::find(plotKindNames.begin(), plotKindNames.end(), row["kind"].get<std::string>());
        const auto names = row.find("names");
        if (kind == plotKindNames.end() || names == row.end() || !names->is_array())
            continue;
        PlotTile& tile = tiles.emplace_back(PlotTile{static_cast<PlotKind>(kind - plotKindNames.begin()), {}});
        for (const Json& name : *names)
            if (name.is_string())
                tile.names.push_back(name.get<std::string>());
    }
    return tiles;
}

Json tilesJson(const PlotSettings::Tiles& tiles)
{
    Json json = Json::object();
    for (const auto& [scene, list] : tiles)
    {
        Json& rows = json[scene] = Json::array();
        for (const PlotTile& tile : list)
            rows.push_back({{"kind", plotKindNames[static_cast<std::size_t>(tile.kind)]}, {"names", tile.names}});
    }
    return json;
}

void readLessons(const Json& json, LessonMemory& lessons)
{
    readSwitch(json, "shown", lessons.shown);
    if (const auto done = json.find("done"); done != json.end() && done->is_object())
        for (const auto& [scene, ticks] : done->items())
            for (const Json& tick : ticks)
                lessons.done[scene].push_back(tick == true);
}

/// Nothing where one of its numbers is missing or cannot be.
std::optional<KeptView> readView(const Json& json)
{
    constexpr float far = 1e6f; // [m]
    const float none = std::numeric_limits<float>::quiet_NaN();
    Camera view{.target = glm::vec3(none), .yaw = none, .pitch = none, .distance = none};
    readNumber(json, "x", -far, far, view.target.x);
    readNumber(json, "y", -far, far, view.target.y);
    readNumber(json, "z", -far, far, view.target.z);
    readNumber(json, "yaw", -far, far, view.yaw);
    constexpr float steepest = 1.571f; // [rad], straight down and a rounding
    readNumber(json, "pitch", -steepest, steepest, view.pitch);
    readNumber(json, "distance", 1e-3f, far, view.distance);
    const bool whole =
        std::isfinite(view.target.x + view.target.y + view.target.z + view.yaw + view.pitch + view.distance);
    if (!whole)
        return std::nullopt;
    KeptView kept{view};
    readSwitch(json, "follows", kept.follows);
    return kept;
}

/// None where one of them cannot be.
rope::Pins readPins(const Json& json)
{
    rope::Pins pins;
    for (const Json& pin : json)
    {
        if (!pin.is_array() || pin.size() != 4 || !pin[0].is_number_integer() ||
            !std::all_of(pin.begin(), pin.end(), [](const Json& number) { return number.is_number(); }))
            return {};
        pins.push_back({pin[0].get<int>(), Vec3(pin[1].get<double>(), pin[2].get<double>(), pin[3].get<double>())});
    }
    try
    {
        return rope::sorted(std::move(pins));
    }
    catch (const std::invalid_argument&)
    {
        return {};
    }
}

/// None where one of them cannot be.
OwnSolids readSolids(const Json& json)
{
    SolidList solids;
    try
    {
        for (const Json& solid : json)
            if (solids.size() < mostSolids)
                solids.push_back(readSolid(solid, solids.size()));
    }
    catch (const std::invalid_argument&)
    {
        return std::nullopt;
    }
    return solids;
}

/// None where a part of it cannot be.
SetUpPtr readLeftSetUp(const Json& json)
{
    try
    {
        std::string path;
        return std::make_shared<const SetUp>(readSetUp(json, path));
    }
    catch (const std::invalid_argument&)
    {
        return nullptr;
    }
}

LeftScene readScene(const Json& json)
{
    LeftScene scene;
    if (const auto constants = json.find("constants"); constants != json.end() && constants->is_object())
        for (const auto& [name, value] : constants->items())
            if (value.is_string())
                scene.constants.values[name] = value.get<std::string>();
    if (const auto pins = json.find("pins"); pins != json.end() && pins->is_array())
        scene.constants.pins = readPins(*pins);
    if (json.contains("ropes"))
        scene.constants.setUp = readLeftSetUp(json);
    else if (const auto solids = json.find("solids"); solids != json.end() && solids->is_array())
        scene.constants.solids = readSolids(*solids);
    if (const auto view = json.find("view"); view != json.end() && view->is_object())
        scene.view = readView(*view);
    readSwitch(json, "doubtful", scene.doubtful);
    return scene;
}

Json scenesJson(const LeftScenes& scenes)
{
    Json json = Json::object();
    for (const auto& [id, scene] : scenes)
    {
        Json& row = json[id] = {{"constants", scene.constants.values}};
        for (const rope::Pin& pin : scene.constants.pins)
            row["pins"].push_back({pin.mass, pin.at.x, pin.at.y, pin.at.z});
        if (scene.constants.solids)
            row["solids"] = solidListJson(*scene.constants.solids);
        if (scene.constants.setUp)
            row.update(Json(setUpJson(*scene.constants.setUp)));
        if (scene.view)
        {
            const Camera& camera = scene.view->camera;
            row["view"] = {{"x", camera.target.x},          {"y", camera.target.y},
                           {"z", camera.target.z},          {"yaw", camera.yaw},
                           {"pitch", camera.pitch},         {"distance", camera.distance},
                           {"follows", scene.view->follows}};
        }
        if (scene.doubtful)
            row["doubtful"] = true;
    }
    return json;
}

/// "Space", or several in a list; anything else counts as a key of that name, which `bindKeys` complains about.
std::vector<std::string> readKeys(const Json& chosen)
{
    std::vector<std::string> keys;
    for (const Json& key : chosen.is_array() ? chosen : Json::array({chosen}))
        keys.push_back(key.is_string() ? key.get<std::string>() : key.dump());
    return keys;
}

Preferences read(const Json& json)
{
    Preferences result;
    if (const auto window = json.find("window"); window != json.end() && window->is_object())
    {
        Preferences::Place place;
        readNumber(*window, "x", -100'000, 100'000, place.x);
        readNumber(*window, "y", -100'000, 100'000, place.y);
        readNumber(*window, "width", 200, 16'384, place.width);
        readNumber(*window, "height", 150, 16'384, place.height);
        if (place.width > 0 && place.height > 0)
            result.window = place;
    }
    if (const auto theme = json.find("theme"); theme != json.end() && *theme == "dark")
        result.theme = Theme::dark;
    if (const auto language = json.find("language"); language != json.end() && language->is_string())
        for (const text::LanguageName& known : text::languages)
            if (*language == known.code)
                result.language = known.code;
    readSwitch(json, "tension_colours", result.tensionColours);
    readSwitch(json, "panels", result.panelsVisible);
    readSwitch(json, "all_panels", result.allPanels);
    readSwitch(json, "contact_shade", result.contactShade);
    readNumber(json, "text_size", smallestText, largestText, result.textSize);
    readNumber(json, "scenes_width", 60.0f, 1000.0f, result.scenesWidth);
    readNumber(json, "parameters_width", 100.0f, 1500.0f, result.parametersWidth);
    readNumber(json, "dock_width", 0.0f, 5000.0f, result.dockWidth);
    readNumber(json, "plots_height", 60.0f, 1500.0f, result.plotsHeight);
    readNumber(json, "step_budget", 1, 1'000'000, result.stepBudget);
    readSwitch(json, "plots", result.plots.shown);
    readSwitch(json, "plots_open", result.plots.open);
    readNumber(json, "plot_seconds", 1.0, 120.0, result.plots.seconds);
    if (const auto keys = json.find("keys"); keys != json.end() && keys->is_object())
        for (const auto& [action, chosen] : keys->items())
            result.keys[action] = readKeys(chosen);
    if (const auto files = json.find("recent_files"); files != json.end() && files->is_array())
        for (auto file = files->rbegin(); file != files->rend(); ++file) // the latest is added last
            if (file->is_string())
                result.recentFiles.add(file->get<std::string>());
    if (const auto tiles = json.find("plot_tiles"); tiles != json.end() && tiles->is_object())
        for (const auto& [scene, list] : tiles->items())
            if (list.is_array())
                result.plots.tiles[scene] = readTiles(list);
    if (const auto lessons = json.find("lessons"); lessons != json.end() && lessons->is_object())
        readLessons(*lessons, result.lessons);
    if (const auto scenes = json.find("scenes"); scenes != json.end() && scenes->is_object())
        for (const auto& [id, scene] : scenes->items())
            if (scene.is_object())
                result.scenes[id] = readScene(scene);
    return result;
}

Json write(const Preferences& preferences)
{
    Json json{{"theme", preferences.theme == Theme::dark ? "dark" : "light"},
              {"language", preferences.language},
              {"tension_colours", preferences.tensionColours},
              {"panels", preferences.panelsVisible},
              {"all_panels", preferences.allPanels},
              {"contact_shade", preferences.contactShade},
              {"text_size", preferences.textSize},
              {"scenes_width", preferences.scenesWidth},
              {"parameters_width", preferences.parametersWidth},
              {"plots_height", preferences.plotsHeight},
              {"dock_width", preferences.dockWidth},
              {"step_budget", preferences.stepBudget},
              {"plots", preferences.plots.shown},
              {"plots_open", preferences.plots.open},
              {"plot_seconds", preferences.plots.seconds},
              {"plot_tiles", tilesJson(preferences.plots.tiles)},
              {"lessons", {{"shown", preferences.lessons.shown}, {"done", preferences.lessons.done}}},
              {"scenes", scenesJson(preferences.scenes)}};
    for (const RecentFiles::Entry& entry : preferences.recentFiles.entries())
        json["recent_files"].push_back(entry.file);
    if (!preferences.keys.empty())
        json["keys"] = preferences.keys;
    if (preferences.window)
        json["window"] = {{"x", preferences.window->x},
                          {"y", preferences.window->y},
                          {"width", preferences.window->width},
                          {"height", preferences.window->height}};
    return json;
}

/// How deep `merged` looks: at what the file says, and at what it says of each scene.
constexpr int levels = 2;

/// A merge of three: what `mine` has changed since it was `loaded`, and for the rest what the file has at `present`.
Json merged(const Json& mine, const Json& loaded, const Json& present, int depth = levels)
{
    if (mine == loaded)
        return present;
    if (depth == 0 || !mine.is_object() || !present.is_object())
        return mine;
    const auto at = [](const Json& json, const std::string& key)
    {
        const auto found = json.find(key);
        return found == json.end() ? Json() : *found;
    };
    Json both = mine;
    both.update(present);
    for (auto& [key, value] : both.items())
        value = merged(at(mine, key), at(loaded, key), at(present, key), depth - 1);
    std::erase_if(both.get_ref<Json::object_t&>(), [](const auto& entry) { return entry.second.is_null(); });
    return both;
}

} // namespace

std::filesystem::path preferencesFile()
{
    std::filesystem::path folder = folderFrom("XDG_CONFIG_HOME", "");
    if (folder.empty())
        folder = onWindows ? folderFrom("APPDATA", "")
                           : folderFrom("HOME", onApple ? "Library/Application Support" : ".config");
    return folder.empty() ? folder : folder / "preferences.json";
}

Preferences loadPreferences(std::filesystem::path& file, std::string& complaint)
{
    complaint.clear();
    std::error_code ignored;
    const std::filesystem::file_status status = std::filesystem::status(file, ignored);
    if (file.empty() || !std::filesystem::exists(status))
        return {};
    std::string text;
    try
    {
        if (!std::filesystem::is_regular_file(status)) // to read a pipe may take for ever
            throw std::invalid_argument(shownName(file) + ": is no file");
        text = readTextFile(file, largestFile);
    }
    catch (const std::invalid_argument& error)
    {
        complaint = std::string("preferences are neither read nor saved: ") + error.what();
        file.clear();
        return {};
    }
    const Json json = Json::parse(text, nullptr, false);
    if (json.is_object())
        return read(json);

    std::filesystem::path copy = file;
    copy += ".bad";
    complaint = "preferences ignored: " + shownName(file) + " is no JSON object; ";
    try
    {
        writeFile(copy, text);
        complaint += "kept as " + copy.filename().string();
    }
    catch (const std::exception& error)
    {
        complaint += error.what();
        file.clear();
    }
    return {};
}

std::string savePreferences(const std::filesystem::path& file, const Preferences& preferences,
                            const Preferences& loaded)
{
    if (file.empty())
        return {};
    std::string complaint;
    std::filesystem::path place = file;
    const Preferences present = loadPreferences(place, complaint);
    std::error_code ignored;
    const bool sound = complaint.empty() && std::filesystem::exists(file, ignored);
    const Json json = sound ? merged(write(preferences), write(loaded), write(present)) : write(preferences);
    try
    {
        std::filesystem::create_directories(file.parent_path());
        writeFile(file, json.dump(4, ' ', false, nlohmann::json::error_handler_t::replace) + '\n');
        return {};
    }
    catch (const std::exception& error)
    {
        return std::string("preferences not saved: ") + error.what();
    }
}

} // namespace ropewalk
