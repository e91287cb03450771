#include "catch.hpp"

#include "files/plain_name.hpp"
#include "files/quantity.hpp"

#include <cmath>
#include <limits>
#include <string_view>

using namespace ropewalk;

TEST_CASE("a number is written as people read it")
{
    struct Case
    {
        double value;
        std::string_view unit;
        int digits;
        std::string_view text;
    };
    // Prefixes after the SI Brochure, 9th edition, table 7; the rest is what a person would write.
    const Case cases[] = {
        {0.0166, "s", 3, "16.6 ms"},
        {1.0 / 60.0, "s", 3, "1/60 s"},
        {1.0 / 240.0, "s", 3, "1/240 s"},
        {0.002, "s", 3, "2 ms"},
        {1.5e-6, "s", 3, "1.5 \u00b5s"},
        {2.0, "s", 3, "2 s"},
        {0.5236, "rad", 3, "30\u00b0"},
        {0.0, "rad", 3, "0\u00b0"},
        {100.0, "rad/s", 3, "100 rad/s"},
        {0.5, "s", 3, "0.5 s"},
        {120.0, "s", 3, "120 s"},
        {250.0, "us", 3, "250 \u00b5s"},
        {1e7, "N/m", 3, "10 MN/m"},
        {10000.0, "N/m", 3, "10 kN/m"},
        {9.55e3, "J", 3, "9.55 kJ"},
        {999.6, "J", 3, "1 kJ"}, // rounds to the next prefix
        {1.74e-26, "J", 3, "0 J"},
        {-1e-29, "m", 3, "0 m"},
        {-0.0, "m", 3, "0 m"},
        {0.05, "m", 3, "0.05 m"},
        {0.005, "m", 3, "5 mm"},
        {12345.0, "m", 3, "12.3 km"},
        {0.0199485, "kg", 3, "0.0199 kg"},
        {0.005, "kg", 3, "5 g"},
        {1e-6, "kg", 3, "1 mg"},
        {12000.0, "kg", 3, "12,000 kg"},
        {0.263609, "N s/m", 3, "0.264 N s/m"},
        {-9.81, "m/s2", 3, "-9.81 m/s\u00b2"},
        {37.5, "%", 3, "37.5 %"},
        {-1923.0, "%", 3, "-1923 %"},
        {1.2e-5, "", 3, "1.2\u00b710\u207b\u2075"},
        {3e12, "", 3, "3\u00b710\u00b9\u00b2"},
        {123456.0, "", 3, "123,456"},
        {1234567.0, "", 3, "1.23\u00b710\u2076"},
        {1e-6, "", 3, "10\u207b\u2076"},
        {12.3456, "", 4, "12.35"},
        {std::numeric_limits<double>::infinity(), "s", 3, "infinite s"},
    };
    for (const Case& c : cases)
    {
        CAPTURE(c.value, c.unit, c.digits);
        CHECK(quantityText(c.value, c.unit, c.digits) == c.text);
    }
}

TEST_CASE("a running number keeps its zeros, and so its width")
{
    CHECK(quantityText(0.002, "s", 3, EndZeros::kept) == "2.00 ms");
    CHECK(quantityText(1.5, "J", 3, EndZeros::kept) == "1.50 J");
    CHECK(quantityText(1.0 / 60.0, "s", 3, EndZeros::kept) == "16.7 ms");
}

TEST_CASE("a value and its error have the same unit and as many decimals")
{
    CHECK(quantityWithError(5617.0, 560.0, "N") == "5.62 \u00b1 0.56 kN");
    CHECK(quantityWithError(4.0, 0.003, "m") == "4.0000 \u00b1 0.0030 m");
    CHECK(quantityWithError(4.0, 0.0, "m") == "4 m");
    CHECK(quantityWithError(0.004, 0.0005, "kg") == "4.00 \u00b1 0.50 g");
}

TEST_CASE("names are words where people read them")
{
    CHECK(plainName("max_mass_count") == "Largest mass count");
    CHECK(plainName("payout_speed") == "Pay-out speed");
    CHECK(plainName("hold") == "Holding force");
    CHECK(plainName("semi_implicit_euler") == "Semi-implicit Euler");
    CHECK(plainName("runge_kutta_4") == "Runge-Kutta 4");
    CHECK(plainName("bdf2") == "BDF2");
    CHECK(plainName("velocity_verlet") == "Velocity Verlet");
    CHECK(plainName("energy_momentum") == "Energy-momentum");
    CHECK(withPlainNames("lower max_dt, or raise spring_friction") == "lower Largest step, or raise Spring friction");
    CHECK(withPlainNames("spring_friction = 'abc': must be a number") == "Spring friction = 'abc': must be a number");
    CHECK(withPlainNames("see assets/heavy_rope.json and --set max_dt=1") ==
          "see assets/heavy_rope.json and --set max_dt=1");
    CHECK(withPlainNames("free_end_position, to which") == "Free end position, to which");
    CHECK(withPlainNames("the knot 6_2") == "the knot 6_2");
    CHECK(withPlainNames("'max_dt': write 'new_rope STOP STOP ...'") ==
          "'Largest step': write 'new_rope STOP STOP ...'");
}
