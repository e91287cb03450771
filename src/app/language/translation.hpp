#pragma once

#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// The window's texts in another language. Everything is written and kept in English; the few functions that draw text
// translate it. Only the thread that draws may call these functions.

namespace ropewalk
{

/// The language of `translated` from now on: a code of text::languages. English where the program has no table for it.
void setLanguage(std::string_view code);
std::string_view language();
/// Whether the program was built with the table for it.
bool hasLanguage(std::string_view code);

/// The line in the present language, as far as its table knows it; in English the line itself. The table has whole
/// texts and texts with holes: "{0} of {1}" fits any line with " of " in it, and what stands in the holes is translated
/// in turn, unless quotation marks enclose it. A text of several lines or sentences may stand in the table by its
/// parts. The result stays valid for thousands of further calls.
std::string_view translated(std::string_view line);

/// The label of an item of Dear ImGui, whose id does not depend on the language. What follows "##" is not shown.
std::string itemLabel(std::string_view label);

/// All texts of the table with their translations; none in English.
const std::vector<std::pair<std::string_view, std::string_view>>& allTranslations();
/// Notes each text that has no translation; null ends that. For tests.
void noteMissing(std::set<std::string>* texts);

} // namespace ropewalk
