#include "app/panels/constants/track_limits.hpp"

#include "catch.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

using namespace ropewalk;

namespace
{

constexpr double tick = 1.0 / 60.0;
constexpr int budget = 500;

/// The stable step [s] of the rope of 79 free masses on its ground: K dt^2 + 2 C dt = 4 m with K = lambda k + k_g and
/// C = lambda c + air friction + absorption, where lambda = 4 cos^2(pi / (2 * 79 + 1)). Absorption brakes only masses
/// that sink: for the stable step it counts half, for the advised one in full.
double limitOnGround(double k, double m, double c, double absorption)
{
    const double lambda = 4.0 * std::pow(std::cos(std::acos(-1.0) / 159.0), 2);
    const double K = lambda * k + 100.0;             // ground_repulsion
    const double C = lambda * c + 0.02 + absorption; // air_friction
    return (-C + std::sqrt(C * C + 4.0 * K * m)) / K;
}

/// The longest step [s] with which whipping does not grow: max(0.6, 6 zeta^(1/4)) / omega, as resonanceStep says.
double resonanceLimit(double k, double m, double c)
{
    const double lambda = 4.0 * std::pow(std::cos(std::acos(-1.0) / 159.0), 2);
    const double omega = std::sqrt(lambda * k / m);
    const double zeta = (lambda * c + 0.02) / (2.0 * m * omega);
    return std::max(0.6, 6.0 * std::pow(zeta, 0.25)) / omega;
}

/// All tracks of a scene, found at once.
TrackLimits tracksOf(Scene& scene)
{
    TrackLimits tracks;
    tracks.work(scene, tick / budget, [] { return 0.0; });
    REQUIRE(tracks.complete());
    return tracks;
}

} // namespace

TEST_CASE("Tracks are coloured from the value on that the formula gives")
{
    const std::unique_ptr<Scene> scene = makeScene("rope");
    scene->parameters().set("mass", "0.005");

    SECTION("where the advised step needs more steps than the budget")
    {
        const TrackLimits tracks = tracksOf(*scene);
        REQUIRE(tracks.parts("spring_constant").size() == 1);
        const TrackPart& stiff = tracks.parts("spring_constant").front();
        CHECK(stiff.kind == TrackPart::slow);
        CHECK(stiff.to == 1.0);
        // auto_steps takes 0.93 of the stable step, or less where whipping limits it.
        CHECK(std::min(0.93 * limitOnGround(stiff.first, 0.005, 0.2, 2.0), resonanceLimit(stiff.first, 0.005, 0.2)) ==
              Approx(tick / budget).epsilon(0.02));

        REQUIRE(tracks.parts("mass").size() == 1);
        const double light = tracks.parts("mass").front().last;
        CHECK(tracks.parts("mass").front().from == 0.0);
        // Steps stay below m / absorption: a longer one would turn round the velocity that the ground absorbs.
        CHECK(std::min(0.93 * limitOnGround(1e4, light, 0.2, 2.0), light / 2.0) == Approx(tick / budget).epsilon(0.02));

        REQUIRE(tracks.parts("max_dt").size() == 1);
        CHECK(tracks.parts("max_dt").front().last == Approx(tick / budget).epsilon(0.02));
        CHECK(tracks.parts("connection_speed").empty());
        CHECK(tracks.parts("ground_height").empty());
    }
    SECTION("where the step is beyond the limit")
    {
        scene->parameters().set("auto_steps", "false");
        scene->parameters().set("mass", "0.05");
        const TrackLimits tracks = tracksOf(*scene);
        REQUIRE(tracks.parts("spring_constant").size() == 1);
        const TrackPart& stiff = tracks.parts("spring_constant").front();
        CHECK(stiff.kind == TrackPart::unstable);
        CHECK(limitOnGround(stiff.first, 0.05, 0.2, 1.0) == Approx(0.002).epsilon(0.02));
        REQUIRE(tracks.parts("spring_friction").size() == 1);
        CHECK(limitOnGround(1e4, 0.05, tracks.parts("spring_friction").front().first, 1.0) ==
              Approx(0.002).epsilon(0.02));
    }
    SECTION("nowhere with an implicit integrator but by its own step")
    {
        scene->parameters().set("integrator", "energy_momentum");
        const TrackLimits tracks = tracksOf(*scene);
        CHECK(tracks.parts("spring_constant").empty());
        CHECK(tracks.parts("implicit_max_dt").size() == 1);
    }
}

TEST_CASE("Tracks are found again when a constant or the budget has changed, a little in each frame")
{
    const std::unique_ptr<Scene> scene = makeScene("rope");
    scene->parameters().set("mass", "0.005");
    TrackLimits tracks;
    double now = 0.0;
    const auto slow = [&now] { return now += 0.1e-3; }; // each look at the clock: one value a frame, no more
    int frames = 0;
    while (!tracks.complete() && ++frames < 10'000)
        tracks.work(*scene, tick / budget, slow);
    REQUIRE(tracks.complete());
    CHECK(frames > 100); // some 20 tracks of 17 places each, and an edge or two in seven halvings
    REQUIRE(tracks.parts("spring_constant").size() == 1);
    const double before = tracks.parts("spring_constant").front().first;

    scene->parameters().set("mass", "0.004");
    tracks.work(*scene, tick / budget, slow);
    CHECK_FALSE(tracks.complete());
    CHECK(tracks.parts("spring_constant").front().first == before); // until the search comes to it
    tracks.work(*scene, tick / budget, [] { return 0.0; });
    CHECK(tracks.complete());
    CHECK(tracks.parts("spring_constant").front().first <
          0.9 * before); // 0.8 of the mass: at most 0.8 of the stiffness
    tracks.work(*scene, 2.0 * tick / budget, [] { return 0.0; });
    CHECK(tracks.parts("spring_constant").front().first < 0.3 * before); // twice the step: a quarter of the stiffness
    CHECK(scene->parameters().at("spring_constant").text() == "10000");
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
    tracks.work(*scene, tick / budget, clock);
    const int first = looks;
    tracks.work(*scene, tick / budget, clock);
    CHECK(looks == first);
    CHECK_FALSE(tracks.complete());
    CHECK(tracks.parts("spring_constant").empty());
}

TEST_CASE("What a coloured part means is said in numbers")
{
    CHECK(sentenceOf({TrackPart::slow, 0.7, 1.0, 1.25e6, 1e7}, 500, "N/m") ==
          "Above 1.25 MN/m a frame needs more than 500 steps: time would be slowed.");
    CHECK(sentenceOf({TrackPart::unstable, 0.0, 0.3, 0.0, 0.01}, 500, "kg").find("Below 0.01 kg the step") == 0);
    CHECK(sentenceOf({TrackPart::slow, 0.2, 0.3, 1.0, 2.0}, 2000, "").find("From 1 to 2 a frame") == 0);
}
