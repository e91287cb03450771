#include "scenes/scene.hpp"

#include "catch.hpp"

#include <rope/fixed_timestep.hpp>

#include <glm/geometric.hpp>

#include <algorithm>
#include <string>
#include <variant>

using namespace ropewalk;

namespace
{

constexpr double tick = rope::FixedTimestep::usualTick;

Snapshot seen(const Scene& scene)
{
    Snapshot snapshot;
    scene.fill(snapshot);
    return snapshot;
}

std::unique_ptr<Scene> small(std::string_view id)
{
    std::unique_ptr<Scene> scene = makeScene(id);
    if (id == "million")
        scene->parameters().set("rope_count", "50");
    return scene;
}

Controls pulling(std::size_t handle, const Vec3& target)
{
    Controls controls;
    controls.pull = Controls::Pull{handle, target};
    return controls;
}

} // namespace

TEST_CASE("every handle goes where the mouse pulls it, no faster than a hand", "[mouse]")
{
    const auto [id, handle] = GENERATE(table<const char*, std::size_t>({{"rope", 0},
                                                                        {"cloth", 0},
                                                                        {"cloth", 1},
                                                                        {"spring_pendulum", 0},
                                                                        {"wrecking_ball", 0},
                                                                        {"deployment", 0},
                                                                        {"weightless_deployment", 0},
                                                                        {"race", 3},
                                                                        {"cantilever", 0},
                                                                        {"real_rope", 0},
                                                                        {"million", 0}}));
    CAPTURE(id, handle);
    const auto scene = small(id);
    scene->advance(tick, {});
    REQUIRE(seen(*scene).handles.size() > handle);
    const auto at = [&, index = handle] { return Vec3(seen(*scene).handles[index].position); };

    const Vec3 start = at();
    const Vec3 target = start + Vec3(0.5, 0.25, 0.0);
    // What is left of the way shrinks to two thirds a tick: (2/3)^60 of 0.56 m is 2e-11 m.
    for (int i = 0; i < 60; ++i)
        scene->advance(tick, pulling(handle, target));
    CHECK(glm::distance(at(), target) < 1e-4); // the snapshot is in single precision
    CHECK_FALSE(scene->divergence());

    const Vec3 before = at();
    scene->advance(tick, pulling(handle, target + Vec3(1000.0, 0.0, 0.0)));
    const double way = glm::distance(at(), before);
    CHECK(way > 0.1);
    CHECK(way < 10.0 * tick + 1e-3);
    CHECK_FALSE(scene->divergence());

    const Vec3 released = at();
    scene->advance(tick, {});
    CHECK(glm::distance(at(), released) < 0.05); // a corner of the cloth comes after the other
}

TEST_CASE("a handle that a constant places names a vector of its scene", "[mouse]")
{
    const auto rope = makeScene("rope");
    rope->parameters().set("pin_free_end", "true");
    rope->advance(tick, {});
    const Snapshot pinned = seen(*rope);
    REQUIRE(pinned.handles.size() == 2);
    CHECK(pinned.handles[1].position == pinned.polylines[0].points.back());
    const auto spring = makeScene("mass_spring");
    const Snapshot hung = seen(*spring);
    REQUIRE(hung.handles.size() == 1);
    for (const auto& [scene, name] :
         {std::pair(rope.get(), pinned.handles[1].parameter), std::pair(spring.get(), hung.handles[0].parameter)})
    {
        const rope::Parameter* row = std::as_const(scene->parameters()).find(name);
        REQUIRE(row != nullptr);
        CHECK(std::holds_alternative<Vec3>(row->value()));
    }
}

TEST_CASE("the books count the work of a mouse that pulls the rope's end", "[mouse][books]")
{
    const char* integrator = GENERATE("semi_implicit_euler", "implicit_euler", "energy_momentum");
    CAPTURE(integrator);
    const auto scene = makeScene("rope");
    scene->parameters().set("integrator", integrator);
    scene->parameters().set("ground_height", "-100");
    for (int i = 0; i < 60; ++i)
        scene->advance(tick, pulling(0, {1.0, 2.0, 0.5}));
    const rope::EnergyBook book = *scene->energyBook();
    CHECK(book.gained(rope::EnergyLine::connection) > 10.0); // it carries 4 kg at least a quarter of a metre up
    CHECK(std::abs(book.imbalance()) < 1e-9 * book.throughput());
}

TEST_CASE("the books count the work of a mouse that pulls the anchor of a thread", "[mouse][books]")
{
    const char* integrator = GENERATE("semi_implicit_euler", "forward_euler");
    CAPTURE(integrator);
    const auto scene = makeScene("deployment");
    scene->parameters().set("integrator", integrator);
    scene->reset();
    for (int i = 0; i < 120; ++i)
        scene->advance(tick, {});
    const Vec3 anchor(seen(*scene).handles[0].position);
    const double masses = static_cast<double>(scene->massCount());
    for (int i = 0; i < 240; ++i)
        scene->advance(tick, pulling(0, anchor + Vec3(0.0, 3.0, 0.0)));
    const rope::EnergyBook book = *scene->energyBook();
    // 0.1 kg each, the anchor too, by 3 m: a part of the thread is still swinging up.
    CHECK(book.gained(rope::EnergyLine::connection) > 0.5 * masses * 0.1 * 9.81 * 3.0);
    CHECK(std::abs(book.imbalance()) < 1e-9 * book.throughput());
    const rope::MomentumBook momentum = *scene->momentumBook();
    CHECK(glm::length(momentum.linear.imbalance()) < 1e-9 * momentum.linear.throughput());
    CHECK(glm::length(momentum.angular.imbalance()) < 1e-9 * momentum.angular.throughput());
    CHECK_FALSE(scene->divergence());
}

TEST_CASE("what is pulled while time stands goes there and rests, and the books balance", "[mouse][pose]")
{
    const char* id = GENERATE("rope", "cloth", "spring_pendulum");
    CAPTURE(id);
    const auto scene = makeScene(id);
    REQUIRE(scene->canPose());
    for (int i = 0; i < 30; ++i)
        scene->advance(tick, {}); // in motion
    const double time = scene->time();
    const Vec3 target = Vec3(seen(*scene).handles[0].position) + Vec3(-0.3, 0.4, 0.2);
    Controls controls = pulling(0, target);
    controls.posing = true;
    for (int i = 0; i < 60; ++i)
        scene->advance(Controls::poseSeconds * tick, controls);

    CHECK(scene->time() == time);
    CHECK(glm::distance(Vec3(seen(*scene).handles[0].position), target) < 1e-3);
    CHECK_FALSE(scene->divergence());
    for (std::size_t mass = 0; mass < scene->massCount(); ++mass)
    {
        const std::vector<double> row = scene->massRow(mass);
        CHECK(glm::length(Vec3(row[3], row[4], row[5])) == 0.0);
    }
    if (const auto book = scene->energyBook())
        CHECK(std::abs(book->imbalance()) < 1e-9 * book->throughput());

    for (int i = 0; i < 120; ++i)
    {
        scene->advance(tick, {});
        REQUIRE_FALSE(scene->divergence());
    }
    CHECK(scene->time() == Approx(time + 2.0));
    if (const auto book = scene->energyBook())
        CHECK(std::abs(book->imbalance()) < 1e-9 * book->throughput());
}

TEST_CASE("a pull holds the mass where the mouse is", "[mouse]")
{
    // Of a pull by 1 m, critically damped with w = 10 rad/s or more, (1 + w t) e^(-w t) = 4e-8 m is left after 2 s.
    const auto [id, line, identity, way, left] = GENERATE(table<const char*, std::size_t, int, Vec3, double>(
        {{"spring_pendulum", 0, 1, {1.0, 0.0, 0.0}, 1e-4},
         {"spring_pendulum", 0, 1, {0.0, 1.0, 0.5}, 1e-4},
         {"impulse", 2, 5, {0.0, 0.5, 0.0}, 1e-3},
         // The lead of 4/s takes over what the springs of the cloth keep back: e^-8 of some centimetres.
         {"cloth", 0, 29 * 30 + 15, {0.2, 0.1, 0.2}, 1e-3},
         {"rope", 0, 79, {0.3, 0.1, 0.0}, 5e-3}}));
    CAPTURE(id, identity);
    const auto scene = makeScene(id);
    for (int i = 0; i < 300; ++i)
        scene->advance(tick, {});
    Snapshot before = seen(*scene);
    std::size_t from = line;
    const auto at = [&, index = identity]
    {
        if (std::string_view(scene->info().id) == "impulse")
        {
            for (const PlanarShape& shape : seen(*scene).planarShapes)
                if (shape.identity == index)
                    return Vec3(shape.position.x, shape.position.y, 0.0);
            return Vec3(0.0);
        }
        const std::vector<double> row = scene->massRow(static_cast<std::size_t>(index));
        return Vec3(row[0], row[1], row[2]);
    };
    if (std::string_view(id) == "impulse")
        from = before.polylines.size() + before.surfaces.size();
    Controls controls;
    controls.grab = Controls::Grab{from, identity, at() + way};
    for (int i = 0; i < 120; ++i)
        scene->advance(tick, controls);
    CHECK(glm::distance(at(), controls.grab->target) < left);
    CHECK_FALSE(scene->divergence());
}

TEST_CASE("the cloth follows the mouse", "[mouse][cloth]")
{
    const auto scene = makeScene("cloth");
    for (int i = 0; i < 120; ++i)
        scene->advance(tick, {});
    // The middle of the lower edge, by a third of the cloth's width: it hangs loose enough for that.
    constexpr int mass = 29 * 30 + 15;
    const std::vector<double> row = scene->massRow(mass);
    Controls controls;
    controls.grab = Controls::Grab{0, mass, Vec3(row[0], row[1], row[2]) + Vec3(0.3, 0.2, 0.4)};
    for (int i = 0; i < 90; ++i)
        scene->advance(tick, controls);
    const std::vector<double> now = scene->massRow(mass);
    // Of the weight of 44 N it carries a half at most: 22 N / (1.5 kg (25 rad/s)^2) = 0.023 m.
    CHECK(glm::distance(Vec3(now[0], now[1], now[2]), controls.grab->target) < 0.04);

    // A mouse far beyond what the cloth can reach, let go after that, does not make it explode.
    controls.grab->target = {40.0, 30.0, 20.0};
    for (int i = 0; i < 180; ++i)
    {
        scene->advance(tick, i < 120 ? controls : Controls{});
        REQUIRE_FALSE(scene->divergence());
    }
}

TEST_CASE("a cantilever that the mouse pulls while its weight hangs is marked where it is drawn", "[mouse][rod]")
{
    const auto scene = makeScene("cantilever");
    scene->parameters().set("tip_load", "0.5");
    Controls controls;
    constexpr int mass = 20;
    controls.grab = Controls::Grab{0, mass, {0.5, 0.2, 0.0}};
    for (int i = 0; i < 10; ++i)
        scene->advance(tick, controls);
    const Snapshot now = seen(*scene);
    const auto grabbed = std::find_if(now.markers.begin(), now.markers.end(),
                                      [](const Marker& marker) { return marker.kind == Marker::Kind::grabbed; });
    REQUIRE(grabbed != now.markers.end());
    CHECK(grabbed->position == now.polylines.front().points[mass]);
}
