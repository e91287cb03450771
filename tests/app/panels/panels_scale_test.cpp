#include "catch.hpp"

#include "app/panels/constants/number_field.hpp"
#include "app/panels/frame/number_scale.hpp"

#include "text/text.hpp"
#include <rope/rope_settings.hpp>

#include <cmath>
#include <limits>

using ropewalk::NumberScale;

TEST_CASE("Every number of the rope has a slider that reaches both ends and its default")
{
    rope::RopeSettings settings;
    rope::Parameters parameters;
    settings.describe(parameters);
    for (const rope::Parameter& parameter : parameters.rows())
    {
        const bool number =
            std::holds_alternative<double*>(parameter.field()) || std::holds_alternative<int*>(parameter.field());
        if (!number)
            continue;
        INFO(parameter.name());
        const NumberScale scale = NumberScale::of(parameter);
        CHECK(scale.value(0.0) == parameter.minimum());
        CHECK(scale.value(1.0) == parameter.maximum());
        CHECK(scale.place(parameter.minimum()) == 0.0);
        CHECK(scale.place(parameter.maximum()) == 1.0);

        const double usual = text::parseNumber(parameter.defaultText()).value();
        CHECK(scale.value(scale.place(usual)) == Approx(usual).epsilon(0.05).margin(1e-12)); // two digits: 5 % at 10

        double last = parameter.minimum();
        for (int i = 1; i <= 200; ++i)
        {
            const double value = scale.value(i / 200.0);
            CHECK(value >= last);
            CHECK(value <= parameter.maximum());
            last = value;
        }
    }
}

TEST_CASE("A logarithmic slider gives round numbers, and zero over a stretch that can be hit")
{
    const NumberScale scale(-1000.0, 1000.0, true, false, 1.0);
    CHECK(scale.value(0.5) == 0.0);
    // From 1e-7 * 1000 to 1000 are 7 decades and the quarter around zero, on each side: zero reaches 0.5 +- 0.017.
    CHECK(scale.value(0.505) == 0.0);
    CHECK(scale.value(0.495) == 0.0);
    CHECK(scale.place(0.0) == Approx(0.5));
    CHECK(scale.place(-3.0) == Approx(1.0 - scale.place(3.0)));
    CHECK(scale.round(0.123456) == 0.12);
    CHECK(scale.round(-987.6) == -990.0);

    const NumberScale stiffness(0.0, 1e7, true, false, 1e4);
    CHECK(stiffness.round(12345.6) == 12000.0);
    CHECK(stiffness.value(0.004) == 0.0);
}

TEST_CASE("An integer slider gives whole numbers")
{
    const NumberScale scale(2.0, 10'000.0, true, true, 80.0);
    for (int i = 0; i <= 100; ++i)
    {
        const double value = scale.value(i / 100.0);
        CHECK(value == std::round(value));
        CHECK(value >= 2.0);
    }
}

TEST_CASE("A slider takes any number, also none, and keeps to its range")
{
    const NumberScale scale(0.0, 10.0, false, false, 1.0);
    CHECK(scale.value(std::numeric_limits<double>::quiet_NaN()) == 0.0);
    CHECK(scale.value(-3.0) == 0.0);
    CHECK(scale.value(7.0) == 10.0);
    CHECK(scale.place(std::numeric_limits<double>::quiet_NaN()) == 0.0);
    CHECK(scale.place(1e300) == 1.0);
    CHECK(NumberScale(3.0, 3.0, false, false, 3.0).place(3.0) == 0.0);
}

TEST_CASE("A sentence says what the 0 of its constant stands for")
{
    using ropewalk::NumberField;
    CHECK(NumberField::zeroOf("Strain at which it breaks; 0: never.") == "never");
    CHECK(NumberField::zeroOf("Masses along it; 0: as many as it needs. A change lays it out anew.") ==
          "as many as it needs");
    CHECK(NumberField::zeroOf("Mass of a metre of rope.").empty());
}
