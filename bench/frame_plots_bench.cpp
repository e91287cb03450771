// What the plots of the window cost a frame, as the window's list of the frame's parts shows it: to lay them out and to
// make their triangles, without the display. And all panels, in each language.

#include "app/language/translation.hpp"
#include "app/panels/panels.hpp"
#include "render/camera.hpp"

#include <imgui.h>

#include <benchmark/benchmark.h>
#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <utility>
#include <vector>

namespace
{

using ropewalk::PlotKind;
using ropewalk::PlotTile;

double clockSeconds()
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// The window of a rope that moves, with two minutes of its past.
class Window
{
public:
    struct Cost
    {
        double plots; ///< [s]
        double all;   ///< [s]
    };

    Window(std::vector<PlotTile> tiles, double seconds, bool allPanels = false)
    {
        ImGui::CreateContext();
        ImGuiIO& io = ImGui::GetIO();
        io.IniFilename = nullptr;
        io.DeltaTime = 1.0f / 60.0f;
        io.DisplaySize = {1920.0f, 1080.0f};
#if IMGUI_VERSION_NUM >= 19200
        io.BackendFlags |= ImGuiBackendFlags_RendererHasTextures;
#endif
        ui_.plots.tiles["rope"] = std::move(tiles);
        ui_.plots.seconds = seconds;
        ui_.plotsHeight = 300.0f;
        ui_.allPanels = allPanels;
        workbench_.setParameter("ground_height", "-20", 1);
        for (int i = 0; i < 7200; ++i)
            workbench_.tick({});
        for (int i = 0; i < 60; ++i)
            frame();
    }
    ~Window()
    {
        ImGui::DestroyContext();
    }
    Window(const Window&) = delete;
    Window& operator=(const Window&) = delete;

    Cost frame()
    {
        workbench_.tick({});
        ui_.now += 1.0 / 60.0;
        const double begin = clockSeconds();
        panels_.applyStyle(ui_);
        ImGui::NewFrame();
        panels_.draw(workbench_, ui_, timings_, camera_);
        ImGui::Render();
        return {panels_.plotsSeconds(), clockSeconds() - begin};
    }

private:
    ropewalk::Workbench workbench_{ropewalk::makeScene("rope"), clockSeconds};
    ropewalk::UiState ui_;
    ropewalk::Timings timings_;
    ropewalk::Camera camera_;
    ropewalk::Panels panels_;
};

const std::vector<PlotTile> usual{
    {PlotKind::time, {"kinetic_energy", "potential_energy", "elastic_energy", "total_energy"}},
    {PlotKind::time, {"top_tension"}},
    {PlotKind::profile, {"tension"}},
    {PlotKind::time, {"length"}},
    {PlotKind::spectrum, {"free_end"}}};
const std::vector<PlotTile> oneOfEach{{PlotKind::time, {"length", "stretch"}},
                                      {PlotKind::stack, {"kinetic_energy", "elastic_energy", "ground_energy"}},
                                      {PlotKind::phase, {"kinetic_energy", "potential_energy"}},
                                      {PlotKind::profile, {"tension"}},
                                      {PlotKind::spectrum, {"free_end"}}};

void measure(benchmark::State& state, Window& window, double Window::Cost::*part)
{
    std::vector<double> frames;
    for (auto _ : state)
    {
        frames.push_back(window.frame().*part);
        state.SetIterationTime(frames.back());
    }
    // One frame in a hundred is slower than this. The slowest of all says nothing: on a shared machine another program
    // delays it.
    std::sort(frames.begin(), frames.end());
    state.counters["slow_frame_us"] = 1e6 * frames[frames.size() * 99 / 100];
    state.counters["median_frame_us"] = 1e6 * frames[frames.size() / 2];
}

void plots(benchmark::State& state, const std::vector<PlotTile>& tiles)
{
    Window window(tiles, static_cast<double>(state.range(0)));
    measure(state, window, &Window::Cost::plots);
}

void allPanels(benchmark::State& state, const char* language)
{
    ropewalk::setLanguage(language);
    Window window(usual, 10.0, true);
    measure(state, window, &Window::Cost::all);
    ropewalk::setLanguage("en");
}

/// A line of the window in German: one that was drawn before, or one with another number in it.
void line(benchmark::State& state, bool anotherNumber)
{
    ropewalk::setLanguage("de");
    int number = 0;
    for (auto _ : state)
    {
        const std::string text = fmt::format("{} of 123456 agree with theory", anotherNumber ? ++number : number);
        benchmark::DoNotOptimize(ropewalk::translated(text));
    }
    ropewalk::setLanguage("en");
}

} // namespace

BENCHMARK_CAPTURE(plots, usual, usual)->Name("plots/usual/seconds")->Arg(10)->Arg(120)->UseManualTime();
BENCHMARK_CAPTURE(plots, one_of_each, oneOfEach)->Name("plots/one_of_each/seconds")->Arg(10)->Arg(120)->UseManualTime();
BENCHMARK_CAPTURE(allPanels, en, "en")->Name("panels/english")->UseManualTime();
BENCHMARK_CAPTURE(allPanels, de, "de")->Name("panels/german")->UseManualTime();
BENCHMARK_CAPTURE(line, known, false)->Name("panels/german/line/known");
BENCHMARK_CAPTURE(line, another_number, true)->Name("panels/german/line/another_number");
