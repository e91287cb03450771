#pragma once

#include <filesystem>

namespace ropewalk
{

/// The file itself where it is there or has a folder in its name; else the example of that name that was installed with
/// the program, if there is one.
std::filesystem::path orExample(const std::filesystem::path& file);

} // namespace ropewalk
