#include "playback.hpp"

#include "scenes/constant_presets.hpp"
#include "scenes/document/scene_file.hpp"
#include "scenes/scene_constants.hpp"

#include "text/text.hpp"
#include <rope/step_watch.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <stdexcept>
#include <system_error>

namespace ropewalk
{

namespace
{

constexpr double slack = 1e-9; // relative: 0.1 / 0.02 is not quite 5

/// The whole number that equals `ratio` but for rounding; 0 if there is none.
long long wholeNumber(double ratio)
{
    const double whole = std::round(ratio);
    return std::abs(ratio - whole) <= slack * ratio ? static_cast<long long>(whole) : 0;
}

} // namespace

Schedule makeSchedule(double seconds, std::optional<double> tick, std::optional<double> every)
{
    Schedule schedule;
    schedule.tick = tick.value_or(schedule.tick);
    schedule.every = every.value_or(schedule.tick);

    const double ratio = schedule.every / schedule.tick;
    schedule.ticksPerRow = wholeNumber(ratio);
    if (schedule.ticksPerRow == 0 && tick)
    {
        const double fewer = std::floor(ratio);
        const std::string longer =
            fewer >= 1.0 ? fmt::format(" or {}/{}", text::numberText(schedule.every), fewer) : std::string();
        throw std::invalid_argument(fmt::format("--tick {}: does not divide --every {}; {}/{}{} would",
                                                text::numberText(*tick), text::numberText(schedule.every),
                                                text::numberText(schedule.every), std::ceil(ratio), longer));
    }
    if (schedule.ticksPerRow == 0)
    {
        schedule.ticksPerRow = static_cast<long long>(std::ceil(ratio));
        schedule.tick = schedule.every / static_cast<double>(schedule.ticksPerRow);
    }

    constexpr double mostTicks = 1e9;
    if (seconds / schedule.tick > mostTicks)
        throw std::invalid_argument(fmt::format("--seconds {}: is too long, must be at most {} at a tick of {} s",
                                                text::numberText(seconds), text::numberText(mostTicks * schedule.tick),
                                                text::numberText(schedule.tick)));
    constexpr double rounding = 1e-12; // relative, of a quotient and a product of doubles (2.2e-16 each)
    schedule.rows = static_cast<long long>(std::floor(seconds / schedule.every * (1.0 + rounding) + slack));
    schedule.rest = seconds - static_cast<double>(schedule.rows) * schedule.every;
    if (schedule.rest <= rounding * seconds + slack * schedule.every)
        schedule.rest = 0.0;
    return schedule;
}

Playback::Playback(const PlaybackOptions& options, std::string_view command) : replay_(std::vector<InputEvent>())
{
    if (!options.replay.empty())
    {
        openReplay(options);
        return;
    }
    if (options.scene.empty() && options.text.empty())
        throw std::invalid_argument(
            fmt::format("the scene is missing; must be a scene id or file, such as 'ropewalk {} rope'", command));
    if (!options.seconds)
        throw std::invalid_argument("--seconds is missing; must be the time to run, such as --seconds 5");
    schedule_ = makeSchedule(*options.seconds, options.tick, options.every);
    scene_ = options.text.empty() ? openScene(options.scene, options.settings)
                                  : parseScene(options.text, "scene", options.settings);
    if (!options.preset.empty())
    {
        const PresetValues preset = valuesOf(constantPreset(options.preset), *scene_);
        if (!preset.refusal.empty())
            throw std::invalid_argument(fmt::format("--preset {}: {}", options.preset, preset.refusal));
        for (const auto& [name, value] : preset.values)
            setConstant(*scene_, name, value);
        for (const auto& [name, value] : options.settings)
            setConstant(*scene_, name, value);
        scene_->validate();
        scene_->reset();
    }
    if (options.maxDt)
    {
        // A given step is taken as it is, even one with which the scene diverges.
        const bool automaticGiven = std::any_of(options.settings.begin(), options.settings.end(),
                                                [](const auto& setting) { return setting.first == "auto_steps"; });
        if (rope::Parameter* automatic = scene_->parameters().find("auto_steps"); automatic && !automaticGiven)
            automatic->parse("false");
        scene_->setMaxDt(*options.maxDt);
        scene_->reset();
    }
    if (!options.input.empty())
        replay_ = Replay(readInputScript(options.input));
}

void Playback::openReplay(const PlaybackOptions& options)
{
    if (!options.scene.empty() || !options.settings.empty() || !options.preset.empty() || options.tick ||
        options.maxDt || !options.input.empty())
        throw std::invalid_argument("--replay: the recording has its own scene, constants, tick and input; must stand "
                                    "without them");
    SceneFile file = openSceneFile(options.replay);
    if (!file.recording)
        throw std::invalid_argument(fmt::format("{}: holds no recording", options.replay));
    scene_ = std::move(file.scene);
    replay_ = Replay(*file.recording);
    constexpr double tick = rope::FixedTimestep::usualTick;
    schedule_ =
        makeSchedule(options.seconds.value_or(tick * static_cast<double>(file.recording->ticks)), tick, options.every);
}

void demandUnread(const PlaybackOptions& options, const std::string& output)
{
    std::error_code ignored; // a file that does not exist is not read by the run
    for (const std::string& read : {options.scene, options.input, options.replay})
        if (std::filesystem::is_regular_file(output, ignored) && std::filesystem::equivalent(output, read, ignored))
            throw std::invalid_argument(fmt::format("{}: the run reads this file and would replace it", output));
}

std::string explained(const Divergence& divergence)
{
    std::string line = divergence.text;
    constexpr std::size_t most = 3; // the mildest come first
    for (std::size_t i = 0; i < std::min(most, divergence.cures.size()); ++i)
        line += fmt::format("{}{} = {}", i == 0 ? "; any of these helps: " : ", ", divergence.cures[i].parameter,
                            divergence.cures[i].value);
    return line;
}

std::optional<Divergence> Playback::play(const std::function<void(double)>& row, const std::function<void()>& check,
                                         ProgressBar* bar)
{
    const rope::StepWatch watch([&check](int) { check(); }); // a tick may take long
    const double end = static_cast<double>(schedule_.rows) * schedule_.every + schedule_.rest;
    std::optional<Divergence> diverged; // a recording may go back to before it
    const auto advance = [&](double start, double h) -> std::optional<Divergence>
    {
        const Controls controls = replay_.before(*scene_, start);
        if (diverged && (diverged = scene_->divergence()))
            return diverged;
        scene_->advance(h, controls);
        replay_.after(*scene_);
        check();
        if (bar != nullptr)
            bar->show(std::min(1.0, (start + h) / end));
        diverged = scene_->divergence();
        return replay_.goesOn() ? std::nullopt : diverged;
    };

    row(0.0);
    // Times are products, not sums: a sum of a million ticks is off by more than its last digit.
    for (long long i = 0; i < schedule_.rows; ++i)
    {
        const double begin = static_cast<double>(i) * schedule_.every;
        for (long long j = 0; j < schedule_.ticksPerRow; ++j)
            if (auto divergence = advance(begin + static_cast<double>(j) * schedule_.tick, schedule_.tick))
                return divergence;
        row(static_cast<double>(i + 1) * schedule_.every);
    }
    if (schedule_.rest > 0.0)
    {
        const double begin = end - schedule_.rest;
        const long long ticks =
            std::max(1LL, static_cast<long long>(std::ceil(schedule_.rest / schedule_.tick - 1e-6)));
        for (long long j = 0; j < ticks; ++j)
        {
            const double done = static_cast<double>(j) * schedule_.tick;
            if (auto divergence = advance(begin + done, std::min(schedule_.tick, schedule_.rest - done)))
                return divergence;
        }
        row(end);
    }
    return std::nullopt;
}

} // namespace ropewalk
