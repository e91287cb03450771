#include "verbs.hpp"

#include "set_up_check.hpp"

#include "files/json_text.hpp"

#include "text/text.hpp"

#include <array>
#include <cstddef>
#include <optional>

namespace ropewalk
{

namespace
{

/// A verb and its arguments, a letter each: p a place, n a number, w a name, s a stop; b "behind" and a name, or
/// nothing; + repeats the last.
struct Form
{
    std::string_view name;
    Verb::Kind kind;
    std::string_view arguments;
    std::string_view usage;
};

constexpr std::array forms{
    Form{"hold", Verb::Kind::hold, "p", "hold PLACE"},
    Form{"let_go", Verb::Kind::letGo, "p", "let_go PLACE"},
    Form{"hang", Verb::Kind::hang, "pn", "hang PLACE KG"},
    Form{"tie", Verb::Kind::tie, "pp", "tie PLACE PLACE"},
    Form{"run_over", Verb::Kind::runOver, "wsb", "run_over ROPE SOLID left|right [behind SOLID|first]"},
    Form{"wind", Verb::Kind::wind, "pn", "wind PLACE SPEED"},
    Form{"new_rope", Verb::Kind::newRope, "ss+", "new_rope STOP STOP ..."},
    Form{"delete", Verb::Kind::remove, "w", "delete NAME"},
    Form{"copy", Verb::Kind::copy, "w", "copy NAME"},
    Form{"move", Verb::Kind::move, "wnnn", "move SOLID X Y Z"},
    Form{"pull", Verb::Kind::pull, "wn", "pull ROPE NEWTON"},
    Form{"mirror", Verb::Kind::mirror, "", "mirror"},
    Form{"cut", Verb::Kind::cut, "p", "cut PLACE"},
    Form{"join", Verb::Kind::join, "pp", "join PLACE PLACE"},
    Form{"drag", Verb::Kind::drag, "pnnn", "drag PLACE X Y Z"},
    Form{"drop", Verb::Kind::drop, "", "drop"}};

/// Reads the words of a verb from left to right.
class Words
{
public:
    Words(std::string_view text, const Form& form) : form_(form)
    {
        while (!(text = text::trimmed(text)).empty())
        {
            const std::size_t end = text.find_first_of(" \t");
            words_.push_back(text.substr(0, end));
            text.remove_prefix(std::min(text.size(), words_.back().size()));
        }
    }

    bool end() const { return at_ == words_.size(); }

    double number()
    {
        const std::optional<double> value = end() ? std::nullopt : text::parseNumber(words_[at_]);
        if (!value)
            fail();
        ++at_;
        return *value;
    }
    Vec3 point()
    {
        const double x = number();
        const double y = number();
        return {x, y, number()};
    }
    std::string name()
    {
        if (end() || isNumber(at_))
            fail();
        return std::string(words_[at_++]);
    }

    /// Whether it is the next one, which is passed then.
    bool next(std::string_view word)
    {
        const bool is = !end() && words_[at_] == word;
        at_ += is ? 1 : 0;
        return is;
    }

    /// `numbers` of those that follow belong to the next arguments.
    Place place(std::size_t numbers)
    {
        const std::string word = name();
        if (const std::size_t dot = word.find('.'); dot != std::string::npos)
            return placeAt(word.substr(0, dot), word.substr(dot + 1));
        const std::size_t follow = numbersAhead();
        if (follow == numbers + 1)
            return RopePlace{word, std::nullopt, number()};
        if (follow != numbers + 3)
            fail();
        return SolidPlace{word, point(), {}};
    }

    Stop stop()
    {
        if (!end() && isNumber(at_))
            return point();
        const std::string word = name();
        if (const std::size_t dot = word.find('.'); dot != std::string::npos)
            return SolidPlace{word.substr(0, dot), Vec3(0.0), word.substr(dot + 1)};
        if (!end() && isNumber(at_))
            return SolidPlace{word, point(), {}};
        if (!end() && (words_[at_] == "left" || words_[at_] == "right"))
            return RoundStop{word, words_[at_++] == "left" ? RoundStop::Side::left : RoundStop::Side::right, 0};
        return ThroughStop{word};
    }

    [[noreturn]] void fail() const { refuse("must be '{}'", form_.usage); }

private:
    bool isNumber(std::size_t word) const { return text::parseNumber(words_[word]).has_value(); }
    std::size_t numbersAhead() const
    {
        std::size_t word = at_;
        while (word < words_.size() && isNumber(word))
            ++word;
        return word - at_;
    }
    static Place placeAt(const std::string& name, const std::string& where)
    {
        if (where == "first" || where == "last") // of a solid: applyEdit knows which it is
            return RopePlace{name, where == "first" ? rope::RopeEnd::first : rope::RopeEnd::last};
        return SolidPlace{name, Vec3(0.0), where};
    }

    const Form& form_;
    std::vector<std::string_view> words_;
    std::size_t at_ = 0;
};

/// The place, where it is said of an end of a rope and means an eye of a solid.
Place meant(const SetUp& setUp, const Place& place)
{
    const auto* end = std::get_if<RopePlace>(&place);
    if (!end || !end->end || !solidNamed(setUp, end->rope))
        return place;
    return SolidPlace{end->rope, Vec3(0.0), *end->end == rope::RopeEnd::first ? "first" : "last"};
}

RopePlace onRope(const SetUp& setUp, const Place& place, std::string_view verb)
{
    if (const auto* on = std::get_if<RopePlace>(&place))
        return *on;
    refuse("{}: '{}' is no place on a rope; there are {}", verb, placeText(place),
           setUp.ropes.empty() ? "none" : setUp.ropes.front().name + ".first and the like");
}

} // namespace

Verb parseVerb(std::string_view text)
{
    text = text::trimmed(text);
    const std::string_view name = text.substr(0, text.find_first_of(" \t"));
    const Form& form = text::elementNamed(name, forms, &Form::name, "verb");
    Words words(text.substr(name.size()), form);
    Verb verb{.kind = form.kind, .places = {}, .stops = {}, .names = {}, .numbers = {}};
    for (std::size_t i = 0; i < form.arguments.size(); ++i)
    {
        const std::string_view behind = form.arguments.substr(i + 1);
        switch (form.arguments[i])
        {
        case 'p':
            verb.places.push_back(words.place(std::min(behind.size(), behind.find_first_not_of('n'))));
            break;
        case 'n':
            verb.numbers.push_back(words.number());
            break;
        case 'w':
            verb.names.push_back(words.name());
            break;
        case 's':
            verb.stops.push_back(words.stop());
            break;
        case 'b':
            if (words.next("behind"))
                verb.names.push_back(words.name());
            break;
        default:
            while (!words.end())
                verb.stops.push_back(words.stop());
        }
    }
    if (!words.end())
        words.fail();
    return verb;
}

SetUp applyEdit(const SetUp& setUp, const Verb& verb, const WhereIs& whereIs)
{
    std::vector<Place> places;
    for (const Place& place : verb.places)
        places.push_back(meant(setUp, place));
    const std::string_view name = forms[static_cast<std::size_t>(verb.kind)].name; // in their order
    const auto point = [&] { return Vec3(verb.numbers[0], verb.numbers[1], verb.numbers[2]); };
    const auto known = [&](const Place& place)
    {
        try
        {
            checkPlace(setUp, place);
        }
        catch (const std::invalid_argument& error)
        {
            refuse("{}: {}", name, error.what());
        }
        return whereIs(place);
    };
    constexpr Vec3 aside(0.2, 0.0, 0.2); // [m], of a copy
    switch (verb.kind)
    {
    case Verb::Kind::hold:
        return withHold(setUp, onRope(setUp, places[0], name), known(places[0]));
    case Verb::Kind::letGo:
        return letGo(setUp, places[0], known(places[0]));
    case Verb::Kind::hang:
        return withWeight(setUp, places[0], verb.numbers[0], known(places[0]));
    case Verb::Kind::tie:
        return withTie(setUp, places[0], places[1]);
    case Verb::Kind::runOver:
        return runOver(setUp, verb.names[0], verb.stops[0], verb.names.size() > 1 ? verb.names[1] : std::string());
    case Verb::Kind::wind:
        return withReel(setUp, onRope(setUp, places[0], name), verb.numbers[0]);
    case Verb::Kind::newRope:
        return withRope(setUp, verb.stops);
    case Verb::Kind::remove:
        return without(setUp, verb.names[0]);
    case Verb::Kind::copy:
        return withCopy(setUp, verb.names[0], aside);
    case Verb::Kind::move:
        return movedTo(setUp, verb.names[0], point());
    case Verb::Kind::pull:
        return withPull(setUp, verb.names[0], verb.numbers[0], known(RopePlace{verb.names[0], rope::RopeEnd::last}));
    case Verb::Kind::mirror:
        return mirrored(setUp);
    default:
        refuse("{} is no edit of the set-up", name);
    }
}

} // namespace ropewalk
