#include "command_line.hpp"
#include "commands.hpp"
#include "console.hpp"

#include "files/output_file.hpp"
#include "files/stop_signal.hpp"
#include "files/text_file.hpp"
#include "files/video_file.hpp"
#include "render/gltf/gltf_scene.hpp"
#include "render/offscreen.hpp"
#include "render/subject.hpp"

#include "text/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

namespace ropewalk
{

namespace
{

Snapshot snapshotOf(const Scene& scene, const RenderOptions& options)
{
    Snapshot snapshot;
    scene.fill(snapshot);
    if (options.theory)
        scene.fillTheory(snapshot);
    return snapshot;
}

float aspectOf(const RenderOptions& options)
{
    const auto [width, height] = options.size;
    return static_cast<float>(width) / static_cast<float>(height);
}

/// The view of the scene's file, else one that holds all of the scene.
Camera viewOf(const Scene& scene, const Snapshot& snapshot, const RenderOptions& options)
{
    if (const std::optional<FileView>& view = scene.fileView())
        return Camera::of(*view);
    Camera camera;
    camera.face(snapshot);
    camera.frame(snapshot, aspectOf(options));
    return camera;
}

Image pictureOf(Renderer& renderer, const Snapshot& snapshot, const Camera& camera, const RenderOptions& options)
{
    PictureOptions picture;
    picture.theme = options.theme == "dark" ? Theme::dark : Theme::light;
    picture.tensionColours = options.tension;
    const auto [width, height] = options.size;
    return renderImage(renderer, snapshot, camera, picture, {width, height});
}

/// Plays to the end; false where the scene diverged, which is said.
bool played(Playback& playback, const std::function<void(double)>& row, const StopSignal& stop)
{
    ProgressBar bar(true);
    const std::optional<Divergence> divergence = playback.play(
        row, [&stop] { stop.check(); }, &bar);
    if (divergence)
        writeError(explained(*divergence));
    return !divergence;
}

/// Says where a replay has become another run: its pictures are kept all the same.
void tellParting(const Playback& playback)
{
    if (!playback.parted().empty())
        writeError(playback.parted());
}

int renderLastMoment(const RenderOptions& options)
{
    Playback playback(options.playback, "render");
    const StopSignal stop;
    std::optional<OutputFile> output;
    openBeforeWork([&] { output.emplace(options.output); });
    const OffscreenContext context; // before the run, which would be wasted without OpenGL
    Renderer renderer(options.shaders);
    if (!played(
            playback, [](double) {}, stop))
        return failed;
    tellParting(playback);
    const Snapshot snapshot = snapshotOf(playback.scene(), options);
    output->write(pngOf(pictureOf(renderer, snapshot, viewOf(playback.scene(), snapshot, options), options)));
    output->commit();
    return success;
}

/// "film-0012.png"
std::filesystem::path numbered(const std::filesystem::path& file, int number)
{
    return file.parent_path() / fmt::format("{}-{:04}{}", file.stem().string(), number, file.extension().string());
}

/// Draws the run's pictures, all from one view, and gives them to `take`; false where the run diverged.
bool drawPictures(const RenderOptions& options, const StopSignal& stop, const std::function<void(const Image&)>& take)
{
    Playback rehearsal(options.playback, "render");
    const OffscreenContext context;
    Renderer renderer(options.shaders);
    Camera camera = viewOf(rehearsal.scene(), snapshotOf(rehearsal.scene(), options), options);
    const bool follows = !rehearsal.scene().fileView();
    const auto look = [&](double)
    {
        if (follows)
            camera.keep(subjectOf(snapshotOf(rehearsal.scene(), options)), aspectOf(options));
    };
    if (!played(rehearsal, look, stop))
        return false;

    Playback playback(options.playback, "render");
    const auto draw = [&](double)
    {
        const Snapshot snapshot = snapshotOf(playback.scene(), options);
        take(pictureOf(renderer, snapshot, camera, options));
    };
    if (!played(playback, draw, stop))
        return false;
    tellParting(playback);
    return true;
}

int renderPictures(const RenderOptions& options)
{
    const StopSignal stop;
    int number = 0;
    const auto write = [&](const Image& image)
    { writeFile(numbered(options.output, ++number), pngOf(image), OutputFile::Kept::whilePowerLasts); };
    return drawPictures(options, stop, write) ? success : failed;
}

/// The last moment for programs that make scenes and films, or a film of it.
int renderGltf(const RenderOptions& options)
{
    Playback playback(options.playback, "render");
    demandGltf(snapshotOf(playback.scene(), options));
    const StopSignal stop;
    std::optional<OutputFile> output;
    openBeforeWork([&] { output.emplace(options.gltf); });
    std::vector<Snapshot> moments;
    const auto take = [&](double) { moments.push_back(snapshotOf(playback.scene(), options)); };
    const bool film = options.playback.every.has_value();
    if (!played(
            playback, film ? std::function<void(double)>(take) : [](double) {}, stop))
        return failed;
    if (!film)
        take(0.0);
    output->write(gltfOf(moments));
    output->commit();
    return success;
}

/// It plays as fast as the scene's time goes.
int renderVideo(RenderOptions options)
{
    if (!options.playback.every)
        options.playback.every = 1.0 / 30.0;
    const StopSignal stop; // until the film is complete or removed
    std::optional<VideoFile> video;
    openBeforeWork(
        [&]
        {
            video.emplace(options.video, options.size.first, options.size.second, 1.0 / *options.playback.every,
                          [&stop] { stop.check(); });
        });
    if (!drawPictures(options, stop, [&](const Image& image) { video->add(image.pixels); }))
        return failed;
    video->commit();
    return success;
}

} // namespace

int renderScene(const RenderOptions& options)
{
    const std::array files{options.output, options.video, options.gltf};
    if (std::count(files.begin(), files.end(), "") != 2)
        throw std::invalid_argument("one of --output, --video and --gltf is needed: a file, such as --output rope.png");
    const std::filesystem::path file = files[0] + files[1] + files[2];
    demandUnread(options.playback, file.string());
    std::error_code ignored;
    if (!options.output.empty() && file.has_extension() && text::lowered(file.extension().string()) != ".png" &&
        (!std::filesystem::exists(file, ignored) || std::filesystem::is_regular_file(file, ignored)))
        throw std::invalid_argument(fmt::format("{}: a picture's name ends in .png", shownName(file)));
    if (!options.gltf.empty() && text::lowered(file.extension().string()) != ".glb")
        throw std::invalid_argument(fmt::format("{}: a glTF file's name ends in .glb", shownName(file)));
    if (!options.video.empty())
        return renderVideo(options);
    if (!options.gltf.empty())
        return renderGltf(options);
    return options.playback.every ? renderPictures(options) : renderLastMoment(options);
}

} // namespace ropewalk
