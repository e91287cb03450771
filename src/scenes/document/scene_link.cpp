#include "scene_link.hpp"

#include "scenes/file_lesson.hpp"
#include "scenes/scene_constants.hpp"
#include "scenes/set_up/set_up_file.hpp"

#include "files/json_text.hpp"
#include "files/packed_text.hpp"

#include "text/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <stdexcept>

namespace ropewalk
{
namespace
{

constexpr std::array<std::string_view, 7> options{"theme", "speed", "paused", "tension", "no-ui", "ui-scale", "ui-map"};

/// Digit of %XX, -1 for none.
int hexadecimal(char c)
{
    constexpr std::string_view digits = "0123456789abcdef";
    const std::size_t at = digits.find(c >= 'A' && c <= 'F' ? static_cast<char>(c - 'A' + 'a') : c);
    return at == std::string_view::npos ? -1 : static_cast<int>(at);
}

std::string decoded(std::string_view text)
{
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i)
    {
        const int high = text[i] == '%' && i + 2 < text.size() ? hexadecimal(text[i + 1]) : -1;
        const int low = high >= 0 ? hexadecimal(text[i + 2]) : -1;
        if (low >= 0)
            i += 2;
        result += low >= 0 ? static_cast<char>(16 * high + low) : text[i] == '+' ? ' ' : text[i];
    }
    return result;
}

std::string encoded(std::string_view text)
{
    constexpr std::string_view kept = "-._~,:()";
    std::string result;
    for (const char c : text)
    {
        const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        if (plain || kept.find(c) != std::string_view::npos)
            result += c;
        else
            result += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
    return result;
}

std::string checkedScene(const std::string& id)
{
    std::vector<std::string_view> ids;
    for (const SceneEntry& entry : scenes())
        ids.push_back(entry.info.id);
    if (std::find(ids.begin(), ids.end(), id) == ids.end())
        throw std::invalid_argument(text::unknownName("scene", id, ids, "the link names none of the scenes"));
    return id;
}

constexpr std::size_t longestRecording = 6000; // characters that a link may hold

/// "TICKS.PACKED": hashes are not in it.
std::string packedRecording(const Recording& recording)
{
    std::string text = fmt::format("{}.{}", recording.ticks, packed(recording.script));
    if (text.size() > longestRecording)
        throw std::invalid_argument(fmt::format("the recording is too long for a link ({} of {} characters): \"Save "
                                                "as...\" keeps it in a file",
                                                text::groupedText(static_cast<double>(text.size())),
                                                text::groupedText(longestRecording)));
    return text;
}

/// Of a scene that stands at its beginning.
Recording unpackedRecording(std::string_view text, const Scene& scene)
{
    const std::size_t point = std::min(text.find('.'), text.size());
    const std::optional<double> ticks = text::parseNumber(text.substr(0, point));
    if (point == text.size() || !ticks || *ticks < 0.0 || *ticks > static_cast<double>(Recording::mostTicks))
        throw std::invalid_argument(fmt::format("recording={}: must be TICKS.PACKED", text::quoted(text)));
    Recording recording;
    recording.start = sceneText(scene, {.beginning = true});
    recording.ticks = static_cast<long long>(*ticks);
    recording.script = unpacked(text.substr(point + 1), Recording::longestScript);
    eventsOf(recording); // throws
    return recording;
}

std::string encodedLesson(const FileLesson& lesson)
{
    constexpr std::size_t longest = 6000; // characters that a link may hold
    const std::string text = encoded(lessonJson(lesson).dump());
    if (text.size() > longest)
        refuse("the lesson is too long for a link ({} of {} characters): \"Save as...\" keeps it in a file",
               text.size(), longest);
    return text;
}

LessonPtr lessonFrom(std::string_view text, const Scene& scene)
{
    const JsonText read(text, "lesson");
    std::string path = "lesson";
    try
    {
        if (!read.tree().is_object())
            refuse("is {}; must be an object", kindText(read.tree()));
        return readLesson(read.tree(), scene, path);
    }
    catch (const std::invalid_argument& error)
    {
        throw std::invalid_argument(fmt::format("{}: {}", path, error.what()));
    }
}

} // namespace

std::vector<std::string> LinkedScene::arguments() const
{
    std::vector<std::string> all{scene};
    for (const auto& [name, value] : settings)
    {
        all.emplace_back("--set");
        all.push_back(fmt::format("{}={}", name, value));
    }
    for (const auto& [name, value] : otherOptions)
    {
        // In one word: a value of its own could be an option that no link may ask for.
        all.push_back(value.empty() ? "--" + name : fmt::format("--{}={}", name, value));
    }
    return all;
}

SceneFile openScene(const LinkedScene& linked)
{
    std::unique_ptr<Scene> scene = openScene(linked.scene, linked.settings);
    if (!linked.setUp.empty())
    {
        auto* host = hostOf<SetUpHost>(*scene);
        if (!host)
            throw std::invalid_argument(fmt::format("scene '{}' takes no setup", linked.scene));
        host->setSetUp(std::make_shared<const SetUp>(parseSetUp(linked.setUp, "setup")));
        scene->reset();
    }
    if (!linked.lesson.empty())
        scene->setFileLesson(lessonFrom(linked.lesson, *scene));
    std::optional<Recording> recording;
    if (!linked.recording.empty())
        recording = unpackedRecording(linked.recording, *scene);
    return {std::move(scene), std::move(recording)};
}

LinkedScene readSceneLink(std::string_view link)
{
    LinkedScene result;
    link = link.substr(0, link.find('#'));
    if (const std::size_t mark = link.find('?'); mark != std::string_view::npos)
        link.remove_prefix(mark + 1);
    while (!link.empty())
    {
        const std::string_view item = link.substr(0, link.find('&'));
        link.remove_prefix(std::min(link.size(), item.size() + 1));
        if (item.empty())
            continue;
        const std::size_t equals = std::min(item.find('='), item.size());
        const std::string key = decoded(item.substr(0, equals));
        const std::string value = decoded(item.substr(std::min(item.size(), equals + 1)));
        if (key == "scene")
            result.scene = checkedScene(value);
        else if (key == "set")
        {
            const std::size_t after = value.find('=');
            if (after == std::string::npos)
                throw std::invalid_argument(fmt::format("set={}: must be set=NAME=VALUE", text::quoted(value)));
            result.settings.emplace_back(value.substr(0, after), value.substr(after + 1));
        }
        else if (key == "setup")
            result.setUp = value;
        else if (key == "lesson")
            result.lesson = value;
        else if (key == "recording")
            result.recording = value;
        else if (key == "input")
        {
            result.input = value;
            std::replace(result.input.begin(), result.input.end(), ';', '\n');
        }
        else if (std::find(options.begin(), options.end(), key) != options.end())
            result.otherOptions.emplace_back(key, value);
        else
            throw std::invalid_argument(
                text::unknownName("part of a link", key, {options.begin(), options.end()},
                                  "there are also scene, set, setup, lesson, recording and input"));
    }
    return result;
}

std::string sceneLink(const Scene& scene)
{
    std::string link = "?scene=" + encoded(scene.info().id);
    // In the order of the rows: a preset comes before the constants that follow it.
    for (const rope::Parameter& row : scene.parameters().rows())
        if (!row.isDefault())
            link += fmt::format("&set={}={}", row.name(), encoded(row.text()));
    if (const SetUpPtr setUp = ownSetUpOf(scene))
        link += "&setup=" + encoded(setUpLine(*setUp));
    if (const LessonPtr& lesson = scene.fileLesson())
        link += "&lesson=" + encodedLesson(*lesson);
    return link;
}

std::string recordingLink(const Recording& recording)
{
    const std::unique_ptr<Scene> scene = parseScene(recording.start, "recording");
    if (!linkSaysAll(*scene))
        throw std::invalid_argument("the recording begins with pins, bodies or a moment, which no link holds: \"Save "
                                    "as...\" keeps it in a file");
    return sceneLink(*scene) + "&recording=" + packedRecording(recording);
}

bool linkSaysAll(const Scene& scene)
{
    const SceneConstants constants = constantsOf(scene);
    return !constants.bodies && !constants.beginning && constants.pins.empty();
}

} // namespace ropewalk
