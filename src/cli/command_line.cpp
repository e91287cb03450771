#include "command_line.hpp"

#include "arguments.hpp"
#include "commands.hpp"
#include "console.hpp"
#include "interrupt.hpp"
#include "options.hpp"

#include "cards/rope_card.hpp"
#include "render/gl/image.hpp"
#include "scenes/scene.hpp"

#include <rope/text.hpp>

#include <ropewalk/version.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <stdexcept>
#include <system_error>

namespace ropewalk
{

namespace
{

void addPlayback(CLI::App& app, PlaybackOptions& options)
{
    addText(app, "scene", options.scene, "SCENE|FILE.json", "Scene id ('ropewalk list') or scene file");
    addSettings(app, options.settings);
    addText(app, "--seconds", options.seconds, "T", "Time to run [s]");
    addText(app, "--tick", options.tick, "H", "Time between two changes of the input [s] (default 1/60)");
    addText(app, "--max-dt", options.maxDt, "D",
            "Longest step [s] (default: the scene's); turns auto_steps off, unless --set auto_steps=true as well");
    addText(app, "--input", options.input, "FILE",
            "Scripted input: lines 'SECONDS press|release KEY' or 'SECONDS move VX VY VZ'");
}

/// The program's grammar, and what was read by it.
class Grammar
{
public:
    Grammar();

    CLI::App& app() { return app_; }
    CLI::App& parsed() { return app_.get_subcommands().empty() ? app_ : *app_.get_subcommands().front(); }

    void rejectLeftovers();
    std::string hint();
    int dispatch(const std::function<int(const WindowOptions&)>& openWindow);

private:
    void addWindow();
    void addList();
    void addParams();
    void addRun();
    void addRender();
    void addCheck();
    void addAdvise();
    void addCard();
    CLI::App& command(const std::string& name, const std::string& description, const std::string& examples);
    void rejectUnknownCommand() const;
    WindowOptions windowOptions() const;

    CLI::App app_{"Ropewalk: ropes as masses and springs. With no command it opens the window.", "ropewalk"};
    bool version_ = false;
    WindowOptions window_;
    std::string windowScene_;
    std::vector<std::string> windowSettings_;
    std::string windowSize_;
    std::string uiScale_;
    std::string theme_;
    std::string speed_;
    std::string frames_;
    bool json_ = false;
    bool markdown_ = false;
    std::string paramsScene_;
    std::vector<std::string> checkIds_;
    bool theory_ = false;
    RunOptions run_;
    RenderOptions render_;
    AdviseOptions advise_;
    CardOptions card_;
};

Grammar::Grammar()
{
    app_.require_subcommand(0, 1);
    app_.allow_extras();
    app_.set_help_flag("-h,--help", "Print this help and exit");
    app_.footer("Examples:\n"
                "  ropewalk                                          the rope, in a window\n"
                "  ropewalk rope --set mass_count=200 --theme dark\n"
                "  ropewalk run rope --seconds 2 --every 0.1         numbers on standard output\n"
                "  ropewalk render rope --seconds 5 --output rope.png\n"
                "\n"
                "Numbers may be written 0.002, 1e-3 or 1/60; units are SI.\n"
                "Exit codes: 0 success; 1 failed check, diverged run or failed write; 2 bad usage or input;\n"
                "3 no usable display or OpenGL; 130 interrupted.");
    addWindow();
    addList();
    addParams();
    addRun();
    addRender();
    addCheck();
    addAdvise();
    addCard();
}

CLI::App& Grammar::command(const std::string& name, const std::string& description, const std::string& examples)
{
    CLI::App& sub = *app_.add_subcommand(name, description);
    sub.allow_extras();
    sub.footer("Examples:\n" + examples);
    return sub;
}

void Grammar::addWindow()
{
    app_.add_flag("--version", version_, "Print the version and exit");
    addText(app_, "scene", windowScene_, "SCENE|FILE.json", "Scene id or scene file (default rope)");
    addSettings(app_, windowSettings_);
    addText(app_, "--size", windowSize_, "WxH", "Size of the window in pixels");
    app_.add_flag("--fullscreen", window_.fullscreen, "Fill the screen");
    addText(app_, "--ui-scale", uiScale_, "S", "Size of the panels' text, 0.5 to 4 (default: the screen's)");
    addText(app_, "--theme", theme_, "light|dark", "Theme");
    app_.add_flag("--paused", window_.paused, "Start paused");
    addText(app_, "--speed", speed_, "X", "Simulated seconds a second, 1/64 to 16");
    app_.add_flag("--no-ui", window_.noUi, "The picture alone, without panels");
    app_.add_flag("--tension", window_.tension, "Colour the rope by its tension");
    addText(app_, "--frames", frames_, "N", "Exactly N frames of 1/60 s, whatever the clock says, then exit");
    addText(app_, "--input", window_.input, "FILE",
            "Scripted input: lines 'SECONDS press|release KEY' or 'SECONDS move VX VY VZ'");
    addText(app_, "--screenshot", window_.screenshot, "FILE.png", "Save the last frame");
    addText(app_, "--log", window_.log, "FILE.csv", "Save diagnostics and parameters, a row a tick");
    addText(app_, "--shaders", window_.shaders, "DIR", "Read the shaders from a folder");
    // Not in the help: only tests that aim with a real mouse have a use for it.
    addText(app_, "--ui-map", window_.uiMap, "FILE.json", "Save where panels and masses are")->group("");
}

void Grammar::addList()
{
    CLI::App& sub = command("list", "List the scenes: id, tab, title",
                            "  ropewalk list\n"
                            "  ropewalk list --json");
    sub.add_flag("--json", json_, "For programs");
}

void Grammar::addParams()
{
    CLI::App& sub = command("params", "List every parameter of a scene, or of all scenes",
                            "  ropewalk params rope\n"
                            "  ropewalk params rope --json\n"
                            "  ropewalk params --markdown > docs/parameters.md");
    addText(sub, "scene", paramsScene_, "SCENE|FILE.json", "Scene id or scene file (default: all scenes)");
    CLI::Option* json = sub.add_flag("--json", json_, "For programs");
    sub.add_flag("--markdown", markdown_, "For documents")->excludes(json);
}

void Grammar::addRun()
{
    CLI::App& sub = command("run", "Run a scene without a window; CSV on standard output",
                            "  ropewalk run rope --seconds 2\n"
                            "  ropewalk run rope --seconds 10 --every 0.1 --masses 0,40,70-79 --output rope.csv\n"
                            "  ropewalk run rope --set spring_constant=8000 --seconds 0.5 --tick 0.002\n"
                            "  ropewalk run assets/heavy_rope.json --seconds 5 --input assets/drag.txt");
    addPlayback(sub, run_.playback);
    addText(sub, "--every", run_.playback.every, "S", "Time between two rows [s] (default: the tick)");
    addText(sub, "--masses", run_.masses, "LIST", "Masses to write as well: numbers and ranges, such as 0,10,70-79");
    addText(sub, "--output", run_.output, "FILE.csv", "Write to a file, which appears when it is complete");
}

void Grammar::addRender()
{
    CLI::App& sub = command("render", "Run a scene and draw its last moment, without a window",
                            "  ropewalk render rope --seconds 5 --output rope.png\n"
                            "  ropewalk render rope --seconds 2 --input assets/drag.txt --size 1920x1080 \\\n"
                            "      --theme dark --tension --output dragged.png");
    addPlayback(sub, render_.playback);
    addText(sub, "--size", render_.size, "WxH", "Size of the picture in pixels (default 1280x720)");
    addText(sub, "--theme", render_.theme, "light|dark", "Theme (default light)");
    sub.add_flag("--tension", render_.tension, "Colour the rope by its tension");
    sub.add_flag("--theory", render_.theory, "Draw the shapes that theory predicts over it");
    addText(sub, "--shaders", render_.shaders, "DIR", "Read the shaders from a folder");
    addText(sub, "--output", render_.output, "FILE.png", "The picture");
}

void Grammar::addCheck()
{
    CLI::App& sub = command("check", "Compare scenes with theory; exit 1 if one is out of tolerance",
                            "  ropewalk check\n"
                            "  ropewalk check rope --json\n"
                            "  ropewalk check --theory mode_1 catenary_2m_sag");
    sub.add_option("scenes", checkIds_, "Scene ids, with --theory ids of experiments (default: all)")
        ->type_name("SCENE");
    sub.add_flag("--theory", theory_, "Run the experiments of the theory bench");
    sub.add_flag("--json", json_, "For programs");
}

void Grammar::addAdvise()
{
    CLI::App& sub = command(
        "advise", "Constants of a rope from what one knows of it and wants of it; exit 1 if refused", adviseExamples);
    addAdviseOptions(sub, advise_);
    sub.add_flag("--json", json_, "For programs");
}

void Grammar::addCard()
{
    CLI::App& sub = command("card", "The constants of a rope for other systems", cardExamples);
    addText(sub, "scene", card_.scene, "SCENE|FILE.json", "Scene id or scene file of one rope (default rope)");
    addSettings(sub, card_.settings);
    addText(sub, "--format", card_.format, "NAME", "The system: " + cardFormatList() + " (default table)");
}

/// "'ropewalk run --help' shows what is right"
std::string Grammar::hint()
{
    const std::string name = parsed().get_name() == "ropewalk" ? "" : " " + parsed().get_name();
    return fmt::format("'ropewalk{} --help' shows what is right", name);
}

/// "ropewalk rnu rope" reads as a scene and one word too many, but is a slip in the command.
void Grammar::rejectUnknownCommand() const
{
    std::error_code ignored;
    if (windowScene_.ends_with(".json") || std::filesystem::exists(windowScene_, ignored))
        return;
    std::vector<std::string_view> known;
    for (const SceneEntry& entry : scenes())
        known.push_back(entry.info.id);
    if (std::find(known.begin(), known.end(), windowScene_) != known.end())
        return;
    for (const CLI::App* sub : app_.get_subcommands({}))
        known.emplace_back(sub->get_name());
    throw std::invalid_argument(rope::unknownName("scene or command", windowScene_, known));
}

/// What the grammar has no place for, in our words and with the nearest name.
void Grammar::rejectLeftovers()
{
    CLI::App& command = parsed();
    if (&command != &app_)
        for (const CLI::Option* option : app_.get_options())
            if (option->count() > 0)
                throw std::invalid_argument(
                    fmt::format("'{}' stands before the command '{}'; must come after it",
                                option->get_single_name() == "scene" ? windowScene_ : "--" + option->get_single_name(),
                                command.get_name()));
    for (const CLI::Option* option : command.get_options())
        for (const std::string& value : option->results())
            if (value.empty())
                throw std::invalid_argument(fmt::format("{} is empty; must have a value", option->get_name()));

    std::vector<std::string> leftovers = command.remaining();
    leftovers.erase(std::remove(leftovers.begin(), leftovers.end(), "--"), leftovers.end());
    const bool unknownOption = !leftovers.empty() && leftovers.front().size() > 1 && leftovers.front()[0] == '-';
    if (!windowScene_.empty() && !unknownOption)
        rejectUnknownCommand();
    if (leftovers.empty())
        return;
    const std::string given = leftovers.front().substr(0, leftovers.front().find('='));
    if (!unknownOption)
        throw std::invalid_argument(fmt::format("'{:.60}' is one argument too many; {}", given, hint()));
    std::vector<std::string> names;
    for (const CLI::Option* option : command.get_options())
        for (const std::string& name : option->get_lnames())
            names.push_back("--" + name);
    throw std::invalid_argument(rope::unknownName("option", given, {names.begin(), names.end()}, hint()));
}

WindowOptions Grammar::windowOptions() const
{
    WindowOptions options = window_;
    if (!windowScene_.empty())
        options.scene = windowScene_;
    for (const std::string& setting : windowSettings_)
        options.settings.push_back(parseSetting(setting));
    if (!windowSize_.empty())
        options.size = parseSizeOption(windowSize_);
    if (!uiScale_.empty())
        options.uiScale = parseNumberOption("--ui-scale", uiScale_, {0.5, 4.0, ""});
    if (!theme_.empty())
        options.theme = theme_;
    if (!speed_.empty())
        options.speed = parseNumberOption("--speed", speed_, {1.0 / 64.0, 16.0, ""});
    if (!frames_.empty())
        options.frames = parseCountOption("--frames", frames_, 1, 10'000'000);
    return options;
}

int Grammar::dispatch(const std::function<int(const WindowOptions&)>& openWindow)
{
    for (const std::string& theme : {theme_, render_.theme})
        if (!theme.empty() && theme != "light" && theme != "dark")
            throw std::invalid_argument(fmt::format("--theme '{:.60}': must be light or dark", theme));
    const Format format = json_ ? Format::json : markdown_ ? Format::markdown : Format::text;
    const std::string& name = parsed().get_name();
    if (version_)
        writeOutput(fmt::format("ropewalk {}\n", version));
    else if (name == "list")
        return listScenes(format);
    else if (name == "params")
        return listParameters(paramsScene_, format);
    else if (name == "check")
        return theory_ ? checkTheory(checkIds_, format) : checkScenes(checkIds_, format);
    else if (name == "advise")
        return advise(advise_, format);
    else if (name == "card")
        return printCard(card_);
    else if (name == "run" || name == "render")
    {
        if ((name == "run" ? run_.playback : render_.playback).scene.empty())
            throw std::invalid_argument(fmt::format("the scene is missing; must be a scene id or file, such as "
                                                    "'ropewalk {} rope'",
                                                    name));
        return name == "run" ? runScene(run_) : renderScene(render_);
    }
    else
        return openWindow(windowOptions());
    return success;
}

int parseAndDispatch(int argc, char** argv, const std::function<int(const WindowOptions&)>& openWindow)
{
    Grammar grammar;
    try
    {
        grammar.app().parse(argc, argv);
    }
    catch (const CLI::ParseError& error)
    {
        std::ostringstream text;
        std::ostringstream errors;
        if (grammar.app().exit(error, text, errors) == static_cast<int>(CLI::ExitCodes::Success))
        {
            writeOutput(text.str());
            return success;
        }
        throw std::invalid_argument(fmt::format("{}; {}", error.what(), grammar.hint()));
    }
    grammar.rejectLeftovers();
    return grammar.dispatch(openWindow);
}

} // namespace

int runCommandLine(int argc, char** argv, const std::function<int(const WindowOptions&)>& openWindow)
{
    try
    {
        ignoreBrokenPipes();
        const int code = parseAndDispatch(argc, argv, openWindow);
        flushOutput();
        return code;
    }
    catch (const ReaderGone&)
    {
        return success;
    }
    catch (const Interrupted&)
    {
        return 130; // 128 + SIGINT, as shells say
    }
    catch (const NoOpenGL& error)
    {
        writeError(error.what());
        return noDisplay;
    }
    catch (const std::invalid_argument& error)
    {
        writeError(error.what());
        return badUsage;
    }
    catch (const std::bad_alloc&)
    {
        writeError("out of memory");
        return failed;
    }
    catch (const std::exception& error)
    {
        writeError(error.what());
        return failed;
    }
}

} // namespace ropewalk
