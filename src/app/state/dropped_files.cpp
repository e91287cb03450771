#include "dropped_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace ropewalk
{

DroppedFiles sortDropped(const std::vector<std::string>& files)
{
    if (files.empty())
        return {};
    const auto nameOf = [](const std::string& file) { return std::filesystem::path(file).filename().string(); };
    const auto found =
        std::find_if(files.begin(), files.end(),
                     [](const std::string& file) { return file.ends_with(".json") || file.ends_with(".csv"); });
    if (found == files.end())
        return {
            {},
            fmt::format("{} is no scene file and no sweep: the name must end in .json or .csv", nameOf(files.front()))};
    std::string message = fmt::format("Opened {}", nameOf(*found));
    if (files.size() > 1)
        message += fmt::format(", the first of the {} files that were dropped", files.size());
    return {*found, message};
}

} // namespace ropewalk
