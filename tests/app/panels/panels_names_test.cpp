#include "catch.hpp"

#include "scenes/scene.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>
#include <regex>
#include <set>
#include <string>
#include <utility>

using namespace ropewalk;

namespace
{

/// All texts between quotation marks of a source file, but for comments and the names of headers.
std::set<std::string> literalsOf(const std::filesystem::path& file)
{
    std::ifstream in(file);
    std::set<std::string> literals;
    static const std::regex literal(R"re("([^"\\]*)")re");
    for (std::string line; std::getline(in, line);)
    {
        if (line.find("#include") != std::string::npos)
            continue;
        line.erase(std::min(line.find("//"), line.size()));
        for (std::sregex_iterator at(line.begin(), line.end(), literal), end; at != end; ++at)
            literals.insert((*at)[1]);
    }
    return literals;
}

} // namespace

TEST_CASE("No panel knows a scene or a constant by its name")
{
    std::set<std::string> names;
    for (const SceneEntry& entry : scenes())
    {
        names.emplace(entry.info.id);
        const std::unique_ptr<Scene> scene = entry.make();
        for (const rope::Parameter& row : scene->parameters().rows())
            names.insert(row.name());
    }
    // The name of a column that counts metres along the rope.
    const std::set<std::pair<std::string, std::string>> others{{"profile_plot.cpp", "rope"}};

    const std::filesystem::path panels = std::filesystem::path(ROPEWALK_SOURCE_DIR) / "src/app/panels";
    int files = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(panels))
    {
        if (!entry.is_regular_file())
            continue;
        ++files;
        const std::string file = entry.path().filename().string();
        for (const std::string& literal : literalsOf(entry.path()))
        {
            INFO(file << ": \"" << literal << '"');
            CHECK((names.count(literal) == 0 || others.count({file, literal}) == 1));
        }
    }
    CHECK(files > 0);
}
