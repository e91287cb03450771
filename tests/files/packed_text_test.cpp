#include "files/packed_text.hpp"

#include "catch.hpp"

#include <cstddef>
#include <random>
#include <stdexcept>
#include <string>

using ropewalk::packed;
using ropewalk::unpacked;

TEST_CASE("a packed text is the same again, whatever is in it")
{
    std::mt19937 random(1);
    for (std::size_t length = 0; length < 300; ++length)
    {
        std::string text;
        for (std::size_t i = 0; i < length; ++i)
            text += static_cast<char>(1 + random() % 255);
        CHECK(unpacked(packed(text), length) == text);
    }
    CHECK(unpacked(packed(std::string(100'000, 'a')), 100'000) == std::string(100'000, 'a'));
}

TEST_CASE("a packed text is short where it repeats itself")
{
    CHECK(packed(std::string(1000, 'a')).size() < 60);
    CHECK(packed("").size() < 4);
}

TEST_CASE("what is no packed text, or too long a one, is refused")
{
    CHECK_THROWS_AS(unpacked("a b", 10), std::invalid_argument);
    CHECK_THROWS_AS(unpacked(packed(std::string(11, 'a')), 10), std::invalid_argument);
}
