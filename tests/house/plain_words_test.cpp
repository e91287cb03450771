// Phrases that hide the subject of a sentence: a reader has to guess the thing that "what is held" or "those of" means.

#include "catch.hpp"

#include <array>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <string_view>

namespace
{

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 6> phrases = {"what is ",  "What is ", "that of ",
                                                     "those of ", "so many ", "of what "};

void countPhrases(std::string_view line, std::map<std::string_view, int>& counts)
{
    const std::size_t comment = line.find("//");
    if (comment == std::string_view::npos)
        return;
    for (const std::string_view phrase : phrases)
        counts[phrase] += line.find(phrase, comment) != std::string_view::npos ? 1 : 0;
}

} // namespace

TEST_CASE("Comments name their subject")
{
    std::map<std::string_view, int> counts;
    int read = 0;
    for (const char* folder : {"src", "include"})
        for (const fs::directory_entry& entry :
             fs::recursive_directory_iterator(fs::path(ROPEWALK_SOURCE_DIR) / folder))
        {
            std::ifstream stream(entry.path());
            for (std::string line; entry.is_regular_file() && std::getline(stream, line); ++read)
                countPhrases(line, counts);
        }
    REQUIRE(read > 10000);
    for (const auto& [phrase, count] : counts)
    {
        CAPTURE(phrase);
        CHECK(count <= 5);
    }
}
