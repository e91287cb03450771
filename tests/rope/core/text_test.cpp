#include "catch.hpp"

#include <rope/detail/rough_text.hpp>
#include <rope/text.hpp>

#include <string>
#include <string_view>
#include <vector>

TEST_CASE("numbers are read as people type them")
{
    CHECK(rope::parseNumber("0.002") == 0.002);
    CHECK(rope::parseNumber("1e-3") == 1e-3);
    CHECK(rope::parseNumber("1/60") == 1.0 / 60.0);
    CHECK(rope::parseNumber("-1/4") == -0.25);
    CHECK(rope::parseNumber("+5") == 5.0);
    CHECK(rope::parseNumber(" 7 ") == 7.0);
    CHECK(rope::parseNumber(".5") == 0.5);
    for (const char* text : {"", " ", "x", "1x", "1,5", "1/0", "0/0", "nan", "inf", "-inf", "1e999", "1/2/3", "/2",
                             "1/", "+-1", "++1", "0x10", "1 2"})
    {
        INFO(text);
        CHECK_FALSE(rope::parseNumber(text).has_value());
    }
}

TEST_CASE("the text of a number is short and reads back as the same number")
{
    CHECK(rope::numberText(10'000.0) == "10000");
    CHECK(rope::numberText(0.05) == "0.05");
    CHECK(rope::numberText(1e7) == "1e+07");
    for (const double value : {1.0 / 3.0, 0.1, -2.5e-17, 1.7976931348623157e308, 5e-324})
        CHECK(rope::parseNumber(rope::numberText(value)) == value);
}

TEST_CASE("thousands stand apart, and no sign is a digit")
{
    CHECK(rope::groupedText(0.0) == "0");
    CHECK(rope::groupedText(-999.0) == "-999");
    CHECK(rope::groupedText(1'000.0) == "1,000");
    CHECK(rope::groupedText(-500'000.0) == "-500,000");
    CHECK(rope::groupedText(-1'234'567.0) == "-1,234,567");
}

TEST_CASE("the nearest name is a slip away, not just any name")
{
    const std::vector<std::string_view> names{"spring_constant", "spring_length", "mass", "gravity"};
    CHECK(rope::nearest("spring-constant", names) == "spring_constant");
    CHECK(rope::nearest("springconstant", names) == "spring_constant");
    CHECK(rope::nearest("gravtiy", names) == "gravity");
    CHECK(rope::nearest("MASS", names) == "mass");
    CHECK(rope::nearest("mas", names) == "mass");
    CHECK(rope::nearest("m", names).empty());
    CHECK(rope::nearest("banana", names).empty());
    CHECK(rope::nearest("", names).empty());
}

TEST_CASE("an unknown name is answered with the nearest one, the known ones or a hint")
{
    const std::vector<std::string_view> names{"rope", "cloth"};
    CHECK(rope::unknownName("scene", "rpoe", names) == "unknown scene 'rpoe'; did you mean 'rope'?");
    CHECK(rope::unknownName("scene", "banana", names) == "unknown scene 'banana'; there are rope, cloth");
    CHECK(rope::unknownName("key", "banana", names, "keys are A, B") == "unknown key 'banana'; keys are A, B");
}

TEST_CASE("a message quotes 60 bytes at most, and no half letter")
{
    CHECK(rope::quoted("cloth") == "'cloth'");
    const std::string sixty(60, 'x');
    CHECK(rope::quoted(sixty) == std::string("'").append(sixty).append("'"));
    CHECK(rope::quoted(std::string(100'000, 'x')) == std::string("'").append(sixty).append("...'"));
    CHECK(rope::quoted("sce\ne\x1b[1m") == "'sce\\ne\\x1b[1m'");
    // Two bytes each, so that byte 60 is the second half of a letter.
    std::string umlauts = "x";
    for (int i = 0; i < 40; ++i)
        umlauts += "\xc3\xa4";
    CHECK(rope::quoted(umlauts) == std::string("'").append(umlauts, 0, 59).append("...'"));
}

TEST_CASE("text is trimmed, lowered and joined")
{
    CHECK(rope::trimmed(" \ta b\r\n") == "a b");
    CHECK(rope::trimmed(" \t").empty());
    CHECK(rope::lowered("Spring_CONSTANT 2") == "spring_constant 2");
    CHECK(rope::joined({"full", "axial"}, " | ") == "full | axial");
    CHECK(rope::joined({}).empty());
}

TEST_CASE("a rough number has two digits that count", "[text]")
{
    CHECK(rope::roughText(0.0128) == "0.013");
    CHECK(rope::roughText(0.101) == "0.1");
    CHECK(rope::roughText(99.7) == "100");
    CHECK(rope::roughText(3.456) == "3.5");
    CHECK(rope::roughText(240'123.0) == "240000");
    CHECK(rope::roughText(0.0) == "0");
}
