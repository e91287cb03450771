#include "session.hpp"

#include "app/language/translation.hpp"
#include "app/state/ui_map.hpp"

#include "cli/console.hpp"
#include "files/platform.hpp"
#include "render/subject.hpp"
#include "scenes/document/scene_file.hpp"

#include <rope/fixed_timestep.hpp>

#include <fmt/format.h>
#include <glad/gl.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <functional>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>

namespace ropewalk
{
namespace
{

constexpr double frameOfScript = rope::FixedTimestep::usualTick; ///< [s] of a frame with --frames

/// Where the mass is that ran away first, with as much around it as shows what it does.
std::optional<Box> placeOf(const RunawayFilm& film, const Snapshot& snapshot)
{
    const std::optional<glm::vec3> mass = pointOf(snapshot, film.divergence().mass);
    if (!mass)
        return std::nullopt;
    constexpr float part = 0.15f; // of the whole
    Box place;
    place.add(*mass, glm::vec3(part * subjectOf(snapshot).size()));
    return place;
}

void complain(const std::string& line)
{
    if (!line.empty())
        std::fprintf(stderr, "ropewalk: %s\n", line.c_str());
}

/// What a running session marks and keeps lies beside the preferences. A run limited by --frames leaves none of it.
std::filesystem::path besides(const std::filesystem::path& preferences, const char* name)
{
    return preferences.empty() ? std::filesystem::path() : preferences.parent_path() / name;
}

Preferences loadAfter(const OpeningMark& mark, std::filesystem::path& file, std::string& complaint)
{
    Preferences preferences = loadPreferences(file, complaint);
    if (const auto unfinished = preferences.scenes.find(mark.found()); unfinished != preferences.scenes.end())
        unfinished->second.doubtful = true;
    return preferences;
}

std::unique_ptr<RunLog> openLog(const WindowOptions& options)
{
    std::unique_ptr<RunLog> log;
    if (!options.log.empty())
        openBeforeWork([&] { log = std::make_unique<RunLog>(options.log); });
    return log;
}

/// The first scene as it was left, unless the command line says what it is.
Workbench firstBench(const WindowOptions& options, const LeftScenes& kept, std::function<double()> clock)
{
    std::unique_ptr<Scene> scene = openScene(options.scene, options.settings);
    const std::string_view id = scene->info().id;
    SceneMemory memory(kept);
    if (!options.input.empty())
        memory.setAllAside(); // so that keys of the script do the same everywhere
    if (options.scene != id || !options.settings.empty())
    {
        SceneConstants constants = constantsOf(*scene);
        for (const auto& [name, text] : options.settings)
            if (const rope::Parameter* row = scene->parameters().find(name)) // else it is in the set-up
                constants.values[name] = row->text();
        memory.setAside(id, constants);
        if (scene->fileView())
            memory.look(id, KeptView{Camera::of(*scene->fileView())});
    }
    return Workbench(std::move(scene), std::move(clock), std::move(memory));
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

/// The code of a locale "de_DE.UTF-8".
std::string languageOf(const std::string& locale)
{
    return locale.substr(0, locale.find_first_of("_-.@"));
}

Theme themeNamed(const std::string& name)
{
    return name == "dark" ? Theme::dark : Theme::light;
}

} // namespace

Session::Session(const WindowOptions& options)
    : options_(options),
      // With --frames the window must look the same on everybody's machine, and tests look for English texts.
      systemLanguage_(options.frames || !options.uiMap.empty() ? "en" : languageOf(userLocale())),
      preferencesFile_(options.frames ? std::filesystem::path() : preferencesFile()),
      mark_(besides(preferencesFile_, "opening")), keeper_(preferencesFile_.parent_path()),
      preferences_(loadAfter(mark_, preferencesFile_, preferencesComplaint_)),
      script_(options.input.empty() ? std::vector<InputEvent>{} : readInputScript(options.input)),
      replay_(options.replay.empty() ? std::nullopt : std::optional(openRecording(options.replay))),
      log_(openLog(options)), workbench_(firstBench(options, preferences_.scenes, [this] { return clockSeconds(); })),
      window_(windowSettings(options, preferences_)), imgui_(window_.handle()), renderer_(options.shaders),
      quality_(workbench_, ui_, options.frames.has_value()), exports_(window_, workbench_, ui_),
      commands_({workbench_, ui_, window_, imgui_, renderer_, view_, quality_, exports_, mark_}, std::move(script_)),
      input_(commands_)
{
    if (replay_)
        workbench_.play(*replay_);
    workbench_.setPaused(options.paused);
    workbench_.setSpeed(options.speed);
    workbench_.setStepBudget(preferences_.stepBudget);
    if (options.frames)
        workbench_.setTickBudget(std::numeric_limits<double>::infinity());
    const auto ticked = [this](const Scene& scene)
    {
        writeLog([&] { log_->write(scene, workbench_.paused()); });
        exports_.filmGltf();
    };
    ticked(workbench_.scene());
    workbench_.setTickListener(ticked);
    complain(bindKeys(preferences_.keys));
    static_cast<Appearance&>(ui_) = preferences_;
    ui_.recentFiles = preferences_.recentFiles;
    if (options.theme)
        ui_.theme = themeNamed(*options.theme);
    if (!options.language.empty())
        ui_.language = options.language;
    if (!options.language.empty() && !hasLanguage(options.language))
        complain(fmt::format("--language {}: this program was built without it", options.language));
    ui_.tensionColours |= options.tension;
    ui_.panelsVisible &= !options.noUi;
    ui_.mapWanted = !options.uiMap.empty();
    window_.setEvents(&input_);
    ui_.now = window_.time();
    commands_.sceneOpened();
    if (std::optional<Recording> killed = keeper_.found())
        ui_.offer = RecordingOffer{"The last session was ended from outside. What was done in it can be played.",
                                   std::move(*killed)};
    constantsSeen_ = {&workbench_.scene(), workbench_.scene().parameters().revision()};
    if (!options.frames && options.log.empty() && options.screenshot.empty() && options.uiMap.empty())
    {
        endWatch_.emplace([this] { return stop_.received(); }, [this](const Preferences& kept)
                          { ropewalk::savePreferences(preferencesFile_, kept, preferences_); });
        endWatch_->keep(presentPreferences());
    }
    if (!preferencesComplaint_.empty())
    {
        complain(preferencesComplaint_);
        ui_.toast(preferencesComplaint_, 12.0);
    }
}

bool Session::turn()
{
    if (finished())
        return false;
    if (frames_ == 0)
        begin_ = last_ = window_.time();
    if (window_.visible() || options_.frames)
        window_.poll();
    else
        window_.wait(1.0 / 30.0);
    input_.handOn();

    const double now = window_.time();
    commands_.playScript(options_.frames ? frames_ * frameOfScript : now - begin_);
    if (!options_.frames)
        commands_.playGamepad(window_.gamepad(), now - last_);
    frame(options_.frames ? frameOfScript : now - last_);
    ++frames_;

    if (options_.frames && frames_ == *options_.frames)
        writeScreenshot();
    if (ui_.mapWanted)
        writeMap();
    if (window_.visible())
        window_.swap();

    cost_[Timings::frame] = now - last_;
    if (!options_.frames) // else they would differ from machine to machine
        timings_.add(cost_, now);
    quality_.fitDrawing(timings_);
    last_ = now;
    // Without vertical sync (a virtual display) the loop would take a whole processor.
    const double left = now + 1.0 / 250.0 - window_.time();
    if (left > 0.0 && !options_.frames)
        window_.wait(left);
    return true;
}

int Session::end()
{
    endWatch_.reset();
    // A scene that is slow to draw must not hold up the end where nobody sees the picture.
    if (!options_.frames && (!options_.screenshot.empty() || ui_.mapWanted))
        frame(0.0);
    writeLog([this] { log_->commit(); });
    if (!options_.frames)
        writeScreenshot();
    if (ui_.mapWanted)
        writeMap();
    savePreferences();
    keeper_.forget();
    complain(exports_.completeFilm()); // the last, as it may take some seconds
    return exitCode_;
}

void Session::restoreGraphics()
{
    renderer_.makeAnew();
    target_.forget();
    thumbnails_.forget();
    imgui_.makeAnew();
}

double Session::clockSeconds() const
{
    return options_.frames ? frames_ * frameOfScript
                           : std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

bool Session::finished() const
{
    return window_.closing() || stop_.received() || (options_.frames && frames_ >= *options_.frames);
}

void Session::frame(double elapsed)
{
    const double begin = clockSeconds();
    commands_.dragConstant();
    const Controls controls = commands_.controls();
    const std::optional<Marker> hint = commands_.hint();
    workbench_.setHint(hint);
    ui_.touched = touched();
    ui_.lifted = commands_.lifted();
    ui_.pointerTakes = hint || commands_.holds();
    workbench_.setTheoryShown(ui_.theoryShapes);
    workbench_.setGhostShown(ui_.ghost);
    workbench_.advance(elapsed, controls);
    cost_[Timings::step] = workbench_.tickSeconds();
    cost_[Timings::snapshot] = workbench_.snapshotSeconds();

    ui_.now = options_.frames ? frames_ * frameOfScript : window_.time();
    ui_.fullscreen = window_.fullscreen();
    std::erase_if(ui_.toasts, [this](const Toast& toast) { return toast.until < ui_.now; });
    ui_.map.clear();

    if (endWatch_ && exports_.filming())
        endWatch_->keep(std::nullopt); // a film is completed at the end
    else if (endWatch_)
        endWatch_->keep(presentPreferences());
    keeper_.keep(workbench_.recorded(), ui_.now);
    const bool seen = !stop_.received() || !options_.screenshot.empty() || ui_.mapWanted;
    if (window_.visible() && seen)
    {
        const double layoutBegin = clockSeconds();
        layOut(elapsed);
        const double drawBegin = clockSeconds();
        draw();
        if (quality_.fitsSize())
            glFinish(); // else a driver that draws later seems to be fast
        const double end = clockSeconds();
        cost_[Timings::panels] = drawBegin - layoutBegin;
        cost_[Timings::plots] = panels_.plotsSeconds();
        cost_[Timings::draw] = end - drawBegin;
        if (quality_.frameDrawn(end - begin))
            view_.sizeChanged();
    }
    if (mark_.isSet() && (workbench_.scene().time() > 0.0 || workbench_.divergence()))
        mark_.clear();
    commands_.grantRequests();
}

void Session::layOut(double elapsed)
{
    ui_.scale = window_.contentScale() * static_cast<float>(options_.uiScale.value_or(1.0)) * ui_.textSize;
    setLanguage(ui_.language.empty() ? systemLanguage_ : ui_.language);
    if (panels_.applyStyle(ui_))
        imgui_.rebuildFonts();
    // Before the panels, which put labels into the picture; they know the viewport of the last frame.
    const std::pair constants(&workbench_.scene(), workbench_.scene().parameters().revision());
    if (const auto before = std::exchange(constantsSeen_, constants);
        before != constants && before.first == constants.first)
        view_.constantsChanged();
    look(elapsed);
    ui_.thumbnails = &thumbnails_.of(ui_.theme);
    imgui_.beginFrame(input_.waiting());
    panels_.draw(workbench_, ui_, timings_, view_.camera);
    imgui_.endFrame();
    look(0.0); // in the first frame, and where the panels have changed the viewport
}

void Session::look(double elapsed)
{
    const std::optional<RunawayFilm>& film = workbench_.runawayShown();
    view_.camera.covered = ui_.coveredViewport;
    view_.visit(film ? placeOf(*film, workbench_.snapshot()) : std::nullopt);
    view_.look(workbench_.snapshot(), ui_.viewport, elapsed, commands_.holds());
    ui_.viewFollows = view_.follows();
}

void Session::draw()
{
    const glm::ivec2 pixels = window_.framebufferSize();
    const glm::ivec2 window = window_.size();
    const glm::vec2 ratio = glm::vec2(pixels) / glm::vec2(std::max(1, window.x), std::max(1, window.y));
    const Rectangle& viewport = ui_.viewport;
    const glm::ivec2 low(std::lround(viewport.x * ratio.x),
                         std::lround(static_cast<float>(pixels.y) - viewport.bottom() * ratio.y));
    const glm::ivec2 size(std::lround(viewport.width * ratio.x), std::lround(viewport.height * ratio.y));

    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glViewport(0, 0, pixels.x, pixels.y);
    const float grey = ui_.theme == Theme::dark ? 0.08f : 0.9f;
    glClearColor(grey, grey, grey, 1.0f);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    double last = clockSeconds();
    std::function<void(DrawnPart)> drawn;
    std::fill(cost_.begin() + Timings::firstDrawn, cost_.begin() + Timings::paint + 1, 0.0);
    if (ui_.timingsOpen)
        drawn = [this, &last](DrawnPart part)
        {
            glFinish(); // else the driver draws while another part is measured
            cost_[Timings::firstDrawn + static_cast<std::size_t>(part)] =
                clockSeconds() - std::exchange(last, clockSeconds());
        };
    if (size.x > 0 && size.y > 0)
        target_.draw(low, size, quality_.samples(),
                     [this, &size, &drawn](const glm::ivec2& origin)
                     {
                         renderer_.draw(workbench_.snapshot(), view_.camera,
                                        {ui_.theme, ui_.tensionColours || workbench_.runawayShown(),
                                         ui_.contactShade && quality_.contactShade(), quality_.samples() == 1,
                                         workbench_.ghost(), drawn},
                                        origin, size);
                     });
    exports_.sceneDrawn();
    const double paintBegin = clockSeconds();
    imgui_.paint();
    if (ui_.timingsOpen)
        glFinish();
    cost_[Timings::paint] = clockSeconds() - paintBegin;
    exports_.panelsDrawn();
}

void Session::writeScreenshot() const
{
    if (!options_.screenshot.empty())
        exports_.writeWindow(options_.screenshot);
}

void Session::writeMap() const
{
    writeUiMap(options_.uiMap, ui_, workbench_, view_.camera, window_.size(), frames_);
}

/// A disk that fills up ends the log and not the session.
void Session::writeLog(const std::function<void()>& write)
{
    if (!log_)
        return;
    try
    {
        write();
    }
    catch (const Interrupted&) // it waited for the reader of a pipe
    {
        log_.reset();
    }
    catch (const std::runtime_error& error)
    {
        complain(error.what());
        ui_.toast(error.what(), 12.0);
        exitCode_ = failed;
        log_.reset();
    }
}

Preferences Session::presentPreferences()
{
    Preferences preferences = preferences_;
    if (!options_.size)
    {
        const auto& [at, size] = window_.windowed();
        preferences.window = Preferences::Place{at.x, at.y, size.x, size.y};
    }
    // What the command line asked for holds for this run only.
    Appearance appearance = ui_;
    if (options_.theme && themeNamed(*options_.theme) == ui_.theme)
        appearance.theme = preferences_.theme;
    if (!options_.language.empty() && options_.language == ui_.language)
        appearance.language = preferences_.language;
    if (options_.tension)
        appearance.tensionColours = preferences_.tensionColours;
    if (options_.noUi)
        appearance.panelsVisible = preferences_.panelsVisible;
    static_cast<Appearance&>(preferences) = appearance;
    preferences.stepBudget = workbench_.stepBudget();
    preferences.recentFiles = ui_.recentFiles;
    commands_.keepView();
    preferences.scenes = workbench_.memory().kept();
    return preferences;
}

void Session::savePreferences()
{
    workbench_.leave();
    complain(ropewalk::savePreferences(preferencesFile_, presentPreferences(), preferences_));
    mark_.clear();
}

} // namespace ropewalk
