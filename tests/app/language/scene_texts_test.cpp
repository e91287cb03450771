#include "app/language/shown_texts.hpp"
#include "catch.hpp"

#include "app/language/translation.hpp"

#include "files/plain_name.hpp"
#include "text/languages.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <fstream>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace ropewalk;

namespace
{

/// Whether it has a word of three letters: else it is a number with its unit, or a formula.
bool hasWord(std::string_view text)
{
    int letters = 0;
    for (const char c : text)
        if ((letters = std::isalpha(static_cast<unsigned char>(c)) ? letters + 1 : 0) == 3)
            return true;
    return false;
}

std::string escaped(std::string_view text)
{
    std::string result;
    for (const char c : text)
        result += c == '"' || c == '\\' ? std::string{'\\', c} : c == '\n' ? "\\n" : std::string{c};
    return result;
}

/// Entries to be filled in, as gettext's files have them.
void writePot(const std::string& file, const std::vector<ShownText>& texts)
{
    std::ofstream out(file);
    for (const ShownText& text : texts)
        out << "#. " << text.place << "\nmsgid \"" << escaped(text.text) << "\"\nmsgstr \"\"\n\n";
    INFO(file);
    REQUIRE(out.flush());
}

/// What the present language has no words for; `place` says where that is shown.
std::vector<ShownText> untranslated()
{
    std::vector<ShownText> all;
    std::set<std::string> known;
    std::set<std::string> missing;
    noteMissing(&missing);
    for (const ShownText& shown : shownTexts())
    {
        missing.clear();
        translated(withPlainNames(shown.text));
        for (const std::string& part : missing)
            if (hasWord(part) && known.insert(part).second)
                all.push_back({part, shown.place});
    }
    noteMissing(nullptr);
    return all;
}

} // namespace

// With ROPEWALK_WRITE_POT=FILE the texts that are missing are written there.
TEST_CASE("All that scenes and experiments say is known in every language", "[languages]")
{
    int tables = 0;
    for (const text::LanguageName& name : text::languages)
    {
        setLanguage(name.code);
        if (language() == "en")
            continue;
        ++tables;
        const std::vector<ShownText> missing = untranslated();
        if (const char* file = std::getenv("ROPEWALK_WRITE_POT"))
            writePot(file, missing);
        for (const ShownText& text : missing)
        {
            INFO(name.code << ", " << text.place << ": " << text.text);
            CHECK(false);
        }
    }
    setLanguage("en");
    CHECK(tables == static_cast<int>(std::count_if(text::languages.begin(), text::languages.end(),
                                                   [](const text::LanguageName& name)
                                                   { return name.code != "en" && hasLanguage(name.code); })));
}
