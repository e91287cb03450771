#pragma once

#include <functional>
#include <string>
#include <string_view>

// The names that programs read, in words that people read.

namespace ropewalk
{

/// "Largest mass count" for max_mass_count, "Semi-implicit Euler" for semi_implicit_euler: the name of a parameter,
/// diagnostic or choice.
std::string plainName(std::string_view name);

/// The text with every such name in words: "lower max_dt" reads "lower Largest step". A name is two words or more with
/// underscores between them; parts of a file's name, an option or a formula stay, and a line to be typed between
/// quotation marks.
std::string withPlainNames(std::string_view text);
/// The same in other words: those of `wordsOf`.
std::string withNamesAs(std::string_view text, const std::function<std::string(std::string_view)>& wordsOf);

} // namespace ropewalk
