#include "catch.hpp"

#include "set_up_example.hpp"

#include "scenes/set_up/set_up_check.hpp"
#include "scenes/set_up/set_up_rows.hpp"
#include "scenes/set_up/set_up_solid.hpp"

#include "files/json_text.hpp"

#include <algorithm>
#include <string>
#include <variant>

using namespace ropewalk;

namespace
{

std::string errorOf(const std::string& text)
{
    return refusalOf([&] { setUpOf(text); });
}

/// The tackle with one text for another.
std::string tackleWith(std::string_view text, std::string_view instead)
{
    std::string changed(tackleJson);
    const std::size_t at = changed.find(text);
    REQUIRE(at != std::string::npos);
    return changed.replace(at, text.size(), instead);
}

std::string textOf(const SetUp& setUp)
{
    return jsonLines(setUpJson(setUp));
}

} // namespace

TEST_CASE("A set-up of a file has what the file says")
{
    const SetUp setUp = setUpOf(tackleJson);
    REQUIRE(setUp.solids.size() == 4);
    CHECK(setUp.solids[0].moves == Moves::no);
    CHECK(setUp.solids[1].shape == SceneSolid::Shape::pulley);
    CHECK(setUp.solids[1].moves == Moves::axle);
    CHECK(setUp.solids[1].axleFriction == 0.1);
    CHECK(setUp.solids[3].mass == 20.0);
    CHECK(setUp.solids[3].radius == weightRadius(20.0)); // as its mass makes it
    CHECK(setUp.solids[3].length == 2.0 * weightRadius(20.0));
    REQUIRE(setUp.ropes.size() == 1);
    const SetUpRope& fall = setUp.ropes[0];
    REQUIRE(fall.path.size() == 4);
    CHECK(std::get<SolidPlace>(fall.path[0]) == SolidPlace{"beam", {0.0, -0.05, 0.0}, ""});
    CHECK(std::get<RoundStop>(fall.path[1]) == RoundStop{"block", RoundStop::Side::left, 0});
    CHECK(std::get<RoundStop>(fall.path[2]) == RoundStop{"top", RoundStop::Side::right, 0});
    CHECK(std::get<Vec3>(fall.path[3]) == Vec3(0.7, 0.5, 0.0));
    CHECK(fall.length == 4.5);
    CHECK(fall.massCount == 0);
    CHECK(std::get<SolidPlace>(setUp.ties[0].a) == SolidPlace{"block", Vec3(0.0), "bottom"});
    CHECK(setUp.holds[0].rope == RopePlace{"fall", rope::RopeEnd::last});
    CHECK(*setUp.roles.hand == RopePlace{"fall", rope::RopeEnd::last});
    CHECK(setUp.roles.load == Place(SolidPlace{"load", Vec3(0.0), "top"}));
}

TEST_CASE("A set-up reads back as it was written")
{
    SetUp setUp = setUpOf(tackleJson);
    setUp.solids[2].velocity = {0.1, 0.0, -0.2};
    setUp.solids[1].moves = Moves::driven;
    setUp.solids[1].spinSpeed = 3.0;
    SetUpSolid ring = usualSolid(SceneSolid::Shape::ring);
    ring.name = "eye";
    ring.position = {2.0, 1.0, 0.1};
    setUp.solids.push_back(ring);
    SetUpRope loop;
    loop.name = "loop";
    loop.path = {Vec3(2.0, 2.0, 0.0), ThroughStop{"eye"}, RoundStop{"top", RoundStop::Side::right, 2}};
    loop.closed = true;
    loop.selfContact = true;
    setUp.ropes.push_back(loop);
    setUp.ropes[0].reel = rope::RopeEnd::last;
    setUp.ropes[0].payoutSpeed = -0.1;
    setUp.ties.push_back({RopePlace{"fall", std::nullopt, 1.25}, RopePlace{"loop", std::nullopt, 0.5}});
    const SetUp again = setUpOf(textOf(setUp));
    CHECK(again == setUp);
    CHECK(textOf(again) == textOf(setUp));
    CHECK(setUpOf(setUpLine(setUp)) == setUp);
    CHECK(setUpLine(setUp).find(' ') == std::string::npos);

    const SetUp empty = setUpOf(textOf(SetUp()));
    CHECK(empty == SetUp());
    CHECK(textOf(SetUp()).find("ropes") != std::string::npos); // a file without would have the scene's own
}

TEST_CASE("Mistakes in a set-up name their line and what would be right")
{
    CHECK(errorOf(tackleWith("\"mass\": 0.4", "\"mass\": 0")) ==
          "s.json:5:2: solid 'block': mass = 0 kg: must be above 0 where it moves free");
    CHECK(errorOf(tackleWith("\"name\": \"load\"", "\"name\": \"top\"")) ==
          "s.json:6:2: two things are called 'top': each needs its own name");
    CHECK(errorOf(tackleWith("\"round\": \"top\"", "\"round\": \"tpo\"")) ==
          "s.json:8:2: rope 'fall': path names 'tpo', which is no solid; did you mean 'top'?");
    CHECK(errorOf(tackleWith("\"length\": 4.5", "\"length\": 1.2"))
              .starts_with("s.json:8:2: rope 'fall': length = 1.2 m: must be at least 4.38 m"));
    CHECK(errorOf(tackleWith("\"round\": \"top\"", "\"round\": \"beam\"")) ==
          "s.json:8:2: rope 'fall': runs round 'beam': must be a pulley, a bar, a post, a sphere or a block");
    CHECK(errorOf(tackleWith("\"block\", \"eye\": \"bottom\"", "\"block\", \"eye\": \"side\"")) ==
          "s.json:10:10: tie: 'block' has no eye 'side': must be one of bottom, top");
    CHECK(errorOf(tackleWith("{\"rope\": \"fall\", \"end\": \"last\", \"at\"",
                             "{\"rope\": \"fal\", \"end\": \"last\", \"at\"")) ==
          "s.json:11:11: hold: 'fal' is no rope; did you mean 'fall'?");
    CHECK(errorOf(tackleWith("\"hand\": {\"rope\": \"fall\", \"end\": \"last\"}", "\"hand\": [0, 0, 0]")) ==
          "s.json:12:11: 'hand' must be a place on a rope: {\"rope\": \"a\", \"end\": \"last\"}");
    CHECK(errorOf(tackleWith("\"moves\": \"axle\"", "\"moves\": \"free\"")) ==
          "s.json:4:2: solid 'top': 'moves' is 'free'; must be no or axle or driven");
    CHECK(errorOf(tackleWith("\"size\": [2, 0.1, 0.2]", "\"mass\": 2")).find("unknown key 'mass'") !=
          std::string::npos);
    for (const auto& [text, part] :
         {std::pair(R"({"solids": [3]})", "solid 0: is a number; must be an object"),
          std::pair(R"({"solids": [{"shape": "box", "position": [0, 0, 0]}]})", "solid 0: key 'name' is missing"),
          std::pair(R"({"solids": [{"name": "a", "shape": "wheel", "position": [0, 0, 0]}]})", "unknown shape 'wheel'"),
          std::pair(R"({"solids": [{"name": "a", "shape": "sphere"}]})", "solid 'a': key 'position' is missing"),
          std::pair(R"({"ropes": [{"name": "a"}]})", "rope 'a': key 'path' is missing; must be a list of stops"),
          std::pair(R"({"ropes": [{"name": "a", "path": [[0, 0]]}]})", "a point of 'path' must be three numbers"),
          std::pair(R"({"ropes": [{"name": "a", "path": [7, 8]}]})", "'path' holds a number; must hold points"),
          std::pair(R"({"ropes": [{"name": "a", "path": [{"round": "b"}]}]})", "key 'side' is missing"),
          std::pair(R"({"ropes": [{"name": "a", "path": [], "lenght": 3}]})", "did you mean 'length'?"),
          std::pair(R"({"ropes": [{"name": "a", "path": [], "closed": 3}]})", "'closed' is a number; must be true"),
          std::pair(R"({"ties": [{"a": [0, 0, 0]}]})", "tie 0: key 'b' is missing"),
          std::pair(R"({"ties": [{"a": {"rope": "a"}, "b": [0, 0, 0]}]})", "must have either 'end'"),
          std::pair(R"({"holds": [{"rope": "a", "end": "middle", "at": [0, 0, 0]}]})", "must be first or last"),
          std::pair(R"({"roles": {"leg": [0, 0, 0]}})", "roles are hand, haul, load")})
    {
        CAPTURE(text, errorOf(text));
        CHECK(errorOf(text).find(part) != std::string::npos);
    }
}

TEST_CASE("A set-up that is too long for a link says by how much")
{
    SetUp setUp;
    for (int i = 0; i < 40; ++i)
    {
        SetUpSolid solid;
        solid.name = "solid_number_" + std::to_string(i);
        solid.position = {0.1 * i, 0.123456789, 0.987654321};
        solid.axis = {0.123456789, 0.23456789, 0.987654321};
        solid.roughness = 0.123456789;
        solid.shape = SceneSolid::Shape::ring;
        setUp.solids.push_back(solid);
    }
    const std::string error = refusalOf([&] { setUpLine(setUp); });
    CHECK(error.starts_with("set-up too long for a link (6,"));
    CHECK(error.ends_with(" of 6,000 characters): copy it instead"));
}

TEST_CASE("A constant of a set-up is set by its row, with the row's range")
{
    const SetUp setUp = setUpOf(tackleJson);
    CHECK(withRow(setUp, "fall.length", "5").ropes[0].length == 5.0);
    CHECK(withRow(setUp, "top.moves", "driven").solids[1].moves == Moves::driven);
    CHECK(withRow(setUp, "fall.reel", "last").ropes[0].reel == rope::RopeEnd::last);
    CHECK(refusalOf([&] { withRow(setUp, "fall.lenght", "5"); }).find("did you mean 'fall.length'?") !=
          std::string::npos);
    CHECK(refusalOf([&] { withRow(setUp, "top.radius", "0"); }) == "top.radius = 0: must be 0.005 to 50 m");
    CHECK(refusalOf([&] { withRow(setUp, "fall.length", "1"); }).starts_with("rope 'fall': length = 1 m: must be"));
    // A thing that stands has no mass.
    SetUp standing = withRow(setUp, "top.moves", "no");
    rope::Parameters rows;
    describe(standing, rows);
    CHECK(rows.find("top.mass") == nullptr);
    CHECK(rows.find("block.mass") != nullptr);
    CHECK(rows.find("block.axle_friction") != nullptr);
    CHECK(rows.find("load.axle_friction") == nullptr);
}
