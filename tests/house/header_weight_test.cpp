// How much of the program is compiled anew after a change of a header that changes often.

#include "catch.hpp"

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace
{

namespace fs = std::filesystem;

/// The project's headers that a file includes, by their paths below the root.
std::vector<std::string> includesOf(const fs::path& root, const std::string& file)
{
    static const std::regex include(R"re(^\s*#\s*include\s+["<]([^">]+)[">])re");
    std::vector<std::string> found;
    std::ifstream stream(root / file);
    for (std::string line; std::getline(stream, line);)
        if (std::smatch match; std::regex_search(line, match, include))
            for (const fs::path& from : {fs::path(file).parent_path(), fs::path("include"), fs::path("src")})
                if (const fs::path path = (from / match[1].str()).lexically_normal(); fs::is_regular_file(root / path))
                {
                    found.push_back(path.generic_string());
                    break;
                }
    return found;
}

/// Of the sources of src, those that include a header, by others too.
class Reach
{
public:
    Reach()
    {
        const fs::path root(ROPEWALK_SOURCE_DIR);
        for (const char* folder : {"src", "include"})
            for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root / folder))
                if (entry.path().extension() == ".hpp" || entry.path().extension() == ".cpp")
                {
                    const std::string file = fs::relative(entry.path(), root).generic_string();
                    for (const std::string& header : includesOf(root, file))
                        includers_[header].push_back(file);
                }
        REQUIRE(includers_.size() > 100);
    }

    std::size_t of(const std::string& header) const
    {
        std::set<std::string> seen;
        std::vector<std::string> open{header};
        std::size_t sources = 0;
        while (!open.empty())
        {
            const std::string next = open.back();
            open.pop_back();
            if (const auto found = includers_.find(next); found != includers_.end())
                for (const std::string& file : found->second)
                    if (seen.insert(file).second)
                    {
                        open.push_back(file);
                        sources += file.ends_with(".cpp") ? 1 : 0;
                    }
        }
        return sources;
    }

private:
    std::map<std::string, std::vector<std::string>> includers_;
};

} // namespace

TEST_CASE("A change of the settings of a rope compiles few sources anew")
{
    const Reach reach;
    CHECK(reach.of("include/rope/rope_settings.hpp") > 30); // else the file has another name
    CHECK(reach.of("include/rope/rope_settings.hpp") <= 65);
    CHECK(reach.of("include/rope/rope_constants.hpp") <= 150); // all that steps a rope or holds one
}
