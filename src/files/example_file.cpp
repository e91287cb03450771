#include "example_file.hpp"

#include <ropewalk/version.hpp>

#include <system_error>

namespace ropewalk
{

std::filesystem::path orExample(const std::filesystem::path& file)
{
    std::error_code error;
    if (file.has_parent_path() || std::filesystem::exists(file, error))
        return file;
    // Linux tells a program its own place, where it may have been moved to.
    const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
    const std::filesystem::path folder = error ? std::filesystem::path(programFolder) : program.parent_path();
    const std::filesystem::path example = (folder / examplesFolder / file).lexically_normal();
    return std::filesystem::is_regular_file(example, error) ? example : file;
}

} // namespace ropewalk
