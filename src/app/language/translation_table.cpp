#include "translation_table.hpp"

#include "files/plain_name.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <stdexcept>

namespace ropewalk
{

namespace
{

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

constexpr std::string_view dot = " \u00b7 ";

bool isQuote(char c)
{
    return c == '\'' || c == '"';
}

/// Three letters in a row: else it is a number with its unit.
bool hasWord(std::string_view text)
{
    int letters = 0;
    for (const char c : text)
        if ((letters = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ? letters + 1 : 0) == 3)
            return true;
    return false;
}

std::size_t byteOf(char c)
{
    return static_cast<unsigned char>(c);
}

/// The first letter as a capital or small one, where it is A to Z.
std::string withFirst(std::string_view text, bool capital)
{
    std::string result(text);
    const char first = result.empty() ? ' ' : result[0];
    if (capital ? first >= 'a' && first <= 'z' : first >= 'A' && first <= 'Z')
        result[0] = static_cast<char>(first ^ 0x20);
    else if (capital && text.starts_with("\u00e4"))
        result.replace(0, 2, "\u00c4");
    else if (capital && text.starts_with("\u00f6"))
        result.replace(0, 2, "\u00d6");
    else if (capital && text.starts_with("\u00fc"))
        result.replace(0, 2, "\u00dc");
    return result;
}

/// A file of texts as msgfmt writes it: two tables of lengths and offsets, of the texts and of their translations.
class MoFile
{
public:
    explicit MoFile(std::string_view bytes) : bytes_(bytes)
    {
        constexpr std::uint32_t magic = 0x950412de;
        if (number(0) != magic)
            throw std::invalid_argument("a table of texts begins with other bytes");
    }

    std::size_t size() const { return number(8); }
    std::string_view text(std::size_t i) const { return entry(number(12) + 8 * i); }
    std::string_view translation(std::size_t i) const { return entry(number(16) + 8 * i); }

private:
    std::uint32_t number(std::size_t at) const
    {
        std::uint32_t value = 0;
        if (at + sizeof value > bytes_.size())
            throw std::invalid_argument("a table of texts is cut off");
        std::memcpy(&value, bytes_.data() + at, sizeof value);
        return value;
    }
    std::string_view entry(std::size_t at) const
    {
        const std::size_t length = number(at);
        const std::size_t begin = number(at + 4);
        if (begin > bytes_.size() || length > bytes_.size() - begin)
            throw std::invalid_argument("a table of texts is cut off");
        return bytes_.substr(begin, length);
    }

    std::string_view bytes_;
};

} // namespace

TextPattern::TextPattern(std::string_view text)
{
    for (std::size_t open = text.find('{'); open != std::string_view::npos; open = text.find('{'))
    {
        const std::size_t close = text.find('}', open);
        if (close == std::string_view::npos)
            break;
        const std::string_view hole = text.substr(open + 1, close - open - 1);
        const bool numbered = !hole.empty() && isDigit(hole.front());
        literals_.emplace_back(text.substr(0, open));
        numbers_.push_back(numbered ? static_cast<std::size_t>(hole.front() - '0') : numbers_.size());
        words_.push_back(hole.ends_with("!word"));
        names_.push_back(words_.back() || hole.ends_with('!'));
        text.remove_prefix(close + 1);
    }
    literals_.emplace_back(text);
}

std::size_t TextPattern::letters() const
{
    std::size_t sum = 0;
    for (const std::string_view literal : literals_)
        sum += literal.size();
    return sum;
}

bool TextPattern::fits(std::string_view line, std::vector<std::string_view>& held) const
{
    if (!line.starts_with(begin()) || !line.ends_with(end()) || line.size() < begin().size() + end().size())
        return false;
    constexpr std::size_t shortLine = 48; // bytes
    if (meagre() && line.size() > shortLine)
        return false;
    line.remove_prefix(begin().size());
    line.remove_suffix(end().size());
    held.assign(numbers_.size(), {});
    for (std::size_t i = 0; i < numbers_.size(); ++i)
    {
        const bool last = i + 1 == numbers_.size();
        const std::size_t at = last ? line.size() : line.find(literals_[i + 1], 1); // a hole is never empty
        if (at == std::string_view::npos || at == 0 || numbers_[i] >= held.size())
            return false;
        held[numbers_[i]] = line.substr(0, at);
        // What a dot with a blank keeps apart is translated apart; that of a number, 3·10⁻⁹, has none.
        if (held[numbers_[i]].find(dot.substr(0, 3)) != std::string_view::npos ||
            held[numbers_[i]].find(dot.substr(1)) != std::string_view::npos)
            return false;
        line.remove_prefix(last ? at : at + literals_[i + 1].size());
    }
    return true;
}

bool TextPattern::holdsName(std::size_t number) const
{
    for (std::size_t i = 0; i < numbers_.size(); ++i)
        if (numbers_[i] == number && (names_[i] || (!literals_[i].empty() && !literals_[i + 1].empty() &&
                                                    isQuote(literals_[i].back()) && isQuote(literals_[i + 1].front()))))
            return true;
    return false;
}

bool TextPattern::takes(const std::vector<std::string_view>& held) const
{
    for (std::size_t i = 0; i < numbers_.size(); ++i)
        if (words_[i] && numbers_[i] < held.size() && held[numbers_[i]].find(' ') != std::string_view::npos)
            return false;
    return true;
}

std::string TextPattern::filled(const std::vector<std::string>& held) const
{
    std::string result(literals_.front());
    for (std::size_t i = 0; i < numbers_.size(); ++i)
    {
        result += numbers_[i] < held.size() ? held[numbers_[i]] : std::string();
        result += literals_[i + 1];
    }
    return result;
}

TranslationTable::TranslationTable(std::string_view mo)
{
    const MoFile file(mo);
    for (std::size_t i = 0; i < file.size(); ++i)
        if (const std::string_view text = file.text(i); !text.empty()) // else it is the header
            rows_.emplace_back(text, file.translation(i));
    for (const auto& [text, translation] : rows_)
        if (TextPattern(text).holes() == 0)
            texts_.emplace(withPlainNames(text), translation);
    for (auto& [text, translation] : texts_)
        translation = inWords(translation);
    for (const auto& [text, translation] : rows_)
    {
        const TextPattern from(withPlainNames(text));
        if (from.holes() == 0)
            continue;
        Patterns& list = !from.begin().empty() ? byBegin_[byteOf(from.begin().front())]
                         : !from.end().empty() ? byEnd_[byteOf(from.end().back())]
                                               : open_;
        list.push_back({from, TextPattern(inWords(translation))});
    }
    // Of two that fit, the one with more letters says more.
    const auto sortOne = [](Patterns& list)
    {
        std::sort(list.begin(), list.end(),
                  [](const PatternRow& a, const PatternRow& b) { return a.from.letters() > b.from.letters(); });
    };
    std::for_each(byBegin_.begin(), byBegin_.end(), sortOne);
    std::for_each(byEnd_.begin(), byEnd_.end(), sortOne);
    sortOne(open_);
}

/// The names of constants in it as their rows are called in this language.
std::string TranslationTable::inWords(std::string_view translation) const
{
    return withNamesAs(translation,
                       [this](std::string_view name)
                       {
                           const std::string* words = textOf(plainName(name));
                           return words != nullptr ? *words : plainName(name);
                       });
}

const std::string* TranslationTable::textOf(const std::string& line) const
{
    const auto found = texts_.find(line);
    return found != texts_.end() ? &found->second : nullptr;
}

std::string TranslationTable::translated(std::string_view line, Missing* missing) const
{
    if (line.find('_') != std::string_view::npos)
        if (const std::string plain = withPlainNames(line); plain != line)
            return translated(plain, missing);
    std::string result;
    if (trimmed(line, result, missing) || behindPlace(line, result, missing) || whole(line, result, missing) ||
        byParts(line, result, missing) || byPattern(line, true, result, missing) || beforeUnit(line, result, missing) ||
        beforeNumber(line, result, missing))
        return result;
    if (missing != nullptr)
        missing->emplace(line);
    return std::string(line);
}

/// Blanks at the ends stay.
bool TranslationTable::trimmed(std::string_view line, std::string& result, Missing* missing) const
{
    const std::size_t from = line.find_first_not_of(' ');
    const std::size_t to = line.find_last_not_of(' ') + 1;
    if (from == std::string_view::npos || (from == 0 && to == line.size()))
        return false;
    result =
        std::string(from, ' ') + translated(line.substr(from, to - from), missing) + std::string(line.size() - to, ' ');
    return true;
}

/// "rope.json:12:3: must be a number"
bool TranslationTable::behindPlace(std::string_view line, std::string& result, Missing* missing) const
{
    const std::size_t end = line.find(": ");
    if (end == std::string_view::npos || end < 3 || end + 2 == line.size() || !isDigit(line[end - 1]))
        return false;
    const std::size_t name = line.substr(0, end).find_last_not_of("0123456789:");
    if (name == std::string_view::npos || line[name + 1] != ':')
        return false;
    result = std::string(line.substr(0, end + 2)) + translated(line.substr(end + 2), missing);
    return true;
}

bool TranslationTable::whole(std::string_view line, std::string& result, Missing* missing) const
{
    const std::string* const same = textOf(std::string(line));
    if (same == nullptr && line.size() < 2)
        return false; // a letter is a symbol, and as a capital another one
    if (same != nullptr)
        result = *same;
    else if (const std::string* small = textOf(withFirst(line, false)))
        result = withFirst(*small, true);
    else if (const std::string* large = textOf(withFirst(line, true)))
        result = *large;
    else if (!beforeStop(line, result, missing) && !byPattern(line, false, result, missing))
    {
        const std::string begun = withFirst(line, false);
        if (begun == line || !byPattern(begun, false, result, missing))
            return false;
        result = withFirst(result, true);
    }
    return true;
}

/// A sentence whose words stand in the table without its full stop. A text with holes that has the stop says more.
bool TranslationTable::beforeStop(std::string_view line, std::string& result, Missing* missing) const
{
    const char stop = line.empty() ? ' ' : line.back();
    if ((stop != '.' && stop != ':') || line.ends_with("..."))
        return false;
    const std::string_view words = line.substr(0, line.size() - 1);
    const Fit with = fit(line, false);
    const Fit without = fit(words, false);
    if (with.row != nullptr && (without.row == nullptr || with.row->from.letters() > without.row->from.letters() + 1))
        return false;
    if (!whole(words, result, missing))
        return false;
    result += stop;
    return true;
}

TranslationTable::Fit TranslationTable::fit(std::string_view line, bool meagre) const
{
    Fit best;
    if (line.empty())
        return best;
    std::vector<std::string_view> held;
    for (const Patterns* list : {&byBegin_[byteOf(line.front())], &byEnd_[byteOf(line.back())], &open_})
        for (const PatternRow& row : *list)
        {
            if (best.row != nullptr && best.row->from.letters() >= row.from.letters())
                break;
            if (row.from.meagre() != meagre || !row.from.fits(line, held) || !row.to.takes(held))
                continue;
            best = {&row, held};
            break;
        }
    return best;
}

bool TranslationTable::byPattern(std::string_view line, bool meagre, std::string& result, Missing* missing) const
{
    const bool stops = meagre && line.ends_with('.');
    const Fit best = fit(line.substr(0, line.size() - (stops ? 1 : 0)), meagre);
    if (best.row == nullptr)
        return false;
    std::vector<std::string> filling;
    Missing unknown;
    for (std::size_t i = 0; i < best.held.size(); ++i)
        filling.push_back(best.row->from.holdsName(i) || best.row->to.holdsName(i)
                              ? std::string(best.held[i])
                              : translated(best.held[i], &unknown));
    if (meagre && std::any_of(unknown.begin(), unknown.end(), hasWord))
        return false; // " of " in a text without a translation
    if (missing != nullptr)
        missing->merge(unknown);
    result = best.row->to.filled(filling) + (stops ? "." : "");
    return true;
}

/// By lines, by what dots or bars keep apart, or by sentences.
bool TranslationTable::byParts(std::string_view line, std::string& result, Missing* missing) const
{
    for (const std::string_view gap : {std::string_view("\n"), dot, std::string_view(" | "), std::string_view(". ")})
    {
        std::size_t end = line.find(gap);
        if (end == std::string_view::npos || (gap == ". " && end < 2)) // ". or O" names a key
            continue;
        const std::size_t stop = gap == ". " ? 1 : 0; // belongs to its sentence
        for (std::size_t begin = 0;; end = std::min(line.find(gap, begin), line.size()))
        {
            const bool last = end == line.size();
            if (const std::string_view part = line.substr(begin, end + (last ? 0 : stop) - begin); !part.empty())
                result += translated(part, missing);
            if (last)
                return true;
            result += gap.substr(stop);
            begin = end + gap.size();
        }
    }
    return false;
}

/// "Spring constant 10 kN/m"
bool TranslationTable::beforeNumber(std::string_view line, std::string& result, Missing* missing) const
{
    for (std::size_t i = 1; i + 1 < line.size(); ++i)
        if (line[i] == ' ' &&
            (isDigit(line[i + 1]) || (line[i + 1] == '-' && i + 2 < line.size() && isDigit(line[i + 2]))))
        {
            result = translated(line.substr(0, i), missing);
            result += line.substr(i);
            return true;
        }
    return false;
}

/// "Tension [kN]"
bool TranslationTable::beforeUnit(std::string_view line, std::string& result, Missing* missing) const
{
    const std::size_t unit = line.rfind(" [");
    if (!line.ends_with(']') || unit == 0 || unit == std::string_view::npos)
        return false;
    result = translated(line.substr(0, unit), missing);
    result += line.substr(unit);
    return true;
}

} // namespace ropewalk
