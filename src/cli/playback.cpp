#include "playback.hpp"

#include "arguments.hpp"

#include "scenes/scene_file.hpp"

#include <rope/text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace ropewalk
{

namespace
{

constexpr double defaultTick = 1.0 / 60.0; // [s]
constexpr double slack = 1e-9;             // relative: 0.1 / 0.02 is not quite 5

/// The whole number that `ratio` is but for rounding, or 0.
long long wholeNumber(double ratio)
{
    const double whole = std::round(ratio);
    return std::abs(ratio - whole) <= slack * ratio ? static_cast<long long>(whole) : 0;
}

} // namespace

Schedule makeSchedule(double seconds, std::optional<double> tick, std::optional<double> every)
{
    Schedule schedule;
    schedule.tick = tick.value_or(defaultTick);
    schedule.every = every.value_or(schedule.tick);

    const double ratio = schedule.every / schedule.tick;
    schedule.ticksPerRow = wholeNumber(ratio);
    if (schedule.ticksPerRow == 0 && tick)
    {
        const double fewer = std::floor(ratio);
        const std::string longer =
            fewer >= 1.0 ? fmt::format(" or {}/{}", rope::numberText(schedule.every), fewer) : std::string();
        throw std::invalid_argument(fmt::format("--tick {}: does not divide --every {}; {}/{}{} would",
                                                rope::numberText(*tick), rope::numberText(schedule.every),
                                                rope::numberText(schedule.every), std::ceil(ratio), longer));
    }
    if (schedule.ticksPerRow == 0)
    {
        schedule.ticksPerRow = static_cast<long long>(std::ceil(ratio));
        schedule.tick = schedule.every / static_cast<double>(schedule.ticksPerRow);
    }

    constexpr double mostTicks = 1e9;
    if (seconds / schedule.tick > mostTicks)
        throw std::invalid_argument(fmt::format("--seconds {}: is too long, must be at most {} at a tick of {} s",
                                                rope::numberText(seconds), rope::numberText(mostTicks * schedule.tick),
                                                rope::numberText(schedule.tick)));
    constexpr double rounding = 1e-12; // of a quotient and a product of doubles, with room
    schedule.rows = static_cast<long long>(std::floor(seconds / schedule.every * (1.0 + rounding) + slack));
    schedule.rest = seconds - static_cast<double>(schedule.rows) * schedule.every;
    if (schedule.rest <= rounding * seconds + slack * schedule.every)
        schedule.rest = 0.0;
    return schedule;
}

Playback::Playback(const PlaybackOptions& options) : controls_({})
{
    if (options.seconds.empty())
        throw std::invalid_argument("--seconds is missing; must be the time to run, such as --seconds 5");
    const auto optionalNumber = [](std::string_view option, const std::string& text, const NumberRange& range)
    { return text.empty() ? std::nullopt : std::optional(parseNumberOption(option, text, range)); };
    schedule_ = makeSchedule(parseNumberOption("--seconds", options.seconds, {0.0, 1e9, "s"}),
                             optionalNumber("--tick", options.tick, {1e-7, 10.0, "s"}),
                             optionalNumber("--every", options.every, {1e-7, 1e9, "s"}));

    std::vector<std::pair<std::string, std::string>> settings;
    for (const std::string& setting : options.settings)
        settings.push_back(parseSetting(setting));
    scene_ = openScene(options.scene, settings);
    if (const auto maxDt = optionalNumber("--max-dt", options.maxDt, {1e-7, 10.0, "s"}))
    {
        // Who gives a step of his own means that step, also one that explodes.
        const bool keepsBelow = std::any_of(settings.begin(), settings.end(),
                                            [](const auto& setting) { return setting.first == "auto_steps"; });
        if (rope::Parameter* automatic = scene_->parameters().find("auto_steps"); automatic && !keepsBelow)
            automatic->parse("false");
        scene_->setMaxDt(*maxDt);
        scene_->reset();
    }
    if (!options.input.empty())
        controls_ = ScriptedControls(readInputScript(options.input));
}

std::string explained(const Divergence& divergence)
{
    std::string line = divergence.text;
    constexpr std::size_t most = 3; // the mildest
    for (std::size_t i = 0; i < std::min(most, divergence.cures.size()); ++i)
        line += fmt::format("{}{}", i == 0 ? "; any of these helps: " : ", ", divergence.cures[i].label);
    return line;
}

std::optional<Divergence> Playback::play(const std::function<void(double)>& row,
                                         const std::function<void(double)>& tick)
{
    const double end = static_cast<double>(schedule_.rows) * schedule_.every + schedule_.rest;
    const auto advance = [&](double start, double h) -> std::optional<Divergence>
    {
        scene_->advance(h, controls_.at(start));
        tick(std::min(1.0, (start + h) / end));
        return scene_->divergence();
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
