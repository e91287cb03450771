#include "commands.hpp"
#include "console.hpp"
#include "jobs.hpp"

#include "files/json_text.hpp"
#include "files/stop_signal.hpp"
#include "files/table.hpp"
#include "scenes/document/scene_file.hpp"
#include "scenes/file_lesson.hpp"

#include <rope/fixed_timestep.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace ropewalk
{
namespace
{

using Json = nlohmann::ordered_json;

constexpr double tick = rope::FixedTimestep::usualTick;

/// What a recording did of its lesson.
struct Grade
{
    std::string file;
    LessonPtr lesson;
    std::vector<double> doneAt; ///< [s], of each step that is done; 0 of one that has held from the beginning on
    std::size_t done = 0;       ///< without those
    std::string parted;         ///< where the replay became another run; empty where it is the same
    std::string error;          ///< why there is no grade; empty where there is one
};

/// The lesson by which recordings are graded, in place of their own.
struct Standard
{
    LessonPtr lesson; ///< null: their own
    std::string start;
    std::string file;
};

Standard standardOf(const std::string& file)
{
    if (file.empty())
        return {};
    const std::unique_ptr<Scene> scene = openScene(file);
    if (!scene->fileLesson())
        throw std::invalid_argument(fmt::format("--lesson {}: holds no lesson", file));
    return {scene->fileLesson(), sceneText(*scene, {.beginning = true}), file};
}

void grade(Grade& made, const Standard& standard, const StopSignal& stop)
{
    PlaybackOptions options;
    options.replay = made.file;
    Playback playback(options, "grade");
    Scene& scene = playback.scene();
    if (standard.lesson)
        scene.setFileLesson(standard.lesson);
    made.lesson = scene.fileLesson();
    if (!made.lesson)
        refuse("{}: holds no lesson", made.file);
    if (standard.lesson && sceneText(scene, {.beginning = true}) != standard.start)
        refuse("{}: begins otherwise than {}", made.file, standard.file);
    LessonCheck check(scene);
    const auto look = [&check](double time)
    {
        if (time > 0.0)
            check.look(std::llround(time / tick));
    };
    playback.play(look, [&stop] { stop.check(); });
    for (const long long ticks : check.doneAt())
        made.doneAt.push_back(static_cast<double>(ticks) * tick);
    made.done = check.done();
    made.parted = playback.parted();
}

/// Recordings of one lesson: its steps, and a row for each of them.
std::string textOf(const std::vector<const Grade*>& grades)
{
    const std::vector<FileLesson::Step>& steps = grades.front()->lesson->steps;
    Table lesson({{"step", true}, {"what is to be done", false}});
    std::vector<Table::Column> columns{{"recording", false}, {"done", true}};
    for (std::size_t step = 0; step < steps.size(); ++step)
    {
        lesson.add({std::to_string(step + 1), steps[step].text});
        columns.push_back({fmt::format("step {}", step + 1), true});
    }
    Table table(columns);
    for (const Grade* grade : grades)
    {
        std::vector<std::string> cells{grade->file, fmt::format("{} of {}", grade->done, steps.size())};
        for (std::size_t step = 0; step < steps.size(); ++step)
            cells.push_back(step >= grade->doneAt.size() ? "-"
                            : grade->doneAt[step] == 0.0 ? "already so"
                                                         : fmt::format("{:.2f} s", grade->doneAt[step]));
        table.add(cells);
    }
    return lesson.text() + '\n' + table.text();
}

std::string textOf(const std::vector<Grade>& grades)
{
    std::vector<std::pair<std::string, std::vector<const Grade*>>> lessons;
    for (const Grade& grade : grades)
    {
        if (!grade.error.empty())
            continue;
        const std::string name = lessonJson(*grade.lesson).dump();
        auto found =
            std::find_if(lessons.begin(), lessons.end(), [&](const auto& lesson) { return lesson.first == name; });
        if (found == lessons.end())
            found = lessons.insert(found, {name, {}});
        found->second.push_back(&grade);
    }
    std::string text;
    for (const auto& [name, graded] : lessons)
        text += (text.empty() ? "" : "\n") + textOf(graded);
    return text;
}

std::string jsonOf(const std::vector<Grade>& grades)
{
    Json all = Json::array();
    for (const Grade& grade : grades)
    {
        Json& one = all.emplace_back(Json{{"file", grade.file}});
        if (!grade.error.empty())
        {
            one["error"] = grade.error;
            continue;
        }
        one["done"] = grade.done;
        one["steps"] = Json::array();
        for (const FileLesson::Step& step : grade.lesson->steps)
        {
            const std::size_t number = one["steps"].size();
            Json& row = one["steps"].emplace_back(Json{{"text", step.text}, {"until", step.until.text()}});
            row["seconds"] = number < grade.doneAt.size() ? Json(grade.doneAt[number]) : Json();
        }
        one["parted"] = grade.parted.empty() ? Json() : Json(grade.parted);
    }
    return all.dump(2) + '\n';
}

} // namespace

int gradeRecordings(const GradeOptions& options, Format format)
{
    if (options.files.empty())
        throw std::invalid_argument("no file is given; must be recordings, such as 'ropewalk grade anna.json'");
    const Standard standard = standardOf(options.lesson);
    std::vector<Grade> grades(options.files.size());
    const StopSignal stop;
    const auto work = [&](std::size_t number)
    {
        Grade& made = grades[number];
        made.file = options.files[number];
        try
        {
            grade(made, standard, stop);
        }
        catch (const std::invalid_argument& error)
        {
            made.error = error.what(); // the other recordings are worth their grades
        }
    };
    runJobs(grades.size(), options.jobs ? static_cast<std::size_t>(*options.jobs) : usualThreads(), work);
    stop.check();
    writeOutput(format == Format::json ? jsonOf(grades) : textOf(grades));
    int code = success;
    for (const Grade& grade : grades)
    {
        if (!grade.error.empty())
            writeError(grade.error);
        else if (!grade.parted.empty())
            writeError(fmt::format("{}: {}", grade.file, grade.parted));
        code = std::max<int>(code, !grade.error.empty() ? badUsage : !grade.parted.empty() ? failed : success);
    }
    return code;
}

} // namespace ropewalk
