#include "catch.hpp"

#include <rope/parameters.hpp>

#include <cmath>
#include <limits>
#include <stdexcept>

namespace
{

enum class Colour
{
    red,
    green
};

struct Settings
{
    double stiffness = 10'000.0;
    int count = 80;
    bool lit = false;
    Colour colour = Colour::green;
    rope::Vec3 gravity{0.0, -9.81, 0.0};
};

rope::Parameters describe(Settings& settings)
{
    rope::Parameters p;
    p.group("First");
    p.add("stiffness", &settings.stiffness, {0.0, 1e7, "N/m", "How stiff."});
    p.add("count", &settings.count, {2, 1000, "", "How many."});
    p.group("Second");
    p.add("lit", &settings.lit, "Whether it shines.");
    p.add("colour", &settings.colour, {"red", "green"}, "Which colour.");
    p.add("gravity", &settings.gravity, {-50.0, 50.0, "m/s2", "Acceleration."});
    return p;
}

std::string errorOf(rope::Parameters& p, std::string_view name, std::string_view text)
{
    try
    {
        p.set(name, text);
    }
    catch (const std::invalid_argument& error)
    {
        return error.what();
    }
    return "no error";
}

} // namespace

TEST_CASE("each kind of parameter gives its value as text and takes it back")
{
    Settings settings;
    rope::Parameters p = describe(settings);
    const auto [name, before, text] =
        GENERATE(table<std::string, std::string, std::string>({{"stiffness", "10000", "8000.5"},
                                                               {"count", "80", "3"},
                                                               {"lit", "false", "true"},
                                                               {"colour", "green", "red"},
                                                               {"gravity", "0,-9.81,0", "1,2,-3.5"}}));
    rope::Parameter& row = p.at(name);
    CHECK(row.text() == before);
    CHECK(row.isDefault());
    p.set(name, text);
    CHECK(row.text() == text);
    CHECK_FALSE(row.isDefault());
    CHECK(row.defaultText() == before);
    row.restoreDefault();
    CHECK(row.text() == before);
}

TEST_CASE("setting a parameter sets the field")
{
    Settings settings;
    rope::Parameters p = describe(settings);
    p.set("stiffness", "1/4");
    p.set("count", "1e2");
    p.set("lit", "true");
    p.set("colour", "red");
    p.set("gravity", " 1, 2 ,1/2 ");
    CHECK(settings.stiffness == 0.25);
    CHECK(settings.count == 100);
    CHECK(settings.lit);
    CHECK(settings.colour == Colour::red);
    CHECK(settings.gravity == rope::Vec3(1.0, 2.0, 0.5));
    p.set("stiffness", "-0");
    CHECK_FALSE(std::signbit(settings.stiffness));
    CHECK(p.at("count").group() == "First");
    CHECK(p.at("lit").group() == "Second");
}

TEST_CASE("a bad value is named with what would be right, and changes nothing")
{
    Settings settings;
    rope::Parameters p = describe(settings);
    CHECK(errorOf(p, "stiffness", "-1") == "stiffness = -1: must be 0 to 1e+07 N/m");
    CHECK(errorOf(p, "stiffness", "abc") == "stiffness = 'abc': must be a number, 0 to 1e+07 N/m");
    CHECK(errorOf(p, "stiffness", "nan") == "stiffness = 'nan': must be a number, 0 to 1e+07 N/m");
    CHECK(errorOf(p, "count", "2.5") == "count = '2.5': must be a whole number, 2 to 1000");
    CHECK(errorOf(p, "count", "1e300") == "count = 1e+300: must be 2 to 1000");
    CHECK(errorOf(p, "lit", "maybe") == "lit = 'maybe': must be true | false");
    CHECK(errorOf(p, "colour", "blue") == "colour = 'blue': must be red | green");
    CHECK(errorOf(p, "gravity", "1,2") == "gravity = '1,2': must be three numbers separated by commas, -50 to 50 m/s2 "
                                          "each");
    CHECK(errorOf(p, "gravity", "1,2,3,4").find("three numbers") != std::string::npos);
    CHECK(errorOf(p, "gravity", "0,99,0") == "gravity = 0,99,0: must be -50 to 50 m/s2 each");
    CHECK(errorOf(p, "stiffness", std::string(100'000, '7')).size() < 200);
    CHECK(errorOf(p, "gravity", "51." + std::string(16'400, '0') + ",0,0") ==
          "gravity = 51,0,0: must be -50 to 50 m/s2 each");
    for (const rope::Parameter& row : p.rows())
        CHECK(row.isDefault());
}

TEST_CASE("the ends of a range belong to it")
{
    Settings settings;
    rope::Parameters p = describe(settings);
    p.set("stiffness", "0");
    p.set("stiffness", "1e7");
    p.set("count", "2");
    p.set("count", "1000");
    CHECK(settings.count == 1000);
    CHECK(errorOf(p, "count", "1001") == "count = 1001: must be 2 to 1000");
}

TEST_CASE("an unknown name is an error with the nearest known one")
{
    Settings settings;
    rope::Parameters p = describe(settings);
    CHECK(errorOf(p, "stifness", "1") == "unknown parameter 'stifness'; did you mean 'stiffness'?");
    CHECK(errorOf(p, "Colour", "red") == "unknown parameter 'Colour'; did you mean 'colour'?");
    CHECK(errorOf(p, "zzz", "1") == "unknown parameter 'zzz'; there are stiffness, count, lit, colour, gravity");
    CHECK(p.find("zzz") == nullptr);
    CHECK(errorOf(p, std::string(1'000'000, 'x'), "1").size() < 300);
}

TEST_CASE("fields that were set past their rows are found by validate")
{
    Settings settings;
    rope::Parameters p = describe(settings);
    CHECK_NOTHROW(p.validate());
    settings.stiffness = std::numeric_limits<double>::quiet_NaN();
    CHECK_THROWS_AS(p.validate(), std::invalid_argument);
    settings.stiffness = 1.0;
    settings.gravity.z = std::numeric_limits<double>::infinity();
    CHECK_THROWS_AS(p.validate(), std::invalid_argument);
    settings.gravity.z = 0.0;
    settings.count = 1;
    CHECK_THROWS_AS(p.validate(), std::invalid_argument);
    settings.count = 2;
    settings.colour = static_cast<Colour>(7);
    CHECK_THROWS_AS(p.validate(), std::invalid_argument);
}

TEST_CASE("wide ranges are told from narrow ones")
{
    Settings settings;
    double angle = 10.0;
    double slider = 1.0;
    double tiny = 1e-3;
    rope::Parameters p = describe(settings);
    p.add("angle", &angle, {-90.0, 90.0, "deg", ""});
    p.add("slider", &slider, {0.5, 4.0, "", ""});
    p.add("tiny", &tiny, {1e-6, 1.0, "", ""});
    CHECK(p.at("stiffness").logarithmic());
    CHECK(p.at("tiny").logarithmic());
    CHECK_FALSE(p.at("angle").logarithmic());
    CHECK_FALSE(p.at("slider").logarithmic());
    CHECK_FALSE(p.at("lit").logarithmic());
    CHECK_FALSE(p.at("gravity").logarithmic());
}
