#include "recording.hpp"

#include "state_hash.hpp"

#include "files/json_text.hpp"

#include "text/text.hpp"

#include <rope/fixed_timestep.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>
#include <stdexcept>

namespace ropewalk
{
namespace
{

constexpr int presentVersion = 1;
/// Of a hash, a file keeps the last 16 bits: another state shares them once in 65,536 times, and not a second later,
/// too.
constexpr std::uint32_t hashKept = 0xffff;

/// What a list of events must keep to, beside the words of each.
class EventCheck
{
public:
    explicit EventCheck(long long ticks) : ticks_(ticks) {}

    void look(const InputEvent& event)
    {
        const long long tick = tickOf(event);
        if (tick < last_)
            refuse("is before the event before it");
        if (tick > ticks_)
            refuse("is behind the end, tick {}", ticks_);
        last_ = tick;
        if (event.kind == InputEvent::Kind::pose && (poses_ += event.counts[0]) > Recording::mostTicks)
            refuse("more than {} poses", Recording::mostTicks);
        if (event.kind == InputEvent::Kind::back)
        {
            if (goalOf(event) > RecordedMoment(tick, count_) || event.counts[1] > static_cast<long long>(count_))
                refuse("goes to what has not been yet");
            goals_.insert(goalOf(event));
            if (goals_.size() > Recording::mostMoments)
                refuse("more than {} moments to go back to", Recording::mostMoments);
        }
        ++count_;
    }

private:
    long long ticks_;
    long long last_ = 0;
    long long poses_ = 0;
    std::size_t count_ = 0;
    std::set<RecordedMoment> goals_;
};

std::uint32_t hashFrom(const nlohmann::json& value)
{
    std::uint32_t hash = 0;
    const std::string text = value.is_string() ? value.get<std::string>() : std::string();
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), hash, 16);
    if (error != std::errc{} || end != text.data() + text.size() || (text.size() != 4 && text.size() != 8))
        refuse("a hash of the recording is {}; must be 4 hexadecimal digits, or 8 as older versions wrote it",
               text::quoted(value.dump()));
    return hash & hashKept;
}

std::string quotedJson(std::string_view line)
{
    const auto isPlain = [](char c) { return c >= ' ' && c != '"' && c != '\\' && c != '\x7f'; };
    if (std::all_of(line.begin(), line.end(), isPlain))
        return fmt::format("\"{}\"", line);
    return nlohmann::json(line).dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
}

/// The numbers of a line "+TICKS by X Y Z" as the writer writes it, behind the time; nothing of another one.
std::string_view wayOf(std::string_view line)
{
    constexpr std::string_view by = " by ";
    const std::size_t at = std::min(line.find(' '), line.size()); // a caption may say " by 1 2 3" too
    const std::string_view numbers = line.substr(std::min(line.size(), at + by.size()));
    const bool plain = line.substr(at).starts_with(by) && line.front() == '+' &&
                       numbers.find_first_not_of("0123456789.-e ") == std::string_view::npos &&
                       std::count(numbers.begin(), numbers.end(), ' ') == 2;
    return plain ? numbers : std::string_view();
}

/// Adds a line to a list of texts. A drag has `ways` in one text, as each would be as long again in its own.
void addLine(std::string& list, std::string_view line, int& ways)
{
    constexpr int most = 20; // a text that a reader sees at once
    const std::string_view way = wayOf(line);
    ways = way.empty() ? 0 : ways % most + 1;
    if (ways > 1)
    {
        const std::string_view time = line.substr(0, line.find(' '));
        list.pop_back();
        list += fmt::format(" {}{}{}\"", time == "+1" ? "" : time, time == "+1" ? "" : " ", way);
    }
    else
        list += fmt::format("{}\n{}", list.ends_with('"') ? "," : "", quotedJson(line));
}

const nlohmann::json& listOf(const nlohmann::json& value, std::string_view key)
{
    if (!value.contains(key) || !value[key].is_array())
        refuse("'{}' of the recording must be a list", key);
    return value[key];
}

} // namespace

long long tickOf(const InputEvent& event)
{
    return std::llround(event.time / rope::FixedTimestep::usualTick);
}

RecordedMoment goalOf(const InputEvent& event)
{
    return {event.counts[0], static_cast<std::size_t>(event.counts[1])};
}

std::vector<InputEvent> eventsOf(const Recording& recording)
{
    if (recording.script.size() > Recording::longestScript)
        refuse("the events of the recording are longer than {} characters", Recording::longestScript);
    std::vector<InputEvent> events;
    EventCheck check(recording.ticks);
    for (std::string_view rest = recording.script; !rest.empty();)
    {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        const std::size_t number = events.size() + 1;
        try
        {
            events.emplace_back(parseInputLine(rest.substr(0, end), events.empty() ? 0.0 : events.back().time));
            events.back().source = fmt::format("event {} at tick {}", number, tickOf(events.back()));
            check.look(events.back());
        }
        catch (const std::invalid_argument& error)
        {
            refuse("event {}: {}", number, error.what());
        }
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return events;
}

Recording readRecording(const nlohmann::json& value)
{
    for (const auto& [key, part] : value.items())
        checkKey(key, {"version", "ticks", "events", "hashes"});
    if (!value.contains("version") || value["version"] != presentVersion)
        refuse("version of the recording must be {}", presentVersion);
    const nlohmann::json ticks = value.value("ticks", nlohmann::json());
    if (!ticks.is_number_integer() || ticks < 0 || ticks > Recording::mostTicks)
        refuse("'ticks' of the recording must be a whole number from 0 to {}", Recording::mostTicks);
    Recording recording;
    recording.ticks = ticks.get<long long>();
    for (const nlohmann::json& event : listOf(value, "events"))
    {
        if (!event.is_string() || event.get_ref<const std::string&>().find('\n') != std::string::npos)
            refuse("an event of the recording is {}; must be a line such as \"+60 press Right\"", kindText(event));
        for (const std::string& line : linesOf(event.get_ref<const std::string&>()))
            recording.script += line + '\n';
    }
    for (const nlohmann::json& hash : listOf(value, "hashes"))
        recording.hashes.push_back(hashFrom(hash));
    if (static_cast<long long>(recording.hashes.size()) > recording.ticks / Recording::ticksPerHash)
        refuse("the recording has more hashes than one each {} ticks", Recording::ticksPerHash);
    eventsOf(recording);
    return recording;
}

std::string recordingText(const Recording& recording)
{
    // Line by line: while a session is kept, a tree of all the texts would take a frame's time.
    std::string text = recording.start.substr(0, recording.start.rfind('}'));
    text.erase(text.find_last_not_of(" \n") + 1);
    text += fmt::format(",\n  \"recording\": {{\n    \"version\": {},\n    \"ticks\": {},\n    \"events\": [",
                        presentVersion, recording.ticks);
    int ways = 0;
    for (std::string_view rest = recording.script; !rest.empty();)
    {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        addLine(text, rest.substr(0, end), ways);
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    text += "],\n    \"hashes\": [";
    for (std::size_t i = 0; i < recording.hashes.size(); ++i)
        text += fmt::format("{}\"{:04x}\"", i > 0 ? "," : "", recording.hashes[i] & hashKept);
    return text + "]\n  }\n}\n";
}

Replay::Replay(std::vector<InputEvent> events) : controls_({}), kept_(std::make_shared<Goals>())
{
    for (const InputEvent& event : events)
        if (event.kind == InputEvent::Kind::back)
            ++wanted_[goalOf(event)];
    controls_ = ScriptedControls(std::move(events));
}

Replay::Replay(const Recording& recording, std::shared_ptr<Goals> goals) : Replay(eventsOf(recording))
{
    forgiving_ = true;
    keepsAll_ = goals != nullptr;
    if (goals)
        kept_ = std::move(goals);
    ticks_ = recording.ticks;
    hashes_ = recording.hashes;
}

double Replay::time() const
{
    return static_cast<double>(tick_) * rope::FixedTimestep::usualTick;
}

void Replay::goTo(const RecordedMoment& moment, const PressedControls& held)
{
    tick_ = moment.first;
    controls_.goTo(moment.second, held);
}

RecordedMoment Replay::momentAt(long long tick) const
{
    const std::vector<InputEvent>& events = controls_.events();
    const auto first = std::partition_point(events.begin(), events.end(),
                                            [tick](const InputEvent& event) { return tickOf(event) < tick; });
    return {tick, static_cast<std::size_t>(first - events.begin())};
}

Controls Replay::before(Scene& scene, double time)
{
    const Controls controls = controls_.at(time,
                                           [&](const InputEvent& event, const Controls& held)
                                           {
                                               keep(scene);
                                               act(scene, event, held);
                                           });
    keep(scene);
    return controls;
}

/// Saves the present moment, where it will be gone back to.
void Replay::keep(const Scene& scene)
{
    const RecordedMoment present(tick_, controls_.done());
    if (wanted_.contains(present) && !kept_->contains(present))
        (*kept_)[present] = scene.save();
}

void Replay::act(Scene& scene, const InputEvent& event, const Controls& controls)
{
    if (event.isControl())
        return;
    try
    {
        if (event.kind != InputEvent::Kind::back)
            return perform(scene, event, controls);
        const auto goal = kept_->find(goalOf(event));
        if (goal == kept_->end())
            throw std::invalid_argument(
                fmt::format("{}: there was no moment {} {}", event.source, event.counts[0], event.counts[1]));
        scene.restore(*goal->second);
        if (!keepsAll_ && --wanted_[goal->first] == 0)
            kept_->erase(goal);
    }
    catch (const std::invalid_argument& error)
    {
        if (!forgiving_)
            throw;
        part(error.what());
    }
}

void Replay::after(const Scene& scene)
{
    ++tick_;
    const auto number = static_cast<std::size_t>(tick_ / Recording::ticksPerHash);
    if (tick_ % Recording::ticksPerHash == 0 && number <= hashes_.size() && parted_.empty() &&
        ((hashes_[number - 1] ^ stateHash(scene)) & hashKept) != 0)
        part("its state is another one");
}

void Replay::part(std::string_view why)
{
    if (parted_.empty())
        parted_ = fmt::format("the replay parts from the recording by tick {} ({:.2f} s): {}", tick_, time(), why);
}

} // namespace ropewalk
