// The longest frames of a scene: its sliders at random states, each opened as a window opens a file and moved as a user
// moves them, without drawing. Times are those of the process's processor, so that a busy machine measures the same.
//
//     frames SCENE STATES [FIRST]
//
// writes a row of a Markdown table and names the states that took longer than a quarter of a second, that are not
// finite, or of which the scene says what is not so.

#include "app/workbench/workbench.hpp"
#include "scenes/scene.hpp"

#include "scene_runs.hpp"
#include "sliders.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

using namespace ropewalk;

namespace
{

constexpr double most = 0.25; // [s] of a frame

double processorSeconds()
{
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

struct Total
{
    int states = 0;
    int refused = 0; ///< by the scene: constants that do not go together
    int told = 0;    ///< runaways that the scene tells of
    int slowed = 0;  ///< whose time passed slower than the clock's
    int faults = 0;
    double longest = 0.0; ///< [s]
    int longestState = 0;
    std::string_view longestAct;
};

/// A window's workbench with one state of the sliders.
class State
{
public:
    State(std::string_view id, int number, Total& total)
        : number_(number), total_(total), sliders_(static_cast<unsigned>(number), Sizes::any),
          bench_(makeScene(id), processorSeconds)
    {
    }

    void run()
    {
        std::unique_ptr<Scene> wanted = moved();
        if (!wanted)
            return;
        ++total_.states;
        Controls controls;
        if (sliders_.chance(0.5))
            controls.direction = Vec3(direction(), direction(), direction());
        timed("open", [&] { bench_.useScene(std::move(wanted)); });
        advance(8, controls);
        if (sliders_.chance(0.3))
            changeOnTheWay();
        advance(4, controls);
        timed("reset", [&] { bench_.reset(); });
        advance(1, controls);
        total_.slowed += bench_.timeShare() < 1.0;
        total_.told += bench_.divergence().has_value();
    }

private:
    double direction() { return sliders_.uniform(-1.0, 1.0); }

    /// A scene with the next choice of the sliders; none where the scene refuses it.
    std::unique_ptr<Scene> moved()
    {
        std::unique_ptr<Scene> scene = makeScene(bench_.scene().info().id);
        sliders_.move(*scene);
        try
        {
            scene->validate();
        }
        catch (const std::invalid_argument&)
        {
            ++total_.refused;
            return nullptr;
        }
        return scene;
    }

    void changeOnTheWay()
    {
        const std::unique_ptr<Scene> other = moved();
        if (!other)
            return;
        PresetValues values;
        for (const rope::Parameter& row : other->parameters().rows())
            values.values.emplace(row.name(), row.text());
        timed("change", [&] { bench_.useValues(values); });
    }

    void advance(int frames, const Controls& controls)
    {
        for (int frame = 0; frame < frames; ++frame)
        {
            timed("frame", [&] { bench_.advance(1.0 / 60.0, controls); });
            timed("limits of the step", [&] { sum_ += bench_.scene().stepLimits().stable + bench_.stepsNeeded(); });
            timed("profiles", [&] { sum_ += static_cast<double>(bench_.scene().profiles().size()); });
            timed("diagnostics",
                  [&]
                  {
                      for (const rope::Diagnostic& row : bench_.scene().diagnostics().rows())
                          sum_ += row.value() + bench_.scene().predicted(row.name).value_or(0.0);
                  });
        }
        timed("natural frequencies", [&] { sum_ += static_cast<double>(bench_.scene().naturalFrequencies().size()); });
        timed("theory",
              [&]
              {
                  Snapshot shapes;
                  bench_.scene().fillTheory(shapes);
              });
        lookForFaults();
    }

    /// Without a runaway all is finite; with one the workbench stands at a sound moment.
    void lookForFaults()
    {
        const Scene& scene = bench_.scene();
        for (std::size_t mass = 0; mass < scene.massCount(); ++mass)
            for (const double value : scene.massRow(mass))
                if (!std::isfinite(value))
                    return fault(fmt::format("mass {} is not finite", mass));
        for (const rope::Diagnostic& row : scene.diagnostics().rows())
            if (std::isinf(row.value()))
                return fault(fmt::format("{} is not finite", row.name));
        if (const auto& told = bench_.divergence())
        {
            // A rope that grows to its mass_count may have run away at a mass that the sound moment lacks.
            const rope::Parameter* const growing = scene.parameters().find("mass_count");
            const auto grown = static_cast<std::size_t>(growing ? growing->number() : 0.0);
            if (told->mass >= std::max({scene.mostMasses(), scene.massCount(), grown}) || !std::isfinite(told->time) ||
                told->text.empty())
                fault(fmt::format("a runaway of mass {} of {}: {}", told->mass, scene.massCount(), told->text));
            else if (std::getenv("FRAMES_TELL"))
                fmt::print(stderr, "{}: {}; ropewalk {}{}\n", number_, told->text, scene.info().id, optionsOf(scene));
        }
    }

    template <typename Act>
    void timed(std::string_view name, const Act& act)
    {
        const double begin = processorSeconds();
        act();
        const double spent = processorSeconds() - begin;
        if (spent > most)
            fault(fmt::format("{} took {:.2f} s", name, spent));
        if (spent > total_.longest)
        {
            total_.longest = spent;
            total_.longestState = number_;
            total_.longestAct = name;
        }
    }

    void fault(const std::string& what)
    {
        ++total_.faults;
        fmt::print(stderr, "{} {}: {}; ropewalk {}{}\n", bench_.scene().info().id, number_, what,
                   bench_.scene().info().id, optionsOf(bench_.scene()));
        std::fflush(stderr);
    }

    int number_;
    Total& total_;
    Sliders sliders_;
    Workbench bench_;
    double sum_ = 0.0; ///< of what is asked for, so that it is computed
};

int run(std::string_view id, int states, int first)
{
    Total total;
    for (int number = first; number < first + states; ++number)
        State(id, number, total).run();
    fmt::print("| `{}` | {} | {} | {} | {} | {:.3f} ({} of {}) | {} |\n", id, total.states, total.refused, total.told,
               total.slowed, total.longest, total.longestAct, total.longestState, total.faults);
    return total.faults == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

} // namespace

int main(int argc, char** argv)
{
    try
    {
        if (argc != 3 && argc != 4)
            throw std::invalid_argument("usage: frames SCENE STATES [FIRST]");
        return run(argv[1], std::stoi(argv[2]), argc == 4 ? std::stoi(argv[3]) : 0);
    }
    catch (const std::exception& error)
    {
        std::fprintf(stderr, "frames: %s\n", error.what());
        return 2;
    }
}
