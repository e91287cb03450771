#include "scenes/shared/trial.hpp"

#include "catch.hpp"
#include "scenes/scene.hpp"

#include <memory>

using namespace ropewalk;

TEST_CASE("A trial leaves everything as it was", "[trial]")
{
    const std::unique_ptr<Scene> scene = makeScene("rope");
    rope::Parameter& mass = scene->parameters().at("mass");
    const double before = scene->stableStep();
    {
        const Trial trial(mass, 0.2);
        CHECK(mass.text() == "0.2");
        CHECK(scene->stableStep() == Approx(2.0 * before).epsilon(0.01));
    }
    CHECK(mass.text() == "0.05");
    CHECK(scene->stableStep() == before);
    CHECK(Trial::possible(scene->parameters().at("mass_count")));
    CHECK_FALSE(Trial::possible(scene->parameters().at("gravity")));
    CHECK_FALSE(Trial::possible(scene->parameters().at("integrator")));
}

TEST_CASE("The nearest value that holds is found on either side, and nothing beyond a thousandfold or the range",
          "[trial]")
{
    double number = 8.0;
    int whole = 10;
    bool turned = false;
    rope::Parameters rows;
    rows.add("number", &number, {-100.0, 100.0, "", "A number."});
    rows.add("whole", &whole, {1, 1000, "", "An integer."});
    rows.add("turned", &turned, "A switch.");
    rope::Parameter& row = rows.at("number");

    CHECK(*nearestThatHolds(row, false, [&] { return number <= 3.0; }) == Approx(3.0).epsilon(1e-9));
    CHECK(*nearestThatHolds(row, true, [&] { return number >= 31.0; }) == Approx(31.0).epsilon(1e-9));
    CHECK(*nearestThatHolds(row, true, [&] { return number == 100.0; }) == 100.0); // the end belongs to it
    CHECK_FALSE(nearestThatHolds(row, true, [&] { return number > 100.0; }));
    CHECK_FALSE(nearestThatHolds(row, false, [&] { return number < 7e-3; }));
    CHECK(number == 8.0);

    number = -8.0; // farther from zero is lower here
    CHECK(*nearestThatHolds(row, true, [&] { return number <= -20.0; }) == Approx(-20.0).epsilon(1e-9));
    CHECK(*nearestThatHolds(row, false, [&] { return number >= -2.0; }) == Approx(-2.0).epsilon(1e-9));
    number = 0.0;
    CHECK_FALSE(nearestThatHolds(row, true, [] { return true; }));

    CHECK(*nearestThatHolds(rows.at("whole"), true, [&] { return whole >= 40; }) == Approx(39.5).epsilon(1e-6));
    CHECK(whole == 10);
    CHECK_FALSE(nearestThatHolds(rows.at("turned"), true, [] { return true; }));
    CHECK_FALSE(holdsAt(row, 101.0, [] { return true; }));
    CHECK(holdsAt(row, 7.0, [&] { return number == 7.0; }));
    CHECK(number == 0.0);
}

TEST_CASE("Two digits are rounded to the side that helps, and without a tail", "[trial]")
{
    CHECK(twoDigits(4830.0, false) == 4800.0);
    CHECK(twoDigits(4830.0, true) == 4900.0);
    CHECK(twoDigits(-0.0123, true) == -0.013);
    CHECK(twoDigits(-0.0123, false) == -0.012);
    CHECK(twoDigits(99.6, true) == 100.0);
    CHECK(twoDigits(0.1, true) == 0.1);
    CHECK(twoDigits(0.3, false) == 0.3);
    CHECK(twoDigits(0.0, true) == 0.0);
}
