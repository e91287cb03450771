#include "captions.hpp"

#include "files/plain_name.hpp"
#include "files/quantity.hpp"
#include "scenes/constant_presets.hpp"
#include "scenes/document/scene_file.hpp"
#include "scenes/set_up/verbs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <stdexcept>

namespace ropewalk
{
namespace
{

constexpr std::string_view captionArrow = " \u2192 ";

std::string withCapital(std::string text)
{
    if (!text.empty())
        text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
    std::replace(text.begin(), text.end(), '_', ' ');
    return text;
}

/// "Cut fall at 1.3 m", "Hang fall 1.2 5".
std::string verbText(std::string_view line)
{
    const Verb verb = parseVerb(line);
    const std::size_t last = line.rfind(' ');
    if (verb.kind != Verb::Kind::cut || line.find('.') == std::string_view::npos || last == std::string_view::npos)
        return withCapital(std::string(line));
    return fmt::format("{} at {} m", withCapital(std::string(line.substr(0, last))), line.substr(last + 1));
}

std::string plainText(const InputEvent& event)
{
    using Kind = InputEvent::Kind;
    switch (event.kind)
    {
    case Kind::perform:
        return verbText(event.text);
    case Kind::preset:
        return fmt::format("Preset {}", constantPreset(event.name).label);
    case Kind::pin:
        return fmt::format("Mass {} pinned", event.counts[0]);
    case Kind::unpin:
        return fmt::format("Mass {} free", event.counts[0]);
    case Kind::solids:
        return "Solids changed";
    case Kind::setUp:
        return "Set-up changed";
    case Kind::reset:
        return "Back to the beginning";
    case Kind::beginHere:
        return "The beginning is here";
    case Kind::grab:
        return fmt::format("Mouse pulls mass {}", event.counts[1]);
    case Kind::pull:
        return "Mouse moves the connection point";
    case Kind::back:
        return fmt::format("Back to {:.2f} s", static_cast<double>(event.counts[0]) / 60.0);
    case Kind::caption:
        return withCapital(event.text);
    default:
        return {};
    }
}

} // namespace

const std::vector<Caption>& Captions::of(const Recording& recording, int stretch)
{
    const std::string_view script = recording.script;
    if (stretch != stretch_ || script.size() < read_.bytes || !start_)
    {
        stretch_ = stretch;
        read_ = State();
        last_.clear();
        captions_.clear();
        start_ = parseScene(recording.start, "recording");
    }
    std::string_view rest = script.substr(read_.bytes);
    if (rest == last_)
        return captions_;
    for (std::size_t end = rest.find('\n') + 1; end < rest.size(); end = rest.find('\n') + 1)
    {
        read(read_, rest.substr(0, end - 1));
        read_.bytes += end;
        rest.remove_prefix(end);
    }
    last_ = rest;
    State all = read_;
    if (!rest.empty())
        read(all, rest.substr(0, rest.size() - 1));
    captions_ = std::move(all.captions);
    return captions_;
}

void Captions::read(State& state, std::string_view line) const
try
{
    using Kind = InputEvent::Kind;
    const InputEvent event = parseInputLine(line, state.time);
    state.time = event.time;
    if (event.kind == Kind::set)
        return readSet(state, event.name, event.text, event.time);
    if (event.kind == Kind::constants)
        return readConstants(state, event.text, event.time);
    const bool steers =
        (event.kind == Kind::steer || event.kind == Kind::move) && event.vector != Vec3(0.0) && !state.steered;
    if (event.kind == Kind::steer || event.kind == Kind::move)
        state.steered = event.vector != Vec3(0.0);
    const std::string text = steers ? "Keys move the connection point" : plainText(event);
    if (text.empty())
        return;
    state.setName.clear();
    state.captions.push_back({tickOf(event), text});
}
catch (const std::invalid_argument&)
{
    // a line that the replay leaves out
}

/// The edits of one drag are one caption.
void Captions::readSet(State& state, std::string_view name, std::string_view to, double time) const
{
    constexpr double pause = 0.5; // [s] that ends a drag
    const bool goesOn = state.setName == name && time - state.setTime < pause;
    if (!goesOn)
    {
        state.setName = name;
        state.setFrom = valueBefore(state, name);
        InputEvent event;
        event.time = time;
        state.captions.push_back({tickOf(event), {}});
    }
    state.setTime = time;
    state.values.insert_or_assign(std::string(name), std::string(to));
    state.captions.back().text = change(name, state.setFrom, std::string(to));
}

/// All constants at once, as an undo writes them.
void Captions::readConstants(State& state, std::string_view words, double time) const
{
    std::map<std::string, std::string, std::less<>> values;
    for (std::string_view rest = words; !rest.empty();)
    {
        const std::size_t end = std::min(rest.find(' '), rest.size());
        const std::string_view word = rest.substr(0, end);
        if (const std::size_t sign = word.find('='); sign != std::string_view::npos)
            values.emplace(word.substr(0, sign), word.substr(sign + 1));
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    for (const auto& [name, value] : state.values) // those that are not said have their defaults
        if (const rope::Parameter* row = start_->parameters().find(name); row && !values.contains(name))
            values.emplace(name, row->defaultText());
    std::vector<std::string> changes;
    for (const auto& [name, value] : values)
        if (start_->parameters().find(name) && valueBefore(state, name) != value)
            changes.push_back(change(name, valueBefore(state, name), value));
    InputEvent event;
    event.time = time;
    state.setName.clear();
    state.values = std::move(values);
    state.captions.push_back({tickOf(event), changes.size() == 1 ? changes.front()
                                             : changes.empty()   ? "Undone"
                                                               : fmt::format("{} constants changed", changes.size())});
}

std::string Captions::valueBefore(const State& state, std::string_view name) const
{
    if (const auto known = state.values.find(name); known != state.values.end())
        return known->second;
    const rope::Parameter* row = start_->parameters().find(name);
    return row ? row->text() : std::string();
}

std::string Captions::change(std::string_view name, const std::string& from, const std::string& to) const
{
    const rope::Parameter* row = start_->parameters().find(name);
    const std::string title = row ? plainName(name) : withCapital(std::string(name));
    if (row && row->isNumber())
    {
        const auto quantityOf = [row](const std::string& text)
        {
            const rope::Parameter::Value value = row->read(text);
            const auto* whole = std::get_if<int>(&value);
            return quantity(whole ? *whole : std::get<double>(value), row->unit());
        };
        const Quantity before = quantityOf(from);
        const Quantity after = quantityOf(to);
        return before.unit == after.unit ? fmt::format("{} {}{}{}", title, before.number, captionArrow, after.text())
                                         : fmt::format("{} {}{}{}", title, before.text(), captionArrow, after.text());
    }
    if (from.empty())
        return fmt::format("{}{}{}", title, captionArrow, to);
    return row && row->isChoice() ? fmt::format("{} {}{}{}", title, plainName(from), captionArrow, plainName(to))
                                  : fmt::format("{} {}{}{}", title, from, captionArrow, to);
}

} // namespace ropewalk
