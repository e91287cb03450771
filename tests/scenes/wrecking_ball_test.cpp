#include "catch.hpp"

#include "scenes/scene.hpp"
#include "scenes/wrecking_ball/wrecking_ball.hpp"

#include <rope/rope_settings.hpp>

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

using namespace ropewalk;

namespace
{

double diagnostic(const Scene& scene, const char* name)
{
    return scene.diagnostics().find(name)->value();
}

void advance(Scene& scene, int ticks, const Controls& controls = {})
{
    for (int i = 0; i < ticks; ++i)
        scene.advance(1.0 / 60.0, controls);
}

std::unique_ptr<Scene> hangingBall()
{
    std::unique_ptr<Scene> scene = makeScene("wrecking_ball");
    scene->parameters().set("start_angle", "0");
    scene->reset();
    return scene;
}

} // namespace

TEST_CASE("rope, ball and stack agree with mechanics", "[check][wrecking ball]")
{
    for (const CheckRow& row : makeScene("wrecking_ball")->check())
    {
        CAPTURE(row.quantity, row.expected, row.got);
        CHECK(row.passed());
    }
}

TEST_CASE("the ball swings into the stack, with the same bits every time", "[wrecking ball]")
{
    const std::unique_ptr<Scene> first = makeScene("wrecking_ball");
    const std::unique_ptr<Scene> second = makeScene("wrecking_ball");
    Controls push;
    push.direction = Vec3(1.0, 0.5, 1.0);
    for (Scene* scene : {first.get(), second.get()})
    {
        advance(*scene, 80);
        advance(*scene, 20, push);
    }
    const auto same = [&]
    {
        for (std::size_t i = 0; i < first->massCount(); ++i)
            if (first->massRow(i) != second->massRow(i))
                return false;
        return true;
    };
    const std::unique_ptr<SceneState> moment = first->save();
    advance(*first, 40);
    advance(*second, 40);
    CHECK(same());
    CHECK(diagnostic(*first, "fallen_boxes") >= 3.0);
    first->restore(*moment);
    CHECK_FALSE(same());
    advance(*first, 40);
    CHECK(same());
    CHECK_FALSE(first->divergence());
    for (std::size_t i = 0; i < first->massCount(); ++i)
    {
        CHECK(first->massRow(i)[2] == 0.0); // the rope stays in its plane although the keys pull out of it
        CHECK(first->massRow(i)[5] == 0.0);
    }
}

TEST_CASE("a ball at rest stays at rest, however heavy", "[wrecking ball]")
{
    const double ballMass = GENERATE(5.0, 50.0, 500.0, 5000.0);
    CAPTURE(ballMass);
    WreckingBallSettings settings;
    settings.ballMass = ballMass;
    settings.startAngle = 0.0;
    WreckingBall sim(settings);
    // N = 31 masses: ((N-1) m + M) g and (m N (N-1)/2 + (N-1) M) g / k.
    const double tension = (30.0 * settings.mass + ballMass) * 9.81;
    const double stretch = (settings.mass * 31.0 * 30.0 / 2.0 + 30.0 * ballMass) * 9.81 / settings.springConstant;
    for (int i = 0; i < 60; ++i)
        sim.advance(1.0 / 60.0);
    CHECK(sim.rope().tension(0) == Approx(tension).epsilon(1e-9));
    CHECK(sim.rope().length() - sim.rope().restLength() == Approx(stretch).epsilon(1e-9));
    CHECK(glm::length(sim.bodies().bodies()[WreckingBall::ball].velocity) < 1e-9);
    CHECK(sim.fallenCount() == 0);
    CHECK(settings.maxDt < sim.stepLimits().stable);
}

TEST_CASE("the step limit holds for a light ball and a heavy one", "[wrecking ball]")
{
    const double ballMass = GENERATE(5.0, 50.0, 500.0);
    CAPTURE(ballMass);
    WreckingBallSettings settings;
    settings.ballMass = ballMass;
    settings.startAngle = 0.0;
    settings.stackRows = 0;
    const double limit = WreckingBall(settings).stepLimits().stable;
    const double tension = (30.0 * settings.mass + ballMass) * 9.81;
    const auto largestDeviation = [&](double dt)
    {
        WreckingBall sim(settings);
        sim.setConnectionVelocity({0.0, 1e-6});
        sim.step(dt);
        sim.setConnectionVelocity({0.0, 0.0});
        double largest = 0.0;
        for (int i = 0; i < 4000; ++i)
        {
            sim.step(dt);
            largest = std::max(largest, std::abs(sim.rope().tension(0) - tension));
        }
        return largest;
    };
    // The push stretches the first spring by v dt: k v dt = 0.0006 N at the start. At h = 1.01 of the limit w h = 2.02
    // and the fastest mode grows by exp(acosh((w h)^2 / 2 - 1)) = exp(0.28) a step.
    CHECK(largestDeviation(limit) < 0.01);
    CHECK(largestDeviation(1.01 * limit) > 1000.0);
}

TEST_CASE("without contacts, ball and rope are the rope with a load", "[wrecking ball]")
{
    WreckingBallSettings settings;
    settings.stackRows = 0;
    WreckingBall sim(settings);
    rope::RopeSimulation alone(settings.ropeSettings());
    std::vector<Vec3> positions;
    for (const rope::Mass& mass : sim.rope().masses())
        positions.push_back(mass.position);
    alone.layOut(positions);
    alone.setLoad(settings.ballMass);
    for (int i = 0; i < 4000; ++i)
    {
        sim.step(settings.maxDt);
        alone.step(settings.maxDt);
    }
    for (std::size_t i = 0; i < positions.size(); ++i)
        CHECK(glm::distance(sim.rope().masses()[i].position, alone.masses()[i].position) < 1e-9);
}

TEST_CASE("an elastic ball without losses keeps its energy", "[wrecking ball]")
{
    WreckingBallSettings settings;
    settings.springFriction = settings.airFriction = settings.friction = 0.0;
    settings.restitution = 1.0;
    settings.stackRows = 0;
    WreckingBall sim(settings);
    const double start = sim.totalEnergy();
    double worst = 0.0;
    for (int i = 0; i < 300; ++i)
    {
        sim.advance(1.0 / 60.0);
        worst = std::max(worst, std::abs(sim.totalEnergy() - start));
    }
    // Semi-implicit Euler sways by a part of the order of its step and does not drift: 0.2 % of M g times the rope's
    // 6 m.
    CHECK(worst < 2e-3 * 300.0 * 9.81 * 6.0);
}

TEST_CASE("crane, mouse and constants move the ball while it hangs", "[wrecking ball]")
{
    const std::unique_ptr<Scene> scene = hangingBall();
    const std::size_t ball = 30; // the last mass of the rope

    SECTION("the crane lifts it")
    {
        Controls up;
        up.direction = Vec3(0.0, 1.0, 0.0);
        const double y = diagnostic(*scene, "ball_y");
        advance(*scene, 60, up);
        CHECK(diagnostic(*scene, "ball_y") == Approx(y + 3.0).margin(0.3));
        CHECK(scene->massRow(0)[1] > y + 3.0);
    }
    SECTION("the mouse pulls it aside, by its body or by the last mass of the rope")
    {
        const auto [polyline, identity] = GENERATE(std::pair(std::size_t{4}, 0), std::pair(std::size_t{0}, 30));
        Controls pull;
        pull.grab = Controls::Grab{polyline, identity, Vec3(-2.0, 2.5, 0.5)};
        advance(*scene, 120, pull);
        CHECK(scene->massRow(ball)[0] == Approx(-2.0).margin(0.1));
        CHECK(scene->massRow(ball)[1] == Approx(2.5).margin(0.1));
        Snapshot snapshot;
        scene->fill(snapshot);
        CHECK(snapshot.markers.size() == 3);
        CHECK_FALSE(scene->divergence());
    }
    SECTION("the mouse lifts it: the grab bears its weight")
    {
        const double y = scene->massRow(ball)[1];
        Controls pull;
        pull.grab = Controls::Grab{4, 0, Vec3(0.2, y + 0.5, 0.0)}; // aside: a rope that is straight bears it as a pole
        advance(*scene, 240, pull);
        CHECK(scene->massRow(ball)[1] == Approx(y + 0.5).margin(0.01));
    }
    SECTION("the mouse lifts the rope with the ball on it, as far as the rope reaches")
    {
        const Vec3 at{scene->massRow(15)[0], scene->massRow(15)[1], 0.0};
        Controls pull;
        pull.grab = Controls::Grab{0, 15, at + Vec3(0.5, 1.0, 0.0)};
        advance(*scene, 180, pull);
        CHECK(scene->massRow(15)[0] == Approx(at.x + 0.5).margin(1e-4));
        CHECK(scene->massRow(15)[1] == Approx(at.y + 1.0).margin(1e-4));
        pull.grab->target = at + Vec3(100.0, 0.0, 0.0);
        advance(*scene, 300, pull);
        const Vec3 tip{scene->massRow(0)[0], scene->massRow(0)[1], 0.0};
        CHECK(glm::distance(Vec3(scene->massRow(15)[0], scene->massRow(15)[1], 0.0), tip) ==
              Approx(1.02 * 0.2 * 15).epsilon(1e-3)); // segments of 0.2 m
        CHECK_FALSE(scene->divergence());
        const double y = scene->massRow(15)[1];
        advance(*scene, 60);
        CHECK(scene->massRow(15)[1] < y - 0.2); // let go, it falls
        CHECK_FALSE(scene->divergence());
    }
    SECTION("the mouse takes a box")
    {
        // Four polylines come before the bodies, ball and ground before the boxes, four rows of 3 below the top row.
        Controls pull;
        pull.grab = Controls::Grab{4, 2 + 12, Vec3(5.0, 5.0, 0.0)};
        advance(*scene, 240, pull);
        CHECK(diagnostic(*scene, "fallen_boxes") >= 1.0);
        CHECK(scene->massRow(ball + 2 + 12)[0] == Approx(5.0).margin(0.1));
    }
    SECTION("it grows heavier")
    {
        const double before = diagnostic(*scene, "top_tension");
        scene->parameters().set("ball_mass", "600");
        scene->parameters().set("air_friction", "100");
        advance(*scene, 900);
        // The ball's mass was 300 kg.
        CHECK(diagnostic(*scene, "top_tension") - before == Approx(300.0 * 9.81).margin(1e-2));
    }
    SECTION("another stack is laid out at once")
    {
        scene->parameters().set("stack_rows", "2");
        scene->parameters().set("stack_columns", "4");
        advance(*scene, 1);
        CHECK(scene->massCount() == 31 + 1 + 8); // rope, ground, 2 x 4 boxes
    }
}

TEST_CASE("the snapshot shows rope, ball, boxes and crane where they are", "[wrecking ball]")
{
    const std::unique_ptr<Scene> scene = makeScene("wrecking_ball");
    advance(*scene, 30);
    Snapshot snapshot;
    scene->fill(snapshot);
    REQUIRE(snapshot.polylines[0].points.size() == 31);
    CHECK(snapshot.polylines[0].grabbable);
    CHECK(std::none_of(snapshot.polylines.begin() + 1, snapshot.polylines.end(),
                       [](const Polyline& line) { return line.grabbable; }));
    REQUIRE(snapshot.planarShapes.size() >= 1 + 15); // ball, 5 x 3 boxes, and the crane
    CHECK(std::none_of(snapshot.planarShapes.begin(), snapshot.planarShapes.begin() + 16,
                       [](const PlanarShape& shape) { return shape.fixed; }));
    CHECK(std::all_of(snapshot.planarShapes.begin() + 16, snapshot.planarShapes.end(),
                      [](const PlanarShape& shape) { return shape.fixed; }));
    const PlanarShape& ball = snapshot.planarShapes[0];
    CHECK(ball.radius == Approx(0.45f));
    CHECK(ball.position.x == snapshot.polylines[0].points.back().x);
    CHECK(ball.position.y == snapshot.polylines[0].points.back().y);
    CHECK(ball.material == Material::steel);
    // 0.5 kg on 0.2 m of a wire rope of 3989.7 kg/m3 times the square of its diameter: 25 mm.
    CHECK(2.0f * snapshot.polylines[0].radius == Approx(std::sqrt(2.5 / 3989.7)).epsilon(1e-5));

    // The rope comes down from the right side of the head's wheel.
    const PlanarShape& wheel = snapshot.planarShapes.back();
    const float radius = snapshot.outlines[wheel.firstVertex].x;
    CHECK(wheel.position.x + radius == Approx(snapshot.polylines[0].points.front().x).margin(1e-5));
    CHECK(wheel.position.y == Approx(snapshot.polylines[0].points.front().y).margin(1e-5));
    // The three legs of the sling end on the ball, above its middle.
    REQUIRE(snapshot.solids.size() == 3);
    for (const SpatialShape& lug : snapshot.solids)
        CHECK(glm::distance(lug.position, glm::vec3(ball.position, 0.0f)) == Approx(0.45f).margin(1e-5));
}

TEST_CASE("boxes are of what is as dense as they are", "[wrecking ball]")
{
    // 0.6 m: 20 kg are 93 kg/m3, an empty crate; 400 kg are 1850 kg/m3, bricks; 500 kg are 2310 kg/m3, concrete.
    for (const auto& [mass, material] :
         {std::pair("20", Material::wood), std::pair("400", Material::brick), std::pair("500", Material::concrete)})
    {
        const std::unique_ptr<Scene> scene = makeScene("wrecking_ball");
        scene->parameters().set("box_mass", mass);
        scene->reset();
        Snapshot snapshot;
        scene->fill(snapshot);
        CHECK(snapshot.planarShapes[1].material == material);
    }
}

TEST_CASE("a divergence beyond the stable step names both steps", "[wrecking ball]")
{
    const std::unique_ptr<Scene> scene = makeScene("wrecking_ball");
    // (-C + sqrt(C^2 + 4 K m)) / K with K = 4 k and C = 4 c + b, the bound of a long chain.
    CHECK(scene->stableStep() == Approx(0.000614).margin(1e-6));
    scene->parameters().set("max_dt", "0.002");
    advance(*scene, 60);
    CHECK_FALSE(scene->divergence()); // auto_steps keeps the step within it
    scene->parameters().set("auto_steps", "false");
    for (int i = 0; i < 300 && !scene->divergence(); ++i)
        advance(*scene, 1);
    REQUIRE(scene->divergence());
    CHECK(scene->divergence()->text.find("is beyond the stable 0.61") != std::string::npos);
}
