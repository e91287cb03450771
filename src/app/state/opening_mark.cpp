#include "opening_mark.hpp"

#include "files/output_file.hpp"
#include "files/text_file.hpp"

#include "text/text.hpp"

#include <cstddef>
#include <exception>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace ropewalk
{
namespace
{

/// A pipe or a device in its place is nobody's mark: to read it may take for ever.
bool canBeMark(const std::filesystem::path& file)
{
    std::error_code ignored;
    const std::filesystem::file_status status = std::filesystem::status(file, ignored);
    return std::filesystem::is_regular_file(status) || !std::filesystem::exists(status);
}

} // namespace

OpeningMark::OpeningMark(std::filesystem::path file)
    : file_(canBeMark(file) ? std::move(file) : std::filesystem::path())
{
}

std::string OpeningMark::found() const
{
    constexpr std::size_t longest = 1000; // of a scene's id
    std::error_code ignored;
    if (!std::filesystem::exists(file_, ignored))
        return {};
    try
    {
        return std::string(text::trimmed(readTextFile(file_, longest)));
    }
    catch (const std::invalid_argument&)
    {
        return {};
    }
}

void OpeningMark::set(std::string_view scene)
{
    if (file_.empty())
        return;
    try
    {
        std::filesystem::create_directories(file_.parent_path());
        writeFile(file_, std::string(scene) + '\n', OutputFile::Kept::whilePowerLasts);
        set_ = true;
    }
    catch (const std::exception&)
    {
        // a mark that cannot be written marks nothing
    }
}

void OpeningMark::clear()
{
    std::error_code ignored;
    if (!file_.empty())
        std::filesystem::remove(file_, ignored);
    set_ = false;
}

} // namespace ropewalk
