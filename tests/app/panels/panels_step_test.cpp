#include "app/panels/constants/step_meter.hpp"
#include "scenes/shared/cures.hpp"

#include "catch.hpp"
#include "desk.hpp"

#include "text/text.hpp"

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

TEST_CASE("Each cure alone makes the step short enough, and none goes much too far")
{
    const std::string stiffness = GENERATE("20000", "38000", "1000000");
    const std::unique_ptr<Scene> scene = makeScene("rope");
    scene->parameters().set("spring_constant", stiffness);
    const double step = 0.002;
    const std::vector<Cure> cures = stepCures(*scene, step, tick);
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
        // A cure aims at 0.9. One digit fewer in max_dt may leave the step 6 % longer; a constant that is halved or
        // doubled goes too far by a factor of 2 / 1.8, one rounded to two digits by 10 %, and the step follows the
        // root of it or its square.
        CHECK(share <= 0.96);
        CHECK(share >= 0.6);
        scene->parameters().set(cure.parameter, before);
    }
}

TEST_CASE("Cures are said in words as they would be spoken")
{
    const std::unique_ptr<Scene> scene = makeScene("rope");
    CHECK(stepCures(*scene, 0.001, tick).empty()); // half of the lesson's step
    // The stable step is about 2 sqrt(m / (4 k)) = 2 ms at k = 12,500 N/m less friction's part; 0.9 of it is kept, so
    // 19,000 is too much by a factor between 1.8 and 2.
    scene->parameters().set("spring_constant", "19000");
    const std::vector<Cure> cures = stepCures(*scene, 0.002, tick);
    REQUIRE(cures.size() == 3);
    CHECK(cures[0].label == "Halve Spring constant");
    CHECK(cures[0].value == "9500");
    CHECK(cures[1].label == "Double Mass");
    CHECK(cures[2].label.find(" steps a frame") != std::string::npos);
    scene->parameters().set("spring_constant", "1000000");
    CHECK(stepCures(*scene, 0.002, tick)[0].label.find("Lower Spring constant to ") == 0);
}

TEST_CASE("Slowed time has the implicit integrator as its way out")
{
    constexpr double shortStep = 0.001; // [s], half of the lesson's: no other constant need change
    const std::unique_ptr<Scene> scene = makeScene("rope");
    const std::vector<Cure> cures = slownessCures(*scene, shortStep);
    REQUIRE(cures.size() == 1);
    scene->parameters().set(cures[0].parameter, cures[0].value);
    CHECK(std::isinf(scene->stableStep()));
    CHECK(slownessCures(*scene, shortStep).empty());
    CHECK(slownessCures(*makeScene("gravity"), shortStep).empty());
}

TEST_CASE("Numbers are grouped by thousands")
{
    CHECK(text::groupedText(7.0) == "7");
    CHECK(text::groupedText(2380.0) == "2,380");
    CHECK(text::groupedText(1e6) == "1,000,000");
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

TEST_CASE("Where friction is the cause, friction is the cure")
{
    const std::unique_ptr<Scene> scene = makeScene("rope");
    scene->parameters().set("spring_friction", "30");
    const std::vector<Cure> cures = stepCures(*scene, 0.0015, tick);
    REQUIRE(find(cures, "spring_friction") != nullptr);
    // 4 m = K dt^2 + 2 C dt with dt = 1.5 ms / 0.9 gives C = 26.7 N s/m = 4 c + air friction 0.02 + half of the ground
    // absorption 2.
    CHECK(std::stod(find(cures, "spring_friction")->value) == Approx((26.7 - 1.02) / 4.0).epsilon(0.03));
    CHECK(find(cures, "spring_constant") == nullptr);
}

TEST_CASE("Over the step in the status bar a panel tells the causes, and what helps is a button")
{
    Desk desk;
    CHECK(desk.ui.map.count("overlay step meter") == 0);
    desk.moveOver("status step");
    desk.frames(30);
    REQUIRE(desk.ui.map.count("overlay step meter") == 1);
    CHECK(desk.ui.map.count("limit of springs") == 1);
    CHECK(desk.ui.map.count("limit of spring friction") == 1);
    CHECK(desk.ui.map.count("limit of the mouse's spring") == 0);
    CHECK(desk.ui.map.count("cure spring_constant") == 0); // the step is stable: there is nothing to cure

    desk.workbench.setParameter("auto_steps", "false", ++desk.ui.gesture);
    desk.workbench.setParameter("spring_constant", "21000", ++desk.ui.gesture);
    desk.frames(30);
    REQUIRE(desk.ui.map.count("cure mass") == 1);
    desk.moveTo(600.0f, 300.0f);
    CHECK(desk.ui.map.count("overlay step meter") == 0);

    desk.moveOver("status step");
    desk.click(); // docks it, so that its buttons can be reached
    desk.frames(3);
    CHECK(desk.ui.map.count("overlay step meter") == 0);
    REQUIRE(desk.ui.map.count("panel step meter") == 1);
    desk.moveOver("cure spring_constant");
    desk.click();
    CHECK(desk.value("spring_constant") == "10500");
    desk.workbench.undo();
    CHECK(desk.value("spring_constant") == "21000");
    desk.moveOver("status step");
    desk.click();
    desk.frames(2);
    CHECK(desk.ui.map.count("panel step meter") == 0);
}

TEST_CASE("Slowed time is said in the status bar with its reason, and the way out is offered")
{
    Desk desk;
    CHECK(desk.ui.map.count("status slowed") == 0);
    desk.workbench.setParameter("spring_constant", "1e7", ++desk.ui.gesture);
    desk.workbench.setParameter("mass", "0.001", ++desk.ui.gesture);
    desk.frames(2);
    REQUIRE(desk.ui.map.count("status slowed") == 1);
    const std::string words = slowedWords(desk.workbench);
    CHECK(words.find("Slowed to x0.") == 0);
    CHECK(words.find(text::groupedText(desk.workbench.stepsNeeded()) + " steps a frame needed, 500 allowed") !=
          std::string::npos);

    desk.moveOver("status step");
    desk.click();
    desk.frames(30);
    REQUIRE(desk.ui.map.count("cure integrator") == 1);
    desk.moveOver("cure integrator");
    desk.click();
    CHECK(desk.value("integrator") == "energy_momentum");
    desk.frames(2);
    CHECK(desk.ui.map.count("status slowed") == 0);
    desk.workbench.undo();
    CHECK(desk.value("integrator") == "semi_implicit_euler");
}

TEST_CASE("After a runaway each cure is a button, and the rope goes on from the last sound moment")
{
    const std::string cure = GENERATE("spring_constant", "mass", "max_dt");
    Desk desk;
    desk.workbench.setPaused(false);
    const auto run = [&desk](double seconds)
    {
        for (int i = 0; i < static_cast<int>(60.0 * seconds) && !desk.workbench.divergence(); ++i)
            desk.workbench.advance(tick, {});
    };
    run(1.0);
    desk.workbench.setParameter("auto_steps", "false", ++desk.ui.gesture);
    desk.workbench.setParameter("spring_constant", "1.5e4", ++desk.ui.gesture);
    run(20.0);
    REQUIRE(desk.workbench.divergence());
    CHECK(desk.workbench.paused());
    const double sound = desk.workbench.scene().time();
    CHECK(sound < desk.workbench.divergence()->time);
    // 80 masses of 0.05 kg fall 2 m on the mean: m g h = 78 J. Twice that is more than fall and swing explain.
    CHECK(desk.workbench.scene().diagnostics().find("kinetic_energy")->value() < 160.0);
    desk.frames(3);
    CHECK(desk.ui.map.count("overlay divergence") == 1);
    CHECK(desk.ui.map.count("mark mass") == 1);
    CHECK(desk.ui.map.count("limit of springs") == 1);

    INFO(cure);
    const std::string before = desk.value(cure);
    desk.moveOver("cure " + cure);
    desk.click();
    CHECK_FALSE(desk.workbench.divergence());
    CHECK_FALSE(desk.workbench.paused());
    CHECK(desk.value(cure) != before);
    run(5.0);
    CHECK_FALSE(desk.workbench.divergence());
    CHECK(desk.workbench.scene().time() == Approx(sound + 5.0).margin(0.1));
    for (std::size_t mass = 0; mass < desk.workbench.scene().massCount(); ++mass)
        for (const double value : desk.workbench.scene().massRow(mass))
            CHECK(std::isfinite(value));

    desk.workbench.undo();
    CHECK(desk.value("spring_constant") == "15000");
    CHECK(desk.value("mass") == "0.05");
    CHECK(desk.value("max_dt") == "0.002");
}
