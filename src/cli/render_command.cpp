#include "command_line.hpp"
#include "commands.hpp"
#include "console.hpp"

#include "files/output_file.hpp"
#include "files/stop_signal.hpp"
#include "render/offscreen.hpp"

#include <optional>
#include <stdexcept>

namespace ropewalk
{

int renderScene(const RenderOptions& options)
{
    if (options.output.empty())
        throw std::invalid_argument("--output is missing; must be a file, such as --output rope.png");
    Playback playback(options.playback, "render");

    const StopSignal stop;
    std::optional<OutputFile> output;
    openBeforeWork([&] { output.emplace(options.output); });
    const OffscreenContext context; // before the run, which would be wasted without OpenGL
    Renderer renderer(options.shaders);
    if (const auto divergence = playback.play([](double) {}, stop, true))
    {
        writeError(explained(*divergence));
        return failed;
    }

    const auto [width, height] = options.size;
    Snapshot snapshot;
    playback.scene().fill(snapshot);
    if (options.theory)
        playback.scene().fillTheory(snapshot);
    Camera camera;
    if (const std::optional<FileView>& view = playback.scene().fileView())
        camera = Camera::of(*view);
    else
    {
        camera.face(snapshot);
        camera.frame(snapshot, static_cast<float>(width) / static_cast<float>(height));
    }
    PictureOptions picture;
    picture.theme = options.theme == "dark" ? Theme::dark : Theme::light;
    picture.tensionColours = options.tension;
    output->write(pngOf(renderImage(renderer, snapshot, camera, picture, {width, height})));
    output->commit();
    return success;
}

} // namespace ropewalk
