#include "json_text.hpp"

#include "text/text.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <set>
#include <sstream>

namespace ropewalk
{

namespace
{

constexpr int deepest = 6; // a place in a stop in the path of a rope in the list of ropes of the file

// A file of 16 MiB may hold enough of them that the window would stand still for ten seconds.
constexpr std::size_t mostEvents = 600'000; // beginnings, ends and values: the moment of 40,000 masses has 400,000
constexpr std::size_t mostKeys = 1000;      // of an object
constexpr std::size_t mostObjects = 20'000; // the parser looks at all of a list at the end of each

/// Where the string begins whose closing quote stands before `end`.
std::size_t openingQuote(std::string_view text, std::size_t end)
{
    const auto escaped = [&](std::size_t quote)
    {
        const std::size_t last = text.find_last_not_of('\\', quote - 1); // no string is first in an object's text
        return (quote - last) % 2 == 0;
    };
    std::size_t at = end - 1;
    do
        at = text.rfind('"', at - 1);
    while (escaped(at));
    return at;
}

struct Phrase
{
    std::string_view parsers; ///< in the parser's message
    std::string_view ours;
};

constexpr std::array faultPhrases = {
    Phrase{"number overflow", "a number is too large"},
    Phrase{"invalid number", "a number lacks a digit"},
    Phrase{"missing closing quote", "a text lacks its closing quotation mark"},
    Phrase{"control character", "a text holds a line's end, a tab or another control character"},
    Phrase{"ill-formed UTF-8", "a text holds bytes that are not UTF-8"},
    Phrase{"invalid string", "a backslash stands before characters that mean nothing there"},
};
constexpr std::array tokenPhrases = {
    Phrase{"end of input", "the end"}, Phrase{"string literal", "a text"}, Phrase{"number literal", "a number"},
    Phrase{"true literal", "true"},    Phrase{"false literal", "false"},   Phrase{"null literal", "null"},
};
constexpr std::array wantedPhrases = {
    Phrase{"string literal", "a key in quotation marks"},
    Phrase{"':'", "':'"},
    Phrase{"'}'", "',' or '}'"},
    Phrase{"']'", "',' or ']'"},
    Phrase{"end of input", "the end"},
};

template <class Phrases>
std::string_view oursFor(std::string_view parsers, const Phrases& phrases, std::string_view otherwise)
{
    const auto same =
        std::find_if(phrases.begin(), phrases.end(), [parsers](const Phrase& p) { return p.parsers == parsers; });
    return same != phrases.end() ? same->ours : otherwise;
}

/// What the parser says, in plain words: "[json.exception.parse_error.101] parse error at line 1, column 2: syntax
/// error while parsing object key - unexpected ','; expected string literal", or "- invalid literal; last read: '{x';
/// ..." where the file's text may hold anything.
std::string syntaxMessage(const nlohmann::json::exception& error)
{
    const std::string_view what = error.what();
    const std::string_view head = what.substr(0, what.find("; last read"));
    for (const Phrase& fault : faultPhrases)
        if (head.find(fault.parsers) != std::string_view::npos)
            return fmt::format("not JSON: {}", fault.ours);
    const auto behind = [](std::string_view text, std::string_view mark)
    {
        const std::size_t at = text.rfind(mark);
        return at != std::string_view::npos ? text.substr(at + mark.size()) : std::string_view();
    };
    const std::string_view needed = oursFor(behind(what, "; expected "), wantedPhrases, "a value");
    const std::string_view token = behind(head, " - unexpected ");
    if (token.empty())
        return fmt::format("not JSON: {} must stand here", needed);
    const std::string_view name = token.substr(0, token.find("; "));
    return fmt::format("not JSON: {} where {} must stand", oursFor(name, tokenPhrases, name), needed);
}

std::string linesAt(std::size_t level, const nlohmann::ordered_json& value)
{
    if (value.is_number_float())
    {
        const std::string number = text::numberText(value.get<double>());
        return number == "-0" ? "-0.0" : number; // a "-0" would be a whole number without a sign
    }
    if (!value.is_structured() || value.empty())
        return value.dump();
    std::vector<std::string> parts;
    for (const auto& [key, part] : value.items())
        parts.push_back((value.is_object() ? '"' + key + "\": " : "") + linesAt(level + 1, part));
    const bool lines = level < 2 || (level == 2 && value.front().is_structured());
    const std::string end = lines ? '\n' + std::string(2 * level, ' ') : "";
    const std::string start = lines ? end + "  " : "";
    const std::string whole = start + fmt::format("{}", fmt::join(parts, lines ? ',' + start : ", ")) + end;
    return value.is_object() ? '{' + whole + '}' : '[' + whole + ']';
}

} // namespace

/// What the parser tells while it reads. The tree has no positions; the stream knows how far the parser has come.
class JsonText::Reader
{
public:
    explicit Reader(JsonText& owner) : owner_(owner), stream_(std::string(owner.text_)) {}

    void read();

private:
    using Event = nlohmann::json::parse_event_t;

    std::size_t reached() const
    {
        return static_cast<std::size_t>(stream_.rdbuf()->pubseekoff(0, std::ios::cur, std::ios::in));
    }
    void onStart(std::size_t level, Event event);
    void onKey(std::size_t level, const std::string& key);

    JsonText& owner_;
    std::istringstream stream_;
    std::vector<std::set<std::string>> keys_; ///< of the object that is open at each level
    std::string topKey_;
    std::string subKey_;      ///< in an object there
    std::size_t objects_ = 0; ///< in the value of topKey_, or of subKey_
    std::size_t allObjects_ = 0;
    std::size_t events_ = 0;
};

void JsonText::Reader::read()
{
    const auto note = [this](int depth, Event event, const nlohmann::json& value)
    {
        if (++events_ > mostEvents)
            owner_.failAt(reached() - 1, fmt::format("too many values; must be at most {}", mostEvents));
        if (event == Event::object_start || event == Event::array_start)
            onStart(static_cast<std::size_t>(depth), event);
        else if (event == Event::key)
            onKey(static_cast<std::size_t>(depth), value.get_ref<const std::string&>());
        return true;
    };
    try
    {
        owner_.tree_ = nlohmann::json::parse(stream_, note);
    }
    catch (const nlohmann::json::parse_error& error)
    {
        owner_.failAt(error.byte > 0 ? error.byte - 1 : 0, syntaxMessage(error));
    }
    catch (const nlohmann::json::exception& error) // a number too large for a double
    {
        owner_.failAt(reached() - 1, syntaxMessage(error));
    }
}

void JsonText::Reader::onStart(std::size_t level, Event event)
{
    if (level >= deepest)
        owner_.failAt(reached() - 1, fmt::format("nested too deep; must be at most {} levels", deepest));
    keys_.resize(level + 1);
    keys_[level].clear();
    if (event != Event::object_start)
        return;
    if (++allObjects_ > mostObjects)
        owner_.failAt(reached() - 1, fmt::format("more than {} objects", mostObjects));
    if (level == 2 || (level == 3 && !subKey_.empty()))
        owner_.offsets_.emplace(fmt::format("{}{}/{}", topKey_, subKey_, objects_++), reached() - 1);
}

void JsonText::Reader::onKey(std::size_t level, const std::string& key)
{
    std::set<std::string>& siblings = keys_[level - 1];
    const std::size_t offset = openingQuote(owner_.text_, reached());
    if (!siblings.insert(key).second)
        owner_.failAt(offset, fmt::format("key {} is there twice; must be there once", text::quoted(key)));
    if (siblings.size() > mostKeys)
        owner_.failAt(offset, fmt::format("more than {} keys in one object", mostKeys));
    if (level > 2)
        return;
    objects_ = 0;
    if (level == 1)
        topKey_ = key;
    subKey_ = level == 1 ? "" : '/' + key;
    owner_.offsets_.emplace(topKey_ + subKey_, offset);
}

JsonText::JsonText(std::string_view text, std::string_view name) : text_(text), name_(name)
{
    Reader(*this).read();
}

void JsonText::fail(const std::string& path, std::string_view message) const
{
    auto found = offsets_.find(path);
    if (found == offsets_.end())
        found = offsets_.find(path.substr(0, path.rfind('/')));
    failAt(found != offsets_.end() ? found->second : 0, message);
}

void JsonText::failAt(std::size_t offset, std::string_view message) const
{
    const std::string_view before = text_.substr(0, std::min(offset, text_.size()));
    const auto line = 1 + std::count(before.begin(), before.end(), '\n');
    const std::string_view onLine = before.substr(before.rfind('\n') + 1); // npos + 1 is 0
    const auto isCharacter = [](char c) { return (static_cast<unsigned char>(c) & 0xC0u) != 0x80u; };
    const auto column = 1 + std::count_if(onLine.begin(), onLine.end(), isCharacter);
    throw std::invalid_argument(fmt::format("{}:{}:{}: {}", name_, line, column, message));
}

void checkKey(std::string_view key, const std::vector<std::string_view>& known, const std::string& what)
{
    if (std::find(known.begin(), known.end(), key) == known.end())
        throw std::invalid_argument(text::unknownName("key", key, known, what + " are " + text::joined(known)));
}

rope::Vec3 vectorOf(const nlohmann::json& value, std::string_view name)
{
    if (!value.is_array() || value.size() != 3 ||
        !std::all_of(value.begin(), value.end(), [](const nlohmann::json& number) { return number.is_number(); }))
        refuse("{} must be three numbers [x, y, z]", name);
    return {value[0].get<double>(), value[1].get<double>(), value[2].get<double>()};
}

nlohmann::ordered_json vectorJson(const rope::Vec3& v)
{
    return {v.x, v.y, v.z};
}

std::string jsonLines(const nlohmann::ordered_json& value)
{
    return linesAt(0, value);
}

bool isUtf8(std::string_view text)
try
{
    const bool ascii = std::all_of(text.begin(), text.end(), [](unsigned char c) { return c < 0x80; });
    return ascii || !nlohmann::json(text).dump().empty();
}
catch (const nlohmann::json::type_error&)
{
    return false;
}

std::string_view kindText(const nlohmann::json& value)
{
    return value.is_null()      ? "null"
           : value.is_boolean() ? "true or false"
           : value.is_number()  ? "a number"
           : value.is_string()  ? "a text"
           : value.is_array()   ? "a list"
                                : "an object";
}

} // namespace ropewalk
