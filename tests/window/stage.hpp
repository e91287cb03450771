// A virtual display with the real program on it, driven by real key presses and a real mouse.
#pragma once

#include "process.hpp"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace windowtest
{

/// An X server without a screen to look at.
class Display
{
public:
    explicit Display(const std::vector<std::string>& options = {});
    const std::string& name() const { return name_; } ///< ":99"
    Process& server() { return *server_; }

private:
    std::string name_;
    std::unique_ptr<Process> server_;
};

/// The rows of --log by column name.
class Log
{
public:
    explicit Log(const std::string& text);
    std::size_t size() const { return rows_.size(); }
    double at(std::size_t row, const std::string& column) const;
    double last(const std::string& column) const { return at(size() - 1, column); }
    /// Differences of a column from row to row, from row `first` on.
    std::vector<double> steps(const std::string& column, std::size_t first = 1) const;
    /// No number in it is infinite or not a number.
    bool finite() const;
    /// The column has had the same value in the last `rows` rows.
    bool rests(const std::string& column, std::size_t rows) const;

private:
    std::vector<std::string> columns_;
    std::vector<std::vector<double>> rows_;
};

/// The program in its window, for real keys and a real mouse. Starts it and waits for its first frame. Nothing here
/// waits for a time: frames, ticks and conditions come as fast as the machine can.
class Stage
{
public:
    enum class View
    {
        allPanels,
        simple ///< as the program opens
    };
    explicit Stage(const std::vector<std::string>& options = {}, const std::string& size = "640x400",
                   View view = View::allPanels);

    Display& display() { return display_; }
    Process& program() { return *program_; }
    const std::filesystem::path& folder() const { return folder_.path(); }
    std::string complaints() const { return textOf(folder_.path() / "output.txt"); }

    Log log() const;            ///< as far as it is written
    nlohmann::json map() const; ///< of the latest frame; null before the first

    /// Waits until `condition` holds; fails the test after `seconds`.
    void waitFor(const std::string& what, const std::function<bool()>& condition, double seconds = 60.0);
    /// The first map, or the first log, for which `condition` holds.
    nlohmann::json waitForMap(const std::string& what, const std::function<bool(const nlohmann::json&)>& condition);
    Log waitForLog(const std::string& what, const std::function<bool(const Log&)>& condition);
    Log waitForTicks(std::size_t count); ///< from now on
    /// Waits until the program has answered all input that was sent before; returns the map of that frame.
    nlohmann::json freshMap();

    void xdotool(const std::vector<std::string>& arguments); ///< without waiting for the program
    void key(const std::string& name);                       ///< pressed and released, without waiting
    /// Real input, and the frames in which the program answers it.
    void input(const std::vector<std::string>& arguments); ///< of xdotool
    void pointAt(double x, double y);                      ///< in the window
    /// A click on a rectangle of the map, once it is there and stands still; returns it.
    nlohmann::json clickOn(const std::string& rectangle);

    void focus();
    const std::string& window() const { return window_; } ///< X's number
    void askToClose();                                    ///< as the close button does

    /// Starts the program once more on the same display with the same preferences.
    void restart(const std::vector<std::string>& options);

private:
    std::string lastSeen() const; ///< where the view is, for the message of a test that fails
    void start(const std::vector<std::string>& options, const std::string& size);

    View view_;
    TemporaryFolder folder_;
    Display display_;
    std::unique_ptr<Process> program_;
    std::string window_;
};

/// Runs the program to its end without waiting for a window; returns its exit code.
int runProgram(const std::vector<std::string>& options, const TemporaryFolder& folder,
               const std::map<std::string, std::optional<std::string>>& environment, double seconds = 60.0);

/// The program run for exactly so many frames of 1/60 s with scripted keys: the same on every machine, and as fast as
/// it draws.
class ScriptedRun
{
public:
    ScriptedRun(int frames, const std::string& script, std::vector<std::string> options = {});

    int exitCode() const { return exitCode_; }
    std::string complaints() const { return textOf(folder_.path() / "output.txt"); }
    Log log() const { return Log(logText()); }
    std::string logText() const { return textOf(folder_.path() / "log.csv"); }
    nlohmann::json map() const; ///< of the last frame
    const std::filesystem::path& folder() const { return folder_.path(); }

private:
    TemporaryFolder folder_;
    int exitCode_;
};

} // namespace windowtest
