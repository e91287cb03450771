#include "opening_mark.hpp"

#include <fstream>
#include <system_error>

namespace ropewalk
{

std::string OpeningMark::found() const
{
    std::string scene;
    std::ifstream(file_) >> scene;
    return scene;
}

void OpeningMark::set(std::string_view scene)
{
    if (file_.empty())
        return;
    std::error_code ignored; // a mark that cannot be written marks nothing
    std::filesystem::create_directories(file_.parent_path(), ignored);
    std::ofstream(file_) << scene << '\n';
    set_ = true;
}

void OpeningMark::clear()
{
    std::error_code ignored;
    if (!file_.empty())
        std::filesystem::remove(file_, ignored);
    set_ = false;
}

} // namespace ropewalk
