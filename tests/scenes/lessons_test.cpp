#include "catch.hpp"

#include "scenes/hosts.hpp"

#include <rope/deployment.hpp>

#include <cmath>
#include <string>

using rope::DeploymentSettings;
using rope::DeploymentSimulation;
using ropewalk::Controls;
using ropewalk::Scene;

namespace
{

/// A scene advanced by `steps` ticks of its longest step.
std::unique_ptr<Scene> advanced(const std::string& id, double tick, int steps)
{
    std::unique_ptr<Scene> scene = ropewalk::makeScene(id);
    for (int i = 0; i < steps; ++i)
        scene->advance(tick, Controls{});
    return scene;
}

double diagnostic(const Scene& scene, std::string_view name)
{
    return scene.diagnostics().find(name)->value();
}

} // namespace

TEST_CASE("every scene agrees with theory", "[check]")
{
    for (const ropewalk::SceneEntry& entry : ropewalk::scenes())
    {
        CAPTURE(entry.info.id);
        const std::vector<ropewalk::CheckRow> rows = entry.make()->check();
        CHECK_FALSE(rows.empty());
        for (const ropewalk::CheckRow& row : rows)
        {
            CAPTURE(row.quantity, row.expected, row.got, row.tolerance);
            CHECK(row.passed());
        }
    }
}

TEST_CASE("two runs of every scene with the same input give the same bits", "[check]")
{
    const auto run = [](const ropewalk::SceneEntry& entry)
    {
        const std::unique_ptr<Scene> scene = entry.make();
        if (const auto size = ropewalk::sizeParameterOf(*scene))
        {
            // Big enough for every thread to get its share.
            scene->parameters().set(size->name, "200");
            scene->reset();
        }
        std::vector<double> state;
        Controls controls;
        for (int i = 0; i < 45; ++i)
        {
            controls.direction = i < 20 ? rope::Vec3(1.0, 0.5, 0.0) : rope::Vec3(0.0);
            scene->advance(1.0 / 60.0, controls);
        }
        for (std::size_t i = 0; i < scene->massCount(); ++i)
            for (const double value : scene->massRow(i))
                state.push_back(value);
        return state;
    };
    for (const ropewalk::SceneEntry& entry : ropewalk::scenes())
    {
        CAPTURE(entry.info.id);
        CHECK(run(entry) == run(entry));
    }
}

TEST_CASE("the elementary simulations follow the discrete solution of the integrator", "[elementary]")
{
    const double h = 0.1;
    for (const int n : {1, 2, 5, 10, 20, 30, 50, 100})
    {
        CAPTURE(n);
        CHECK(diagnostic(*advanced("constant_velocity", h, n), "x") == Approx(n * h).margin(1e-12));

        const std::unique_ptr<Scene> thrown = advanced("gravity", h, n);
        CHECK(diagnostic(*thrown, "x") == Approx(-10.0 + 10.0 * n * h).margin(1e-12));
        CHECK(diagnostic(*thrown, "y") == Approx(15.0 * n * h - 9.81 * h * h * n * (n + 1) / 2.0).margin(1e-11));

        const double theta = 2.0 * std::asin(std::sqrt(2.0) * h / 2.0);
        CHECK(diagnostic(*advanced("mass_spring", h, n), "x") ==
              Approx(10.0 * std::cos(theta * (n + 0.5)) / std::cos(theta / 2.0)).margin(1e-12));
    }
}

TEST_CASE("the error of the elementary simulations halves with the step", "[elementary]")
{
    for (const char* id : {"gravity", "mass_spring"})
    {
        CAPTURE(id);
        const double coarse = diagnostic(*advanced(id, 0.002, 500), "error");
        const double fine = diagnostic(*advanced(id, 0.001, 1000), "error");
        CHECK(coarse / fine == Approx(2.0).epsilon(0.01));
    }
}

TEST_CASE("no elementary simulation has an error before its first step", "[elementary]")
{
    for (const char* id : {"constant_velocity", "gravity", "mass_spring"})
    {
        CAPTURE(id);
        CHECK(diagnostic(*advanced(id, 0.002, 0), "error") == 0.0);
        CHECK(diagnostic(*advanced(id, 0.002, 1), "error") < 1e-3);
    }
}

TEST_CASE("the deployed thread follows the independent computation", "[deployment]")
{
    struct Row
    {
        rope::Insertion insertion;
        rope::EulerMethod method;
        double time;
        double y;
        double z;
        double tolerance;
    };
    using rope::EulerMethod;
    using rope::Insertion;
    const Row row =
        GENERATE(Row{Insertion::consistent, EulerMethod::semi_implicit_euler, 0.25, 19.709445, 19.505328, 2e-6},
                 Row{Insertion::consistent, EulerMethod::semi_implicit_euler, 1.0, 18.344461, 19.687780, 2e-6},
                 Row{Insertion::consistent, EulerMethod::semi_implicit_euler, 3.0, 12.964071, 19.639708, 2e-5},
                 Row{Insertion::article, EulerMethod::semi_implicit_euler, 0.5, 19.041699, 20.186438, 2e-6},
                 Row{Insertion::article, EulerMethod::semi_implicit_euler, 2.0, 15.704703, 20.564338, 2e-5},
                 Row{Insertion::article, EulerMethod::forward_euler, 1.0, 17.870008, 19.280213, 2e-6});
    DeploymentSettings settings;
    settings.insertion = row.insertion;
    settings.integrator = row.method;
    DeploymentSimulation sim(settings);
    for (long i = std::lround(row.time / settings.maxDt); i > 0; --i)
        sim.step(settings.maxDt);
    CAPTURE(row.time);
    CHECK(sim.masses().back().position.y == Approx(row.y).margin(row.tolerance));
    CHECK(sim.masses().back().position.z == Approx(row.z).margin(row.tolerance));
    CHECK(sim.restLength() == Approx(settings.segmentLength() + 0.1 + 1.5 * row.time).margin(1e-9));
}

TEST_CASE("masses come out as the article's rule says, until all are out", "[deployment]")
{
    // The q-th insertion is at (q L - 0.1 m) / 1.5 m/s.
    DeploymentSettings settings;
    settings.insertion = rope::Insertion::article;
    DeploymentSimulation sim(settings);
    int step = 0;
    for (const auto& [time, count] : {std::pair(0.28, 2), std::pair(0.29, 3), std::pair(0.5, 3), std::pair(1.0, 5),
                                      std::pair(3.0, 10), std::pair(6.18, 19), std::pair(6.2, 20), std::pair(7.0, 20)})
    {
        for (; step < std::lround(time / settings.maxDt); ++step)
            sim.step(settings.maxDt);
        CAPTURE(time);
        CHECK(sim.masses().size() - 1 == static_cast<std::size_t>(count));
    }
    CHECK(sim.restLength() == Approx(10.0).margin(1e-9));
}

TEST_CASE("when all of the thread is out, it is what its constants say, and the last mass makes no jump",
          "[deployment]")
{
    const auto [count, total, first] =
        GENERATE(table<int, double, double>({{20, 10.0, 0.1}, {20, 10.0, 0.4}, {5, 2.0, 0.01}, {3, 3.0, 0.2}}));
    DeploymentSettings settings;
    settings.maxMassCount = count;
    settings.totalLength = total;
    settings.initialAnchorSegment = first;
    CAPTURE(count, total, first);
    DeploymentSimulation sim(settings);
    // The first segment grows until a whole one and `first` are out, or a segment and a half if that is less.
    const double dt = 1e-5;
    double largestChange = 0.0; // of the tension, by a step without an insertion
    double lastJump = 0.0;      // by the last insertion
    for (double left = total / settings.deploymentSpeed + 0.1; left > 0.0; left -= dt)
    {
        const std::size_t before = sim.masses().size();
        const double tension = sim.tension(0);
        sim.step(dt);
        const double change = std::abs(sim.tension(0) - tension);
        if (sim.masses().size() != before)
            lastJump = change;
        else if (sim.masses().size() + 1 >= static_cast<std::size_t>(count))
            largestChange = std::max(largestChange, change);
    }
    CHECK(sim.masses().size() == static_cast<std::size_t>(count) + 1); // with the anchor
    CHECK(settings.mass() * count == Approx(settings.totalMass).epsilon(1e-12));
    CHECK(sim.restLength() == Approx(total).epsilon(1e-9));
    CHECK(sim.springs().front().restLength == Approx(first).epsilon(1e-9));
    CHECK(lastJump <= largestChange); // as small as in any other step

    // It stays like that where the reel stops, and goes in again by the same rule.
    settings.deploymentSpeed = 0.0;
    sim.setSettings(settings);
    for (int i = 0; i < 1000; ++i)
        sim.step(1e-4);
    CHECK(sim.masses().size() == static_cast<std::size_t>(count) + 1);
    settings.deploymentSpeed = -1.0;
    sim.setSettings(settings);
    for (int i = 0; i < 3000; ++i)
        sim.step(1e-4);
    CHECK(sim.restLength() == Approx(total - 0.3).epsilon(1e-9));
    CHECK(sim.masses().size() < static_cast<std::size_t>(count) + 1);
}

TEST_CASE("forward Euler's step limit of the deployed thread is the article's trap", "[deployment]")
{
    DeploymentSettings settings;
    settings.insertion = rope::Insertion::article;
    DeploymentSimulation sim(settings);
    for (int i = 0; i < 65'000; ++i)
        sim.step(settings.maxDt);
    settings.integrator = rope::EulerMethod::forward_euler;
    sim.setSettings(settings);
    // gamma / w^2, gamma = -ln 0.9, w^2 = 4 k/m at most; what is bent and not endless vibrates a little slower.
    CHECK(rope::worstStepLimits(settings, 1.0).stable == Approx(1.317e-4).epsilon(1e-3));
    CHECK(sim.stableStep() > 1.317e-4);
    CHECK(sim.stableStep() < 1.04 * 1.317e-4);
}
