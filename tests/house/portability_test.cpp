// What some standard library in use lacks. The build with GCC's does not see it: it has all.

#include "catch.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace
{

namespace fs = std::filesystem;

struct Lack
{
    std::vector<std::string> names;
    std::vector<std::string> allowedIn; // parts of a path
    std::string instead;
};

const std::vector<Lack>& lacks()
{
    static const std::vector<Lack> all = {
        {{"std::ranges::", "std::views::"},
         {},
         "libc++ has no range algorithms before 15 (Emscripten, Apple): std::sort(begin, end)"},
        {{"std::chars_format", "std::to_chars("}, {"text/number_chars.hpp"}, "libc++ before 20: number_chars.hpp"},
        {{"std::bit_cast"}, {}, "libc++ before 14 (Emscripten): std::memcpy"},
        {{"_WIN32", "__APPLE__", "__unix__", "__linux__", "__EMSCRIPTEN__", "<emscripten"},
         {"files/platform.hpp", "files/posix/", "files/windows/", "app/platform/"},
         "what systems do differently is in files/platform.hpp and app/platform"},
        {{"std::async"}, {}, "in a page, which has no threads, its result waits for ever"},
        {{"std::thread", "std::jthread", "std::future", "std::promise", "std::packaged_task",
          "std::condition_variable"},
         {"app/workbench/turn_thread", "app/state/end_watch", "app/state/recording_keeper", "app/learning/sweep_bench",
          "app/learning/theory_bench", "app/platform/desktop/film.cpp", "app/platform/web/film.cpp",
          "app/platform/host.hpp", "app/exports", "cli/jobs.cpp", "rope/fleet/parallel.cpp"},
         "a page has no threads, and waits for ever for one: these files say what they do without"},
    };
    return all;
}

std::string wrongWith(const std::string& path, const std::string& text)
{
    for (const Lack& lack : lacks())
        for (const std::string& name : lack.names)
            if (text.find(name) != std::string::npos &&
                std::none_of(lack.allowedIn.begin(), lack.allowedIn.end(),
                             [&path](const std::string& part) { return path.find(part) != std::string::npos; }))
                return name + ": " + lack.instead;
    return {};
}

} // namespace

TEST_CASE("The sources use what every standard library in use has")
{
    int read = 0;
    for (const char* folder : {"src", "include"})
        for (const fs::directory_entry& entry :
             fs::recursive_directory_iterator(fs::path(ROPEWALK_SOURCE_DIR) / folder))
        {
            if (entry.path().extension() != ".hpp" && entry.path().extension() != ".cpp")
                continue;
            if (entry.path().filename() == "export.hpp")
                continue; // how a system exports names is all that it says
            std::ifstream stream(entry.path());
            const std::string wrong =
                wrongWith(entry.path().generic_string(), std::string{std::istreambuf_iterator<char>(stream), {}});
            if (!wrong.empty())
                FAIL_CHECK(entry.path().generic_string() << ": " << wrong);
            ++read;
        }
    REQUIRE(read > 100);
}

TEST_CASE("The portability check sees what it is there for")
{
    CHECK(wrongWith("src/a.cpp", "std::ranges::sort(all);").starts_with("std::ranges::"));
    CHECK(wrongWith("src/text/number_chars.hpp", "std::to_chars(a, b, value)").empty());
    CHECK_FALSE(wrongWith("src/a.cpp", "#ifdef __EMSCRIPTEN__").empty());
    CHECK_FALSE(wrongWith("src/app/state/recording_keeper.cpp", "auto task = std::async(write);").empty());
    CHECK_FALSE(wrongWith("src/app/exporter.cpp", "std::future<int> task;").empty());
}
