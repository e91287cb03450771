#include "catch.hpp"

#include "set_up_example.hpp"

#include "scenes/set_up/path_layout.hpp"
#include "scenes/set_up/set_up_check.hpp"
#include "scenes/set_up/set_up_solid.hpp"
#include "scenes/set_up/verbs.hpp"

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <string>
#include <variant>

using namespace ropewalk;

namespace
{

const RopePlace lastEnd{"fall", rope::RopeEnd::last};
const RopePlace firstEnd{"fall", rope::RopeEnd::first};

SetUp tackle()
{
    return setUpOf(tackleJson);
}

/// All places are at one point.
Vec3 anywhere(const Place&)
{
    return {0.3, 1.5, 0.0};
}

SetUp after(const SetUp& setUp, std::string_view verb)
{
    return applyEdit(setUp, parseVerb(verb), anywhere);
}

std::string refused(std::string_view verb)
{
    return refusalOf([&] { after(tackle(), verb); });
}

} // namespace

TEST_CASE("A place of a rope is held where it is, once")
{
    const SetUp setUp = after(tackle(), "hold fall 1.2");
    REQUIRE(setUp.holds.size() == 2);
    CHECK(setUp.holds[1] == SetUpHold{{"fall", std::nullopt, 1.2}, {0.3, 1.5, 0.0}});
    const SetUp again = after(setUp, "hold fall.last");
    REQUIRE(again.holds.size() == 2);
    CHECK(again.holds[1].at == Vec3(0.3, 1.5, 0.0));
    CHECK(refused("hold load.top") == "hold: 'load.top' is no place on a rope; there are fall.first and the like");
    CHECK(refused("hold fal.last") == "hold: 'fal' is no rope; did you mean 'fall'?");
}

TEST_CASE("To let go undoes a hold, a tie and what a path ends at")
{
    SetUp setUp = tackle();
    setUp.ropes[0].reel = rope::RopeEnd::last;
    setUp.ropes[0].payoutSpeed = 0.1;
    const SetUp loose = after(setUp, "let_go fall.last");
    CHECK(loose.holds.empty());
    CHECK_FALSE(loose.roles.hand);       // there is nothing to hold
    CHECK_FALSE(loose.ropes[0].reel);    // nor a reel
    CHECK(loose.roles.haul.has_value()); // a place stays one
    CHECK(refusalOf([&] { after(loose, "let_go fall.last"); }) == "let_go: 'fall.last' is loose");

    const SetUp fallen = after(setUp, "let_go fall.first");
    CHECK(std::get<Vec3>(fallen.ropes[0].path.front()) == Vec3(0.3, 1.5, 0.0));
    CHECK(laidOutAlike(fallen.ropes[0], setUp.ropes[0]));
    CHECK(after(setUp, "let_go block.bottom").ties.empty());
}

TEST_CASE("A weight hangs by its eye where it is hung")
{
    const SetUp setUp = after(tackle(), "hang fall 1.2 5");
    REQUIRE(setUp.solids.size() == 5);
    const SetUpSolid& weight = setUp.solids[4];
    CHECK(weight.name == "weight1");
    CHECK(weight.mass == 5.0);
    CHECK(weight.moves == Moves::free);
    CHECK(pointOn(weight, {"", Vec3(0.0), "top"}) == Vec3(0.3, 1.5, 0.0));
    CHECK(setUp.ties.back() == SetUpTie{RopePlace{"fall", std::nullopt, 1.2}, SolidPlace{"weight1", Vec3(0.0), "top"}});
    CHECK(after(setUp, "hang block.bottom 2").solids.back().name == "weight2");
    CHECK(refused("hang fall 1.2 0") == "solid 'weight1': mass = 0 kg: must be above 0 where it moves free");
    CHECK(refused("hang fall 9 1").starts_with("hang: 9 m of 'fall': must be 0 to 4.5 m"));
}

TEST_CASE("Places are tied, but not two that stand still")
{
    SetUp setUp = tackle();
    SetUpSolid post = usualSolid(SceneSolid::Shape::post);
    post.name = "post1";
    post.position = {1.5, 1.0, 0.0};
    setUp.solids.push_back(post);
    const SetUp tied = after(setUp, "tie fall.last post1 0 0.2 0");
    CHECK(tied.ties.back() == SetUpTie{lastEnd, SolidPlace{"post1", {0.0, 0.2, 0.0}, ""}});
    // An end of a solid is called as one of a rope is.
    CHECK(after(setUp, "tie fall.last post1.last").ties.back().b == Place(SolidPlace{"post1", Vec3(0.0), "last"}));
    CHECK(refusalOf([&] { after(setUp, "tie beam 0 0 0 post1 0 0.2 0"); }) ==
          "tie: 'beam' and 'post1' both stand still: one end must move");
    // A tie to a thing that stands still takes the place of a hold.
    const SetUp held = withHold(withHold(setUp, firstEnd, Vec3(0.0)), lastEnd, Vec3(1.0));
    CHECK(after(held, "tie fall.last post1 0 0.2 0").holds == after(held, "let_go fall.last").holds);
    CHECK(after(held, "tie fall.first fall.last").holds == after(held, "let_go fall.first").holds);
    CHECK(after(held, "tie fall.first block.bottom").holds == held.holds);
    CHECK(refusalOf([&] { after(setUp, "tie fall 1 fall 1.02"); }).find("or its other end for a ring") !=
          std::string::npos);
}

TEST_CASE("A rope is led over a pulley where that is shortest, and is long enough then")
{
    SetUp setUp = tackle();
    SetUpSolid pulley = usualSolid(SceneSolid::Shape::pulley);
    pulley.position = {1.2, 1.5, 0.0};
    setUp = withSolid(setUp, pulley);
    CHECK(setUp.solids.back().name == "pulley1");
    const SetUp led = after(setUp, "run_over fall pulley1 right");
    REQUIRE(led.ropes[0].path.size() == 5);
    CHECK(std::get<RoundStop>(led.ropes[0].path[3]) == RoundStop{"pulley1", RoundStop::Side::right, 0});
    CHECK(led.ropes[0].length > 4.5);
    CHECK(led.ropes[0].length < lengthOf(pathOf(led, led.ropes[0])) + 1e-3);
    CHECK(refused("run_over fall beam left") ==
          "rope 'fall': runs round 'beam': must be a pulley, a bar, a post, a sphere or a block");
    CHECK(refused("run_over fall tpo left") == "run_over: 'tpo' is no solid; did you mean 'top'?");
    CHECK(refused("run_over fall top") == "rope 'fall': runs through 'top': must be a ring");
}

TEST_CASE("A reel is at an end that is held")
{
    const SetUp setUp = after(tackle(), "wind fall.last -0.3");
    CHECK(setUp.ropes[0].reel == rope::RopeEnd::last);
    CHECK(setUp.ropes[0].payoutSpeed == -0.3);
    CHECK(after(tackle(), "wind fall.first 0.3").ropes[0].reel == rope::RopeEnd::first); // tied to the beam
    CHECK(refusalOf(
              [] {
                  after(withRope(tackle(), {Vec3(0.0), Vec3(1.0, 0.0, 0.0)}), "wind rope1.last 9");
              }) == "rope 'rope1': payout_speed = 9: must be -2 to 2 m/s");
    CHECK(refusalOf([] { after(after(tackle(), "let_go fall.last"), "wind fall.last 0.3"); }) ==
          "wind: 'fall.last' is loose: hold it first");
    CHECK(refused("wind fall 1.2 0.3") == "wind: 'fall 1.2' is no end of a rope");
}

TEST_CASE("A new rope is held where it ends at points")
{
    const SetUp setUp = after(tackle(), "new_rope load.top top right 3 1 0");
    REQUIRE(setUp.ropes.size() == 2);
    CHECK(setUp.ropes[1].name == "rope1");
    CHECK(setUp.ropes[1].path == std::vector<Stop>{SolidPlace{"load", Vec3(0.0), "top"},
                                                   RoundStop{"top", RoundStop::Side::right, 0}, Vec3(3.0, 1.0, 0.0)});
    REQUIRE(setUp.holds.size() == 2);
    CHECK(setUp.holds[1] == SetUpHold{{"rope1", rope::RopeEnd::last}, {3.0, 1.0, 0.0}});
    CHECK(refused("new_rope 0 0 0 0 0 0") == "rope 'rope1': two stops of its path are at one place, [0, 0, 0]");
}

TEST_CASE("What is deleted leaves nothing that names it")
{
    const SetUp noBlock = after(tackle(), "delete block");
    CHECK(noBlock.solids.size() == 3);
    CHECK(noBlock.ties.empty());
    CHECK(noBlock.ropes[0].path.size() == 3);
    const SetUp noBeam = after(tackle(), "delete beam");
    CHECK(std::get<Vec3>(noBeam.ropes[0].path.front()) == Vec3(0.0, 2.35, 0.0));
    CHECK_FALSE(after(tackle(), "delete load").roles.load);
    const SetUp noRope = after(tackle(), "delete fall");
    CHECK(noRope.ropes.empty());
    CHECK(noRope.holds.empty());
    CHECK_FALSE(noRope.roles.hand);
    CHECK_FALSE(noRope.roles.haul);
    CHECK(refused("delete bloc") == "delete: 'bloc' is no rope or solid; did you mean 'block'?");
    CHECK(refused("copy fal") == "copy: 'fal' is no rope or solid; did you mean 'fall'?");
    CHECK(refused("hold fall_2.first") == "hold: 'fall_2' is a piece that a cut has made, which is cut, joined or "
                                          "dragged alone: must be a place along 'fall'");
}

TEST_CASE("A copy is a thing of its own, and a solid is placed")
{
    const SetUp two = after(tackle(), "copy load");
    REQUIRE(two.solids.size() == 5);
    CHECK(two.solids[4].name == "load1");
    CHECK(two.solids[4].mass == 20.0);
    CHECK(two.solids[4].position != two.solids[3].position);
    const SetUp ropes = after(tackle(), "copy fall");
    REQUIRE(ropes.ropes.size() == 2);
    CHECK(ropes.ropes[1].name == "fall1");
    CHECK(ropes.ropes[1].path.size() == 2);
    CHECK(ropes.holds.size() == 2);
    CHECK(after(tackle(), "move block 0.1 1.1 0").solids[2].position == Vec3(0.1, 1.1, 0.0));
    CHECK(refused("move block 1000 0 0") == "solid 'block': position = 1000: must be -100 to 100");
}

TEST_CASE("A pull holds the end that it draws, and goes with the hold")
{
    const SetUp pulled = after(tackle(), "pull fall 20");
    CHECK(pulled.ropes[0].pull == 20.0);
    CHECK(std::any_of(pulled.holds.begin(), pulled.holds.end(),
                      [](const SetUpHold& hold) { return hold.rope == lastEnd; }));
    CHECK(after(pulled, "pull fall 0").ropes[0].pull == 0.0);
    CHECK(after(pulled, "let_go fall.last").ropes[0].pull == 0.0);
    CHECK(refused("pull fal 20") == "pull: 'fal' is no rope; did you mean 'fall'?");
    CHECK(refused("pull fall -1") == "rope 'fall': pull = -1: must be 0 to 1e+05 N");
    SetUp loose = tackle();
    loose.holds.clear();
    loose.roles = {};
    loose.ropes[0].pull = 20.0;
    CHECK(refusalOf([&] { validate(loose); }) == "rope 'fall': pull at 'fall.last', which is loose: hold it first");
}

TEST_CASE("A set-up in the mirror is as long and as wide, and its own mirror image")
{
    const SetUp mirror = after(tackle(), "mirror");
    CHECK_FALSE(mirror == tackle());
    CHECK(lengthOf(mirror, mirror.ropes[0]) == Approx(lengthOf(tackle(), tackle().ropes[0])));
    const std::vector<PathPiece> path = pathOf(tackle(), tackle().ropes[0]);
    const std::vector<PathPiece> other = pathOf(mirror, mirror.ropes[0]);
    REQUIRE(path.size() == other.size());
    for (std::size_t i = 0; i < path.size(); ++i)
        CHECK(glm::distance(path[i].at(0.3) * Vec3(-1.0, 1.0, 1.0), other[i].at(0.3)) < 1e-9);
}

TEST_CASE("Verbs of scripts have their forms, and events are no edits")
{
    CHECK_FALSE(parseVerb("cut fall 1.3").isEdit());
    CHECK(parseVerb("cut fall_2 1.3").places[0] == Place(RopePlace{"fall_2", std::nullopt, 1.3}));
    CHECK(parseVerb("join fall.last fall_2.first").places[1] == Place(RopePlace{"fall_2", rope::RopeEnd::first}));
    const Verb drag = parseVerb("drag fall.last 0.3 0.2 0.1");
    CHECK(drag.places[0] == Place(lastEnd));
    CHECK(drag.numbers == std::vector<double>{0.3, 0.2, 0.1});
    CHECK(parseVerb("drag fall 1.2 0.3 0.2 0.1").places[0] == Place(RopePlace{"fall", std::nullopt, 1.2}));
    CHECK(parseVerb(" drop ").kind == Verb::Kind::drop);
    CHECK(parseVerb("tie fall.first block.top").isEdit());
    CHECK(parseVerb("tie fall.first block.top").places[0] == Place(firstEnd));
    const auto refusal = [](std::string_view verb) { return refusalOf([&] { parseVerb(verb); }); };
    CHECK(refusal("cutt fall 1.3") == "unknown verb 'cutt'; did you mean 'cut'?");
    CHECK(refusal("cut fall") == "must be 'cut PLACE'");
    CHECK(refusal("cut fall 1 2") == "must be 'cut PLACE'");
    CHECK(refusal("hang fall.last") == "must be 'hang PLACE KG'");
    CHECK(refusal("hang fall.last heavy") == "must be 'hang PLACE KG'");
    CHECK(refusal("move block 1 2") == "must be 'move SOLID X Y Z'");
    CHECK(refusal("new_rope 0 0 0") == "must be 'new_rope STOP STOP ...'");
    CHECK(refusal("drop it") == "must be 'drop'");
    CHECK(refusal("").starts_with("unknown verb ''"));
    CHECK(refusal("pull fall") == "must be 'pull ROPE NEWTON'");
    CHECK(refused("drop") == "drop is no edit of the set-up");
}

TEST_CASE("Copies lie beside what is there already")
{
    SetUp copies = tackle();
    for (int i = 0; i < 3; ++i)
        copies = after(after(copies, "copy beam"), "copy fall");
    const auto meet = [](const SetUpSolid& a, const SetUpSolid& b)
    {
        const Vec3 apart = glm::abs(a.position - b.position) - halfBox(a) - halfBox(b);
        return std::max({apart.x, apart.y, apart.z}) < 0.0;
    };
    for (std::size_t i = tackle().solids.size(); i < copies.solids.size(); ++i)
        for (std::size_t other = 0; other < i; ++other)
            CHECK_FALSE(meet(copies.solids[i], copies.solids[other]));
    for (std::size_t i = 1; i < copies.ropes.size(); ++i)
        for (std::size_t other = 0; other < i; ++other)
            CHECK(glm::distance(middleOf(copies, copies.ropes[i].path.front()),
                                middleOf(copies, copies.ropes[other].path.front())) > 0.1);
}
