#include "catch.hpp"

#include "text/rough_text.hpp"
#include "text/text.hpp"

#include <string>
#include <string_view>
#include <vector>

TEST_CASE("numbers are read as people type them")
{
    CHECK(text::parseNumber("0.002") == 0.002);
    CHECK(text::parseNumber("1e-3") == 1e-3);
    CHECK(text::parseNumber("1/60") == 1.0 / 60.0);
    CHECK(text::parseNumber("-1/4") == -0.25);
    CHECK(text::parseNumber("+5") == 5.0);
    CHECK(text::parseNumber(" 7 ") == 7.0);
    CHECK(text::parseNumber(".5") == 0.5);
    for (const char* text : {"", " ", "x", "1x", "1,5", "1/0", "0/0", "nan", "inf", "-inf", "1e999", "1/2/3", "/2",
                             "1/", "+-1", "++1", "0x10", "1 2"})
    {
        INFO(text);
        CHECK_FALSE(text::parseNumber(text).has_value());
    }
}

TEST_CASE("the text of a number is short and reads back as the same number")
{
    CHECK(text::numberText(10'000.0) == "10000");
    CHECK(text::numberText(0.05) == "0.05");
    CHECK(text::numberText(1e7) == "1e+07");
    for (const double value : {1.0 / 3.0, 0.1, -2.5e-17, 1.7976931348623157e308, 5e-324})
        CHECK(text::parseNumber(text::numberText(value)) == value);
}

TEST_CASE("thousands stand apart, and no sign is a digit")
{
    CHECK(text::groupedText(0.0) == "0");
    CHECK(text::groupedText(-999.0) == "-999");
    CHECK(text::groupedText(1'000.0) == "1,000");
    CHECK(text::groupedText(-500'000.0) == "-500,000");
    CHECK(text::groupedText(-1'234'567.0) == "-1,234,567");
}

TEST_CASE("the nearest name is a slip away, not just any name")
{
    const std::vector<std::string_view> names{"spring_constant", "spring_length", "mass", "gravity"};
    CHECK(text::nearest("spring-constant", names) == "spring_constant");
    CHECK(text::nearest("springconstant", names) == "spring_constant");
    CHECK(text::nearest("gravtiy", names) == "gravity");
    CHECK(text::nearest("MASS", names) == "mass");
    CHECK(text::nearest("mas", names) == "mass");
    CHECK(text::nearest("m", names).empty());
    CHECK(text::nearest("banana", names).empty());
    CHECK(text::nearest("", names).empty());
}

TEST_CASE("an unknown name is answered with the nearest one, the known ones or a hint")
{
    const std::vector<std::string_view> names{"rope", "cloth"};
    CHECK(text::unknownName("scene", "rpoe", names) == "unknown scene 'rpoe'; did you mean 'rope'?");
    CHECK(text::unknownName("scene", "banana", names) == "unknown scene 'banana'; there are rope, cloth");
    CHECK(text::unknownName("key", "banana", names, "keys are A, B") == "unknown key 'banana'; keys are A, B");
}

TEST_CASE("a message quotes 60 bytes at most, and no half letter")
{
    CHECK(text::quoted("cloth") == "'cloth'");
    const std::string sixty(60, 'x');
    CHECK(text::quoted(sixty) == std::string("'").append(sixty).append("'"));
    CHECK(text::quoted(std::string(100'000, 'x')) == std::string("'").append(sixty).append("...'"));
    CHECK(text::quoted("sce\ne\x1b[1m") == "'sce\\ne\\x1b[1m'");
    // Two bytes each, so that byte 60 is the second half of a letter.
    std::string umlauts = "x";
    for (int i = 0; i < 40; ++i)
        umlauts += "\xc3\xa4";
    CHECK(text::quoted(umlauts) == std::string("'").append(umlauts, 0, 59).append("...'"));
}

TEST_CASE("text is trimmed, lowered and joined")
{
    CHECK(text::trimmed(" \ta b\r\n") == "a b");
    CHECK(text::trimmed(" \t").empty());
    CHECK(text::lowered("Spring_CONSTANT 2") == "spring_constant 2");
    CHECK(text::joined({"full", "axial"}, " | ") == "full | axial");
    CHECK(text::joined({}).empty());
}

TEST_CASE("a rough number has two digits that count", "[text]")
{
    CHECK(text::roughText(0.0128) == "0.013");
    CHECK(text::roughText(0.101) == "0.1");
    CHECK(text::roughText(99.7) == "100");
    CHECK(text::roughText(3.456) == "3.5");
    CHECK(text::roughText(240'123.0) == "240000");
    CHECK(text::roughText(0.0) == "0");
}
