// How ropes of a set-up rest, in the words of theory.
#include "catch.hpp"

#include "scenes/hosts.hpp"
#include "scenes/scene.hpp"
#include "scenes/scene_constants.hpp"
#include "scenes/snapshot.hpp"
#include "scenes/workshop/workshop_presets.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>
#include <string>

using namespace ropewalk;

namespace
{

std::unique_ptr<Scene> workshop(const char* preset)
{
    std::unique_ptr<Scene> scene = makeScene(std::string("workshop/") + preset);
    setConstant(*scene, "damping", "2");
    return scene;
}

void run(Scene& scene, double seconds)
{
    for (int i = 0; i < static_cast<int>(60.0 * seconds); ++i)
        scene.advance(1.0 / 60.0, {});
}

double measured(const Scene& scene, const char* diagnostic)
{
    return scene.diagnostics().find(diagnostic)->value();
}

std::size_t drawnByTheory(const Scene& scene)
{
    Snapshot snapshot;
    scene.fill(snapshot);
    scene.fillTheory(snapshot);
    return snapshot.theory.size();
}

} // namespace

TEST_CASE("A line rests as theory says, with what hangs on it and without", "[workshop][theory]")
{
    const std::unique_ptr<Scene> scene = workshop("cut");
    for (const char* weight : {"", "hang line 0.5 3", "hang line 1.4 1.5"})
    {
        if (*weight != '\0')
            hostOf<SetUpHost>(*scene)->perform(weight);
        run(*scene, 6.0);
        INFO(weight);
        for (const char* end : {"line.tension_first", "line.tension_last"})
        {
            const auto predicted = scene->predicted(end);
            REQUIRE(predicted);
            CHECK(measured(*scene, end) == Approx(*predicted).epsilon(0.002));
        }
    }
    CHECK(drawnByTheory(*scene) >= 1);
    // Two pieces hang down, each from its end.
    hostOf<SetUpHost>(*scene)->perform("cut line 1");
    run(*scene, 10.0);
    for (const char* end : {"line.tension_first", "line.tension_last"})
    {
        const auto predicted = scene->predicted(end);
        REQUIRE(predicted);
        CHECK(measured(*scene, end) == Approx(*predicted).epsilon(0.02));
    }
}

TEST_CASE("What hangs from a line counts with the ropes that carry it, and what stands does not", "[workshop][theory]")
{
    const std::unique_ptr<Scene> line = workshop("clothes_line");
    run(*line, 6.0);
    const auto pull = line->predicted("line.tension_first");
    REQUIRE(pull);
    CHECK(measured(*line, "line.tension_first") == Approx(*pull).epsilon(0.002));
    CHECK(drawnByTheory(*line) == 5); // the line, and four ropes with a weight

    const std::unique_ptr<Scene> tackle = workshop("tackle");
    run(*tackle, 1.0);
    CHECK(drawnByTheory(*tackle) == 5); // strands, and not over pulleys
}

TEST_CASE("A rope that slides on a drum pulls as friction says, one over wheels as their axles do",
          "[workshop][theory]")
{
    const auto turnsIn = [](WorkshopPreset preset, double seconds)
    {
        const WorkshopPresetFile& file = workshopPreset(preset);
        auto sim = std::make_unique<Workshop>(file.settings, file.setUp);
        sim->advance(seconds);
        return sim;
    };
    const auto winch = turnsIn(WorkshopPreset::winch, 4.0);
    const auto turns = winch->turns();
    const auto drum =
        std::find_if(turns.begin(), turns.end(), [](const Workshop::Turn& turn) { return turn.rim > 10.0; });
    REQUIRE(drum != turns.end());
    CHECK_FALSE(drum->axle); // a motor turns it
    CHECK(drum->ratio == Approx(drum->rim).epsilon(0.02));

    const auto tackle = turnsIn(WorkshopPreset::tackle, 4.0);
    REQUIRE(tackle->turns().size() == 4);
    for (const Workshop::Turn& turn : tackle->turns())
    {
        REQUIRE(turn.axle);
        // A rope of straight edges has its lever at a wheel by l^2/8R^2 shorter in the middle of an edge.
        CHECK(turn.ratio == Approx(*turn.axle).epsilon(0.02));
        CHECK(turn.rim == Approx(std::exp(0.3 * std::numbers::pi)).epsilon(0.03));
    }
}

TEST_CASE("A rope that hangs straight down rests as theory says, with a weight and held below", "[workshop][theory]")
{
    const std::unique_ptr<Scene> scene = workshop("empty");
    SetUpHost& host = *hostOf<SetUpHost>(*scene);
    host.perform("new_rope 0 3 0 0 1 0");
    host.perform("let_go rope1.last");
    host.perform("hang rope1.last 5");
    run(*scene, 10.0);
    const auto agrees = [&]
    {
        for (const char* end : {"rope1.tension_first", "rope1.tension_last"})
        {
            const auto predicted = scene->predicted(end);
            REQUIRE(predicted);
            CHECK(measured(*scene, end) == Approx(*predicted).epsilon(0.002));
        }
        Snapshot snapshot;
        scene->fillTheory(snapshot);
        CHECK(snapshot.theory.size() == 1);
        REQUIRE(snapshot.labels.size() == 1);
        CHECK(snapshot.labels[0].text.starts_with("at rest: 2."));
    };
    agrees();
    CHECK(*scene->predicted("rope1.tension_last") == Approx(5.0 * 9.81).epsilon(0.002));
    host.perform("hold rope1.last");
    run(*scene, 1.0);
    agrees();
}
