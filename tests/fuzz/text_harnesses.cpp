// What the program reads: scene files, input scripts, preferences, options of the command line.
#include "harness.hpp"

#include "app/state/preferences.hpp"
#include "cli/command_line.hpp"
#include "scenes/document/input_script.hpp"
#include "scenes/document/scene_file.hpp"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <system_error>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

using namespace ropewalk;

namespace fuzz
{
namespace
{

class Folder
{
public:
    Folder()
    {
        std::string name = (std::filesystem::temp_directory_path() / "ropewalk-fuzz-XXXXXX").string();
        promise(mkdtemp(name.data()) != nullptr, "no temporary folder");
        path_ = name;
    }
    ~Folder()
    {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;

    const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
};

std::string contentsOf(const std::filesystem::path& file)
{
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

/// Sends standard output and error to nowhere while it lives.
class Silence
{
public:
    Silence()
    {
        const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
        dup2(nowhere, 1);
        dup2(nowhere, 2);
        close(nowhere);
    }
    ~Silence()
    {
        std::fflush(stdout);
        for (const int stream : {1, 2})
        {
            dup2(kept_[static_cast<std::size_t>(stream - 1)], stream);
            close(kept_[static_cast<std::size_t>(stream - 1)]);
        }
    }
    Silence(const Silence&) = delete;
    Silence& operator=(const Silence&) = delete;

private:
    std::array<int, 2> kept_{dup(1), dup(2)};
};

} // namespace

/// A text is refused with a line, or gives a scene whose own text gives the same scene again.
void sceneText(std::string_view bytes)
{
    std::unique_ptr<Scene> scene;
    try
    {
        scene = parseScene(bytes, "input");
    }
    catch (const std::invalid_argument& error)
    {
        promiseOneLine(error.what());
        return;
    }
    const std::string written = ropewalk::sceneText(*scene);
    promise(ropewalk::sceneText(*parseScene(written, "written")) == written, "a scene's own text gives another scene");
}

/// A script is refused with a line, or its events come in order and never ask for more than a key can.
void inputScript(std::string_view bytes)
{
    std::vector<InputEvent> events;
    try
    {
        events = parseInputScript(bytes, "input");
    }
    catch (const std::invalid_argument& error)
    {
        promiseOneLine(error.what());
        return;
    }
    double last = 0.0;
    for (const InputEvent& event : events)
    {
        promise(event.time >= last, "events out of order");
        last = event.time;
    }
    ScriptedControls script(std::move(events));
    for (int tick = 0; tick < 240; ++tick)
    {
        const Controls controls = script.at(tick / 60.0, [](const InputEvent&, const Controls&) {});
        for (int axis = 0; axis < 3; ++axis)
            promise(std::abs(controls.direction[axis]) <= 1.0, "a direction beyond 1");
    }
}

/// Any file gives preferences, which are the same after they were saved and read again.
void preferences(std::string_view bytes)
{
    static const Folder folder;
    std::filesystem::path file = folder.path() / "preferences.json";
    std::ofstream(file, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    std::string complaint;
    const Preferences read = loadPreferences(file, complaint);
    if (!complaint.empty())
        promiseOneLine(complaint);
    file = folder.path() / "saved.json";
    promise(savePreferences(file, read).empty(), "preferences that cannot be saved");
    const std::string saved = contentsOf(file);
    const Preferences again = loadPreferences(file, complaint);
    promise(complaint.empty(), "saved preferences that are not read: " + complaint);
    promise(savePreferences(file, again).empty() && contentsOf(file) == saved,
            "saved preferences change when they are read");
}

/// Lines are the arguments. Commands that compute for long or write files are left out.
void options(std::string_view bytes)
{
    std::vector<std::string> arguments{"ropewalk"};
    for (Choices choices(bytes); !choices.done() && arguments.size() < 40;)
        arguments.emplace_back(choices.line().substr(0, 4000));
    for (std::string& argument : arguments)
    {
        argument = argument.c_str(); // an argument has no zero in it
        if (argument == "run" || argument == "render" || argument == "check")
            return;
    }
    std::vector<char*> pointers;
    for (std::string& argument : arguments)
        pointers.push_back(argument.data());
    pointers.push_back(nullptr);
    const Silence silence;
    const int code =
        runCommandLine(static_cast<int>(arguments.size()), pointers.data(), [](const WindowOptions&) { return 0; });
    promise(code >= 0 && code <= 3, "exit code " + std::to_string(code));
}

} // namespace fuzz
