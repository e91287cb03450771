#include "catch.hpp"

#include "scenes/file_lesson.hpp"
#include "scenes/hosts.hpp"
#include "scenes/scene.hpp"
#include "scenes/set_up/path_layout.hpp"
#include "scenes/set_up/set_up.hpp"
#include "scenes/set_up/set_up_rows.hpp"
#include "scenes/shared/rope_knots.hpp"

#include <rope/rope_by_length.hpp>

#include <cmath>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

using namespace ropewalk;

namespace
{

/// An overhand knot between two holds, without gravity; its curve is that of the knots of the library.
SetUpPtr tiedOverhand(bool selfContact)
{
    SetUpRope rope;
    rope.name = "line";
    constexpr int stops = 25;
    for (int i = 0; i < stops; ++i)
    {
        const double s = 2.25 * (2.0 * i / (stops - 1) - 1.0);
        rope.path.push_back({Vec3(-0.03 * s * (s * s * s * s / 5.0 - 2.0), 1.0 + 0.03 * s * s * (s * s - 4.0),
                                  0.03 * s * (s * s - 3.0))});
    }
    rope.selfContact = selfContact;
    rope.ropeRadius = 0.005;
    rope.massPerLength = 0.08;
    rope.bendingStiffness = 0.002;
    SetUp setUp;
    setUp.ropes.push_back(rope);
    return std::make_shared<const SetUp>(setUp);
}

std::unique_ptr<Scene> workshop(const SetUpPtr& setUp)
{
    std::unique_ptr<Scene> scene = makeScene("workshop");
    scene->parameters().set("gravity", "0,0,0");
    scene->parameters().set("ground", "false");
    hostOf<SetUpHost>(*scene)->setSetUp(setUp);
    scene->reset();
    return scene;
}

double value(const Scene& scene, const std::string& name)
{
    const rope::Diagnostic* row = scene.diagnostics().find(name);
    REQUIRE(row != nullptr);
    return row->value();
}

} // namespace

TEST_CASE("A rope that touches itself has its knot named beside it, and measured", "[scenes][knot]")
{
    const std::unique_ptr<Scene> scene = workshop(tiedOverhand(true));
    CHECK(value(*scene, "line.knot_determinant") == 3.0);
    CHECK(value(*scene, "line.loop_radius") > 0.02);
    CHECK(value(*scene, "line.loop_radius") < 0.1);
    Snapshot snapshot;
    scene->fill(snapshot);
    REQUIRE(snapshot.labels.size() == 1);
    CHECK(snapshot.labels[0].text == "overhand 3_1 \u00b7 determinant 3 \u00b7 loose");

    // Colours say where it lies over itself: three times over, three times under.
    scene->parameters().set("colours", "crossings");
    scene->advance(1.0 / 60.0, {});
    snapshot.clear();
    scene->fill(snapshot);
    CHECK(snapshot.colourScaleFixed);
    CHECK(snapshot.tensionScale == 1.0f);
    int turns = 0;
    const std::vector<float>& colours = snapshot.polylines[0].tension;
    CHECK(colours.front() == 0.5f);
    CHECK(colours.back() == 0.5f);
    for (std::size_t i = 1; i < colours.size(); ++i)
        turns += (colours[i - 1] > 0.5f) != (colours[i] > 0.5f) ? 1 : 0;
    CHECK(turns >= 5);
}

TEST_CASE("The knots that come tied are what they are called, and hold", "[scenes][knot]")
{
    struct Tied
    {
        std::string preset;
        std::string name;
        std::string state;
        std::vector<std::string> ropes;
    };
    const Tied tied =
        GENERATE(Tied{"tied_overhand", "overhand 3_1 \u00b7 determinant 3", "", {"line"}},
                 Tied{"tied_figure_eight", "figure-eight 4_1 \u00b7 determinant 5", "", {"line"}},
                 Tied{"tied_bowline", "bowline 6_2 \u00b7 determinant 11", "holds 10", {"line"}},
                 Tied{"tied_square", "square 3_1 # 3_1* \u00b7 determinant 9", "holds 10", {"one", "other"}},
                 Tied{"tied_granny", "granny 3_1 # 3_1 \u00b7 determinant 9", "holds 10", {"one", "other"}},
                 Tied{"tied_sheet_bend", "sheet bend 6_2 \u00b7 determinant 11", "holds 10", {"one", "other"}},
                 Tied{"tied_clove_hitch", "clove hitch \u00b7 ", "holds 10", {"line"}},
                 Tied{"tied_munter", "munter hitch \u00b7 ", "holds 10", {"line"}},
                 Tied{"tied_prusik", "prusik \u00b7 ", "holds 10", {"line"}});
    CAPTURE(tied.preset);
    const std::unique_ptr<Scene> scene = makeScene("workshop/" + tied.preset);
    LessonCheck lesson(*scene);
    Snapshot snapshot;
    for (int tick = 0; tick <= 150; ++tick)
    {
        snapshot.clear();
        scene->fill(snapshot);
        if (tick > 30 || !snapshot.labels.empty()) // until then a hitch need not have touched its post
        {
            REQUIRE(snapshot.labels.size() == 1);
            INFO(snapshot.labels[0].text);
            REQUIRE(snapshot.labels[0].text.starts_with(tied.name));
        }
        scene->advance(1.0 / 60.0, {});
        lesson.look(tick + 1);
    }
    CHECK(lesson.doneAt().empty()); // nobody has pulled
    INFO(snapshot.labels[0].text);
    CHECK(snapshot.labels[0].text.find(tied.state) != std::string::npos);
    if (tied.state.empty())
        return;
    // It rests, drawn together a little.
    CHECK(value(*scene, "kinetic_energy") < 1e-5);
    for (const std::string& rope : tied.ropes)
    {
        CHECK(value(*scene, rope + ".slip") < 0.05);
        CHECK(value(*scene, rope + ".slip") > -0.03);
    }
}

TEST_CASE("Knots of smooth ropes slip, and the pull stands where they have", "[scenes][knot]")
{
    const auto [preset, ropes] = GENERATE(table<std::string, std::vector<std::string>>(
        {{"tied_square", {"one", "other"}}, {"tied_clove_hitch", {"line"}}, {"tied_prusik", {"line", "cord"}}}));
    CAPTURE(preset);
    const std::unique_ptr<Scene> scene = makeScene("workshop");
    scene->parameters().set("preset", preset);
    SetUp setUp = *hostOf<SetUpHost>(*scene)->wantedSetUp();
    for (const std::string& rope : ropes)
        ropeNamed(setUp, rope)->contactFriction = 0.02;
    hostOf<SetUpHost>(*scene)->setSetUp(std::make_shared<const SetUp>(setUp));
    scene->reset();
    Snapshot snapshot;
    for (int tick = 0; tick < 180; ++tick)
    {
        scene->advance(1.0 / 60.0, {});
        snapshot.clear();
        scene->fill(snapshot);
        if (!snapshot.labels.empty() && snapshot.labels[0].text.find("slipped at") != std::string::npos)
            return;
    }
    FAIL("it holds");
}

TEST_CASE("A loose knot between two held ends does not slip as it is drawn tight", "[scenes][knot]")
{
    const std::string preset = GENERATE("tied_overhand", "tied_figure_eight");
    CAPTURE(preset);
    const std::unique_ptr<Scene> scene = makeScene("workshop/" + preset);
    hostOf<SetUpHost>(*scene)->perform("pull line 100");
    Snapshot snapshot;
    for (int tick = 0; tick < 120; ++tick)
    {
        scene->advance(1.0 / 60.0, {});
        snapshot.clear();
        scene->fill(snapshot);
        REQUIRE(snapshot.labels.size() == 1);
        INFO(snapshot.labels[0].text);
        REQUIRE(snapshot.labels[0].text.find("slipped") == std::string::npos);
    }
    CHECK(snapshot.labels[0].text.find("holds ") != std::string::npos);
}

TEST_CASE("A bend holds what the harder pulled of its ropes holds", "[scenes][knot]")
{
    const std::unique_ptr<Scene> scene = makeScene("workshop/tied_square");
    hostOf<SetUpHost>(*scene)->perform("pull other 100");
    for (int tick = 0; tick < 120; ++tick)
        scene->advance(1.0 / 60.0, {});
    Snapshot snapshot;
    scene->fill(snapshot);
    REQUIRE(snapshot.labels.size() == 1);
    INFO(snapshot.labels[0].text);
    CHECK(snapshot.labels[0].text.ends_with("holds 18.1 N")); // above the 10 N of rope 'one'
}

TEST_CASE("A knot too tight for its segments is told by name, with a cure", "[scenes][knot]")
{
    const std::unique_ptr<Scene> scene = makeScene("workshop");
    scene->parameters().set("preset", "tied_clove_hitch");
    scene->reset();
    CHECK_FALSE(hostOf<RemarkHost>(*scene)->remark()); // it lies round a bar of five radii
    scene->parameters().set("preset", "tied_square");
    scene->reset();
    for (int tick = 0; tick < 10; ++tick)
        scene->advance(1.0 / 60.0, {});
    const std::optional<Remark> remark = hostOf<RemarkHost>(*scene)->remark();
    REQUIRE(remark);
    INFO(remark->text);
    CHECK(remark->text.starts_with("The knot in 'one' is tighter "));
    REQUIRE(remark->cures.size() == 1);
    CHECK(remark->cures[0].parameter == "one.mass_count");
    const SetUp cured = withRow(*hostOf<SetUpHost>(*scene)->wantedSetUp(), "one.mass_count", remark->cures[0].value);
    const SetUpRope& rope = *ropeNamed(cured, "one");
    CHECK(layOut(cured, rope, Vec3(0.0, -9.81, 0.0)).segment <= 0.7 * rope.ropeRadius);
}

TEST_CASE("A knot that does not fit its rope is refused by name", "[scenes][knot]")
{
    const std::unique_ptr<Scene> scene = makeScene("workshop");
    scene->parameters().set("preset", "tied_bowline");
    const SetUp& setUp = *hostOf<SetUpHost>(*scene)->wantedSetUp();
    try
    {
        withRow(setUp, "line.rope_radius", "0.02");
        FAIL("it fits");
    }
    catch (const std::invalid_argument& error)
    {
        const std::string text = error.what();
        INFO(text);
        REQUIRE(text.starts_with("rope 'line': rope_radius = 0.02 m: its strands lie "));
        const std::string mark = "must be at most ";
        const std::string most = text.substr(text.find(mark) + mark.size(), 6);
        CHECK_NOTHROW(withRow(setUp, "line.rope_radius", most.substr(0, most.find(' '))));
    }
    CHECK_NOTHROW(withRow(setUp, "line.rope_radius", "0.005"));
}

TEST_CASE("A rope that passes through itself has no knot", "[scenes][knot]")
{
    const std::unique_ptr<Scene> scene = workshop(tiedOverhand(false));
    CHECK(scene->diagnostics().find("line.knot_determinant") == nullptr);
    Snapshot snapshot;
    scene->fill(snapshot);
    CHECK(snapshot.labels.empty());
}

TEST_CASE("The loop of an overhand knot has the radius of its curvature", "[scenes][knot]")
{
    // A circle of the radius 1 that three crossings close.
    rope::KnotType type;
    type.name = "3_1";
    type.visits = {{1.0, true}, {2.0, false}, {3.0, true}, {47.0, false}, {48.0, true}, {49.0, false}};
    std::vector<Vec3> points;
    for (int i = 0; i <= 50; ++i)
        points.emplace_back(std::cos(0.1 * i), std::sin(0.1 * i), 0.0);
    CHECK(loopRadius(type, points) == Approx(1.0).epsilon(2e-3));
    type.name = "4_1";
    CHECK(loopRadius(type, points) == 0.0);
}
