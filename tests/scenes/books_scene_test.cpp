#include "catch.hpp"

#include "scenes/scene.hpp"

#include <rope/books.hpp>

#include <cmath>
#include <memory>

using namespace ropewalk;
using rope::EnergyBook;
using rope::EnergyLine;

namespace
{

double relativeImbalance(const Scene& scene)
{
    const std::optional<EnergyBook> book = scene.energyBook();
    REQUIRE(book);
    return std::abs(book->imbalance()) / book->throughput();
}

double momentumImbalance(const Scene& scene)
{
    const std::optional<rope::MomentumBook> book = scene.momentumBook();
    REQUIRE(book);
    return std::max(glm::length(book->linear.imbalance()) / book->linear.throughput(),
                    glm::length(book->angular.imbalance()) / book->angular.throughput());
}

double diagnostic(const Scene& scene, std::string_view name)
{
    const rope::Diagnostic* row = scene.diagnostics().find(name);
    INFO(name);
    REQUIRE(row != nullptr);
    return row->value();
}

/// Drags the end, pulls mass 1 with the mouse for a while, changes a constant.
void play(Scene& scene)
{
    for (int tick = 0; tick < 120; ++tick)
    {
        Controls controls;
        if (tick > 20 && tick < 60)
            controls.direction = {1.0, 0.3, -0.5};
        if (tick > 50 && tick < 90)
            controls.grab = Controls::Grab{0, 1, {0.5, -0.5, 1.0}};
        if (tick == 70)
            scene.parameters().set("gravity", "0.5,-7,0.1");
        scene.advance(1.0 / 60.0, controls);
    }
}

void setIfThere(Scene& scene, std::string_view name, std::string_view value)
{
    if (scene.parameters().find(name) != nullptr)
        scene.parameters().set(name, value);
}

} // namespace

TEST_CASE("the scenes' books balance, and their lines are diagnostics")
{
    for (const std::string_view id : {"rope", "deployment", "weightless_deployment", "spring_pendulum"})
    {
        INFO(id);
        const std::unique_ptr<Scene> scene = makeScene(id);
        play(*scene);
        CHECK(relativeImbalance(*scene) < 1e-12);
        CHECK(momentumImbalance(*scene) < 1e-11);
        const EnergyBook book = *scene->energyBook();
        double change = 0.0;
        for (std::size_t i = 0; i < book.lines.size(); ++i)
        {
            const auto line = static_cast<EnergyLine>(i);
            if (book.unused[i])
            {
                CHECK(book.amount(line) == 0.0);
                continue;
            }
            const double amount = diagnostic(*scene, rope::energyLines[i].name);
            CHECK(amount == Approx(book.amount(line)).margin(1e-12));
            change += rope::energyLines[i].loss ? -amount : amount;
        }
        const double start = book.start[0] + book.start[1] + book.start[2] + book.start[3];
        CHECK(diagnostic(*scene, "total_energy") == Approx(start + change).epsilon(1e-9));
        CHECK(diagnostic(*scene, "kinetic_energy") == Approx(book.now[0]));
        CHECK(diagnostic(*scene, "potential_energy") == Approx(book.now[1]));
        CHECK(diagnostic(*scene, "momentum_y") == Approx(scene->momentumBook()->linear.now.y));
        CHECK(diagnostic(*scene, "impulse_of_hand_y") ==
              Approx(scene->momentumBook()->linear.gained(rope::MomentumLine::connection).y));
    }
    CHECK_FALSE(makeScene("cloth")->energyBook());
    CHECK_FALSE(makeScene("million")->momentumBook());
}

TEST_CASE("going back in time takes the books back, and a reset begins them anew")
{
    for (const std::string_view id : {"rope", "deployment", "spring_pendulum"})
    {
        INFO(id);
        const std::unique_ptr<Scene> scene = makeScene(id);
        Controls controls;
        controls.direction = {1.0, 0.0, 0.0};
        for (int i = 0; i < 30; ++i)
            scene->advance(1.0 / 60.0, controls);
        const std::unique_ptr<SceneState> state = scene->save();
        const double then = scene->energyBook()->amount(EnergyLine::air);
        for (int i = 0; i < 30; ++i)
            scene->advance(1.0 / 60.0, controls);
        const double later = scene->energyBook()->amount(EnergyLine::air);
        CHECK(later > then);
        scene->restore(*state);
        CHECK(scene->energyBook()->amount(EnergyLine::air) == then);
        for (int i = 0; i < 30; ++i)
            scene->advance(1.0 / 60.0, controls);
        CHECK(scene->energyBook()->amount(EnergyLine::air) == later);
        scene->reset();
        CHECK(scene->energyBook()->throughput() == 0.0);
        scene->advance(1.0 / 60.0, {});
        CHECK(relativeImbalance(*scene) < 1e-12);
    }
}

TEST_CASE("the pendulum's integrators make the energy that theory says")
{
    // About its point of rest the free sphere bounces with the energy k b^2/2, b = m g/k; z = w h. What a step makes of
    // it is known in closed form for each method (as in the scene's check).
    const double b = 9.81 / 8.0;
    const double start = 0.5 * 8.0 * b * b;
    const double z = std::sqrt(8.0) / 60.0;
    const double theta = 2.0 * std::asin(0.5 * z);
    const auto made = [](const char* integrator, EnergyLine line)
    {
        const std::unique_ptr<Scene> scene = makeScene("spring_pendulum");
        setIfThere(*scene, "auto_steps", "false");
        scene->parameters().set("integrator", integrator);
        scene->parameters().set("spring_friction", "0");
        scene->parameters().set("medium_drag", "0");
        scene->reset();
        for (int i = 0; i < 300; ++i)
            scene->advance(1.0 / 60.0, {});
        CHECK(relativeImbalance(*scene) < 1e-12);
        CHECK(momentumImbalance(*scene) < 1e-12);
        return scene->energyBook()->amount(line);
    };
    CHECK(made("forward_euler", EnergyLine::integrator) == Approx(start * (std::pow(1.0 + z * z, 300) - 1.0)));
    CHECK(made("runge_kutta_4", EnergyLine::integrator) ==
          Approx(start * (std::pow(1.0 - std::pow(z, 6) / 72.0 + std::pow(z, 8) / 576.0, 300) - 1.0)).epsilon(1e-6));
    CHECK(std::abs(made("implicit_midpoint", EnergyLine::integrator)) < 1e-11 * start);
    CHECK(made("velocity_verlet", EnergyLine::integrator) ==
          Approx(start * (-0.25 * z * z * std::pow(std::sin(300.0 * theta), 2))).epsilon(1e-6));
    CHECK(made("forward_euler", EnergyLine::sway) == 0.0);

    // Semi-implicit Euler keeps x^2 + (v/w)^2 - z x v/w; its sway is z x v/w too, but for what is of order z^2.
    const double sway = made("semi_implicit_euler", EnergyLine::sway);
    CHECK(std::abs(sway) < 0.5 * z * start);
    CHECK(std::abs(made("semi_implicit_euler", EnergyLine::integrator)) < 0.25 * z * z * start);
}

TEST_CASE("with friction and a moving cube Runge-Kutta's own energy stays far below what is lost")
{
    const std::unique_ptr<Scene> scene = makeScene("spring_pendulum");
    setIfThere(*scene, "auto_steps", "false");
    scene->parameters().set("integrator", "runge_kutta_4");
    scene->reset();
    Controls controls;
    controls.direction = {1.0, 0.3, -0.5};
    for (int i = 0; i < 120; ++i)
        scene->advance(1.0 / 60.0, controls);
    const EnergyBook book = *scene->energyBook();
    CHECK(book.amount(EnergyLine::air) > 1.0);
    CHECK(book.amount(EnergyLine::connection) > 1.0);
    CHECK(book.amount(EnergyLine::spring_friction) > 0.1);
    CHECK(std::abs(book.amount(EnergyLine::integrator)) < 1e-6 * book.throughput());
}

TEST_CASE("the books of the scenes of rods balance, and each line and form of them is a diagnostic", "[rod]")
{
    for (const std::string_view id : {"cantilever", "twist", "capstan", "real_rope"})
    {
        INFO(id);
        const std::unique_ptr<Scene> scene = makeScene(id);
        for (int tick = 0; tick < 30; ++tick)
        {
            Controls controls;
            if (tick > 5 && tick < 20)
                controls.direction = {0.5, 0.3, -0.5};
            if (tick > 10 && tick < 15 && id != "capstan")
                controls.grab = Controls::Grab{0, 20, {0.2, 0.3, 0.1}};
            if (tick == 20)
                scene->parameters().set("gravity", "0.5,-7,0.1");
            scene->advance(1.0 / 60.0, controls);
        }
        CHECK(relativeImbalance(*scene) < 1e-11);
        CHECK(momentumImbalance(*scene) < 1e-10);
        const EnergyBook book = *scene->energyBook();
        double change = 0.0;
        double start = 0.0;
        for (std::size_t i = 0; i < book.lines.size(); ++i)
            if (!book.unused[i])
            {
                const double amount = diagnostic(*scene, rope::energyLines[i].name);
                CHECK(amount == Approx(book.amount(static_cast<EnergyLine>(i))).margin(1e-12));
                change += rope::energyLines[i].loss ? -amount : amount;
            }
        for (std::size_t i = 0; i < book.now.size(); ++i)
        {
            start += book.start[i];
            if (book.has(static_cast<rope::EnergyForm>(i)))
                CHECK(diagnostic(*scene, rope::energyForms[i].name) == Approx(book.now[i]).margin(1e-15));
        }
        CHECK(diagnostic(*scene, "total_energy") == Approx(start + change).epsilon(1e-9));
        // Blows and steps take energy.
        CHECK(book.amount(EnergyLine::contact_absorption) - book.amount(EnergyLine::integrator) > 0.0);
        CHECK(book.amount(EnergyLine::air) > 0.0);
    }
}
