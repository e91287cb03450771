#pragma once

#include <array>
#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace ropewalk
{

/// A text with holes: "{0} of {1}", or as formats write them, "{} of {:.3g}".
class TextPattern
{
public:
    explicit TextPattern(std::string_view text);

    std::size_t letters() const; ///< outside the holes
    /// Says little by itself, as "{0} to {1}" does: it fits short lines that nothing else fits, and known words alone.
    bool meagre() const { return literals_.front().empty() && letters() < 8; }
    std::size_t holes() const { return numbers_.size(); }
    /// What stands before the first hole and behind the last one.
    std::string_view begin() const { return literals_.front(); }
    std::string_view end() const { return literals_.back(); }

    /// Puts into `held` what stands in the holes, in the order of their numbers; false where the line does not fit.
    bool fits(std::string_view line, std::vector<std::string_view>& held) const;
    /// Whether the hole of this number holds a name, which has no translation: it is written "{0!}" or "{0!word}", or
    /// quotation marks enclose it.
    bool holdsName(std::size_t number) const;
    /// Whether each hole that is written "{0!word}" would hold a single word.
    bool takes(const std::vector<std::string_view>& held) const;
    /// The text with its holes filled.
    std::string filled(const std::vector<std::string>& held) const;

private:
    std::vector<std::string> literals_; ///< one more than holes
    std::vector<std::size_t> numbers_;  ///< of the holes, from left to right
    std::vector<bool> names_;           ///< whether they hold names
    std::vector<bool> words_;           ///< whether these are single words
};

/// The texts of one language, as gettext's msgfmt writes them (.mo).
class TranslationTable
{
public:
    using Missing = std::set<std::string>;

    /// `mo` stays where it is. Throws std::invalid_argument where it is no such file.
    explicit TranslationTable(std::string_view mo);

    /// All texts with their translations as they are written, but for the header.
    using Rows = std::vector<std::pair<std::string_view, std::string_view>>;
    const Rows& rows() const { return rows_; }

    /// The translation, or the line itself; notes each part that has none in `missing`, unless that is null.
    std::string translated(std::string_view line, Missing* missing = nullptr) const;

private:
    struct PatternRow
    {
        TextPattern from;
        TextPattern to;
    };
    using Patterns = std::vector<PatternRow>;
    /// The text that fits a line, and what stands in its holes; null where none does.
    struct Fit
    {
        const PatternRow* row = nullptr;
        std::vector<std::string_view> held{};
    };
    Fit fit(std::string_view line, bool meagre) const;

    std::string inWords(std::string_view translation) const;
    const std::string* textOf(const std::string& line) const;
    bool trimmed(std::string_view line, std::string& result, Missing* missing) const;
    bool behindPlace(std::string_view line, std::string& result, Missing* missing) const;
    bool whole(std::string_view line, std::string& result, Missing* missing) const;
    bool byPattern(std::string_view line, bool meagre, std::string& result, Missing* missing) const;
    bool byParts(std::string_view line, std::string& result, Missing* missing) const;
    bool beforeStop(std::string_view line, std::string& result, Missing* missing) const;
    bool beforeNumber(std::string_view line, std::string& result, Missing* missing) const;
    bool beforeUnit(std::string_view line, std::string& result, Missing* missing) const;

    Rows rows_;
    std::unordered_map<std::string, std::string> texts_; ///< those without holes
    std::array<Patterns, 256> byBegin_;                  ///< by their first byte
    std::array<Patterns, 256> byEnd_;                    ///< that begin with a hole, by their last byte
    Patterns open_;                                      ///< with holes at both ends
};

} // namespace ropewalk
