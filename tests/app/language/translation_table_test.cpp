#include "catch.hpp"

#include "app/language/translation.hpp"
#include "app/language/translation_table.hpp"

#include "text/languages.hpp"

#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

using namespace ropewalk;

namespace
{

using Rows = std::vector<std::pair<std::string, std::string>>;

/// The rows as msgfmt writes them.
std::string moOf(const Rows& rows)
{
    const auto number = [](std::size_t value)
    {
        const auto four = static_cast<std::uint32_t>(value);
        return std::string{static_cast<char>(four & 0xff), static_cast<char>(four >> 8 & 0xff),
                           static_cast<char>(four >> 16 & 0xff), static_cast<char>(four >> 24)};
    };
    constexpr std::size_t head = 28;
    std::string tables[2];
    std::string texts;
    for (int side = 0; side < 2; ++side)
        for (const auto& row : rows)
        {
            const std::string& text = side == 0 ? row.first : row.second;
            tables[side] += number(text.size()) + number(head + 16 * rows.size() + texts.size());
            texts += text + '\0';
        }
    return number(0x950412de) + number(0) + number(rows.size()) + number(head) + number(head + 8 * rows.size()) +
           number(0) + number(0) + tables[0] + tables[1] + texts;
}

const std::string& sample()
{
    static const std::string mo = moOf({{"", "header"},
                                        {"File", "Datei"},
                                        {"look from above", "von oben schauen"},
                                        {"Mass", "Masse"},
                                        {"X", "Taste X"},
                                        {"Largest tension", "Zug"},
                                        {"Sees max_speed", "Sieht max_tension"},
                                        {"{} by {:.3g} m", "{1} m mal {0}"},
                                        {"rope {0}", "Seil {0!word}"},
                                        {"{0} of {1}", "{1}, davon {0}"},
                                        {"{0} closes it as well.", "{0} schliesst es auch."},
                                        {"no scene '{0}'", "keine Szene '{0}'"},
                                        {"Slowed to x{0}", "Verlangsamt auf x{0}"},
                                        {"Slowed to x{0}: {1} steps", "Verlangsamt auf x{0}: {1} Schritte"}});
    return mo;
}

/// The numbers of the holes of a text: "{0} of {1}" has 0 and 1.
std::multiset<char> holesOf(std::string_view text)
{
    std::multiset<char> holes;
    for (std::size_t at = text.find('{'); at != std::string_view::npos; at = text.find('{', at + 1))
    {
        const char first = text[at + 1];
        const auto next = static_cast<char>('0' + holes.size());
        holes.insert(first >= '0' && first <= '9' ? first : next);
    }
    return holes;
}

} // namespace

TEST_CASE("A table translates whole texts, texts with holes and texts in parts", "[languages]")
{
    const TranslationTable table(sample());
    CHECK(table.rows().size() == 13);
    for (const auto& [english, other] :
         Rows{{"File", "Datei"},
              {"  File ", "  Datei "},
              {"Look from above", "Von oben schauen"},
              {"Mass 12 kg", "Masse 12 kg"},
              {"Mass [kg]", "Masse [kg]"},
              {"x [m]", "x [m]"},
              {"3 of 4", "4, davon 3"},
              {"3\u00b710\u207b\u2079 of 4", "4, davon 3\u00b710\u207b\u2079"},
              {"No scene 'mass'", "Keine Szene 'mass'"},
              {"rope.json:12:3: no scene 'mass'", "rope.json:12:3: keine Szene 'mass'"},
              {"Mass | File", "Masse | Datei"},
              {"rope mass", "Seil mass"},
              {"rope mass of File", "Datei, davon Seil mass"},
              {"mass \u00b7 Slowed to x2 \u00b7 3 of 4", "Masse \u00b7 Verlangsamt auf x2 \u00b7 4, davon 3"},
              {"mass by 3 m", "3 m mal Masse"},
              {"Sees max_speed", "Sieht Zug"},
              {"Sees Largest speed", "Sieht Zug"},
              {"mass of File", "Datei, davon Masse"},
              {"Esc closes it as well.", "Esc schliesst es auch."},
              {"no scene 'mass'", "keine Szene 'mass'"},
              {"Slowed to x0.5: 20 steps.", "Verlangsamt auf x0.5: 20 Schritte."},
              {"File \u00b7 mass\nmass. File.", "Datei \u00b7 Masse\nMasse. Datei."},
              {"Somewhere else", "Somewhere else"},
              {"", ""}})
        CHECK(table.translated(english) == other);
}

TEST_CASE("A table says which parts of a text it does not know", "[languages]")
{
    const TranslationTable table(sample());
    TranslationTable::Missing missing;
    CHECK(table.translated("File of 3. Slowed to xoak", &missing) == "3, davon Datei. Verlangsamt auf xoak");
    CHECK(missing == TranslationTable::Missing{"3", "oak"});
    missing.clear();
    CHECK(table.translated("File of oak", &missing) == "File of oak");
    CHECK(missing == TranslationTable::Missing{"File of oak"});
}

TEST_CASE("A table that is cut off or no table at all is refused", "[languages]")
{
    CHECK_THROWS_AS(TranslationTable("no table"), std::invalid_argument);
    CHECK_THROWS_AS(TranslationTable(std::string_view(sample()).substr(0, 40)), std::invalid_argument);
}

TEST_CASE("Each text of each language has the holes of the English one", "[languages]")
{
    for (const text::LanguageName& name : text::languages)
    {
        setLanguage(name.code);
        if (language() == "en")
            continue;
        for (const auto& [english, other] : allTranslations())
        {
            INFO(name.code << ": " << english);
            CHECK(!other.empty());
            CHECK(holesOf(english) == holesOf(other));
            CHECK((english.front() == ' ') == (other.front() == ' '));
        }
        setLanguage("en");
    }
}
