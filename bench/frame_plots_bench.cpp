// What the plots of the window cost a frame, as the window's list of the frame's parts shows it: to lay them out and to
// make their triangles, without the display.

#include "app/panels/panels.hpp"
#include "render/camera.hpp"

#include <imgui.h>

#include <benchmark/benchmark.h>

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
    Window(std::vector<PlotTile> tiles, double seconds)
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

    /// Returns what the plots took [s].
    double frame()
    {
        workbench_.tick({});
        ui_.now += 1.0 / 60.0;
        panels_.applyStyle(ui_);
        ImGui::NewFrame();
        panels_.draw(workbench_, ui_, timings_, camera_);
        ImGui::Render();
        return panels_.plotsSeconds();
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

void plots(benchmark::State& state, const std::vector<PlotTile>& tiles)
{
    Window window(tiles, static_cast<double>(state.range(0)));
    std::vector<double> frames;
    for (auto _ : state)
    {
        frames.push_back(window.frame());
        state.SetIterationTime(frames.back());
    }
    // One frame in a hundred is slower than this. The slowest of all says nothing: on a shared machine another program
    // delays it.
    std::sort(frames.begin(), frames.end());
    state.counters["slow_frame_us"] = 1e6 * frames[frames.size() * 99 / 100];
    state.counters["median_frame_us"] = 1e6 * frames[frames.size() / 2];
}

} // namespace

BENCHMARK_CAPTURE(plots, usual, usual)->Name("plots/usual/seconds")->Arg(10)->Arg(120)->UseManualTime();
BENCHMARK_CAPTURE(plots, one_of_each, oneOfEach)->Name("plots/one_of_each/seconds")->Arg(10)->Arg(120)->UseManualTime();
