#include "session.hpp"

#include "app/state/ui_map.hpp"

#include "render/gl/image.hpp"
#include "scenes/hosts.hpp"
#include "scenes/scene_file.hpp"

#include <glad/gl.h>

#include <glm/common.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <limits>
#include <stdexcept>
#include <utility>

namespace ropewalk
{
namespace
{

constexpr double frameOfScript = 1.0 / 60.0; ///< [s] of a frame with --frames

double clockSeconds()
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

void complain(const std::string& line)
{
    if (!line.empty())
        std::fprintf(stderr, "ropewalk: %s\n", line.c_str());
}

std::unique_ptr<Scene> openWithSettings(const WindowOptions& options)
{
    std::unique_ptr<Scene> scene = openScene(options.scene);
    for (const auto& [name, value] : options.settings)
        scene->parameters().set(name, value);
    scene->reset();
    return scene;
}

Preferences loadUnlessScripted(const WindowOptions& options, const std::filesystem::path& file)
{
    // With --frames the window must look the same on everybody's machine.
    if (options.frames)
        return {};
    std::string complaint;
    Preferences preferences = loadPreferences(file, complaint);
    complain(complaint);
    return preferences;
}

GlfwWindow::Settings windowSettings(const WindowOptions& options, const Preferences& preferences)
{
    GlfwWindow::Settings settings;
    settings.title = "Ropewalk";
    settings.fullscreen = options.fullscreen;
    settings.verticalSync = !options.frames;
    if (options.size)
        settings.size = glm::ivec2(options.size->first, options.size->second);
    else if (preferences.window)
        settings.size = glm::ivec2(preferences.window->width, preferences.window->height);
    if (preferences.window)
        settings.position = glm::ivec2(preferences.window->x, preferences.window->y);
    return settings;
}

} // namespace

Session::Session(const WindowOptions& options)
    : options_(options), preferencesFile_(preferencesFile()),
      preferences_(loadUnlessScripted(options, preferencesFile_)),
      script_(options.input.empty() ? std::vector<InputEvent>{} : readInputScript(options.input)),
      log_(options.log.empty() ? std::nullopt : std::optional<RunLog>(options.log)),
      workbench_(openWithSettings(options), clockSeconds), window_(windowSettings(options, preferences_)),
      imgui_(window_.handle()), renderer_(options.shaders), thumbnails_(renderer_, clockSeconds)
{
    workbench_.setPaused(options.paused);
    workbench_.setSpeed(options.speed);
    workbench_.setStepBudget(preferences_.stepBudget);
    if (options.frames)
    {
        workbench_.setTickBudget(std::numeric_limits<double>::infinity());
        thumbnails_.setBudget(std::numeric_limits<double>::infinity());
    }
    if (log_)
    {
        log_->write(workbench_.scene(), workbench_.paused());
        workbench_.setTickListener([this](const Scene& scene) { log_->write(scene, workbench_.paused()); });
    }

    ui_.theme = preferences_.theme;
    if (options.theme)
        ui_.theme = *options.theme == "dark" ? Theme::dark : Theme::light;
    ui_.tensionColours = preferences_.tensionColours || options.tension;
    ui_.panelsVisible = preferences_.panelsVisible && !options.noUi;
    ui_.scenesWidth = preferences_.scenesWidth;
    ui_.parametersWidth = preferences_.parametersWidth;
    ui_.plotsHeight = preferences_.plotsHeight;
    ui_.plots = preferences_.plots;
    ui_.mapWanted = !options.uiMap.empty();
    panels_.setClock(clockSeconds);
    window_.setEvents(this);
    const auto size = sizeParameterOf(workbench_.scene());
    const auto setsSize = [&](const auto& setting) { return setting.first == size->name; };
    if (size && std::none_of(options.settings.begin(), options.settings.end(), setsSize))
        startFindingSize();
}

int Session::run()
{
    const double begin = window_.time();
    double last = begin;
    while (!finished())
    {
        if (window_.visible() || options_.frames)
            window_.poll();
        else
            window_.wait(1.0 / 30.0);

        const double now = window_.time();
        const double scriptTime = options_.frames ? frames_ * frameOfScript : now - begin;
        playScript(scriptTime);
        frame(options_.frames ? frameOfScript : now - last);
        ++frames_;

        const bool screenshotDue = options_.frames && frames_ == *options_.frames;
        if (screenshotDue)
            writeScreenshot();
        if (ui_.mapWanted && frames_ % 10 == 1)
            writeMap();
        if (window_.visible())
            window_.swap();

        cost_[Timings::frame] = now - last;
        timings_.add(cost_, now);
        chooseSamples();
        last = now;
        // Without vertical sync (a virtual display) the loop would take a whole processor.
        const double left = now + 1.0 / 250.0 - window_.time();
        if (left > 0.0 && !options_.frames)
            window_.wait(left);
    }
    if (!options_.frames)
    {
        frame(0.0);
        writeScreenshot();
    }
    if (ui_.mapWanted)
        writeMap();
    keepPreferences();
    return success;
}

bool Session::finished() const
{
    return window_.closing() || stop_.received() || (options_.frames && frames_ >= *options_.frames);
}

float Session::reach() const
{
    return 20.0f * ui_.scale;
}

void Session::frame(double elapsed)
{
    const double frameBegin = clockSeconds();
    Controls controls = held_.controls();
    controls.grab = mouse_.grab(workbench_.snapshot(), camera_, ui_.viewport);
    std::optional<Marker> hint;
    if (!imgui_.wantsMouse() || mouse_.busy())
        if (const std::optional<Pick> under = mouse_.hover(workbench_.snapshot(), camera_, ui_.viewport, reach()))
            hint = Marker{Marker::Kind::grabbed, under->position};
    workbench_.setHint(hint);
    workbench_.setTheoryShown(ui_.theoryShapes);
    workbench_.advance(elapsed, controls);
    cost_[Timings::step] = workbench_.tickSeconds();
    cost_[Timings::snapshot] = workbench_.snapshotSeconds();

    ui_.now = options_.frames ? frames_ * frameOfScript : window_.time();
    ui_.fullscreen = window_.fullscreen();
    std::erase_if(ui_.toasts, [this](const Toast& toast) { return toast.until < ui_.now; });
    ui_.map.clear();

    if (window_.visible())
    {
        const double begin = clockSeconds();
        ui_.scale = window_.contentScale() * static_cast<float>(options_.uiScale.value_or(1.0));
        if (ui_.scale != styledScale_ || ui_.theme != styledTheme_)
        {
            if (panels_.applyStyle(ui_))
                imgui_.rebuildFonts();
            styledScale_ = ui_.scale;
            styledTheme_ = ui_.theme;
        }
        if (std::exchange(faceWanted_, false))
        {
            camera_.face(workbench_.snapshot());
            if (frames_ > 0) // already here, else the labels of a new scene stood where the old one's view puts them
                camera_.frame(workbench_.snapshot(), aspectOf(ui_.viewport));
        }
        imgui_.beginFrame();
        panels_.draw(workbench_, ui_, timings_, camera_);
        imgui_.endFrame();
        const double laidOut = clockSeconds();
        cost_[Timings::panels] = laidOut - begin;
        cost_[Timings::plots] = panels_.plotsSeconds();
        if (frameWanted_)
            camera_.frame(workbench_.snapshot(), aspectOf(ui_.viewport));
        frameWanted_ = false;
        if (controls.direction != Vec3(0.0) || controls.velocity)
            followUntil_ = ui_.now + 0.5; // a little longer, to come to rest smoothly
        if (ui_.now < followUntil_)
            followConnection(elapsed);
        makeThumbnails();
        const double begun = clockSeconds();
        cost_[Timings::thumbnails] = begun - laidOut;
        draw();
        if (size_)
            glFinish(); // else a driver that draws later seems to be fast
        cost_[Timings::draw] = clockSeconds() - begun;
        findSize(clockSeconds() - frameBegin - cost_[Timings::thumbnails]);
    }
    followRequests();
}

void Session::followConnection(double elapsed)
{
    constexpr float edge = 0.8f;  // of the distance from the middle of the viewport to its border
    constexpr double rate = 10.0; // [1/s]
    for (const Marker& marker : workbench_.snapshot().markers)
    {
        if (marker.kind != Marker::Kind::connection)
            continue;
        const float aspect = aspectOf(ui_.viewport);
        const glm::vec3 seen = camera_.project(marker.position, aspect);
        if (seen.z <= 0.0f)
            continue;
        const glm::vec2 beyond = glm::vec2(seen) - glm::clamp(glm::vec2(seen), -edge, edge);
        camera_.pan(-static_cast<float>(1.0 - std::exp(-rate * elapsed)) * beyond, aspect);
    }
}

void Session::makeThumbnails()
{
    // The first frame shows the scene; whoever waits for the window waits for nothing else.
    if (frames_ == 0)
        return;
    const float density =
        static_cast<float>(window_.framebufferSize().x) / static_cast<float>(std::max(1, window_.size().x));
    for (const ThumbnailSize size : {rowThumbnail, cardThumbnail})
        if (ui_.thumbnailsWanted[size] && thumbnails_.work(size, ui_.theme, ui_.scale * density, ui_.thumbnails[size]))
            return;
}

void Session::draw()
{
    const glm::ivec2 pixels = window_.framebufferSize();
    const glm::ivec2 window = window_.size();
    const glm::vec2 ratio = glm::vec2(pixels) / glm::vec2(std::max(1, window.x), std::max(1, window.y));
    const Rectangle& viewport = ui_.viewport;
    const glm::ivec2 low(std::lround(viewport.x * ratio.x),
                         std::lround(static_cast<float>(pixels.y) - (viewport.y + viewport.height) * ratio.y));
    const glm::ivec2 size(std::lround(viewport.width * ratio.x), std::lround(viewport.height * ratio.y));

    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glViewport(0, 0, pixels.x, pixels.y);
    const float grey = ui_.theme == Theme::dark ? 0.08f : 0.9f;
    glClearColor(grey, grey, grey, 1.0f);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    if (size.x > 0 && size.y > 0)
        target_.draw(low, size, samples_,
                     [this, &size](const glm::ivec2& origin) {
                         renderer_.draw(workbench_.snapshot(), camera_, {ui_.theme, ui_.tensionColours}, origin, size);
                     });
    if (std::exchange(screenshotWanted_, false))
        saveScreenshot();
    imgui_.paint();
    if (plotScreenshot_)
        savePlotScreenshot();
}

void Session::chooseSamples()
{
    // A software renderer that cannot keep up with four samples is at least twice as fast with one. Frames of
    // scripted runs are always fine, so that they are the same on every machine.
    constexpr double slow = 1.0 / 36.0; // [s] a frame; 30 a second should be kept with room to spare
    constexpr std::size_t enough = 20;
    if (options_.frames || samples_ == 1 || timings_.frames() < enough)
        return;
    double others = 0.0;
    for (const Timings::Part part : {Timings::step, Timings::snapshot, Timings::panels})
        others += timings_.summary(part).average;
    // The thumbnails are soon made: they do not count.
    const double whole = timings_.summary(Timings::frame).average - timings_.summary(Timings::thumbnails).average;
    if (whole > slow && others < 0.5 * whole)
        samples_ = 1;
}

void Session::writeScreenshot()
{
    if (options_.screenshot.empty())
        return;
    const glm::ivec2 pixels = window_.framebufferSize();
    if (!window_.visible())
        throw std::runtime_error("--screenshot: the window is minimised, there is no viewport to write to " +
                                 options_.screenshot);
    writePng(options_.screenshot, readFramebuffer(pixels.x, pixels.y));
}

void Session::writeMap()
{
    writeUiMap(options_.uiMap, ui_, workbench_, camera_, window_.size(), frames_);
}

void Session::keepPreferences()
{
    if (options_.frames)
        return;
    if (!options_.size)
    {
        const glm::ivec2 at = window_.windowedPosition();
        const glm::ivec2 size = window_.windowedSize();
        preferences_.window = Preferences::Place{at.x, at.y, size.x, size.y};
    }
    if (!options_.theme || *options_.theme != (ui_.theme == Theme::dark ? "dark" : "light"))
        preferences_.theme = ui_.theme;
    if (!options_.tension)
        preferences_.tensionColours = ui_.tensionColours;
    if (!options_.noUi)
        preferences_.panelsVisible = ui_.panelsVisible;
    preferences_.scenesWidth = ui_.scenesWidth;
    preferences_.parametersWidth = ui_.parametersWidth;
    preferences_.plotsHeight = ui_.plotsHeight;
    preferences_.plots = ui_.plots;
    preferences_.stepBudget = workbench_.stepBudget();
    complain(savePreferences(preferencesFile_, preferences_));
}

} // namespace ropewalk
