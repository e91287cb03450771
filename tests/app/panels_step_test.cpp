#include "app/panels/step_advice.hpp"
#include "app/panels/step_meter.hpp"
#include "app/panels/track_limits.hpp"

#include "catch.hpp"
#include "desk.hpp"

#include <cmath>
#include <memory>
#include <string>
#include <vector>

using namespace ropewalk;

namespace
{

constexpr double tick = 1.0 / 60.0;

const Cure* find(const std::vector<Cure>& cures, const std::string& parameter)
{
    for (const Cure& cure : cures)
        if (cure.parameter == parameter)
            return &cure;
    return nullptr;
}

} // namespace

TEST_CASE("A trial leaves everything as it was")
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

TEST_CASE("Each cure alone makes the step short enough, and none goes much too far")
{
    const std::string stiffness = GENERATE("20000", "38000", "1000000");
    const std::unique_ptr<Scene> scene = makeScene("rope");
    scene->parameters().set("spring_constant", stiffness);
    const double step = 0.002;
    const std::vector<Cure> cures = stepCures(*scene, step);
    INFO("spring_constant = " << stiffness);
    REQUIRE(find(cures, "spring_constant") != nullptr);
    REQUIRE(find(cures, "mass") != nullptr);
    REQUIRE(find(cures, "max_dt") != nullptr);
    for (const Cure& cure : cures)
    {
        INFO(cure.label);
        const std::string before = scene->parameters().at(cure.parameter).text();
        scene->parameters().set(cure.parameter, cure.value);
        const double taken = cure.parameter == "max_dt" ? std::stod(cure.value) : step;
        const double share = taken / scene->stepPlan().stable;
        CHECK(share <= 0.96); // the digits of max_dt are few: the steps that fit are a little shorter
        CHECK(share >= 0.6);
        scene->parameters().set(cure.parameter, before);
    }
}

TEST_CASE("Cures are said in words as they would be spoken")
{
    const std::unique_ptr<Scene> scene = makeScene("rope");
    CHECK(stepCures(*scene, 0.001).empty());
    scene->parameters().set("spring_constant", "19000");
    const std::vector<Cure> cures = stepCures(*scene, 0.002);
    REQUIRE(cures.size() == 3);
    CHECK(cures[0].label == "Halve spring_constant");
    CHECK(cures[0].value == "9500");
    CHECK(cures[1].label == "Double mass");
    CHECK(cures[2].label.find(" steps a frame") != std::string::npos);
    scene->parameters().set("spring_constant", "1000000");
    CHECK(stepCures(*scene, 0.002)[0].label.find("Lower spring_constant to ") == 0);
}

TEST_CASE("Slowed time has the implicit integrator as its way out")
{
    const std::unique_ptr<Scene> scene = makeScene("rope");
    const std::vector<Cure> cures = implicitCure(*scene);
    REQUIRE(cures.size() == 1);
    scene->parameters().set(cures[0].parameter, cures[0].value);
    CHECK(std::isinf(scene->stableStep()));
    CHECK(implicitCure(*scene).empty());
    CHECK(implicitCure(*makeScene("gravity")).empty());
}

TEST_CASE("Numbers are grouped by thousands")
{
    CHECK(grouped(7.0) == "7");
    CHECK(grouped(2380.0) == "2,380");
    CHECK(grouped(1e6) == "1,000,000");
}

TEST_CASE("A scene that takes long to answer gets no colours and costs no second frame")
{
    const std::unique_ptr<Scene> scene = makeScene("rope");
    TrackLimits tracks;
    double now = 0.0;
    int looks = 0;
    const auto clock = [&]
    {
        ++looks;
        return now += 0.01;
    };
    tracks.work(*scene, 500, clock);
    const int first = looks;
    tracks.work(*scene, 500, clock);
    CHECK(looks == first);
    CHECK_FALSE(tracks.complete());
    CHECK(tracks.parts("spring_constant").empty());
}

TEST_CASE("What a coloured part means is said in numbers")
{
    CHECK(sentenceOf({TrackPart::slow, 0.7, 1.0, 1.25e6, 1e7}, 500, "N/m") ==
          "Above 1.25e+06 N/m a frame needs more than 500 steps: time would be slowed.");
    CHECK(sentenceOf({TrackPart::unstable, 0.0, 0.3, 0.0, 0.01}, 500, "kg").find("Below 0.01 kg the step") == 0);
    CHECK(sentenceOf({TrackPart::slow, 0.2, 0.3, 1.0, 2.0}, 2000, "").find("From 1 to 2 a frame") == 0);
}

TEST_CASE("The budget of steps is chosen in the Run menu")
{
    Desk desk;
    desk.moveOver("menu Run");
    desk.click();
    desk.moveOver("menu step budget");
    desk.frames(40);
    desk.moveOver("item step budget 2000");
    desk.click();
    CHECK(desk.workbench.stepBudget() == 2000);
}
