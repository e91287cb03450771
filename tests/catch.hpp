// Catch2 2.13 (Debian 12) has one header, Catch2 3 has many: tests include this one and use what both have
// (TEST_CASE, SECTION, GENERATE, REQUIRE..., Approx, matchers WithinAbs and WithinRel), and ContainsSubstring.
#pragma once

#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
using Catch::Approx;
using Catch::Matchers::ContainsSubstring;
#else
#include <catch2/catch.hpp>
inline auto ContainsSubstring(const std::string& text)
{
    return Catch::Contains(text);
}
#endif
