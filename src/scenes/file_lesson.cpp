#include "file_lesson.hpp"

#include "scene_constants.hpp"

#include "files/json_text.hpp"

#include "text/text.hpp"

#include <rope/fixed_timestep.hpp>

#include <algorithm>
#include <memory>
#include <utility>

namespace ropewalk
{
namespace
{

constexpr std::size_t mostNames = 500;
constexpr std::size_t mostSteps = 20;
constexpr std::size_t longestText = 300; // bytes that a card has room for

using nlohmann::json;

/// A list of names, each of them one of `known`.
std::vector<std::string> namesOf(const json& list, std::string_view kind, const std::vector<std::string_view>& known)
{
    if (!list.is_array() || list.size() > mostNames)
        refuse("must be a list of at most {} names", mostNames);
    std::vector<std::string> names;
    for (const json& name : list)
    {
        if (!name.is_string())
            refuse("a {} is {}; must be a name", kind, kindText(name));
        names.push_back(name.get<std::string>());
        if (std::find(known.begin(), known.end(), names.back()) == known.end())
            throw std::invalid_argument(text::unknownName(kind, names.back(), known));
    }
    return names;
}

std::string textOf(const json& step, std::string_view key)
{
    if (!step.contains(key) || !step[key].is_string())
        refuse("'{}' is missing or no text; must be {{\"text\": \"Stop it\", \"until\": \"speed < 0.1 for 2\"}}", key);
    std::string read = step[key].get<std::string>();
    if (read.empty() || read.size() > longestText)
        refuse("'{}' has {} bytes; must have 1 to {}", key, read.size(), longestText);
    return read;
}

FileLesson::Step stepOf(const json& value, const Scene& scene)
{
    if (!value.is_object())
        refuse("a step is {}; must be an object with text and until", kindText(value));
    for (const auto& [key, part] : value.items())
        checkKey(key, {"text", "until"});
    return {textOf(value, "text"), Condition(textOf(value, "until"), scene)};
}

} // namespace

bool FileLesson::shows(std::string_view constant) const
{
    return show.empty() || std::find(show.begin(), show.end(), constant) != show.end();
}

bool FileLesson::hides(std::string_view panel) const
{
    return std::find(hide.begin(), hide.end(), panel) != hide.end();
}

LessonPtr readLesson(const json& value, const Scene& scene, std::string& path)
{
    const std::vector<std::pair<std::string, std::string>> texts = constantTexts(scene);
    std::vector<std::string_view> constants;
    constants.reserve(texts.size());
    for (const auto& constant : texts)
        constants.emplace_back(constant.first);
    auto lesson = std::make_shared<FileLesson>();
    for (const auto& [key, part] : value.items())
    {
        path = "lesson/" + key;
        checkKey(key, {"show", "lock", "hide", "steps"});
        if (key == "show")
            lesson->show = namesOf(part, "constant", constants);
        else if (key == "hide")
            lesson->hide = namesOf(part, "panel", {FileLesson::panels.begin(), FileLesson::panels.end()});
        else if (key == "lock")
            for (const std::string& name : namesOf(part, "constant", constants))
                lesson->locked[name] = constantText(scene, name);
        else if (!part.is_array() || part.size() > mostSteps)
            refuse("must be a list of at most {} steps", mostSteps);
        else
            for (const json& step : part)
            {
                path = "lesson/steps/" + std::to_string(lesson->steps.size());
                lesson->steps.push_back(stepOf(step, scene));
            }
    }
    path = "lesson";
    for (const FileLesson::Step& step : lesson->steps)
        lesson->rows.push_back({.act = step.text});
    return lesson;
}

nlohmann::ordered_json lessonJson(const FileLesson& lesson)
{
    nlohmann::ordered_json written = nlohmann::ordered_json::object();
    if (!lesson.show.empty())
        written["show"] = lesson.show;
    for (const auto& [name, value] : lesson.locked)
        written["lock"].push_back(name);
    if (!lesson.hide.empty())
        written["hide"] = lesson.hide;
    for (const FileLesson::Step& step : lesson.steps)
        written["steps"].push_back({{"text", step.text}, {"until", step.until.text()}});
    return written;
}

LessonCheck::LessonCheck(const Scene& scene) : scene_(scene), lesson_(scene.fileLesson()), moment_(scene)
{
    if (lesson_)
        for (const FileLesson::Step& step : lesson_->steps)
            holds_.push_back(step.until.seconds() == 0.0 && step.until.holds(moment_));
}

std::size_t LessonCheck::done() const
{
    return doneAt_.size() - static_cast<std::size_t>(std::count(doneAt_.begin(), doneAt_.end(), 0));
}

void LessonCheck::look(long long tick)
{
    if (!lesson_ || doneAt_.size() == lesson_->steps.size())
        return;
    const bool wentBack = scene_.time() < std::exchange(time_, scene_.time());
    if (wentBack || scene_.divergence())
        held_ = 0;
    if (scene_.divergence())
        return;
    if (wentBack)
        moment_.begin();
    constexpr long long ownMotion = 60; // ticks, in which a scene at rest may leave what held
    const std::size_t step = doneAt_.size();
    for (std::size_t i = step; i < holds_.size(); ++i)
        holds_[i] = holds_[i] && lesson_->steps[i].until.holds(moment_);
    if (holds_[step])
    {
        if (tick >= ownMotion)
            doneAt_.push_back(0);
        return;
    }
    const Condition& until = lesson_->steps[step].until;
    held_ = until.holds(moment_) ? held_ + 1 : 0;
    constexpr double rounding = 1e-6; // of a tick
    if (held_ == 0 || static_cast<double>(held_) * rope::FixedTimestep::usualTick <
                          until.seconds() - rounding * rope::FixedTimestep::usualTick)
        return;
    doneAt_.push_back(tick);
    held_ = 0;
    moment_.begin();
}

} // namespace ropewalk
