#include "scenes/hosts.hpp"

#include "catch.hpp"

#include <algorithm>
#include <cmath>
#include <string>

using namespace ropewalk;

namespace
{

void advance(Scene& scene, int ticks, const Controls& controls = {})
{
    for (int i = 0; i < ticks; ++i)
        scene.advance(1.0 / 60.0, controls);
}

double diagnostic(const Scene& scene, const char* name)
{
    return scene.diagnostics().find(name)->value();
}

} // namespace

TEST_CASE("cloth and spring pendulum agree with theory", "[check]")
{
    for (const char* id : {"cloth", "spring_pendulum"})
        for (const CheckRow& row : makeScene(id)->check())
        {
            CAPTURE(id, row.quantity, row.expected, row.got);
            CHECK(row.passed());
        }
}

TEST_CASE("a saved moment of cloth and pendulum goes on with the same bits", "[save]")
{
    for (const char* id : {"cloth", "spring_pendulum"})
    {
        const auto scene = makeScene(id);
        Controls controls;
        controls.direction = {1.0, 0.5, -0.5};
        controls.grab = Controls::Grab{0, 1, {0.5, -1.0, 1.0}};
        advance(*scene, 20, controls);
        const auto saved = scene->save();
        const std::size_t last = scene->massCount() - 1;
        advance(*scene, 20, controls);
        const auto first = scene->massRow(last);
        advance(*scene, 20);
        scene->restore(*saved);
        advance(*scene, 20, controls);
        CAPTURE(id);
        CHECK(scene->massRow(last) == first);

        scene->reset();
        CHECK(scene->time() == 0.0);
    }
}

TEST_CASE("the snapshot of the cloth: a sheet, its pins, the grab", "[cloth]")
{
    const auto scene = makeScene("cloth");
    Snapshot snapshot;
    scene->fill(snapshot);
    REQUIRE(snapshot.surfaces.size() == 1);
    CHECK(snapshot.surfaces[0].points.size() == 900);
    CHECK(snapshot.markers.size() == 2);

    Controls controls;
    controls.grab = Controls::Grab{0, 450, {0.0, 0.5, 1.0}};
    advance(*scene, 5, controls);
    scene->fill(snapshot);
    CHECK(snapshot.markers.size() == 4);

    scene->parameters().set("pins", "false");
    scene->parameters().set("columns", "7");
    advance(*scene, 1);
    scene->fill(snapshot);
    CHECK(snapshot.surfaces[0].points.size() == 210);
    CHECK(snapshot.markers.empty());
}

TEST_CASE("the mouse moves the corner that it holds, and both together where that is asked", "[cloth]")
{
    const bool together = GENERATE(false, true);
    const auto scene = makeScene("cloth");
    Snapshot before;
    scene->fill(before);
    Controls controls;
    controls.pull = Controls::Pull{1, Vec3(before.handles[1].position) + Vec3(0.3, 0.2, 0.0), together};
    advance(*scene, 120, controls);
    Snapshot after;
    scene->fill(after);
    CHECK(glm::distance(after.handles[1].position, glm::vec3(controls.pull->target)) < 1e-3f);
    const float other = glm::distance(after.handles[0].position, before.handles[0].position);
    CHECK(other == Approx(together ? std::hypot(0.3f, 0.2f) : 0.0f).margin(1e-3));
}

TEST_CASE("the convergence of the relaxation is a curve over the sweeps", "[cloth]")
{
    const auto scene = makeScene("cloth");
    scene->parameters().set("iterations", "25");
    advance(*scene, 60);
    REQUIRE(curvesOf(*scene).size() == 1);
    const std::vector<double> residuals = curvesOf(*scene)[0].values;
    REQUIRE(residuals.size() == 26);
    CHECK(residuals.front() == diagnostic(*scene, "residual_before"));
    CHECK(residuals.back() == diagnostic(*scene, "residual_after"));
    CHECK(residuals.back() < residuals.front());
}

TEST_CASE("a cloth beyond its stable step says so", "[cloth]")
{
    const auto scene = makeScene("cloth");
    scene->parameters().set("constraints", "false");
    scene->parameters().set("structural_stiffness", "5000");
    scene->parameters().set("auto_steps", "false");
    advance(*scene, 1);
    CHECK(scene->stableStep() < scene->longestStep());
    for (int i = 0; i < 300 && !scene->divergence(); ++i)
        advance(*scene, 1);
    REQUIRE(scene->divergence());
    CHECK(scene->divergence()->text.find("beyond the stable") != std::string::npos);
}

TEST_CASE("the energy of the pendulum shows what each integrator does", "[pendulum]")
{
    const auto gained = [](const char* integrator)
    {
        const auto scene = makeScene("spring_pendulum");
        for (const char* friction : {"spring_friction", "medium_drag"})
            scene->parameters().set(friction, "0");
        scene->parameters().set("integrator", integrator);
        scene->parameters().set("auto_steps", "false"); // which would make the steps of forward Euler very short
        scene->reset();
        double least = 0.0;
        double most = 0.0;
        for (int i = 0; i < 600; ++i)
        {
            advance(*scene, 1);
            const double error = diagnostic(*scene, "energy_error");
            least = std::min(least, error);
            most = std::max(most, error);
        }
        return std::pair(least, most);
    };
    // It swings with 6 J about its point of rest.
    CHECK(gained("forward_euler").second > 10.0);
    CHECK(gained("semi_implicit_euler").second < 0.4);
    CHECK(gained("semi_implicit_euler").first > -0.4);
    CHECK(gained("velocity_verlet").second < 0.01);
    CHECK(gained("velocity_verlet").first > -0.01);
    CHECK(gained("runge_kutta_4").first < 0.0);
    CHECK(gained("runge_kutta_4").first > -1e-5);
    CHECK(gained("implicit_midpoint").second < 1e-6);
    CHECK(gained("implicit_midpoint").first > -1e-6);
}

TEST_CASE("the pendulum's cube is dragged while time stands, and its books balance", "[pendulum]")
{
    const auto scene = makeScene("spring_pendulum");
    advance(*scene, 30);
    Controls controls;
    controls.posing = true;
    controls.pull = Controls::Pull{0, {0.5, 5.2, 0.0}};
    const double time = scene->time();
    advance(*scene, 60, controls);
    CHECK(scene->time() == time);
    CHECK(scene->massRow(0)[0] == Approx(0.5).margin(0.01));
    advance(*scene, 30);
    const std::optional<rope::EnergyBook> book = scene->energyBook();
    REQUIRE(book);
    CHECK(std::abs(book->imbalance()) < 1e-10 * book->throughput());
}

TEST_CASE("the cube moves by the keys, the sphere follows the mouse", "[pendulum]")
{
    const auto scene = makeScene("spring_pendulum");
    Controls controls;
    controls.direction = {1.0, 0.0, 0.0};
    advance(*scene, 10, controls);
    CHECK(scene->massRow(0)[0] == Approx(1.0)); // 0.1 m a tick
    CHECK(scene->massRow(0)[1] == Approx(5.0));

    controls.direction = Vec3(0.0);
    controls.grab = Controls::Grab{0, 1, {2.0, 1.0, 0.5}};
    advance(*scene, 300, controls);
    const auto sphere = scene->massRow(1);
    CHECK(std::hypot(sphere[0] - 2.0, sphere[1] - 1.0, sphere[2] - 0.5) < 0.5);

    Snapshot snapshot;
    scene->fill(snapshot);
    CHECK(snapshot.solids[0].kind == SpatialShape::Kind::box);
    CHECK(snapshot.solids[1].kind == SpatialShape::Kind::sphere);
    CHECK(snapshot.polylines[0].points.size() == 2);
}
