#include "catch.hpp"

#include "text/number_chars.hpp"

#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <vector>

#if defined(__cpp_lib_to_chars)

// Where the library has no functions for doubles, the C library's take their place: a browser writes the same text.
TEST_CASE("Text of doubles by the C library is that of to_chars and from_chars")
{
    std::mt19937_64 random(7);
    std::vector<double> values{0.0,
                               -0.0,
                               0.1,
                               1.0 / 3.0,
                               1e5,
                               123456.0,
                               1e21,
                               1e22,
                               1e-5,
                               5e-324,
                               1e-310,
                               1e300,
                               0.001,
                               9007199254740993.0,
                               std::numeric_limits<double>::max(),
                               std::numeric_limits<double>::min()};
    for (int i = 0; i < 20'000; ++i)
    {
        const std::uint64_t bits = random();
        double any = 0.0;
        std::memcpy(&any, &bits, sizeof any);
        values.push_back(any);
        values.push_back(static_cast<double>(bits % 2'000'000) / 1000.0 - 1000.0);
    }
    for (const double value : values)
    {
        if (!std::isfinite(value))
            continue;
        const std::string text = text::shortestNumber(value);
        REQUIRE(text::by_c_library::shortestNumber(value) == text);
        REQUIRE(text::by_c_library::wholeNumber(value) == text::wholeNumber(value));
        REQUIRE(text::by_c_library::readNumber(text) == text::readNumber(text));
        REQUIRE(text::by_c_library::readNumber(text) == value);
    }
}

TEST_CASE("Both ways of reading a number take and refuse the same texts")
{
    for (const char* text :
         {"",       " ",  "1 ", " 1", "+1", "-1",  "--1", "1e5",  "1e",  "e5",   "1e999", "1e-999", "-1e-999",
          "0e-999", ".5", "5.", ".",  "-",  "inf", "nan", "0x10", "1,5", "1e+3", "1E3",   "00012"})
    {
        INFO(text);
        CHECK(text::by_c_library::readNumber(text) == text::readNumber(text));
    }
}

#endif
