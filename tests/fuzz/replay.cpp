// The fuzzers' harnesses as ordinary tests: their seeds, and every input that was ever found.
#include "harness.hpp"

#include "catch.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

using namespace fuzz;

TEST_CASE("seeds of the fuzzers, and inputs that they have found, keep every promise", "[fuzz]")
{
    for (const Harness& harness : harnesses)
    {
        std::size_t inputs = 0;
        for (const char* kind : {"seeds", "found"})
        {
            const std::filesystem::path folder =
                std::filesystem::path(ROPEWALK_SOURCE_DIR) / "tests" / "fuzz" / kind / harness.name;
            if (!std::filesystem::exists(folder))
                continue;
            for (const std::filesystem::directory_entry& entry : std::filesystem::directory_iterator(folder))
            {
                std::ifstream stream(entry.path(), std::ios::binary);
                const std::string bytes{std::istreambuf_iterator<char>(stream), {}};
                INFO(entry.path().string());
                CHECK_NOTHROW(harness.run(bytes));
                ++inputs;
            }
        }
        INFO(harness.name);
        CHECK(inputs > 0);
    }
}

TEST_CASE("a harness reports what breaks a promise", "[fuzz]")
{
    CHECK_THROWS_AS(promiseOneLine("two\nlines"), Finding);
    CHECK_THROWS_AS(promiseOneLine(std::string(1000, 'x')), Finding);
    CHECK_THROWS_AS(promise(false, "anything"), Finding);
    CHECK_NOTHROW(promiseOneLine("rope.json:1:2: not JSON"));
}
