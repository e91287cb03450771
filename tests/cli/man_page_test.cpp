#include "program.hpp"

#include "catch.hpp"

#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <string>

TEST_CASE("the manual page names every option of the window and every command")
{
    std::ifstream file(std::string(ROPEWALK_SOURCE_DIR) + "/packaging/ropewalk.1");
    const std::string page((std::istreambuf_iterator<char>(file)), {});
    REQUIRE_FALSE(page.empty());
    const std::string help = runProgram({"--help"}).out;

    const std::regex option("--([a-z][a-z-]*)");
    std::set<std::string> names;
    for (std::sregex_iterator found(help.begin(), help.end(), option), end; found != end; ++found)
        names.insert((*found)[1]);
    CHECK(names.size() > 10);
    for (const std::string& name : names)
    {
        INFO("--" << name);
        // The examples of --help have options of the commands as well.
        const bool ofCommand = name == "seconds" || name == "every" || name == "output";
        CHECK((ofCommand || page.find("Fl -" + name) != std::string::npos));
    }
    for (const char* command : {"list", "params", "run", "render", "sweep", "grade", "check", "advise", "card", "knot"})
        CHECK(page.find(".It Cm " + std::string(command)) != std::string::npos);
}
