#include "scene_file.hpp"

#include "files/body_list.hpp"
#include "files/example_file.hpp"
#include "files/json_text.hpp"
#include "files/parameter_json.hpp"
#include "files/text_file.hpp"
#include "scenes/file_lesson.hpp"
#include "scenes/scene_constants.hpp"
#include "scenes/set_up/set_up_file.hpp"
#include "scenes/set_up/solid_list.hpp"

#include "text/text.hpp"
#include <rope/written_moment.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <stdexcept>

namespace ropewalk
{

namespace
{

constexpr std::string_view ownBeginning = "own";
constexpr std::size_t largestSceneFile = 16u << 20; // the moment of 40,000 masses has 6 MB

using nlohmann::json;
using Json = nlohmann::ordered_json; // as it is written

/// A kind of value, and what errors call it.
struct ValueKind
{
    bool (json::*holds)() const noexcept;
    std::string_view name;
};

struct Key
{
    std::string_view name;
    ValueKind kind;
};

constexpr std::array keys{Key{"ropewalk", {&json::is_number, "the number 1"}},
                          Key{"scene", {&json::is_string, "the id of a scene"}},
                          Key{"parameters", {&json::is_object, "an object of names and values"}},
                          Key{"bodies", {&json::is_array, "a list of bodies"}},
                          Key{"solids", {&json::is_array, "a list of solids"}},
                          Key{"ropes", {&json::is_array, "a list of ropes"}},
                          Key{"ties", {&json::is_array, "a list of ties"}},
                          Key{"holds", {&json::is_array, "a list of holds"}},
                          Key{"roles", {&json::is_object, "an object with hand, haul and load"}},
                          Key{"pins", {&json::is_array, "a list of pins"}},
                          Key{"moment", {&json::is_object, "an object with positions and velocities"}},
                          Key{"view", {&json::is_object, "an object with target, yaw, pitch and distance"}},
                          Key{"lesson", {&json::is_object, "an object with show, lock, hide and steps"}},
                          Key{"recording", {&json::is_object, "an object with events"}}};

void checkTopKey(const std::string& name, const json& value)
{
    std::vector<std::string_view> names;
    for (const Key& key : keys)
        names.push_back(key.name);
    checkKey(name, names);
    for (const Key& key : keys)
        if (key.name == name && !(value.*key.kind.holds)())
            refuse("'{}' is {}; must be {}", name, kindText(value), key.kind.name);
}

/// What `read(entry, number)` makes of each entry of the list at `path`, which it keeps at the JSON path being read,
/// for error messages.
template <typename Read>
auto entriesOf(const json& list, std::string& path, Read read)
{
    const std::string name = path;
    std::vector<decltype(read(list, 0))> entries;
    for (const json& entry : list)
    {
        path = fmt::format("{}/{}", name, entries.size());
        entries.push_back(read(entry, entries.size()));
    }
    path = name;
    return entries;
}

void setBodies(Scene& scene, const json& list, std::string& path)
{
    path = "bodies";
    auto* host = hostOf<BodyHost>(scene);
    if (!host)
        refuse("scene '{}' takes no bodies", scene.info().id);
    constexpr std::size_t most = 10'000;
    if (list.size() > most)
        refuse("{} bodies; must be at most {}, as a step of so many takes 0.25 s", list.size(), most);
    host->setBodies(std::make_shared<const std::vector<rope::BodyDefinition>>(entriesOf(list, path, readBody)));
}

void setSolids(Scene& scene, const json& list, std::string& path)
{
    path = "solids";
    auto* host = hostOf<SolidHost>(scene);
    if (!host)
        refuse("scene '{}' takes no solids", scene.info().id);
    if (list.size() > mostSolids)
        refuse("more than {} solids", mostSolids);
    host->setSolids(entriesOf(list, path, readSolid));
}

/// Solids, ropes and what else makes a set-up, or the solids of a scene that takes these alone.
void setThings(Scene& scene, const json& file, std::string& path)
{
    const auto isThere = [&](std::string_view key) { return file.contains(key); };
    if (std::none_of(setUpKeys.begin(), setUpKeys.end(), isThere))
        return;
    if (auto* host = hostOf<SetUpHost>(scene))
        return host->setSetUp(std::make_shared<const SetUp>(readSetUp(file, path)));
    for (const std::string_view key : setUpKeys)
        if (path = key; key != "solids" && isThere(key))
            refuse("scene '{}' takes no {}", scene.info().id, key);
    setSolids(scene, file["solids"], path);
}

double numberOf(const json& value, std::string_view name)
{
    if (!value.is_number())
        refuse("'{}' is {}; must be a number", name, kindText(value));
    return value.get<double>();
}

std::vector<Vec3> pointsOf(const json& list, std::string_view name)
{
    if (!list.is_array())
        refuse("'{}' is {}; must be a list of points [x, y, z]", name, kindText(list));
    std::vector<Vec3> points;
    for (const json& point : list)
        points.push_back(vectorOf(point, fmt::format("point {} of '{}'", points.size(), name)));
    return points;
}

rope::Pin readPin(const json& entry, std::size_t number)
{
    if (!entry.is_object())
        refuse("pin {} is {}; must be an object: {{\"mass\": 7, \"at\": [x, y, z]}}", number, kindText(entry));
    for (const auto& [key, value] : entry.items())
        checkKey(key, {"mass", "at"});
    for (const std::string_view key : {"mass", "at"})
        if (!entry.contains(key))
            refuse("key '{}' of pin {} is missing", key, number);
    if (!entry["mass"].is_number_integer() || std::abs(numberOf(entry["mass"], "mass")) > 1e6)
        refuse("'mass' of pin {} must be a whole number, the index of a mass", number);
    const Vec3 at = vectorOf(entry["at"], fmt::format("'at' of pin {}", number));
    if (std::max({std::abs(at.x), std::abs(at.y), std::abs(at.z)}) > farthestPin)
        refuse("'at' of pin {}: must be {} to {} m", number, -farthestPin, farthestPin);
    return {entry["mass"].get<int>(), at};
}

void setPins(Scene& scene, const json& list, std::string& path)
{
    constexpr std::size_t most = 1000;
    path = "pins";
    if (hostOf<SetUpHost>(scene))
        refuse("pins: use holds in this scene");
    if (list.size() > most)
        refuse("more than {} pins", most);
    scene.setPins(entriesOf(list, path, readPin));
}

/// Keeps `path` at the JSON path being read, for error messages.
Beginning readMoment(const json& moment, std::string& path)
{
    rope::WrittenMoment read;
    for (const auto& [key, value] : moment.items())
    {
        path = "moment/" + key;
        checkKey(key, {"time", "positions", "velocities", "state", "lists"});
        if (key == "time")
            read.time = numberOf(value, key);
        else if (key == "positions")
            read.positions = pointsOf(value, key);
        else if (key == "velocities")
            read.velocities = pointsOf(value, key);
        else if (!value.is_object())
            refuse("'{}' is {}; must be an object of names and numbers", key, kindText(value));
        else if (key == "lists")
            for (const auto& [name, list] : value.items())
            {
                if (!list.is_array())
                    refuse("list '{}' is {}; must be a list of numbers", name, kindText(list));
                std::vector<double>& numbers = read.lists[name];
                for (const json& number : list)
                    numbers.push_back(numberOf(number, name));
            }
        else
            for (const auto& [name, number] : value.items())
                read.state[name] = numberOf(number, name);
    }
    path = "moment";
    return std::make_shared<const rope::WrittenMoment>(std::move(read));
}

/// Keeps `path` at the JSON path being read, for error messages.
void setView(Scene& scene, const json& entry, std::string& path)
{
    constexpr double far = 1e6;        // [m]
    constexpr double steepest = 1.571; // [rad], straight down and a rounding
    constexpr double turns = 1e6;      // [rad]
    FileView view;
    const auto within = [](double value, std::string_view name, double minimum, double maximum)
    {
        if (!(value >= minimum && value <= maximum))
            refuse("{} = {}: must be {} to {}", name, text::numberText(value), text::numberText(minimum),
                   text::numberText(maximum));
        return value;
    };
    for (const std::string_view key : {"target", "yaw", "pitch", "distance"})
        if (!entry.contains(key))
            refuse("key '{}' of the view is missing", key);
    for (const auto& [key, value] : entry.items())
    {
        path = "view/" + key;
        checkKey(key, {"target", "yaw", "pitch", "distance"});
        if (key == "target")
            for (int i = 0; i < 3; ++i)
                view.target[i] = within(vectorOf(value, "'target'")[i], key, -far, far);
        else if (key == "yaw")
            view.yaw = within(numberOf(value, key), key, -turns, turns);
        else if (key == "pitch")
            view.pitch = within(numberOf(value, key), key, -steepest, steepest);
        else
            view.distance = within(numberOf(value, key), key, 1e-3, far);
    }
    scene.setFileView(view);
}

Json pointsJson(const std::vector<Vec3>& points)
{
    Json list = Json::array();
    for (const Vec3& point : points)
        list.push_back(vectorJson(point));
    return list;
}

rope::WrittenMoment presentMoment(const Scene& scene)
{
    const std::optional<rope::WrittenMoment> moment = scene.writtenMoment();
    if (!moment)
        refuse("scene '{}' writes no moment: {}", scene.info().id, scene.momentNote());
    return *moment;
}

Json momentJson(const rope::WrittenMoment& moment)
{
    moment.check(0, moment.positions.size());
    Json written{{"time", moment.time},
                 {"positions", pointsJson(moment.positions)},
                 {"velocities", pointsJson(moment.velocities)},
                 {"state", moment.state}};
    if (!moment.lists.empty())
        written["lists"] = moment.lists;
    return written;
}

/// Row by row in their order: a preset comes before the constants that follow it.
void setRows(Scene& scene, const json& values, std::string& path)
{
    for (const auto& [name, value] : values.items())
    {
        path = "parameters/" + name;
        scene.parameters().at(name); // throws
    }
    for (rope::Parameter& row : scene.parameters().rows())
        if (values.contains(row.name()))
        {
            path = "parameters/" + row.name();
            setParameter(row, values[row.name()]);
        }
}

/// The recording that begins as the rest of its file does.
Recording recordingOf(std::string_view text, const json& value)
{
    Recording recording = readRecording(value);
    Json start = Json::parse(text);
    start.erase("recording");
    recording.start = start.dump();
    return recording;
}

std::unique_ptr<Scene> withSettings(std::unique_ptr<Scene> scene,
                                    const std::vector<std::pair<std::string, std::string>>& settings)
{
    for (const auto& [name, text] : settings)
        setConstant(*scene, name, text);
    if (!settings.empty())
        scene->reset();
    return scene;
}

} // namespace

std::unique_ptr<Scene> openScene(const std::string& idOrFile)
{
    return openSceneFile(idOrFile).scene;
}

std::unique_ptr<Scene> parseScene(std::string_view text, std::string_view name,
                                  const std::vector<std::pair<std::string, std::string>>& settings)
{
    return withSettings(parseSceneFile(text, name).scene, settings);
}

Recording openRecording(const std::string& file)
{
    std::optional<Recording> recording = openSceneFile(file).recording;
    if (!recording)
        refuse("{}: holds no recording", file);
    return std::move(*recording);
}

SceneFile openSceneFile(const std::string& idOrFile)
{
    const auto isId = [&](const SceneEntry& entry) { return entry.info.id == idOrFile; };
    if (std::any_of(scenes().begin(), scenes().end(), isId))
        return {makeScene(idOrFile), std::nullopt};
    const std::filesystem::path file = orExample(idOrFile);
    std::error_code ignored;
    if (idOrFile.ends_with(".json") || std::filesystem::exists(file, ignored))
        return parseSceneFile(readTextFile(file, largestSceneFile), shownName(file));
    return {makeScene(idOrFile), std::nullopt}; // says which names there are
}

std::unique_ptr<Scene> openScene(const std::string& idOrFile,
                                 const std::vector<std::pair<std::string, std::string>>& settings)
{
    return withSettings(openScene(idOrFile), settings);
}

SceneFile parseSceneFile(std::string_view text, std::string_view name)
{
    if (text.size() > largestSceneFile)
        throw std::invalid_argument(
            fmt::format("{}: is too large, must be at most {} KiB", name, largestSceneFile / 1024));
    const JsonText file(text, name);
    std::string path; // being read
    try
    {
        const json& root = file.tree();
        if (!root.is_object())
            refuse("is {}; must be an object: {{\"ropewalk\": 1, \"scene\": \"rope\"}}", kindText(root));
        for (const auto& [key, value] : root.items())
            checkTopKey(path = key, value);
        path = "ropewalk";
        if (!root.contains(path))
            refuse("key 'ropewalk' is missing; must be \"ropewalk\": 1");
        if (root[path] != 1)
            refuse("version {} is not known; must be 1", text::numberText(root[path].get<double>()));
        path = "scene";
        if (!root.contains(path))
            refuse("key 'scene' is missing; must be the id of a scene, such as \"rope\"");
        std::unique_ptr<Scene> scene = makeScene(root[path].get<std::string>());
        if (root.contains("parameters"))
            setRows(*scene, root["parameters"], path);
        if (root.contains("bodies"))
            setBodies(*scene, root["bodies"], path);
        setThings(*scene, root, path);
        if (root.contains("pins"))
            setPins(*scene, root["pins"], path);
        if (root.contains("moment"))
            scene->setBeginning(readMoment(root["moment"], path));
        if (root.contains("view"))
            setView(*scene, root["view"], path = "view");
        path.clear();
        scene->reset(); // laid out anew with these constants, instead of gliding to them
        if (root.contains("lesson"))
            scene->setFileLesson(readLesson(root["lesson"], *scene, path));
        std::optional<Recording> recording;
        if (root.contains("recording"))
            recording = recordingOf(text, root[path = "recording"]);
        return {std::move(scene), std::move(recording)};
    }
    catch (const std::invalid_argument& error)
    {
        file.fail(path, error.what());
    }
}

std::string beginningText(const Beginning& beginning)
{
    return beginning ? momentJson(*beginning).dump() : std::string(ownBeginning);
}

Beginning beginningFrom(std::string_view text)
{
    if (text == ownBeginning)
        return nullptr;
    const JsonText file(text, "begin");
    std::string path;
    if (!file.tree().is_object())
        refuse("begin: is {}; must be an object with positions and velocities, or {}", kindText(file.tree()),
               ownBeginning);
    return readMoment(file.tree(), path);
}

std::string sceneText(const Scene& scene, const FileExtras& extras)
{
    Json file{{"ropewalk", 1}, {"scene", scene.info().id}, {"parameters", Json::object()}};
    const auto size = sizeParameterOf(scene);
    for (const rope::Parameter& parameter : scene.parameters().rows())
        if (!parameter.isDefault() || (extras.beginning && size && size->name == parameter.name()))
            file["parameters"][parameter.name()] = valueJson(parameter);
    if (const BodyList bodies = ownBodiesOf(scene))
        file["bodies"] = bodyListJson(*bodies);
    if (const OwnSolids solids = ownSolidsOf(scene))
        file["solids"] = solidListJson(*solids);
    if (const SetUpPtr setUp = ownSetUpOf(scene))
        file.update(setUpJson(*setUp));
    for (const rope::Pin& pin : scene.pins())
        file["pins"].push_back({{"mass", pin.mass}, {"at", vectorJson(pin.at)}});
    if (extras.moment)
        file["moment"] = momentJson(presentMoment(scene));
    else if (extras.beginning && scene.beginning())
        file["moment"] = momentJson(*scene.beginning());
    if (const auto& view = extras.view)
        file["view"] = {{"target", vectorJson(view->target)},
                        {"yaw", view->yaw},
                        {"pitch", view->pitch},
                        {"distance", view->distance}};
    if (const LessonPtr& lesson = scene.fileLesson())
        file["lesson"] = lessonJson(*lesson);
    return jsonLines(file) + '\n';
}

} // namespace ropewalk
