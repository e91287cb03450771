// What it costs to draw a scene as the window does, and its parts in processor time of all threads, on the machine's
// OpenGL: with Mesa's software renderer (LIBGL_ALWAYS_SOFTWARE=1) as on a machine without a graphics card. Panels, and
// copying to a display, are not among it.

#include "app/view/viewport_target.hpp"
#include "render/gl/gl_objects.hpp"
#include "render/offscreen.hpp"
#include "scenes/scene.hpp"

#include <benchmark/benchmark.h>

#include <array>
#include <ctime>
#include <memory>
#include <string>

namespace
{

using namespace ropewalk;

/// [s], of all threads: other programs on the machine add little to it.
double processorSeconds()
{
    return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

/// A framebuffer in place of a window's.
class Screen
{
public:
    explicit Screen(const glm::ivec2& size)
    {
        glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.id());
        attach(colour_, GL_RGBA8, GL_COLOR_ATTACHMENT0, size);
        attach(depth_, GL_DEPTH_COMPONENT24, GL_DEPTH_ATTACHMENT, size);
    }
    GLuint id() const { return framebuffer_.id(); }

private:
    Framebuffer framebuffer_;
    Renderbuffer colour_;
    Renderbuffer depth_;
};

constexpr std::array<const char*, 5> parts{"sky_ms", "shadows_ms", "bodies_ms", "ropes_ms", "marks_ms"};

void draw(benchmark::State& state, const std::string& id)
{
    const glm::ivec2 size = state.range(0) == 720 ? glm::ivec2(1280, 720) : glm::ivec2(1920, 1080);
    const auto samples = static_cast<int>(state.range(1));
    const std::unique_ptr<OffscreenContext> context = [&state]() -> std::unique_ptr<OffscreenContext>
    {
        try
        {
            return std::make_unique<OffscreenContext>();
        }
        catch (const NoOpenGL& error)
        {
            state.SkipWithError(error.what());
            return nullptr;
        }
    }();
    if (!context)
        return;
    Renderer renderer;
    ViewportTarget target;
    const Screen screen(size);

    const std::unique_ptr<Scene> scene = makeScene(id);
    for (int tick = 0; tick < 120; ++tick)
        scene->advance(1.0 / 60.0, {});
    Snapshot snapshot;
    scene->fill(snapshot);
    Camera camera;
    camera.face(snapshot);
    camera.frame(snapshot, static_cast<float>(size.x) / static_cast<float>(size.y));

    std::array<double, parts.size()> seconds{};
    double last = 0.0;
    PictureOptions options;
    options.softEdges = samples == 1;
    options.drawn = [&](DrawnPart part)
    {
        glFinish();
        const double now = processorSeconds();
        seconds[static_cast<std::size_t>(part)] += now - last;
        last = now;
    };
    const auto picture = [&]
    {
        target.draw(
            {0, 0}, size, samples,
            [&](const glm::ivec2& origin)
            {
                last = processorSeconds();
                renderer.draw(snapshot, camera, options, origin, size);
            },
            screen.id());
        glFinish();
    };
    picture(); // shaders are compiled with the first one
    seconds = {};
    constexpr int timed = 5; // waiting for each part costs something by itself
    for (int i = 0; i < timed; ++i)
        picture();
    for (std::size_t part = 0; part < parts.size(); ++part)
        state.counters[parts[part]] = 1e3 * seconds[part] / timed;
    options.drawn = {};
    const double begin = processorSeconds();
    for (auto _ : state)
        picture();
    state.counters["processor_ms"] =
        benchmark::Counter(1e3 * (processorSeconds() - begin), benchmark::Counter::kAvgIterations);
}

const bool registered = []
{
    for (const std::string id :
         {"rope", "real_rope", "workshop/atwood", "workshop/rope_bridge", "wrecking_ball", "cloth", "capstan",
          "climber", "twist", "million", "impulse", "weightless_deployment", "deployment", "cantilever", "race",
          "constant_velocity", "gravity", "mass_spring", "spring_pendulum"})
        benchmark::RegisterBenchmark(("drawing/" + id).c_str(), [id](benchmark::State& state) { draw(state, id); })
            ->ArgNames({"height", "samples"})
            ->ArgsProduct({{720, 1080}, {1, 4}})
            ->Unit(benchmark::kMillisecond)
            ->UseRealTime();
    return true;
}();

} // namespace
