#include "text_file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <fstream>
#include <stdexcept>
#include <system_error>

namespace ropewalk
{

std::string shownName(const std::filesystem::path& file)
{
    return fmt::format("{:.500}", file.string());
}

std::string readTextFile(const std::filesystem::path& file, std::size_t limit)
{
    const std::string name = shownName(file);
    // A folder opens like a file and reads as empty.
    std::error_code ignored;
    if (std::filesystem::is_directory(file, ignored))
        throw std::invalid_argument(fmt::format("{}: is a folder, must be a file", name));
    errno = 0;
    std::ifstream stream(file, std::ios::binary);
    if (!stream)
        throw std::invalid_argument(
            fmt::format("{}: cannot be read: {}", name, std::generic_category().message(errno)));

    // In pieces up to the limit: a pipe or a device does not say its size.
    std::string text;
    char piece[16384];
    while (stream.read(piece, sizeof piece) || stream.gcount() > 0)
    {
        text.append(piece, static_cast<std::size_t>(stream.gcount()));
        if (text.size() > limit)
            throw std::invalid_argument(fmt::format("{}: is too large, must be at most {} KiB", name, limit / 1024));
    }
    if (stream.bad())
        throw std::invalid_argument(
            fmt::format("{}: cannot be read: {}", name, std::generic_category().message(errno)));
    return text;
}

} // namespace ropewalk
