#pragma once

#include "condition.hpp"
#include "scene.hpp"

#include <nlohmann/json_fwd.hpp>

#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ropewalk
{

/// What the file of a scene says to a class.
struct FileLesson
{
    struct Step
    {
        std::string text;
        Condition until;
    };
    static constexpr std::array<std::string_view, 4> panels{"scenes", "constants", "plots", "tools"};

    std::vector<std::string> show;                          ///< the constants that are shown; empty: all
    std::map<std::string, std::string, std::less<>> locked; ///< the constants that stay, with their values as text
    std::vector<std::string> hide;                          ///< panels that are away
    std::vector<Step> steps;
    std::vector<LessonStep> rows; ///< of these steps, for the window

    bool shows(std::string_view constant) const;
    bool hides(std::string_view panel) const;
};

/// Reads the key `lesson` of a file of this scene, which has its constants already:
/// {"show": ["mass"], "lock": ["gravity"], "hide": ["plots"], "steps": [{"text": "Stop it", "until": "speed < 0.1"}]}
/// Keeps `path` at the JSON path being read, for error messages. Throws std::invalid_argument.
LessonPtr readLesson(const nlohmann::json& value, const Scene& scene, std::string& path);
nlohmann::ordered_json lessonJson(const FileLesson& lesson);

/// Follows the steps of a file's lesson, tick by tick. They count in their order: each once those before it are done.
/// Nobody has done what holds from the beginning on: such a step is passed after a second, and earns no tick.
class LessonCheck
{
public:
    /// Of a scene that stands at its beginning, and stays.
    explicit LessonCheck(const Scene& scene);

    /// After a tick; `tick` counts those that have passed.
    void look(long long tick);
    /// [ticks], of each step that is done; 0 of one that has held from the beginning on.
    const std::vector<long long>& doneAt() const { return doneAt_; }
    std::size_t done() const; ///< steps, without those that have held from the beginning on

private:
    const Scene& scene_;
    LessonPtr lesson_;
    LessonMoment moment_;
    std::vector<long long> doneAt_;
    std::vector<bool> holds_; ///< of each step, whether it has held from the beginning on
    long long held_ = 0;      ///< ticks for which the condition has held
    double time_ = 0.0;       ///< [s], of the scene at the last look
};

} // namespace ropewalk
