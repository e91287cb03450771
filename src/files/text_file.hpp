#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

namespace ropewalk
{

/// The name of a file in a message, which stays short: as far as 500 letters.
std::string shownName(const std::filesystem::path& file);

/// The whole text of a file. Throws std::invalid_argument naming the file if it cannot be read or is longer than
/// `limit` bytes.
std::string readTextFile(const std::filesystem::path& file, std::size_t limit);

} // namespace ropewalk
