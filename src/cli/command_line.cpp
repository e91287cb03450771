#include "command_line.hpp"

#include "arguments.hpp"
#include "commands.hpp"
#include "console.hpp"

#include "cards/card_format.hpp"
#include "files/stop_signal.hpp"
#include "render/gl/image.hpp"
#include "scenes/scene.hpp"
#include "theory/experiment.hpp"

#include "text/languages.hpp"
#include "text/text.hpp"

#include <ropewalk/version.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <stdexcept>
#include <system_error>

namespace ropewalk
{

namespace
{

/// An option whose text `read` turns into the value, given the option's name and the text. `read` throws
/// std::invalid_argument in our words.
template <typename Value, typename Read>
CLI::Option* addValue(CLI::App& app, const std::string& name, Value& value, const Read& read, const std::string& type,
                      const std::string& description)
{
    const auto take = [&value, name, read](const std::string& text)
    {
        if (text.empty())
            throw std::invalid_argument(fmt::format("{} is empty; must have a value", name));
        value = read(name, text);
    };
    return app.add_option_function<std::string>(name, take, description)->type_name(type);
}

CLI::Option* addText(CLI::App& app, const std::string& name, std::string& value, const std::string& type,
                     const std::string& description)
{
    return addValue(
        app, name, value, [](const std::string&, const std::string& text) { return text; }, type, description);
}

void addSettings(CLI::App& app, Settings& settings)
{
    const auto take = [&settings](const std::vector<std::string>& all)
    {
        for (const std::string& text : all)
            settings.push_back(parseSetting(text));
    };
    app.add_option_function<std::vector<std::string>>(
           "--set", take, "Set a parameter; may be repeated ('ropewalk params SCENE' lists them)")
        ->type_name("NAME=VALUE")
        ->allow_extra_args(false);
}

void addInput(CLI::App& app, std::string& file)
{
    addText(app, "--input", file, "FILE",
            "Scripted input: lines 'SECONDS press|release KEY', 'SECONDS move VX VY VZ', 'SECONDS set NAME VALUE', "
            "'SECONDS do VERB ...' and more (docs/scene_files.md)");
}

void addReplay(CLI::App& app, std::string& file)
{
    addText(app, "--replay", file, "FILE.json", "Scene file whose recording is played, instead of SCENE");
}

void addPlayback(CLI::App& app, PlaybackOptions& options)
{
    addText(app, "scene", options.scene, "SCENE|FILE.json", "Scene id ('ropewalk list') or scene file");
    addText(app, "--preset", options.preset, "NAME",
            "Constants that go together, before --set: moon, no_gravity, honey_air, hemp, nylon, steel or solid");
    addSettings(app, options.settings);
    addValue(app, "--seconds", options.seconds, NumberRange{0.0, 1e9, "s"}, "T", "Time to run [s]");
    addValue(app, "--tick", options.tick, NumberRange{1e-7, 10.0, "s"}, "H",
             "Time between two changes of the input [s] (default 1/60)");
    addValue(app, "--max-dt", options.maxDt, NumberRange{1e-7, 10.0, "s"}, "D",
             "Longest step [s] (default: the scene's); turns auto_steps off, unless --set auto_steps=true as well");
    addInput(app, options.input);
}

/// The program's grammar, and what it has read.
class Grammar
{
public:
    Grammar();

    CLI::App& app() { return app_; }

    void rejectLeftovers();
    std::string hint() const;
    int dispatch(const std::function<int(const WindowOptions&)>& openWindow) const;

private:
    struct Command
    {
        CLI::App* grammar;
        std::function<int()> run;
    };

    void addWindow();
    void addLists();
    void addRun();
    void addRender();
    void addSweep();
    void addGrade();
    void addCheck();
    void addAdvise();
    void addCard();
    void addKnot();
    CLI::App& command(const std::string& name, const std::string& description, const std::string& examples,
                      const std::function<int()>& run);
    const CLI::App& given() const;
    Format format() const { return json_ ? Format::json : markdown_ ? Format::markdown : Format::text; }
    void rejectUnknownCommand() const;

    CLI::App app_{"Ropewalk: ropes as masses and springs. With no command it opens the window.", "ropewalk"};
    std::vector<Command> commands_;
    bool version_ = false;
    bool json_ = false;
    bool markdown_ = false;
    WindowOptions window_;
    std::string listedScene_;
    std::vector<std::string> checkedIds_;
    bool theory_ = false;
    bool knots_ = false;
    RunOptions run_;
    RenderOptions render_;
    SweepOptions sweep_;
    GradeOptions grade_;
    AdviseOptions advise_;
    CardOptions card_;
    KnotOptions knot_;
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
    addLists();
    addRun();
    addRender();
    addSweep();
    addGrade();
    addCheck();
    addAdvise();
    addCard();
    addKnot();
}

CLI::App& Grammar::command(const std::string& name, const std::string& description, const std::string& examples,
                           const std::function<int()>& run)
{
    CLI::App& sub = *app_.add_subcommand(name, description);
    sub.allow_extras();
    sub.footer("Examples:\n" + examples);
    commands_.push_back({&sub, run});
    return sub;
}

/// The command, or the program itself where none was given.
const CLI::App& Grammar::given() const
{
    for (const Command& command : commands_)
        if (*command.grammar)
            return *command.grammar;
    return app_;
}

void Grammar::addWindow()
{
    app_.add_flag("--version", version_, "Print the version and exit");
    addText(app_, "scene", window_.scene, "SCENE|FILE.json", "Scene id or scene file (default rope)");
    addSettings(app_, window_.settings);
    addValue(app_, "--size", window_.size, readSize, "WxH", "Size of the window in pixels");
    app_.add_flag("--fullscreen", window_.fullscreen, "Fill the screen");
    addValue(app_, "--ui-scale", window_.uiScale, NumberRange{0.5, 4.0, ""}, "S",
             "Size of the panels' text, 0.5 to 4 (default: the screen's)");
    addValue(app_, "--theme", window_.theme, Choice{{"light", "dark"}}, "light|dark", "Theme");
    std::vector<std::string_view> codes;
    for (const text::LanguageName& language : text::languages)
        codes.push_back(language.code);
    addValue(app_, "--language", window_.language, Choice{codes}, text::joined(codes, "|"),
             "Language of the window (default: the system's)");
    app_.add_flag("--paused", window_.paused, "Start paused");
    addValue(app_, "--speed", window_.speed, NumberRange{1.0 / 64.0, 16.0, ""}, "X",
             "Simulated seconds a second, 1/64 to 16");
    app_.add_flag("--no-ui", window_.noUi, "The picture alone, without panels");
    app_.add_flag("--tension", window_.tension, "Colour the rope by its tension");
    addValue(app_, "--frames", window_.frames, CountRange{1, 10'000'000}, "N",
             "Exactly N frames of 1/60 s, whatever the clock says, then exit");
    addInput(app_, window_.input);
    addReplay(app_, window_.replay);
    addText(app_, "--screenshot", window_.screenshot, "FILE.png", "Save the last frame");
    addText(app_, "--log", window_.log, "FILE.csv",
            "Save diagnostics and parameters, a row a tick, in a file that appears at the end");
    addText(app_, "--shaders", window_.shaders, "DIR", "Read the shaders from a folder");
    // Not in the help: only tests that aim with a real mouse have a use for it.
    addText(app_, "--ui-map", window_.uiMap, "FILE.json", "Save where panels and masses are")->group("");
}

void Grammar::addLists()
{
    command("list", "List the scenes: id, tab, title",
            "  ropewalk list\n"
            "  ropewalk list --json",
            [this] { return listScenes(format()); })
        .add_flag("--json", json_, "For programs");
    CLI::App& sub = command("params", "List every parameter of a scene, or of all scenes",
                            "  ropewalk params rope\n"
                            "  ropewalk params rope --json\n"
                            "  ropewalk params --markdown > docs/parameters.md",
                            [this] { return listParameters(listedScene_, format()); });
    addText(sub, "scene", listedScene_, "SCENE|FILE.json", "Scene id or scene file (default: all scenes)");
    CLI::Option* json = sub.add_flag("--json", json_, "For programs");
    sub.add_flag("--markdown", markdown_, "For documents")->excludes(json);
}

void Grammar::addRun()
{
    CLI::App& sub = command("run", "Run a scene without a window; CSV on standard output",
                            "  ropewalk run rope --seconds 2\n"
                            "  ropewalk run rope --seconds 10 --every 0.1 --masses 0,40,70-79 --output rope.csv\n"
                            "  ropewalk run rope --set spring_constant=8000 --seconds 0.5 --tick 0.002\n"
                            "  ropewalk run assets/heavy_rope.json --seconds 5 --input assets/drag.txt",
                            [this] { return runScene(run_); });
    addPlayback(sub, run_.playback);
    addReplay(sub, run_.playback.replay);
    addValue(sub, "--every", run_.playback.every, NumberRange{1e-7, 1e9, "s"}, "S",
             "Time between two rows [s] (default: the tick)");
    addText(sub, "--masses", run_.masses, "LIST", "Masses to write as well: numbers and ranges, such as 0,10,70-79");
    addText(sub, "--output", run_.output, "FILE.csv", "Write to a file, which appears when it is complete");
}

void Grammar::addRender()
{
    CLI::App& sub = command("render", "Run a scene and draw its last moment or a film of it, without a window",
                            "  ropewalk render rope --seconds 5 --output rope.png\n"
                            "  ropewalk render rope --seconds 2 --input assets/drag.txt --size 1920x1080 \\\n"
                            "      --theme dark --tension --output dragged.png\n"
                            "  ropewalk render cloth --seconds 10 --video cloth.webm\n"
                            "  ropewalk render workshop --set preset=tackle --seconds 5 --every 1/30 --gltf tackle.glb",
                            [this] { return renderScene(render_); });
    addPlayback(sub, render_.playback);
    addReplay(sub, render_.playback.replay);
    addValue(sub, "--size", render_.size, readSize, "WxH", "Size of the picture in pixels (default 1280x720)");
    addValue(sub, "--theme", render_.theme, Choice{{"light", "dark"}}, "light|dark", "Theme (default light)");
    sub.add_flag("--tension", render_.tension, "Colour the rope by its tension");
    sub.add_flag("--theory", render_.theory, "Draw the shapes that theory predicts over it");
    addText(sub, "--shaders", render_.shaders, "DIR", "Read the shaders from a folder");
    addText(sub, "--output", render_.output, "FILE.png", "The picture");
    addValue(sub, "--every", render_.playback.every, NumberRange{1e-3, 1e9, "s"}, "S",
             "A picture every S seconds [s]: FILE-0001.png ..., all from one view");
    addText(sub, "--video", render_.video, "FILE.webm",
            "A film instead of the picture, .webm or .mp4, by ffmpeg; one picture every 1/30 s, or as --every says");
    addText(sub, "--gltf", render_.gltf, "FILE.glb",
            "The moment as glTF 2.0 for Blender and other programs instead; with --every S as it moves");
}

/// "NAME=FROM..TO:COUNT"
Variation parseVariation(const std::string& text)
{
    const std::size_t equals = text.find('=');
    const std::size_t dots = text.find("..", equals == std::string::npos ? text.size() : equals);
    const std::size_t colon = text.find(':', dots == std::string::npos ? text.size() : dots);
    if (equals == 0 || colon == std::string::npos)
        throw std::invalid_argument(
            fmt::format("--vary {}: must be NAME=FROM..TO:COUNT, such as mass_count=20..80:4", text::quoted(text)));
    const std::string option = "--vary " + text.substr(0, equals);
    return {text.substr(0, equals), readQuantity(option, text.substr(equals + 1, dots - equals - 1)),
            readQuantity(option, text.substr(dots + 2, colon - dots - 2)),
            CountRange{1, 1'000'000}(option, text.substr(colon + 1))};
}

void Grammar::addSweep()
{
    CLI::App& sub =
        command("sweep", "Run a scene at each point of a grid of constants; one CSV row a run",
                "  ropewalk sweep rope --vary spring_constant=5e3..2e4:4 --vary air_friction=0..0.1:3 \\\n"
                "      --seconds 2 --columns max_tension,length --statistic max --output sweep.csv\n"
                "  ropewalk sweep workshop --set preset=tackle --vary fall.contact_friction=0..0.5:6 \\\n"
                "      --seconds 4 --columns efficiency\n"
                "  ropewalk sweep rope --vary mass_count=20..80:61 --seconds 9 --shard 3/8 --output part3.csv\n"
                "  ropewalk sweep --merge part1.csv part2.csv --output whole.csv",
                [this] { return sweepScene(sweep_); });
    addPlayback(sub, sweep_.playback);
    const auto vary = [this](const std::vector<std::string>& all)
    {
        for (const std::string& text : all)
            sweep_.variations.push_back(parseVariation(text));
    };
    sub.add_option_function<std::vector<std::string>>("--vary", vary,
                                                      "A constant, or several with + between them, from where to "
                                                      "where, and how many values; may be repeated for a grid")
        ->type_name("NAME=FROM..TO:COUNT")
        ->allow_extra_args(false);
    addValue(sub, "--columns", sweep_.columns, readNames, "LIST",
             "Diagnostics to write, such as max_tension,length (default: all)");
    addValue(sub, "--statistic", sweep_.statistic, Choice{{"last", "max", "min", "mean"}}, "last|max|min|mean",
             "What of a column, over the rows of a run (default last)");
    addValue(sub, "--every", sweep_.playback.every, NumberRange{1e-7, 1e9, "s"}, "S",
             "Time between two rows [s] (default: the tick)");
    addValue(sub, "--from", sweep_.from, NumberRange{0.0, 1e9, "s"}, "T", "Leave out the rows before this time [s]");
    addValue(sub, "--jobs", sweep_.jobs, CountRange{1, 1024}, "N", "Runs at once (default: one a core)");
    addValue(sub, "--shard", sweep_.shard, readShard, "K/N", "Only part K of N, for many machines");
    addText(sub, "--output", sweep_.output, "FILE.csv",
            "Write to a file, which appears when it is complete; the same command goes on after an interruption");
    sub.add_option("--merge", sweep_.merged, "Make one file of the parts of a sweep")->type_name("FILE.csv ...");
}

void Grammar::addGrade()
{
    CLI::App& sub = command("grade", "Replay recordings of a class and list which steps of their lesson they did",
                            "  ropewalk grade anna.json ben.json\n"
                            "  ropewalk grade class/*.json --lesson tackle.json --json",
                            [this] { return gradeRecordings(grade_, format()); });
    sub.add_option("files", grade_.files, "Scene files with a recording")->type_name("FILE.json ...");
    addText(sub, "--lesson", grade_.lesson, "FILE.json",
            "The lesson's own file: its steps count, and a recording must begin as it does");
    addValue(sub, "--jobs", grade_.jobs, CountRange{1, 1024}, "N", "Recordings at once (default: one a core)");
    sub.add_flag("--json", json_, "For programs");
}

void Grammar::addCheck()
{
    CLI::App& sub = command("check", "Compare scenes with theory; exit 1 if one is out of tolerance",
                            "  ropewalk check\n"
                            "  ropewalk check rope --json\n"
                            "  ropewalk check --theory mode_1 catenary_2m_sag\n"
                            "  ropewalk check --knots",
                            [this]
                            {
                                if (theory_ || knots_)
                                    return checkTheory(checkedIds_, format(), knots_ ? knotBench() : experiments());
                                return checkScenes(checkedIds_, format());
                            });
    sub.add_option("scenes", checkedIds_, "Scene ids, with --theory or --knots ids of experiments (default: all)")
        ->type_name("SCENE");
    CLI::Option* theory = sub.add_flag("--theory", theory_, "Run the experiments of the theory bench");
    sub.add_flag("--knots", knots_, "Do published experiments with knots again; takes minutes")->excludes(theory);
    sub.add_flag("--json", json_, "For programs");
}

void Grammar::addAdvise()
{
    CLI::App& sub =
        command("advise", "Constants of a rope from what one knows of it and wants of it; exit 1 if refused",
                "  ropewalk advise --length 4 --mass 4 --load 1 --stretch 1% --step 1/60\n"
                "  ropewalk advise --length 4 --mass 4 --load 1 --stretch 0.5% --max-steps 10\n"
                "  ropewalk advise --length 20 --diameter 0.01 --material nylon --load 80\n"
                "  ropewalk advise --mass 1.2 --load 5 --elongation 0.03 --period 4.1    from a real rope\n"
                "  ropewalk advise --length 4 --mass 0.3 --stretch 1% --overhang 0.2 --droop 0.08",
                [this] { return advise(advise_, format()); });
    AdviseOptions& o = advise_;
    addValue(sub, "--length", o.length, readQuantity, "M", "Length without tension [m]");
    addValue(sub, "--mass", o.wish.mass, readQuantity, "KG",
             "Mass of the whole rope [kg]; or --diameter and --material");
    addValue(sub, "--diameter", o.wish.diameter, readQuantity, "M", "Diameter [m]");
    addText(sub, "--material", o.wish.material, "NAME", "hemp, nylon, polyester, steel or rubber");
    addValue(sub, "--construction", o.construction, Choice{{"solid", "laid", "braided"}}, "solid|laid|braided",
             "How its parts slide as it bends (default: as most ropes of the material)");
    addValue(sub, "--load", o.load, readQuantity, "KG", "Heaviest load at the end [kg] (default 0)");
    addValue(sub, "--stretch", o.wish.stretch, readFraction, "S",
             "Stretch of the hanging rope at rest, such as 1% (default: the material's)");
    addValue(sub, "--stretch-of", o.stretchOf, Choice{{"all", "load"}}, "all|load",
             "Stretch by weight and load, or by the load alone");
    addValue(sub, "--damping-ratio", o.wish.dampingRatio, readFraction, "Z",
             "Of the bounce along the rope, with its load");
    addValue(sub, "--settle", o.wish.settlingTime, readQuantity, "S", "Time until 2 % of a bounce are left [s]");
    addValue(sub, "--segments", o.wish.segments, CountRange{1, 9999}, "N",
             "Exactly so many segments (default 79, fewer if the budget asks)");
    addValue(sub, "--max-masses", o.wish.massBudget, CountRange{2, 10'000}, "N", "At most so many masses");
    addValue(sub, "--max-steps", o.wish.stepBudget, CountRange{1, 100'000}, "N", "At most so many steps a frame");
    addValue(sub, "--max-cost", o.wish.costBudget, CountRange{2, 1'000'000'000}, "N",
             "At most so many masses times steps a frame, instead of segments");
    addValue(sub, "--step", o.wish.step, readQuantity, "S", "Step of the engine [s] (default 1/60)");
    addValue(sub, "--gravity", o.wish.gravity, readQuantity, "G", "[m/s2] (default 9.81)");
    sub.add_flag("--implicit", o.wish.implicit, "Take the implicit integrator where the explicit one needs more steps");
    addValue(sub, "--elongation", o.elongation, readQuantity, "M", "Measured: what --load adds to the length [m]");
    addValue(sub, "--elongation-error", o.elongationError, readQuantity, "M", "Its standard error [m] (default 0.001)");
    addValue(sub, "--period", o.period, readQuantity, "S",
             "Measured: slowest small swing of the hanging rope alone [s]");
    addValue(sub, "--period-error", o.periodError, readQuantity, "S", "Its standard error [s] (default 0.02)");
    addValue(sub, "--overhang", o.overhang, readQuantity, "M",
             "Measured: length that hangs over an edge, held horizontally there [m]");
    addValue(sub, "--droop", o.droop, readQuantity, "M", "Measured: how far its end is below the edge [m]");
    addValue(sub, "--droop-error", o.droopError, readQuantity, "M", "Its standard error [m] (default 0.002)");
    sub.add_flag("--json", json_, "For programs");
}

void Grammar::addCard()
{
    CLI::App& sub = command("card", "The constants of a rope for other systems",
                            "  ropewalk card rope\n"
                            "  ropewalk card assets/heavy_rope.json --format mjcf > rope.xml\n"
                            "  ropewalk card rope --set mass_count=20 --format box2d",
                            [this] { return printCard(card_); });
    addText(sub, "scene", card_.scene, "SCENE|FILE.json", "Scene id or scene file of one rope (default rope)");
    addSettings(sub, card_.settings);
    addText(sub, "--format", card_.format, "NAME", "The system: " + cardFormatList() + " (default table)");
}

void Grammar::addKnot()
{
    CLI::App& sub = command("knot", "Name the knots of curves, and how often they are linked",
                            "  ropewalk knot rope.csv\n"
                            "  ropewalk knot rings.csv --closed --json",
                            [this] { return nameKnots(knot_, format()); });
    addText(sub, "points", knot_.points, "POINTS.csv",
            "Rows x,y,z [m]; an empty line parts two curves, and one that ends where it begins is closed");
    sub.add_flag("--closed", knot_.closed, "The last point of each curve joins its first");
    sub.add_flag("--json", json_, "For programs");
}

/// Names the help that shows the right use.
std::string Grammar::hint() const
{
    const std::string name = &given() == &app_ ? "" : " " + given().get_name();
    return fmt::format("'ropewalk{} --help' shows what is right", name);
}

/// "ropewalk rnu rope" reads as a scene and one word too many, but is a slip in the command.
void Grammar::rejectUnknownCommand() const
{
    std::error_code ignored;
    if (window_.scene.ends_with(".json") || std::filesystem::exists(window_.scene, ignored))
        return;
    std::vector<std::string_view> known;
    for (const SceneEntry& entry : scenes())
        known.push_back(entry.info.id);
    const std::string_view scene = std::string_view(window_.scene).substr(0, window_.scene.find('/'));
    if (std::find(known.begin(), known.end(), scene) != known.end())
        return;
    for (const Command& command : commands_)
        known.emplace_back(command.grammar->get_name());
    throw std::invalid_argument(text::unknownName("scene or command", window_.scene, known));
}

/// Throws for arguments that the grammar has no place for, in our words and with the nearest name.
void Grammar::rejectLeftovers()
{
    const CLI::App& command = given();
    if (&command != &app_)
        for (const CLI::Option* option : app_.get_options())
            if (option->count() > 0)
                throw std::invalid_argument(
                    fmt::format("{} stands before the command '{}'; must come after it",
                                text::quoted(option->get_single_name() == "scene" ? window_.scene
                                                                                  : "--" + option->get_single_name()),
                                command.get_name()));

    std::vector<std::string> leftovers = command.remaining();
    leftovers.erase(std::remove(leftovers.begin(), leftovers.end(), "--"), leftovers.end());
    const bool unknownOption = !leftovers.empty() && leftovers.front().size() > 1 && leftovers.front()[0] == '-';
    if (app_.count("scene") > 0 && !unknownOption)
        rejectUnknownCommand();
    if (leftovers.empty())
        return;
    const std::string word = leftovers.front().substr(0, leftovers.front().find('='));
    if (!unknownOption)
        throw std::invalid_argument(fmt::format("{} is one argument too many; {}", text::quoted(word), hint()));
    std::vector<std::string> names;
    for (const CLI::Option* option : command.get_options())
        for (const std::string& name : option->get_lnames())
            names.push_back("--" + name);
    throw std::invalid_argument(text::unknownName("option", word, {names.begin(), names.end()}, hint()));
}

int Grammar::dispatch(const std::function<int(const WindowOptions&)>& openWindow) const
{
    if (version_)
    {
        writeOutput(fmt::format("ropewalk {}\n", version));
        return success;
    }
    for (const Command& command : commands_)
        if (*command.grammar)
            return command.run();
    return openWindow(window_);
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
        ignoreWriteSignals();
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
