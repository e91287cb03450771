#include "input_script.hpp"
#include "constants_text.hpp"
#include "files/example_file.hpp"
#include "files/json_text.hpp"
#include "files/text_file.hpp"
#include "scene_file.hpp"
#include "scenes/constant_presets.hpp"
#include "scenes/hosts.hpp"
#include "scenes/set_up/verbs.hpp"

#include "text/text.hpp"
#include <rope/fixed_timestep.hpp>

#include <glm/common.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

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
constexpr double placesPerMetre = 1e4;
constexpr double timeSlack = 1e-9; // [s]: ticks of 1/60 s add up to whole seconds but for rounding
constexpr double farthest = 1e6;   // [m], [m/s]

/// What a line may say and its arguments, a letter each: k a key, w a word, v three numbers, i a whole number, n a
/// number, r the rest, t "together"; those in capitals may be left out. An s is a whole number with a sign.
struct Form
{
    std::string_view name;
    InputEvent::Kind kind;
    std::string_view arguments;
    std::string_view usage;
};

using Kind = InputEvent::Kind;
constexpr std::array forms{Form{"press", Kind::press, "k", "press KEY"},
                           Form{"release", Kind::release, "K", "release KEY"},
                           Form{"move", Kind::move, "v", "move VX VY VZ"},
                           Form{"steer", Kind::steer, "V", "steer [X Y Z]"},
                           Form{"grab", Kind::grab, "isv", "grab LINE MASS X Y Z"},
                           Form{"pull", Kind::pull, "ivT", "pull HANDLE X Y Z [together]"},
                           Form{"by", Kind::by, "v", "by X Y Z [[+TICKS] X Y Z ...]"},
                           Form{"do", Kind::perform, "r", "do VERB ..."},
                           Form{"set", Kind::set, "wr", "set NAME VALUE"},
                           Form{"constants", Kind::constants, "R", "constants NAME=VALUE ..."},
                           Form{"preset", Kind::preset, "w", "preset NAME"},
                           Form{"reset", Kind::reset, "", "reset"},
                           Form{"pin", Kind::pin, "iv", "pin MASS X Y Z"},
                           Form{"unpin", Kind::unpin, "i", "unpin MASS"},
                           Form{"solids", Kind::solids, "r", "solids JSON|own"},
                           Form{"setup", Kind::setUp, "r", "setup JSON|own"},
                           Form{"begin_here", Kind::beginHere, "", "begin_here"},
                           Form{"begin", Kind::begin, "r", "begin JSON|own"},
                           Form{"pose", Kind::pose, "ni", "pose TICKS COUNT"},
                           Form{"back", Kind::back, "ii", "back TICK EVENTS"},
                           Form{"caption", Kind::caption, "r", "caption TEXT"}};

const Form& formOf(Kind kind)
{
    return *std::find_if(forms.begin(), forms.end(), [kind](const Form& form) { return form.kind == kind; });
}

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

double numberFrom(std::string_view text, std::string_view what, double least, double most)
{
    const std::optional<double> value = text::parseNumber(text);
    if (!value)
        throw std::invalid_argument(fmt::format("{} {} is not a number", what, text::quoted(text)));
    if (!(*value >= least && *value <= most))
        throw std::invalid_argument(fmt::format("{} {} is out of range; must be {} to {}", what,
                                                text::numberText(*value), text::numberText(least),
                                                text::numberText(most)));
    return *value;
}

constexpr double mostWhole = 1e9;

long long wholeFrom(std::string_view text, std::string_view what, double least = 0.0)
{
    const double value = numberFrom(text, what, least, mostWhole);
    if (value != std::floor(value))
        throw std::invalid_argument(fmt::format("{} {} is not a whole number", what, text::quoted(text)));
    return static_cast<long long>(value);
}

double timeFrom(std::string_view text, double before)
{
    constexpr double longest = 1e9; // [s]
    constexpr double tick = rope::FixedTimestep::usualTick;
    if (!text.starts_with('+') && !text.starts_with('@'))
        return numberFrom(text, "time", 0.0, longest);
    const auto ticks = static_cast<double>(wholeFrom(text.substr(1), "tick"));
    if (text.starts_with('@'))
        return ticks * tick;
    // Ticks are added as whole numbers: a sum of their lengths would be a tick late after some ten thousand lines.
    const double whole = std::round(before / tick);
    return std::abs(before - whole * tick) < timeSlack ? (whole + ticks) * tick : before + ticks * tick;
}

/// Reads the arguments of a line from left to right.
class Arguments
{
public:
    Arguments(const std::vector<std::string_view>& parts, const Form& form) : parts_(parts), form_(form) {}

    void read(InputEvent& event)
    {
        for (const char letter : form_.arguments)
            if (at_ < parts_.size())
                readOne(event, letter);
            else if (letter >= 'a')
                fail();
        if (at_ < parts_.size())
            fail();
    }

private:
    void readOne(InputEvent& event, char letter)
    {
        if (letter == 'k' || letter == 'K')
            event.name = keyNamed(parts_[at_++]);
        else if (letter == 'w')
            event.name = parts_[at_++];
        else if (letter == 'v' || letter == 'V')
            readVector(event);
        else if (letter == 'i')
            event.counts[whole_++] = wholeFrom(parts_[at_++], "count");
        else if (letter == 's')
            event.counts[whole_++] = wholeFrom(parts_[at_++], "index", -mostWhole);
        else if (letter == 'n')
            event.ticks = numberFrom(parts_[at_++], "ticks", 0.0, Controls::poseSeconds);
        else if (letter == 'T')
            event.together = parts_[at_++] == "together" || (fail(), false);
        else
        {
            event.text = text::joined({parts_.begin() + static_cast<std::ptrdiff_t>(at_), parts_.end()}, " ");
            at_ = parts_.size();
        }
    }

    void readVector(InputEvent& event)
    {
        if (parts_.size() < at_ + 3)
            fail();
        const double most = event.kind == Kind::steer ? 1.0 : farthest;
        const std::string_view what = event.kind == Kind::move    ? "velocity"
                                      : event.kind == Kind::steer ? "direction"
                                                                  : "place";
        for (int i = 0; i < 3; ++i)
            event.vector[i] = numberFrom(parts_[at_++], what, -most, most);
    }

    [[noreturn]] void fail() const { throw std::invalid_argument(fmt::format("must be 'SECONDS {}'", form_.usage)); }

    const std::vector<std::string_view>& parts_; ///< the time and the name come first
    const Form& form_;
    std::size_t at_ = 2;
    std::size_t whole_ = 0;
};

InputEvent parseEvent(const std::vector<std::string_view>& parts, double before)
{
    if (!std::all_of(parts.begin(), parts.end(), isUtf8))
        throw std::invalid_argument("holds bytes that are not UTF-8");
    InputEvent event;
    event.time = timeFrom(parts[0], before);
    const Form& form = text::elementNamed(parts.size() > 1 ? parts[1] : std::string_view(), forms, &Form::name, "word",
                                          "there are press, release, move, set, do and others");
    event.kind = form.kind;
    Arguments(parts, form).read(event);
    if (event.kind == Kind::perform)
        parseVerb(event.text);
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

InputEvent eventOf(InputEvent::Kind kind, std::string_view name, std::string_view text)
{
    InputEvent event;
    event.kind = kind;
    event.name = name;
    event.text = text;
    return event;
}

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
        const std::string_view all = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (words(all).empty())
            continue;
        try
        {
            for (const std::string& one : linesOf(all))
            {
                events.emplace_back(parseEvent(words(one), events.empty() ? 0.0 : events.back().time));
                events.back().source = fmt::format("{}:{}", name, line);
            }
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

std::vector<std::string> linesOf(std::string_view line)
{
    const std::vector<std::string_view> parts = words(line);
    constexpr std::size_t ofOne = 5; // words
    if (parts.size() <= ofOne || parts[1] != "by")
        return {std::string(line)};
    std::vector<std::string> lines;
    std::string_view time = parts[0];
    for (auto part = parts.begin() + 2; part != parts.end(); time = "+1")
    {
        if (!lines.empty() && part->starts_with('+'))
            time = *part++;
        const std::vector<std::string_view> place(part, part + std::min<std::ptrdiff_t>(3, parts.end() - part));
        lines.push_back(fmt::format("{} by {}", time, fmt::join(place, " ")));
        part += static_cast<std::ptrdiff_t>(place.size());
    }
    return lines;
}

InputEvent parseInputLine(std::string_view line, double before)
{
    const std::vector<std::string_view> parts = words(line);
    if (parts.empty())
        throw std::invalid_argument("is empty; must be a time and what happens then, such as '@60 press Right'");
    return parseEvent(parts, before);
}

std::string lineOf(const InputEvent& event)
{
    const Form& form = formOf(event.kind);
    std::string line(form.name);
    std::size_t whole = 0;
    for (const char letter : form.arguments)
        if (letter == 'v' || (letter == 'V' && event.vector != Vec3(0.0)))
            for (int i = 0; i < 3; ++i)
                line += ' ' + text::numberText(event.vector[i]);
        else if (letter == 'i' || letter == 's')
            line += fmt::format(" {}", event.counts[whole++]);
        else if (letter == 'n')
            line += ' ' + text::numberText(event.ticks);
        else if (letter == 'V')
            continue;
        else if (letter == 'T')
            line += event.together ? " together" : "";
        else if (const std::string& word = letter == 'r' || letter == 'R' ? event.text : event.name; !word.empty())
            line += ' ' + word;
    return line;
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

Vec3 roundedPlace(const Vec3& place)
{
    Vec3 near;
    for (int i = 0; i < 3; ++i)
        near[i] = std::round(place[i] * placesPerMetre) / placesPerMetre + 0.0; // never -0
    return near;
}

void PressedControls::apply(const InputEvent& event, int quarters)
{
    const auto index = [&event](std::size_t number) { return static_cast<std::size_t>(event.counts[number]); };
    const auto held =
        std::find_if(keys_.begin(), keys_.end(), [&event](const Key& key) { return key.name == event.name; });
    const bool nothing = event.vector == Vec3(0.0);
    switch (event.kind)
    {
    case Kind::press:
        if (held == keys_.end())
            keys_.push_back({event.name, dragDirection(event.name, quarters)});
        break;
    case Kind::release:
        if (held != keys_.end())
            keys_.erase(held);
        else if (event.name.empty())
            held_.grab = {}, held_.pull = {};
        break;
    case Kind::move:
        held_.velocity = nothing ? std::nullopt : std::optional(event.vector);
        break;
    case Kind::steer:
        held_.direction = event.vector;
        break;
    case Kind::grab:
        held_.grab = Controls::Grab{index(0), static_cast<int>(event.counts[1]), event.vector};
        held_.pull.reset();
        break;
    case Kind::pull:
        held_.pull = Controls::Pull{index(0), event.vector, event.together};
        held_.grab.reset();
        break;
    case Kind::by:
        if (held_.grab)
            held_.grab->target = roundedPlace(held_.grab->target + event.vector / placesPerMetre);
        if (held_.pull)
            held_.pull->target = roundedPlace(held_.pull->target + event.vector / placesPerMetre);
        break;
    default:
        break;
    }
}

void PressedControls::releaseAll()
{
    keys_.clear();
    held_ = Controls();
}

Controls PressedControls::controls() const
{
    Controls controls = held_;
    for (const Key& key : keys_)
        controls.direction += key.direction;
    controls.direction = glm::clamp(controls.direction, -1.0, 1.0);
    return controls;
}

Controls ScriptedControls::at(double time, const Act& act)
{
    for (; next_ < events_.size() && events_[next_].time <= time + timeSlack; ++next_)
    {
        act(events_[next_], pressed_.controls());
        pressed_.apply(events_[next_]);
    }
    return pressed_.controls();
}

namespace
{

template <typename Host>
Host& demandHost(Scene& scene, std::string_view what)
{
    auto* host = hostOf<Host>(scene);
    if (!host)
        throw std::invalid_argument(fmt::format("scene '{}' has no {}", scene.info().id, what));
    return *host;
}

/// Moves the pulled thing while time stands.
void pose(Scene& scene, const InputEvent& event, Controls controls)
{
    controls.posing = true;
    controls.velocity.reset(); // belongs to its time
    for (long long i = 0; i < event.counts[0]; ++i)
        scene.advance(event.ticks * rope::FixedTimestep::usualTick, controls);
}

void performHere(Scene& scene, const InputEvent& event, const Controls& controls)
{
    switch (event.kind)
    {
    case Kind::perform:
        return demandHost<SetUpHost>(scene, "set-up").perform(event.text);
    case Kind::set:
        setConstant(scene, event.name, event.text);
        return scene.validate();
    case Kind::constants:
        return setConstants(scene, constantsFrom(event.text, scene));
    case Kind::preset:
        return setConstants(scene, withValues(constantsOf(scene), valuesOf(constantPreset(event.name), scene)));
    case Kind::reset:
        return scene.reset();
    case Kind::pin:
        return setPin(scene, static_cast<int>(event.counts[0]), event.vector);
    case Kind::unpin:
        return setPin(scene, static_cast<int>(event.counts[0]), std::nullopt);
    case Kind::solids:
        return demandHost<SolidHost>(scene, "solids").setSolids(solidsFrom(event.text));
    case Kind::setUp:
        return demandHost<SetUpHost>(scene, "set-up").setSetUp(setUpFrom(event.text));
    case Kind::beginHere:
        if (!beginHere(scene))
            throw std::invalid_argument(fmt::format("scene '{}' cannot begin here", scene.info().id));
        return;
    case Kind::begin:
        return scene.setBeginning(beginningFrom(event.text));
    case Kind::pose:
        return pose(scene, event, controls);
    case Kind::caption:
        return;
    default:
        throw std::invalid_argument(fmt::format("'{}' needs a replay", lineOf(event)));
    }
}

} // namespace

void perform(Scene& scene, const InputEvent& event, const Controls& controls)
{
    try
    {
        const bool changes = event.kind < Kind::reset;
        const SceneConstants before = changes ? constantsOf(scene) : SceneConstants();
        changeUnlocked(scene, [&] { performHere(scene, event, controls); });
        if (changes)
            takeIn(scene, before);
    }
    catch (const std::invalid_argument& error)
    {
        throw std::invalid_argument(fmt::format("{}: {}", event.source, error.what()));
    }
}

} // namespace ropewalk
