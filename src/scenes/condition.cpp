#include "condition.hpp"

#include "scene.hpp"
#include "scene_constants.hpp"

#include "text/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <stdexcept>
#include <utility>

namespace ropewalk
{
namespace
{

constexpr std::array<std::string_view, 6> signs{"<", "<=", ">", ">=", "=", "!="};
constexpr std::string_view signLetters = "<>=!";
constexpr std::string_view blanks = " \t";

/// Words and signs.
std::vector<std::string> partsOf(std::string_view text)
{
    std::vector<std::string> parts;
    while (true)
    {
        text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
        if (text.empty())
            return parts;
        const bool sign = signLetters.find(text.front()) != std::string_view::npos;
        const std::size_t end =
            sign ? text.find_first_not_of(signLetters) : text.find_first_of(std::string(blanks) += signLetters);
        parts.emplace_back(text.substr(0, end));
        text.remove_prefix(std::min(end, text.size()));
    }
}

bool compare(double left, std::string_view sign, double right)
{
    return sign == "<"    ? left < right
           : sign == "<=" ? left <= right
           : sign == ">"  ? left > right
           : sign == ">=" ? left >= right
           : sign == "="  ? left == right
                          : left != right;
}

} // namespace

/// Reads the text of a condition.
class Condition::Reader
{
public:
    Reader(std::string_view text, const Scene& scene)
        : scene_(scene), constants_(constantTexts(scene)), parts_(partsOf(text))
    {
    }

    void read(Condition& condition)
    {
        do
            condition.comparisons_.push_back(comparison());
        while (take("and"));
        if (take("for"))
            condition.seconds_ = seconds();
        if (next_ < parts_.size())
            fail(fmt::format("{} stands where 'and', 'for' or the end must be", text::quoted(parts_[next_])));
    }

private:
    [[noreturn]] static void fail(std::string_view what)
    {
        throw std::invalid_argument(fmt::format("{}; must be such as \"kinetic_energy < 0.01 for 2\"", what));
    }

    bool take(std::string_view word)
    {
        const bool there = next_ < parts_.size() && parts_[next_] == word;
        next_ += there ? 1 : 0;
        return there;
    }

    const std::string& part(std::string_view wanted)
    {
        if (next_ == parts_.size())
            fail(fmt::format("ends where {} must be", wanted));
        return parts_[next_++];
    }

    Comparison comparison()
    {
        Comparison read;
        read.left = term();
        if (read.left.kind == Term::Kind::number)
            fail(fmt::format("{} stands where a name must be", text::quoted(parts_[next_ - 1])));
        read.sign = part("a sign such as <");
        if (std::find(signs.begin(), signs.end(), read.sign) == signs.end())
            fail(fmt::format("{} is none of the signs {}", text::quoted(read.sign),
                             text::joined({signs.begin(), signs.end()}, " ")));
        if (read.left.kind == Term::Kind::word)
        {
            read.asText = true;
            read.right = {Term::Kind::word, part("a value")};
            if (read.sign != "=" && read.sign != "!=")
                fail(fmt::format("'{}' is no number, and takes = or != alone", read.left.name));
            checkConstant(scene_, read.left.name, read.right.name);
            return read;
        }
        read.right = term();
        if (read.right.kind == Term::Kind::word)
            fail(fmt::format("'{}' is no number", read.right.name));
        return read;
    }

    Term term()
    {
        if (take("change"))
        {
            Term changed = named(part("a name"));
            if (changed.kind != Term::Kind::diagnostic)
                fail(fmt::format("'change' stands before '{}', which is no diagnostic", changed.name));
            changed.kind = Term::Kind::change;
            return changed;
        }
        const std::string& word = part("a name or a number");
        if (const std::optional<double> number = text::parseNumber(word))
            return {Term::Kind::number, {}, *number};
        return named(word);
    }

    Term named(const std::string& name) const
    {
        if (name == "time")
            return {Term::Kind::time, name};
        if (scene_.diagnostics().find(name) != nullptr)
            return {Term::Kind::diagnostic, name};
        const auto found = std::find_if(constants_.begin(), constants_.end(),
                                        [&name](const auto& constant) { return constant.first == name; });
        if (found != constants_.end())
            return {text::parseNumber(found->second) ? Term::Kind::constant : Term::Kind::word, name};
        std::vector<std::string_view> known{"time"};
        for (const rope::Diagnostic& row : scene_.diagnostics().rows())
            known.emplace_back(row.name);
        for (const auto& constant : constants_)
            known.emplace_back(constant.first);
        throw std::invalid_argument(
            text::unknownName("name", name, known, "must be 'time', a diagnostic or a constant of the scene"));
    }

    double seconds()
    {
        constexpr double longest = 3600.0;
        const std::string& word = part("a number of seconds");
        const std::optional<double> number = text::parseNumber(word);
        if (!number || *number < 0.0 || *number > longest)
            fail(fmt::format("'for' has {}, no number of seconds from 0 to {}", text::quoted(word), longest));
        return *number;
    }

    const Scene& scene_;
    std::vector<std::pair<std::string, std::string>> constants_;
    std::vector<std::string> parts_;
    std::size_t next_ = 0;
};

Condition::Condition(std::string_view text, const Scene& scene) : text_(text)
{
    Reader(text, scene).read(*this);
}

double Condition::valueOf(const Term& term, const LessonMoment& now)
{
    constexpr double none = std::numeric_limits<double>::quiet_NaN(); // of a thing that is gone
    switch (term.kind)
    {
    case Term::Kind::time:
        return now.time();
    case Term::Kind::diagnostic:
        return now.has(term.name) ? now.value(term.name) : none;
    case Term::Kind::change:
        return now.has(term.name) ? now.change(term.name) : none;
    case Term::Kind::constant:
        return text::parseNumber(now.text(term.name)).value_or(none);
    default:
        return term.number;
    }
}

bool Condition::holds(const Comparison& comparison, const LessonMoment& now)
{
    if (comparison.asText)
        return (now.text(comparison.left.name) == comparison.right.name) == (comparison.sign == "=");
    const double left = valueOf(comparison.left, now);
    const double right = valueOf(comparison.right, now);
    return !std::isnan(left) && !std::isnan(right) && compare(left, comparison.sign, right);
}

bool Condition::holds(const LessonMoment& now) const
{
    return std::all_of(comparisons_.begin(), comparisons_.end(),
                       [&now](const Comparison& comparison) { return holds(comparison, now); });
}

} // namespace ropewalk
