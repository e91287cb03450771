#include "translation.hpp"

#include "translation_table.hpp"

#include "embedded_languages.hpp"

#include <functional>
#include <memory>
#include <unordered_map>

namespace ropewalk
{

namespace
{

struct Hash
{
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
};
using Translations = std::unordered_map<std::string, std::string, Hash, std::equal_to<>>;

/// The language with the lines that were translated lately: most are the same in the next frame. When `younger` is full
/// it becomes `older`, out of which a line that is drawn again moves over; the others go when `younger` is full again.
struct State
{
    std::string code = "en";
    std::unique_ptr<const TranslationTable> table; ///< null in English
    Translations younger;
    Translations older;
    std::set<std::string>* missing = nullptr;
};

State& state()
{
    static State only;
    return only;
}

constexpr std::size_t full = 4000; ///< lines

const EmbeddedFile* fileOf(std::string_view code)
{
    for (const EmbeddedFile& file : embeddedLanguages())
        if (file.name == std::string(code) + ".mo")
            return &file;
    return nullptr;
}

} // namespace

void setLanguage(std::string_view code)
{
    State& now = state();
    if (code == now.code)
        return;
    const EmbeddedFile* file = fileOf(code);
    now.code = code;
    now.table = file ? std::make_unique<const TranslationTable>(file->text) : nullptr;
    now.younger.clear();
    now.older.clear();
}

std::string_view language()
{
    return state().table ? std::string_view(state().code) : "en";
}

bool hasLanguage(std::string_view code)
{
    return code == "en" || fileOf(code) != nullptr;
}

std::string_view translated(std::string_view line)
{
    State& now = state();
    if (!now.table || line.size() < 2) // "x" is an axis
        return line;
    if (const auto known = now.younger.find(line); known != now.younger.end())
        return known->second;
    if (now.younger.size() >= full)
        now.older = std::exchange(now.younger, {});
    if (const auto known = now.older.find(line); known != now.older.end())
        return now.younger.insert(now.older.extract(known)).position->second;
    return now.younger.emplace(line, now.table->translated(line, now.missing)).first->second;
}

std::string itemLabel(std::string_view label)
{
    return std::string(translated(label.substr(0, label.find("##")))) + "###" + std::string(label);
}

const std::vector<std::pair<std::string_view, std::string_view>>& allTranslations()
{
    static const std::vector<std::pair<std::string_view, std::string_view>> none;
    return state().table ? state().table->rows() : none;
}

void noteMissing(std::set<std::string>* texts)
{
    state().missing = texts;
    state().younger.clear();
    state().older.clear();
}

} // namespace ropewalk
