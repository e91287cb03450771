// What moves computes with the functions of rope/elementary.hpp: those of the C library have other last digits
// on other processors.

#include "catch.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <string>
#include <vector>

namespace
{

namespace fs = std::filesystem;

/// The call of an elementary function of another library in a line of code; empty where there is none. Square root,
/// rounding and remainder are exact by IEEE 754, and so may be anybody's.
std::string foreignCall(const std::string& line)
{
    static const std::regex call(
        R"re((^|[^\w:.>])((std::|glm::|::)?(a?(sin|cos|tan)h?|atan2|exp|exp2|expm1|log|log1p|)re"
        R"re(log2|log10|pow|hypot|cbrt|erf|erfc|tgamma|lgamma|arg|polar|rotate|angleAxis|)re"
        R"re(slerp)[fl]?)\s*\()re");
    const std::string code = line.substr(0, line.find("//"));
    std::smatch found;
    return std::regex_search(code, found, call) ? found[2].str() : std::string();
}

/// Strings hold formulas for people.
std::string withoutStrings(const std::string& line)
{
    static const std::regex text(R"re("(\\.|[^"\\])*")re");
    return std::regex_replace(line, text, "\"\"");
}

} // namespace

TEST_CASE("What moves takes no elementary function from another library")
{
    // The two sources and their header define them.
    const std::vector<std::string> ours = {"circular.cpp", "exponential.cpp", "elementary.hpp"};
    std::size_t calls = 0;
    for (const char* folder : {"src/rope", "include/rope", "src/scenes"})
        for (const fs::directory_entry& entry :
             fs::recursive_directory_iterator(fs::path(ROPEWALK_SOURCE_DIR) / folder))
        {
            const std::string extension = entry.path().extension().string();
            if ((extension != ".hpp" && extension != ".cpp") ||
                std::ranges::find(ours, entry.path().filename().string()) != ours.end())
                continue;
            std::ifstream stream(entry.path());
            std::string line;
            for (int number = 1; std::getline(stream, line); ++number)
            {
                calls += line.find("elementary::") != std::string::npos ? 1 : 0;
                if (const std::string call = foreignCall(withoutStrings(line)); !call.empty())
                    FAIL_CHECK(entry.path().generic_string() << ':' << number << ": " << call << "() is to be that of "
                                                             << "rope/elementary.hpp");
            }
        }
    REQUIRE(calls > 100);
}

TEST_CASE("The search for elementary functions sees what it is there for")
{
    CHECK(foreignCall("    y = std::sin(x);") == "std::sin");
    CHECK(foreignCall("y=-std::atan2 (a, b);") == "std::atan2");
    CHECK(foreignCall("y = sinf(x);") == "sinf");
    CHECK(foreignCall("y = glm::pow(x, 2.0)") == "glm::pow");
    CHECK(foreignCall("y = 2.0 * ::exp(x)") == "::exp");
    CHECK(foreignCall("y = std::arg(z)") == "std::arg");
    CHECK(foreignCall("y = elementary::sin(x) + rope::elementary::cos(x);").empty());
    CHECK(foreignCall("y = sim.log(x) + sim->pow(x); // std::sin(x)").empty());
    CHECK(foreignCall("y = std::sqrt(x) + std::fmod(x, 2.0) + catalog(x);").empty());
    CHECK(foreignCall(withoutStrings("fail(\"tan(angle) = 1 \\\" cos(2)\");")).empty());
}
