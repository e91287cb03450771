#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace ropewalk
{

/// The text in as few letters, digits, `-` and `_` as a model of its last letters makes it: a link holds it as it is.
std::string packed(std::string_view text);
/// What was packed. Throws std::invalid_argument where it is not that, or more than `most` bytes.
std::string unpacked(std::string_view packed, std::size_t most);

} // namespace ropewalk
