#include "exports.hpp"

#include "report.hpp"

#include "app/platform/host.hpp"
#include "files/output_file.hpp"
#include "render/gltf/gltf_scene.hpp"
#include "scenes/document/scene_link.hpp"

#include <GLFW/glfw3.h>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <exception>
#include <span>
#include <stdexcept>
#include <utility>

namespace ropewalk
{
namespace
{

/// A name in the current folder that is still free: "ropewalk-rope-1.png".
std::filesystem::path freeName(const std::string& name, const std::string& extension)
{
    for (int number = 1;; ++number)
    {
        std::filesystem::path file = std::filesystem::current_path() / fmt::format("{}-{}{}", name, number, extension);
        if (!std::filesystem::exists(file))
            return file;
    }
}

/// The part of an image; rows from top to bottom.
Image crop(const Image& image, int x, int y, int width, int height)
{
    x = std::clamp(x, 0, image.width);
    y = std::clamp(y, 0, image.height);
    Image part{std::clamp(width, 0, image.width - x), std::clamp(height, 0, image.height - y), {}};
    for (int row = y; row < y + part.height; ++row)
    {
        const auto begin = image.pixels.begin() + 3 * (static_cast<std::ptrdiff_t>(row) * image.width + x);
        part.pixels.insert(part.pixels.end(), begin, begin + 3 * static_cast<std::ptrdiff_t>(part.width));
    }
    return part;
}

} // namespace

void Exports::grantRequests()
{
    if (filmComplete_.valid() && filmComplete_.wait_for(std::chrono::seconds(0)) == std::future_status::ready)
        completeFilm();
    filmGltf();
    if (std::optional<PlotExport> plots = std::exchange(ui_.plotExport, std::nullopt))
    {
        for (const PlotExport::Table& table : plots->tables)
            if (!saveText(sceneName() + "-" + table.name, ".csv", "Numbers of the plots saved: ", table.csv))
                break; // the others would fail in the same manner
        if (plots->screenshot)
            plots_ = std::move(plots);
    }
    if (const std::optional<TextFile> file = std::exchange(ui_.saveRequest, std::nullopt))
    {
        const std::filesystem::path name(file->name);
        saveText(name.stem().string(), name.extension().string(), "Saved: ", file->text);
    }
}

void Exports::saveReport(const FileExtras& extras)
{
    saveText(sceneName() + "-report", ".json", "Report saved: ", reportText(workbench_, extras));
}

void Exports::saveGltf()
{
    Snapshot snapshot;
    workbench_.scene().fill(snapshot);
    save(sceneName(), ".glb", "glTF saved: ",
         [&snapshot](const std::filesystem::path& file) { writeFile(file, gltfOf(std::span(&snapshot, 1))); });
}

void Exports::toggleGltfFilm()
{
    if (!std::exchange(ui_.gltfBegan, ui_.gltfBegan ? std::nullopt : std::optional(ui_.now)))
    {
        gltfScene_ = workbench_.scene().info().id;
        return;
    }
    const std::vector<Snapshot> moments = std::exchange(moments_, {});
    save("ropewalk-" + gltfScene_, ".glb",
         "glTF film saved: ", [&moments](const std::filesystem::path& file) { writeFile(file, gltfOf(moments)); });
}

/// Adds the present moment to the glTF film where it is due. The film ends where time has gone back, or with the scene.
void Exports::filmGltf()
{
    constexpr double rate = 30.0;      // moments a second of the scene
    constexpr std::size_t most = 1800; // a minute
    if (!ui_.gltfBegan)
        return;
    const Scene& scene = workbench_.scene();
    const double last = moments_.empty() ? -1.0 : moments_.back().time;
    if (scene.info().id != gltfScene_ || scene.time() < last || moments_.size() >= most)
        return toggleGltfFilm();
    constexpr double rounding = 1e-6; // [s]
    if (workbench_.parked() || scene.time() < last + 1.0 / rate - rounding)
        return;
    Snapshot& moment = moments_.emplace_back();
    scene.fill(moment);
    try
    {
        demandGltf(moment);
    }
    catch (const std::invalid_argument& error)
    {
        moments_.clear();
        ui_.gltfBegan.reset();
        ui_.toast(error.what(), 8.0);
    }
}

void Exports::shareLink()
{
    const Scene& scene = workbench_.scene();
    std::string link;
    try
    {
        link = pageAddress() + sceneLink(scene);
    }
    catch (const std::invalid_argument& error)
    {
        return ui_.toast(error.what(), 8.0);
    }
    glfwSetClipboardString(window_.handle(), link.c_str());
    ui_.toast(linkSaysAll(scene) ? "Link copied: it opens this scene with these constants"
                                 : "Link copied; pins, bodies and the moment are not in it: \"Save as...\" keeps them",
              8.0);
}

void Exports::shareRecording()
{
    Recording recording;
    try
    {
        recording = workbench_.firstPart(Recording::mostTicks);
    }
    catch (const std::invalid_argument& error)
    {
        return ui_.toast(error.what(), 8.0);
    }
    std::string link;
    try
    {
        link = pageAddress() + recordingLink(recording);
    }
    catch (const std::invalid_argument& error)
    {
        ui_.request(Action::saveRecording); // a file holds it
        return ui_.toast(error.what(), 8.0);
    }
    glfwSetClipboardString(window_.handle(), link.c_str());
    ui_.toast(fmt::format("Link of {} characters copied: it plays what was done here", link.size()), 8.0);
}

void Exports::sceneDrawn()
{
    if (std::exchange(sceneWanted_, false))
        saveArea(sceneName(), "Screenshot saved: ", ui_.viewport);
}

void Exports::panelsDrawn()
{
    if (const std::optional<PlotExport> plots = std::exchange(plots_, std::nullopt))
        saveArea(sceneName() + "-" + plots->screenshotName, "Screenshot of the plots saved: ", *plots->screenshot);
    if (!film_ || filmComplete_.valid())
        return;
    if (window_.framebufferSize() != filmSize_) // all pictures of a film are of one size
        return endFilm();
    try
    {
        film_->frameDrawn(ui_.now);
    }
    catch (const std::exception& error)
    {
        ui_.toast(error.what(), 8.0);
        film_.reset();
        ui_.filmBegan.reset();
    }
}

void Exports::toggleFilm()
{
    if (filmComplete_.valid())
        return ui_.toast("The last film is not complete yet", 4.0);
    if (film_)
        return endFilm();
    try
    {
        filmFile_ = freeName(sceneName(), ".webm");
        filmSize_ = window_.framebufferSize();
        film_ = startFilm(filmFile_, filmSize_);
        ui_.filmBegan = ui_.now;
    }
    catch (const std::exception& error)
    {
        ui_.toast(error.what(), 8.0);
    }
}

void Exports::endFilm()
{
    ui_.filmBegan.reset();
    filmComplete_ = film_->end();
}

std::string Exports::completeFilm()
{
    if (!film_)
        return {};
    if (!filmComplete_.valid())
        endFilm();
    std::string complaint;
    try
    {
        filmComplete_.get();
        ui_.toast("Film saved: " + filmFile_.string(), 8.0);
    }
    catch (const std::exception& error)
    {
        complaint = error.what();
        ui_.toast(complaint, 8.0);
    }
    film_.reset();
    return complaint;
}

void Exports::writeWindow(const std::filesystem::path& file) const
{
    if (!window_.visible())
        throw std::runtime_error("--screenshot: the window is minimised, there is no picture to write to " +
                                 file.string());
    writeFile(file, pngOf(frame()));
}

bool Exports::save(const std::string& name, const std::string& extension, const std::string& what,
                   const std::function<void(const std::filesystem::path&)>& write)
{
    try
    {
        const std::filesystem::path file = freeName(name, extension);
        write(file);
        ui_.toast(what + file.string() + handOver(file), 8.0);
        return true;
    }
    catch (const std::exception& error)
    {
        ui_.toast(error.what(), 8.0);
        return false;
    }
}

bool Exports::saveText(const std::string& name, const std::string& extension, const std::string& what,
                       const std::string& text)
{
    return save(name, extension, what, [&text](const std::filesystem::path& file) { writeFile(file, text); });
}

void Exports::saveArea(const std::string& name, const std::string& what, const Rectangle& area)
{
    const float ratio =
        static_cast<float>(window_.framebufferSize().x) / static_cast<float>(std::max(1, window_.size().x));
    const auto scaled = [ratio](float length) { return static_cast<int>(std::lround(length * ratio)); };
    save(name, ".png", what,
         [&](const std::filesystem::path& file) {
             writeFile(file,
                       pngOf(crop(frame(), scaled(area.x), scaled(area.y), scaled(area.width), scaled(area.height))));
         });
}

std::string Exports::sceneName() const
{
    return "ropewalk-" + std::string(workbench_.scene().info().id);
}

Image Exports::frame() const
{
    const glm::ivec2 pixels = window_.framebufferSize();
    return readFramebuffer(pixels.x, pixels.y);
}

} // namespace ropewalk
