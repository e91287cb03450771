#include "catch.hpp"
#include "desk.hpp"

#include <string>
#include <utility>

using namespace ropewalk;

namespace
{

constexpr double tick = 1.0 / 60.0; // [s]

bool overlap(const Rectangle& a, const Rectangle& b)
{
    return a.x < b.right() && b.x < a.right() && a.y < b.bottom() && b.y < a.bottom();
}

/// The step of 1.852 ms is beyond the stable 1.795 ms of that stiffness.
void runAway(Desk& desk)
{
    desk.workbench.setPaused(false);
    desk.workbench.setParameter("auto_steps", "false", ++desk.ui.gesture);
    desk.workbench.setParameter("spring_constant", "15000", ++desk.ui.gesture);
    for (int i = 0; i < 1200 && !desk.workbench.divergence(); ++i)
        desk.workbench.advance(tick, {});
    REQUIRE(desk.workbench.divergence());
}

} // namespace

TEST_CASE("The card of a runaway leaves the marked mass in sight", "[runaway]")
{
    Desk desk;
    runAway(desk);
    for (const auto& [width, height] :
         {std::pair(1280.0f, 720.0f), std::pair(1920.0f, 1080.0f), std::pair(2560.0f, 1440.0f)})
    {
        INFO(width << " x " << height);
        desk.resize(width, height);
        desk.frames(12);
        REQUIRE(desk.ui.map.count("mark mass") == 1);
        const Rectangle card = desk.ui.map.at("overlay divergence");
        CHECK_FALSE(overlap(card, desk.ui.map.at("mark mass")));
        CHECK_FALSE(overlap(card, desk.ui.map.at("mark spring")));
        CHECK(card.x >= desk.ui.viewport.x);
        CHECK(card.bottom() <= desk.ui.viewport.bottom());
        desk.frames(5);
        CHECK(desk.ui.map.at("overlay divergence").x == card.x); // and stays where it is
        // A reset would run away again: it comes after what helps.
        CHECK(desk.ui.map.at("button reset").y >= desk.ui.map.at("cure spring_constant").bottom());
    }
}

TEST_CASE("The runaway is shown step by step, and then it is again as it was", "[runaway]")
{
    Desk desk;
    runAway(desk);
    desk.frames(3);
    const Scene& scene = desk.workbench.scene();
    const double sound = scene.time();
    const double found = desk.workbench.divergence()->time;
    const double energy = scene.totalEnergy()->value();
    const auto spread = [&desk]
    {
        float largest = 0.0f;
        const std::vector<glm::vec3>& points = desk.workbench.snapshot().polylines.front().points;
        for (const glm::vec3& point : points)
            largest = std::max(largest, glm::distance(point, points.front()));
        return largest;
    };
    const float size = spread();
    desk.moveOver("button show runaway");
    desk.click();
    REQUIRE(desk.workbench.runawayShown());
    desk.frames(1);
    CHECK(desk.ui.map.count("overlay divergence") == 0);
    CHECK(desk.ui.map.count("overlay paused") == 0);
    CHECK(desk.ui.map.count("overlay runaway") == 1);
    CHECK(desk.ui.map.count("mark mass") == 1);
    CHECK(scene.time() == sound); // the film alone goes on
    int pictures = 0;
    float largest = size;
    double latest = 0.0;
    while (desk.workbench.runawayShown() && pictures < 200)
    {
        latest = desk.workbench.snapshot().time;
        largest = std::max(largest, spread());
        desk.workbench.advance(tick, {});
        ++pictures;
    }
    CHECK(pictures == Approx(RunawayFilm::seconds / tick).margin(4)); // two seconds
    CHECK(latest > sound);
    CHECK(latest <= found + tick);
    CHECK(largest > 1.3f * size); // it explodes
    REQUIRE(desk.workbench.divergence());
    CHECK(scene.time() == sound);
    CHECK(scene.totalEnergy()->value() == energy);
    CHECK(spread() == size);
    desk.frames(3);
    CHECK(desk.ui.map.count("overlay divergence") == 1);

    // A cure ends the show, and the rope goes on from the sound moment.
    desk.workbench.showRunaway();
    for (int i = 0; i < 30; ++i)
        desk.workbench.advance(tick, {});
    desk.workbench.setParameter("spring_constant", "5000", ++desk.ui.gesture);
    CHECK(scene.time() == sound);
    CHECK_FALSE(desk.workbench.paused());
    CHECK_FALSE(desk.workbench.runawayShown());
}
