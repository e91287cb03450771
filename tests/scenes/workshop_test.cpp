// The workshop follows its set-up: things come, glide and go; ropes are cut and joined; its ready-made set-ups hold.
#include "catch.hpp"
#include "scene_bits.hpp"

#include "scenes/document/scene_file.hpp"
#include "scenes/file_lesson.hpp"
#include "scenes/hosts.hpp"
#include "scenes/scene_constants.hpp"
#include "scenes/set_up/set_up_solid.hpp"
#include "scenes/workshop/workshop.hpp"
#include "scenes/workshop/workshop_presets.hpp"

#include <glm/geometric.hpp>

#include <array>
#include <cmath>
#include <memory>
#include <stdexcept>
#include <string_view>
#include <vector>

using Catch::Matchers::WithinAbs;
using namespace ropewalk;

namespace
{

/// A rope that hangs from two holds.
SetUp hanging()
{
    SetUp setUp;
    SetUpRope rope;
    rope.name = "line";
    rope.path = {Vec3(-1.0, 2.0, 0.0), Vec3(1.0, 2.0, 0.0)};
    rope.length = 2.4;
    rope.massCount = 41;
    setUp.ropes.push_back(rope);
    setUp.holds = {{{"line", rope::RopeEnd::first}, {-1.0, 2.0, 0.0}},
                   {{"line", rope::RopeEnd::last}, {1.0, 2.0, 0.0}}};
    return setUp;
}

SetUpPtr shared(const SetUp& setUp)
{
    return std::make_shared<const SetUp>(setUp);
}

Workshop running(const SetUp& setUp)
{
    Workshop sim(WorkshopSettings{}, shared(setUp));
    sim.setBooks(true);
    return sim;
}

std::vector<Vec3> positionsOf(const Workshop& sim, std::size_t count)
{
    std::vector<Vec3> positions;
    for (std::size_t i = 0; i < count; ++i)
        positions.push_back(sim.masses()[i].position);
    return positions;
}

/// What it throws says so.
template <typename Action>
bool refuses(const Action& action, std::string_view because)
{
    try
    {
        action();
    }
    catch (const std::invalid_argument& error)
    {
        return std::string_view(error.what()).find(because) != std::string_view::npos;
    }
    return false;
}

} // namespace

TEST_CASE("What an edit of a set-up does not touch goes on where it is", "[workshop]")
{
    Workshop sim = running(hanging());
    sim.advance(0.5);
    const std::vector<Vec3> before = positionsOf(sim, 41);
    const double time = sim.time();
    SetUp more = hanging();
    SetUpRope second = more.ropes.front();
    second.name = "second";
    second.path = {Vec3(-1.0, 1.0, 0.5), Vec3(1.0, 1.0, 0.5)};
    more.ropes.push_back(second);
    more.holds.push_back({{"second", rope::RopeEnd::first}, {-1.0, 1.0, 0.5}});
    sim.follow(shared(more));
    REQUIRE(sim.pieces().size() == 2);
    CHECK(positionsOf(sim, 41) == before);
    CHECK(sim.time() == time);
    CHECK(sim.rope().keepsBooks());
    sim.advance(0.5);

    // The first one goes: the second is as it was.
    const Vec3 last = sim.positionOf(RopePlace{"second", rope::RopeEnd::last});
    SetUp rest = more;
    rest.ropes.erase(rest.ropes.begin());
    rest.holds = {more.holds.back()};
    sim.follow(shared(rest));
    REQUIRE(sim.pieces().size() == 1);
    CHECK(sim.positionOf(RopePlace{"second", rope::RopeEnd::last}) == last);

    // And without any rope there is still a workshop.
    sim.follow(shared(SetUp{}));
    CHECK(sim.pieces().empty());
    sim.advance(0.1);
    sim.follow(shared(hanging()));
    CHECK(sim.pieces().size() == 1);
    CHECK(std::abs(sim.energyBook().imbalance()) < 1e-6);
}

TEST_CASE("Mass and inertia that a body was given outlast edits of other things and a new beginning", "[workshop]")
{
    struct Given : Workshop
    {
        explicit Given(const SetUp& setUp) : Workshop(WorkshopSettings{}, shared(setUp)) {}
        using Workshop::setBody;
    };
    SetUp setUp = hanging();
    SetUpSolid& block = setUp.solids.emplace_back(usualSolid(SceneSolid::Shape::block));
    block.name = "block";
    block.moves = Moves::free;
    Given sim(setUp);
    const auto bodies = [&] { return std::array{*sim.solids()[0].body, *sim.solids()[0].wheel}; };
    for (const rope::BodyId id : bodies())
    {
        rope::Body heavy = sim.body(id);
        heavy.mass = 3.0;
        heavy.inertia = Vec3(0.1, 0.2, 0.3);
        sim.setBody(id, heavy);
    }
    const auto areHeavy = [&]
    {
        for (const rope::BodyId id : bodies())
            if (sim.body(id).mass != 3.0 || sim.body(id).inertia != Vec3(0.1, 0.2, 0.3))
                return false;
        return true;
    };
    sim.advance(0.1);
    sim.beginAt(sim.written());
    CHECK(areHeavy());
    setUp.ropes.front().contactFriction = 0.123;
    sim.follow(shared(setUp));
    CHECK(areHeavy());
    WorkshopSettings damped = sim.settings();
    damped.damping = 0.5;
    sim.setSettings(damped);
    CHECK(areHeavy());
    CHECK(sim.body(bodies()[0]).airFriction == 3.0);
    setUp.solids.front().mass *= 2.0;
    sim.follow(shared(setUp));
    CHECK(sim.body(bodies()[0]).mass == bodyOf(setUp.solids.front()).mass);
}

TEST_CASE("Holds and solids glide to where an edit has them", "[workshop]")
{
    SetUp setUp = hanging();
    SetUpSolid post;
    post.shape = SceneSolid::Shape::post;
    post.name = "post";
    post.position = Vec3(0.0, 0.5, 3.0);
    setUp.solids.push_back(post);
    Workshop sim = running(setUp);
    sim.advance(0.5);
    setUp.holds.back().at = Vec3(0.7, 2.2, 0.0);
    setUp.solids.back().position = Vec3(0.3, 0.5, 3.0);
    const Vec3 end = sim.positionOf(RopePlace{"line", rope::RopeEnd::last});
    sim.follow(shared(setUp));
    CHECK(sim.positionOf(RopePlace{"line", rope::RopeEnd::last}) == end);
    CHECK(sim.solids().front().position.x == 0.0);
    sim.advance(3.0);
    CHECK(glm::distance(sim.positionOf(RopePlace{"line", rope::RopeEnd::last}), setUp.holds.back().at) < 1e-6);
    CHECK_THAT(sim.solids().front().position.x, WithinAbs(0.3, 1e-4));
}

TEST_CASE("A hand that leads a held end against a post slides along it", "[workshop]")
{
    SetUp setUp = hanging();
    SetUpSolid post;
    post.shape = SceneSolid::Shape::post;
    post.name = "post";
    post.position = Vec3(1.1, 1.0, 0.0);
    post.radius = 0.04;
    post.length = 3.0;
    setUp.solids.push_back(post);
    Workshop sim = running(setUp);
    const double nearest = post.radius + setUp.ropes.front().ropeRadius;
    const std::size_t end = *sim.massOf({"line", rope::RopeEnd::last});
    const auto isOutside = [&](const Vec3& at) { return std::hypot(at.x - post.position.x, at.z) > nearest - 1e-9; };
    sim.moveHold(1, Vec3(1.0, 0.0, 0.0));
    sim.advance(0.3);
    CHECK_THAT(sim.masses()[end].position.x, WithinAbs(post.position.x - nearest, 1e-9));
    CHECK(sim.masses()[end].position.z == 0.0);
    sim.moveHold(1, Vec3(0.5, 0.0, 0.5));
    double farthest = 0.0;
    for (int i = 0; i < 60; ++i)
    {
        sim.advance(0.01);
        CHECK(isOutside(sim.masses()[end].position));
        farthest = std::max(farthest, sim.masses()[end].position.x);
    }
    CHECK(farthest > post.position.x); // it has gone round
    CHECK(sim.effort().unsolved == 0);
    CHECK(sim.effort().stood == 0);
}

TEST_CASE("A rope that lies through a box's corner once its tie is let go is let out of it without a gain of energy",
          "[workshop]")
{
    SetUp setUp = hanging();
    setUp.ropes.front().length = 1.2;
    const double tiedAt = GENERATE(-0.07, -0.1, -0.13);
    SetUpSolid box;
    box.shape = SceneSolid::Shape::box;
    box.name = "box";
    box.position = Vec3(0.1, 0.1, 0.0);
    box.size = Vec3(0.3, 0.2, 0.3);
    box.moves = Moves::free;
    box.mass = 2.0;
    setUp.solids.push_back(box);
    const SolidPlace corner{box.name, Vec3(tiedAt, 0.05, 0.15), ""};
    setUp.ropes.front().path = {Vec3(-0.65, 1.1, 0.0), box.position + corner.at};
    setUp.ropes.front().massCount = 0;
    setUp.holds = {{{"line", rope::RopeEnd::first}, {-0.65, 1.1, 0.0}}};
    setUp.ties = {{RopePlace{"line", rope::RopeEnd::last}, corner}};
    Workshop sim = running(setUp);
    sim.advance(2.0);
    setUp.ties.clear();
    sim.follow(shared(setUp));
    const auto energy = [&sim] { return sim.rope().kineticEnergy() + sim.rope().potentialEnergy(); };
    const double before = energy();
    double most = before;
    for (int i = 0; i < 120; ++i)
    {
        sim.advance(1.0 / 60.0);
        most = std::max(most, energy());
    }
    CHECK(most < before + 1e-3);
}

TEST_CASE("A rope that is longer by an edit hangs clear of its wheel, and moves as its weights do", "[workshop]")
{
    SetUp setUp = *workshopPreset(WorkshopPreset::atwood).setUp;
    Workshop sim = running(setUp);
    sim.advance(0.4);
    const Vec3 speed = sim.bodyOf("heavy").velocity;
    setUp.ropes.front().length = 3.2;
    sim.follow(shared(setUp));
    const SetUpSolid& wheel = *solidNamed(setUp, "wheel");
    const rope::Mass& last = sim.masses()[*sim.massOf({"rope", rope::RopeEnd::last})];
    CHECK(glm::distance(last.velocity, speed) < 1e-3);
    for (const rope::Mass& mass : sim.masses())
        CHECK(glm::distance(mass.position, wheel.position) > wheel.radius);
    sim.advance(0.5);
    const rope::ImplicitEffort effort = sim.effort();
    CHECK(effort.stood == 0);
    CHECK(effort.iterations < 60 * effort.steps);
}

TEST_CASE("A rope is cut and its ends are joined again", "[workshop]")
{
    Workshop sim = running(hanging());
    sim.advance(1.0);
    CHECK(refuses([&] { sim.cut({"line", std::nullopt, 0.05}); }, "two segments from its ends"));
    CHECK(refuses([&] { sim.cut({"lin", std::nullopt, 0.5}); }, "no such rope"));
    sim.cut({"line", std::nullopt, 0.9});
    REQUIRE(sim.pieces().size() == 2);
    CHECK(sim.pieces()[1].name == "line_2");
    CHECK_THAT(sim.pieces()[1].from, WithinAbs(0.9, 0.04));
    // The hold of the last end holds the piece that has it.
    CHECK(sim.massOf({"line", rope::RopeEnd::last}) == sim.masses().size() - 1);
    sim.advance(0.4);
    CHECK(glm::distance(sim.masses()[0].position, Vec3(-1.0, 2.0, 0.0)) < 1e-9);
    CHECK(refuses([&] { sim.join({"line", rope::RopeEnd::first}, {"line_2", rope::RopeEnd::first}); }, "is held"));
    sim.join({"line", rope::RopeEnd::last}, {"line_2", rope::RopeEnd::first});
    sim.advance(3.0);
    REQUIRE(sim.pieces().size() == 1);
    CHECK(sim.masses().size() == 41);
    CHECK(std::abs(sim.energyBook().imbalance()) < 1e-6);
}

TEST_CASE("A cut is counted until its ends are joined, and a new rope is none", "[workshop]")
{
    const std::unique_ptr<Scene> scene = parseScene(R"({"ropewalk": 1, "scene": "workshop", "solids": [],
        "ropes": [{"name": "line", "path": [[-0.5, 1, 0], [0.5, 1, 0]], "mass_count": 21}]})",
                                                    "cuts");
    auto& host = *hostOf<SetUpHost>(*scene);
    const auto cuts = [&]
    {
        scene->advance(1.0 / 60.0, {});
        return scene->diagnostics().find("cuts")->value();
    };
    CHECK(cuts() == 0.0);
    host.perform("new_rope 0 1 1 1 1 1");
    CHECK(cuts() == 0.0);
    host.perform("cut line 0.5");
    CHECK(cuts() == 1.0);
    scene->reset();
    CHECK(cuts() == 0.0);
}

TEST_CASE("What cannot become one rope is not joined, and its holds stay", "[workshop]")
{
    SetUp setUp = hanging();
    SetUpRope second = setUp.ropes.front();
    second.name = "second";
    second.path = {Vec3(-1.0, 1.0, 0.0), Vec3(1.0, 1.0, 0.0)};
    second.massCount = GENERATE(41, 30); // the segments of the first, and others
    setUp.ropes.push_back(second);
    setUp.holds.push_back({{"second", rope::RopeEnd::last}, {1.0, 1.0, 0.0}});
    SetUpSolid weight;
    weight.name = "weight";
    weight.moves = Moves::free;
    weight.position = setUp.holds.front().at - Vec3(0.0, 1.0, 0.0);
    setUp.solids.push_back(weight);
    setUp.ties.push_back({RopePlace{"second", rope::RopeEnd::first}, SolidPlace{"weight", Vec3(0.0), {}}});
    Workshop sim = running(setUp);
    sim.cut({"line", std::nullopt, 0.9});
    sim.cut({"second", std::nullopt, 0.9});
    CHECK(refuses(
        [&] {
            sim.join({"line", rope::RopeEnd::last}, {"second_2", rope::RopeEnd::first});
        },
        "tie them instead"));
    CHECK(refuses(
        [&] {
            sim.join({"second", rope::RopeEnd::first}, {"second_2", rope::RopeEnd::first});
        },
        "is tied already"));
    sim.advance(1.0);
    CHECK(glm::distance(sim.positionOf(RopePlace{"second", rope::RopeEnd::last}), {1.0, 1.0, 0.0}) < 1e-9);
}

TEST_CASE("A saved workshop goes on with the same bits", "[workshop]")
{
    const std::unique_ptr<Scene> scene = makeScene("workshop");
    scene->parameters().set("preset", "swing");
    scene->reset();
    for (int i = 0; i < 10; ++i)
        scene->advance(1.0 / 60.0, {});
    const std::unique_ptr<SceneState> saved = scene->save();
    const auto after = [&]
    {
        for (int i = 0; i < 10; ++i)
            scene->advance(1.0 / 60.0, {});
        return scene->massRow(3);
    };
    const std::vector<double> first = after();
    scene->restore(*saved);
    CHECK(after() == first);
}

TEST_CASE("A workshop goes on from the moment of its file with the same bits", "[workshop]")
{
    const auto [preset, event] = GENERATE(table<std::string, std::string>({{"atwood", ""},
                                                                           {"atwood", "cut"},
                                                                           {"atwood", "join"},
                                                                           {"double_atwood", "drag"},
                                                                           {"tackle", "join"},
                                                                           {"clothes_line", ""},
                                                                           {"clothes_line", "join"},
                                                                           {"swing", "cut"},
                                                                           {"mobile", "drag"},
                                                                           {"crane", "cut"},
                                                                           {"ring_on_rope", ""},
                                                                           {"overhand", "join"},
                                                                           {"sling_hitch", ""}}));
    const std::unique_ptr<Scene> scene = makeScene("workshop");
    scene->parameters().set("preset", preset);
    scene->reset();
    auto& host = dynamic_cast<SetUpHost&>(*scene);
    const auto run = [](Scene& on, int ticks)
    {
        for (int i = 0; i < ticks; ++i)
            on.advance(1.0 / 60.0, {});
    };
    run(*scene, 10);
    const std::string rope = host.wantedSetUp()->ropes.front().name;
    CAPTURE(preset, event, rope);
    if (event == "drag")
        host.perform("drag " + rope + " 0.5 0.4 1.4 0.3");
    else if (!event.empty())
        host.perform("cut " + rope + " 0.5");
    run(*scene, 10);
    if (event == "join")
        host.perform("join " + rope + ".last " + rope + "_2.first");
    run(*scene, 10);
    const std::string text = sceneText(*scene, {.moment = true});
    const std::unique_ptr<Scene> opened = parseScene(text, "file");
    // As truths, since the texts are long.
    const auto same = [&]
    {
        return sceneText(*opened, {.moment = true}) == sceneText(*scene, {.moment = true}) &&
               bitsOf(*opened) == bitsOf(*scene);
    };
    CHECK(same());
    run(*scene, 30);
    run(*opened, 30);
    CHECK(same());
}

TEST_CASE("A moment of a knot that is pulled goes on with its pull and the same bits", "[workshop]")
{
    const WorkshopPresetFile& preset = workshopPreset(WorkshopPreset::tied_bowline);
    Workshop sim(preset.settings, preset.setUp);
    sim.advance(0.5);
    Workshop again(preset.settings, preset.setUp);
    again.beginAt(sim.written());
    for (Workshop* each : {&sim, &again})
        each->advance(0.25);
    CHECK(positionsOf(again, again.masses().size()) == positionsOf(sim, sim.masses().size()));
    CHECK(again.heldBy("line")->pull == sim.heldBy("line")->pull);
    CHECK(again.slipOf("line") == sim.slipOf("line"));
    CHECK(sim.slipOf("line") != 0.0);
}

// The strings slip on the wheels that they begin to turn, and stick again: corrections ran in a circle of seven.
TEST_CASE("Each step of a force table is solved from the start on", "[workshop]")
{
    const WorkshopPresetFile& preset = workshopPreset(WorkshopPreset::force_table);
    Workshop sim(preset.settings, preset.setUp);
    for (int tick = 0; tick < 60; ++tick)
        sim.advance(1.0 / 60.0);
    CHECK(sim.effort().unsolved == 0);
    CHECK(sim.effort().stood == 0);
}

TEST_CASE("A moment of another set-up is refused", "[workshop]")
{
    Workshop sim = running(hanging());
    sim.advance(0.2);
    sim.cut({"line", std::nullopt, 0.9});
    const rope::WrittenMoment moment = sim.written();
    const auto refused = [&](const char* list, std::size_t number, double value, const char* because)
    {
        rope::WrittenMoment wrong = moment;
        wrong.lists.at(list).at(number) = value;
        Workshop again = running(hanging());
        return refuses([&] { again.beginAt(wrong); }, because);
    };
    CHECK(refused("pieces", 0, 1.0, "must be whole and 0 to 0"));
    CHECK(refused("pieces", 4, 400.0, "more masses"));
    CHECK(refused("pieces", 1, 1.5, "must be whole"));
    rope::WrittenMoment fewer = moment;
    fewer.lists.at("holds").resize(3);
    CHECK(refuses([&] { running(hanging()).beginAt(fewer); }, "list holds is of 1 entries: must be of 2"));
}

TEST_CASE("Every set-up that comes with the workshop is one, and runs", "[workshop]")
{
    const auto number = GENERATE(range(std::size_t{0}, workshopPresetNames().size()));
    CAPTURE(workshopPresetNames()[number]);
    const WorkshopPresetFile& preset = workshopPreset(static_cast<WorkshopPreset>(number));
    Workshop sim(preset.settings, preset.setUp);
    sim.advance(1.0 / 60.0);
    for (const rope::Mass& mass : sim.masses())
        CHECK(glm::length(mass.position) < 10.0);
}

TEST_CASE("Every set-up that comes with the workshop has a lesson, of which nothing is done at its beginning",
          "[workshop]")
{
    const ListedPreset& preset = workshopPresets()[GENERATE(range(std::size_t{0}, workshopPresetNames().size()))];
    CAPTURE(preset.id);
    const std::unique_ptr<Scene> scene = makeScene("workshop/" + std::string(preset.id));
    REQUIRE(scene->fileLesson());
    REQUIRE_FALSE(scene->lesson().empty());
    LessonCheck check(*scene);
    for (long long tick = 1; tick < 3; ++tick)
    {
        scene->advance(1.0 / 60.0, {});
        check.look(tick);
    }
    CHECK(check.doneAt().empty());
}

TEST_CASE("The workshop's formulas hold", "[workshop]")
{
    for (const CheckRow& row : makeScene("workshop")->check())
    {
        CAPTURE(row.quantity, row.expected, row.got);
        CHECK(row.passed());
    }
}
