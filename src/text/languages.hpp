#pragma once

#include <array>
#include <string_view>

namespace text
{

struct LanguageName
{
    std::string_view code; ///< as locales begin: "de" of "de_AT.UTF-8"
    std::string_view name; ///< in itself
};

/// The languages of the window. All texts are written in the first; assets/languages has a folder for each other one.
inline constexpr std::array languages{LanguageName{"en", "English"}, LanguageName{"de", "Deutsch"}};

} // namespace text
