#include "input_script.hpp"
#include "files/example_file.hpp"
#include "files/text_file.hpp"
#include "hosts.hpp"
#include "set_up/verbs.hpp"

#include "text/text.hpp"

#include <glm/common.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <map>
#include <stdexcept>

namespace ropewalk
{

namespace
{

constexpr std::size_t largestScript = 16u << 20; // [bytes]
constexpr std::string_view lineForms = "'SECONDS press|release KEY', 'SECONDS move VX VY VZ' or 'SECONDS do VERB ...'";

/// Lower case without underscores, so that "PAGE_UP", "PageUp" and "pageup" are the same key.
std::string folded(std::string_view name)
{
    std::string text;
    for (const char c : name)
        if (c != '_')
            text += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return text;
}

std::vector<std::string_view> words(std::string_view line)
{
    constexpr std::string_view blanks = " \t\r\v\f";
    line = line.substr(0, line.find('#'));
    std::vector<std::string_view> found;
    for (std::size_t begin = line.find_first_not_of(blanks); begin != std::string_view::npos;)
    {
        const std::size_t end = line.find_first_of(blanks, begin);
        found.push_back(line.substr(begin, end - begin));
        begin = line.find_first_not_of(blanks, end);
    }
    return found;
}

const std::string& keyNamed(std::string_view text)
{
    static const std::map<std::string, std::string> byFolded = []
    {
        std::map<std::string, std::string> all;
        for (const std::string& name : keyNames())
            all.emplace(folded(name), name);
        return all;
    }();
    constexpr std::size_t longest = 20; // of a name with underscores, twice as many as the names have
    if (text.size() <= longest)
        if (const auto found = byFolded.find(folded(text)); found != byFolded.end())
            return found->second;
    throw std::invalid_argument(text::unknownName("key", text, {keyNames().begin(), keyNames().end()},
                                                  "keys are Right, Home, Space, F1, A ..."));
}

double numberFrom(std::string_view text, std::string_view what)
{
    const std::optional<double> value = text::parseNumber(text);
    if (!value)
        throw std::invalid_argument(fmt::format("{} {} is not a number", what, text::quoted(text)));
    return *value;
}

InputEvent parseEvent(const std::vector<std::string_view>& parts)
{
    InputEvent event;
    event.time = numberFrom(parts[0], "time");
    if (event.time < 0.0)
        throw std::invalid_argument(
            fmt::format("time {} s is before the beginning; must be 0 or more", text::numberText(event.time)));
    const std::string_view verb = parts.size() > 1 ? parts[1] : std::string_view{};
    if ((verb == "press" || verb == "release") && parts.size() == 3)
    {
        event.kind = verb == "press" ? InputEvent::Kind::press : InputEvent::Kind::release;
        event.key = keyNamed(parts[2]);
    }
    else if (verb == "move" && parts.size() == 5)
    {
        constexpr double fastest = 1e6; // [m/s]
        event.kind = InputEvent::Kind::move;
        for (int i = 0; i < 3; ++i)
        {
            event.velocity[i] = numberFrom(parts[static_cast<std::size_t>(i) + 2], "velocity");
            if (std::abs(event.velocity[i]) > fastest)
                throw std::invalid_argument(fmt::format("velocity {} m/s is out of range; must be within +-1e6 m/s",
                                                        text::numberText(event.velocity[i])));
        }
    }
    else if (verb == "do" && parts.size() > 2)
    {
        event.kind = InputEvent::Kind::perform;
        event.verb = text::joined({parts.begin() + 2, parts.end()}, " ");
        parseVerb(event.verb);
    }
    else
        throw std::invalid_argument(fmt::format("must be {}", lineForms));
    return event;
}

struct NamedKey
{
    int code; ///< GLFW's number of the key
    std::string name;
};

const std::vector<NamedKey>& namedKeys()
{
    static const std::vector<NamedKey> keys = []
    {
        std::vector<NamedKey> all{{262, "Right"},        {263, "Left"},      {265, "Up"},         {264, "Down"},
                                  {268, "Home"},         {269, "End"},       {266, "PageUp"},     {267, "PageDown"},
                                  {260, "Insert"},       {261, "Delete"},    {259, "Backspace"},  {' ', "Space"},
                                  {257, "Enter"},        {258, "Tab"},       {256, "Escape"},     {'.', "Period"},
                                  {',', "Comma"},        {'-', "Minus"},     {'=', "Equal"},      {'[', "LeftBracket"},
                                  {']', "RightBracket"}, {340, "LeftShift"}, {344, "RightShift"}, {341, "LeftControl"},
                                  {345, "RightControl"}, {342, "LeftAlt"},   {346, "RightAlt"}};
        for (char c = 'A'; c <= 'Z'; ++c)
            all.push_back({c, std::string(1, c)});
        for (char c = '0'; c <= '9'; ++c)
            all.push_back({c, std::string(1, c)});
        for (int i = 1; i <= 12; ++i)
            all.push_back({289 + i, fmt::format("F{}", i)});
        return all;
    }();
    return keys;
}

} // namespace

const std::vector<std::string>& keyNames()
{
    static const std::vector<std::string> names = []
    {
        std::vector<std::string> all;
        for (const NamedKey& key : namedKeys())
            all.push_back(key.name);
        return all;
    }();
    return names;
}

std::string_view keyName(int code)
{
    for (const NamedKey& key : namedKeys())
        if (key.code == code)
            return key.name;
    return {};
}

std::vector<InputEvent> readInputScript(const std::filesystem::path& file)
{
    return parseInputScript(readTextFile(orExample(file), largestScript), shownName(file));
}

std::vector<InputEvent> parseInputScript(std::string_view text, std::string_view name)
{
    if (constexpr std::string_view mark = "\xEF\xBB\xBF"; text.starts_with(mark)) // some editors begin UTF-8 with it
        text.remove_prefix(mark.size());
    std::vector<InputEvent> events;
    for (int line = 1; !text.empty(); ++line)
    {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::vector<std::string_view> parts = words(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
        if (parts.empty())
            continue;
        try
        {
            events.push_back(parseEvent(parts));
            if (events.back().kind == InputEvent::Kind::perform)
                events.back().source = fmt::format("{}:{}", name, line);
        }
        catch (const std::invalid_argument& error)
        {
            throw std::invalid_argument(fmt::format("{}:{}: {}", name, line, error.what()));
        }
    }
    std::stable_sort(events.begin(), events.end(),
                     [](const InputEvent& a, const InputEvent& b) { return a.time < b.time; });
    return events;
}

Vec3 dragDirection(std::string_view key, int quarters)
{
    struct Row
    {
        std::string_view key;
        Vec3 direction;
    };
    static const std::array<Row, 6> rows{{{"Right", {1, 0, 0}},
                                          {"Left", {-1, 0, 0}},
                                          {"Up", {0, 0, -1}},
                                          {"Down", {0, 0, 1}},
                                          {"Home", {0, 1, 0}},
                                          {"End", {0, -1, 0}}}};
    Vec3 direction(0.0);
    for (const Row& row : rows)
        if (row.key == key)
            direction = row.direction;
    for (int i = 0; i < (quarters % 4 + 4) % 4; ++i)
        direction = {direction.z, direction.y, 0.0 - direction.x}; // never -0
    return direction;
}

void PressedControls::apply(const InputEvent& event, int quarters)
{
    if (event.kind == InputEvent::Kind::move)
    {
        velocity_ = event.velocity == Vec3(0.0) ? std::nullopt : std::optional(event.velocity);
        return;
    }
    const auto held = std::find_if(keys_.begin(), keys_.end(), [&](const Key& key) { return key.name == event.key; });
    if (event.kind == InputEvent::Kind::release && held != keys_.end())
        keys_.erase(held);
    if (event.kind == InputEvent::Kind::press && held == keys_.end())
        keys_.push_back({event.key, dragDirection(event.key, quarters)});
}

void PressedControls::releaseAll()
{
    keys_.clear();
    velocity_.reset();
}

Controls PressedControls::controls() const
{
    Controls controls;
    for (const Key& key : keys_)
        controls.direction += key.direction;
    controls.direction = glm::clamp(controls.direction, -1.0, 1.0);
    controls.velocity = velocity_;
    return controls;
}

Controls ScriptedControls::at(double time)
{
    constexpr double slack = 1e-9; // [s]: ticks of 1/60 s add up to whole seconds but for rounding
    performances_.clear();
    for (; next_ < events_.size() && events_[next_].time <= time + slack; ++next_)
        if (events_[next_].kind == InputEvent::Kind::perform)
            performances_.push_back(events_[next_]);
        else
            pressed_.apply(events_[next_]);
    return pressed_.controls();
}

void perform(Scene& scene, const InputEvent& event)
{
    try
    {
        auto* host = hostOf<SetUpHost>(scene);
        if (!host)
            throw std::invalid_argument(fmt::format("scene '{}' has no set-up", scene.info().id));
        host->perform(event.verb);
    }
    catch (const std::invalid_argument& error)
    {
        throw std::invalid_argument(fmt::format("{}: {}", event.source, error.what()));
    }
}

} // namespace ropewalk
