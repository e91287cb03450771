#include "arguments.hpp"
#include "command_line.hpp"
#include "commands.hpp"
#include "console.hpp"

#include "files/output_file.hpp"
#include "files/stop_signal.hpp"
#include "render/offscreen.hpp"

#include <stdexcept>

namespace ropewalk
{

namespace
{

/// Finds out before the work whether its result can be written.
void requireWritable(const std::string& file)
{
    if (file.empty())
        throw std::invalid_argument("--output is missing; must be a file, such as --output rope.png");
    try
    {
        const OutputFile probe(file);
    }
    catch (const std::runtime_error& error)
    {
        throw std::invalid_argument(error.what());
    }
}

} // namespace

int renderScene(const RenderOptions& options)
{
    const auto [width, height] = parseSizeOption(options.size);
    requireWritable(options.output);
    Playback playback(options.playback);

    const StopSignal stop;
    const OffscreenContext context; // before the run: without OpenGL the run would be for nothing
    Renderer renderer(options.shaders);
    std::optional<Divergence> divergence;
    {
        ProgressBar progress(true);
        divergence = playback.play([](double) {},
                                   [&](double fraction)
                                   {
                                       stop.check();
                                       progress.show(fraction);
                                   });
    }
    if (divergence)
    {
        writeError(explained(*divergence));
        return failed;
    }

    Snapshot snapshot;
    playback.scene().fill(snapshot);
    if (options.theory)
        playback.scene().fillTheory(snapshot);
    Camera camera;
    camera.face(snapshot);
    camera.frame(snapshot, static_cast<float>(width) / static_cast<float>(height));
    PictureOptions picture;
    picture.theme = options.theme == "dark" ? Theme::dark : Theme::light;
    picture.tensionColours = options.tension;
    writePng(options.output, renderImage(renderer, snapshot, camera, picture, {width, height}));
    return success;
}

} // namespace ropewalk
