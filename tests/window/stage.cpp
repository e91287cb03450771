#include "stage.hpp"

#include "catch.hpp"

#include <array>
#include <chrono>
#include <cmath>
#include <csignal>
#include <fstream>
#include <optional>
#include <sstream>
#include <stdexcept>

#include <dlfcn.h>
#include <fcntl.h>
#include <unistd.h>

namespace windowtest
{
namespace
{

std::vector<std::string> split(const std::string& line)
{
    std::vector<std::string> parts;
    std::istringstream stream(line);
    for (std::string part; std::getline(stream, part, ',');)
        parts.push_back(part);
    return parts;
}

/// The few functions of Xlib that send a window manager's request to close; looked up when the test runs, so that
/// building needs no X11 package.
class Xlib
{
public:
    Xlib() : library_(dlopen("libX11.so.6", RTLD_NOW))
    {
        if (library_ == nullptr)
            throw std::runtime_error("libX11.so.6 is missing");
    }
    template <typename Function>
    Function get(const char* name) const
    {
        return reinterpret_cast<Function>(dlsym(library_, name));
    }

private:
    void* library_;
};

struct ClientMessage ///< XClientMessageEvent
{
    int type = 33;
    unsigned long serial = 0;
    int sendEvent = 1;
    void* display = nullptr;
    unsigned long window = 0;
    unsigned long messageType = 0;
    int format = 32;
    long data[5] = {};
};

union XEvent
{
    ClientMessage message;
    long pad[24];
};

} // namespace

Display::Display(const std::vector<std::string>& options)
{
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0)
        throw std::runtime_error("no pipe");
    Command command;
    // -noreset: else the server starts anew whenever its last client leaves.
    command.arguments = {"Xvfb", "-displayfd", std::to_string(ends[1]), "-screen", "0", "1400x900x24", "-nolisten",
                         "tcp",  "-noreset"};
    command.arguments.insert(command.arguments.end(), options.begin(), options.end());
    command.output = "/dev/null";
    command.inherited = ends[1];
    server_ = std::make_unique<Process>(command);
    close(ends[1]);
    std::string number;
    char digit = 0;
    while (read(ends[0], &digit, 1) == 1 && digit != '\n')
        number += digit;
    close(ends[0]);
    if (number.empty())
        throw std::runtime_error("Xvfb does not start; is it installed?");
    name_ = ':' + number;
}

Log::Log(const std::string& text)
{
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);)
    {
        if (lines.eof())
            break; // still being written
        std::vector<std::string> parts = split(line);
        if (!parts.empty() && parts.front() == "time")
        {
            columns_ = std::move(parts);
            rows_.clear();
            continue;
        }
        std::vector<double> row;
        for (const std::string& part : parts)
            row.push_back(std::strtod(part.c_str(), nullptr));
        rows_.push_back(std::move(row));
    }
}

double Log::at(std::size_t row, const std::string& column) const
{
    for (std::size_t i = 0; i < columns_.size(); ++i)
        if (columns_[i] == column)
            return rows_.at(row).at(i);
    throw std::runtime_error("the log has no column " + column);
}

std::vector<double> Log::steps(const std::string& column, std::size_t first) const
{
    std::vector<double> result;
    for (std::size_t row = std::max<std::size_t>(first, 1); row < size(); ++row)
        result.push_back(at(row, column) - at(row - 1, column));
    return result;
}

bool Log::finite() const
{
    for (const std::vector<double>& row : rows_)
        for (const double value : row)
            if (!std::isfinite(value))
                return false;
    return true;
}

bool Log::rests(const std::string& column, std::size_t rows) const
{
    if (size() <= rows)
        return false;
    for (const double by : steps(column, size() - rows))
        if (by != 0.0)
            return false;
    return true;
}

Stage::Stage(const std::vector<std::string>& options, const std::string& size, View view) : view_(view)
{
    start(options, size);
}

void Stage::restart(const std::vector<std::string>& options)
{
    program_.reset();
    start(options, {});
}

namespace
{

/// Tests of panels find all of them; the simple view has tests of its own.
void showAllPanels(const std::filesystem::path& folder)
{
    const std::filesystem::path preferences = folder / "config" / "ropewalk" / "preferences.json";
    if (std::filesystem::exists(std::filesystem::status(preferences)))
        return;
    std::filesystem::create_directories(preferences.parent_path());
    std::ofstream(preferences) << R"({"all_panels": true})";
}

} // namespace

void Stage::start(const std::vector<std::string>& options, const std::string& size)
{
    std::filesystem::remove(folder() / "map.json");
    // A program that was killed has left the rows of its log under a temporary name.
    const std::filesystem::directory_iterator entries(folder());
    for (const std::filesystem::path& file : std::vector<std::filesystem::path>(begin(entries), end(entries)))
        if (file.filename().string().starts_with("log.csv."))
            std::filesystem::remove(file);
    if (view_ == View::allPanels)
        showAllPanels(folder());
    Command command;
    command.arguments = {ROPEWALK_PROGRAM, "--log", "log.csv", "--ui-map", "map.json"};
    if (!size.empty())
        command.arguments.insert(command.arguments.end(), {"--size", size});
    command.arguments.insert(command.arguments.end(), options.begin(), options.end());
    command.environment = {{"DISPLAY", display_.name()},
                           {"WAYLAND_DISPLAY", std::nullopt},
                           {"LIBGL_ALWAYS_SOFTWARE", "1"},
                           {"XDG_CONFIG_HOME", (folder() / "config").string()}};
    command.folder = folder();
    command.output = folder() / "output.txt";
    program_ = std::make_unique<Process>(command);
    waitFor("the first frame", [this] { return !map().is_null(); });

    const std::filesystem::path found = folder() / "window.txt";
    Command search;
    search.arguments = {"xdotool", "search", "--name", "^Ropewalk$"};
    search.environment = {{"DISPLAY", display_.name()}};
    search.output = found;
    run(search);
    window_ = textOf(found);
    window_.erase(window_.find_first_of("\r\n"));
    focus();
}

Log Stage::log() const
{
    // While the program runs the rows stand in a temporary file.
    for (const std::filesystem::directory_entry& entry : std::filesystem::directory_iterator(folder()))
        if (entry.path().filename().string().starts_with("log.csv.") && entry.path().extension() == ".part")
            return Log(textOf(entry.path()));
    return Log(textOf(folder() / "log.csv"));
}

nlohmann::json Stage::map() const
{
    const std::string text = textOf(folder() / "map.json");
    return text.empty() ? nlohmann::json() : nlohmann::json::parse(text);
}

nlohmann::json Stage::freshMap()
{
    // One frame may be under way, the next one takes the input, and the panels may answer it one later.
    const int wanted = map().at("frame").get<int>() + 3;
    return waitForMap("new frames", [wanted](const nlohmann::json& map) { return map.at("frame") >= wanted; });
}

std::string Stage::lastSeen() const
{
    const nlohmann::json last = map();
    return last.is_null() ? "no frame"
                          : "frame " + last["frame"].dump() + ", camera " + last["camera"].dump() + ", view " +
                                last["view"].dump();
}

void Stage::waitFor(const std::string& what, const std::function<bool()>& condition, double seconds)
{
    using Clock = std::chrono::steady_clock;
    const Clock::time_point begin = Clock::now();
    while (!condition())
    {
        if (!program_->running())
            FAIL("the program ended while waiting for " << what << ": " << complaints());
        if (std::chrono::duration<double>(Clock::now() - begin).count() > seconds)
            FAIL("waited in vain for " << what << "; " << lastSeen() << "; " << complaints());
        sleepFor(0.005);
    }
}

nlohmann::json Stage::waitForMap(const std::string& what, const std::function<bool(const nlohmann::json&)>& condition)
{
    nlohmann::json latest;
    waitFor(what,
            [&]
            {
                latest = map();
                return condition(latest);
            });
    return latest;
}

Log Stage::waitForLog(const std::string& what, const std::function<bool(const Log&)>& condition)
{
    std::optional<Log> latest;
    waitFor(what,
            [&]
            {
                latest.emplace(log());
                return latest->size() > 0 && condition(*latest);
            });
    return *latest;
}

Log Stage::waitForTicks(std::size_t count)
{
    const std::size_t wanted = log().size() + count;
    return waitForLog(std::to_string(count) + " ticks", [wanted](const Log& log) { return log.size() >= wanted; });
}

void Stage::xdotool(const std::vector<std::string>& arguments)
{
    Command command;
    command.arguments = {"xdotool"};
    command.arguments.insert(command.arguments.end(), arguments.begin(), arguments.end());
    command.environment = {{"DISPLAY", display_.name()}};
    run(command);
}

void Stage::input(const std::vector<std::string>& arguments)
{
    xdotool(arguments);
    freshMap();
}

void Stage::key(const std::string& name)
{
    xdotool({"key", name});
}

void Stage::pointAt(double x, double y)
{
    input({"mousemove", "--window", window_, std::to_string(std::lround(x)), std::to_string(std::lround(y))});
}

nlohmann::json Stage::clickOn(const std::string& rectangle)
{
    nlohmann::json at;
    int frame = 0;
    waitForMap(rectangle,
               [&](const nlohmann::json& map)
               {
                   const nlohmann::json now = map["rectangles"].value(rectangle, nlohmann::json());
                   const bool still = !now.is_null() && now == at && map["frame"] != frame;
                   at = now;
                   frame = map["frame"];
                   return still;
               });
    pointAt(at.at(0).get<double>() + 0.5 * at.at(2).get<double>(),
            at.at(1).get<double>() + 0.5 * at.at(3).get<double>());
    input({"click", "1"});
    return at;
}

void Stage::focus()
{
    xdotool({"windowfocus", "--sync", window_});
}

void Stage::askToClose()
{
    const Xlib xlib;
    void* display = xlib.get<void* (*)(const char*)>("XOpenDisplay")(display_.name().c_str());
    REQUIRE(display != nullptr);
    const auto atom = xlib.get<unsigned long (*)(void*, const char*, int)>("XInternAtom");
    XEvent event{};
    event.message = ClientMessage{};
    event.message.window = std::stoul(window_);
    event.message.messageType = atom(display, "WM_PROTOCOLS", 0);
    event.message.data[0] = static_cast<long>(atom(display, "WM_DELETE_WINDOW", 0));
    xlib.get<int (*)(void*, unsigned long, int, long, XEvent*)>("XSendEvent")(display, event.message.window, 0, 0,
                                                                              &event);
    xlib.get<int (*)(void*)>("XCloseDisplay")(display);
}

int runProgram(const std::vector<std::string>& options, const TemporaryFolder& folder,
               const std::map<std::string, std::optional<std::string>>& environment, double seconds)
{
    Command command;
    command.arguments = {ROPEWALK_PROGRAM};
    command.arguments.insert(command.arguments.end(), options.begin(), options.end());
    command.environment = {{"WAYLAND_DISPLAY", std::nullopt},
                           {"LIBGL_ALWAYS_SOFTWARE", "1"},
                           {"XDG_CONFIG_HOME", (folder.path() / "config").string()}};
    for (const auto& [name, value] : environment)
        command.environment[name] = value;
    command.folder = folder.path();
    command.output = folder.path() / "output.txt";
    Process process(command);
    return process.wait(seconds);
}

ScriptedRun::ScriptedRun(int frames, const std::string& script, std::vector<std::string> options)
{
    static const Display display;
    std::ofstream(folder() / "input.txt") << script;
    showAllPanels(folder());
    options.insert(options.end(), {"--frames", std::to_string(frames), "--input", "input.txt", "--log", "log.csv",
                                   "--ui-map", "map.json"});
    exitCode_ = runProgram(options, folder_, {{"DISPLAY", display.name()}});
}

nlohmann::json ScriptedRun::map() const
{
    return nlohmann::json::parse(textOf(folder() / "map.json"));
}

} // namespace windowtest
