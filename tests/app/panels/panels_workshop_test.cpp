// What the window shows of a set-up: its panel, forces and tags over the picture.
#include "desk.hpp"

#include "scenes/document/scene_file.hpp"
#include "scenes/hosts.hpp"
#include "scenes/set_up/set_up_edits.hpp"
#include "scenes/set_up/set_up_solid.hpp"

#include <glm/geometric.hpp>

#include <map>
#include <memory>
#include <string>
#include <vector>

using namespace ropewalk;

namespace
{

/// A desk at a set-up that comes with the workshop.
struct Workshop : Desk
{
    explicit Workshop(const char* preset)
    {
        workbench.selectScene("workshop");
        workbench.setParameter("preset", preset, 1);
        ui.tools.open(Tool::solids);
        resize(1920.0f, 1080.0f);
        frames(4);
    }
    const SetUpHost& host() const { return *hostOf<SetUpHost>(workbench.scene()); }
    void seconds(double time)
    {
        for (int i = 0; i < static_cast<int>(60.0 * time); ++i)
            workbench.tick({});
        frames(1);
    }
    void press(const std::string& item)
    {
        moveOver(item);
        click();
    }
};

} // namespace

TEST_CASE("Forces at a knot are its strands' and its weight's, and close", "[workshop]")
{
    Workshop desk("cut");
    desk.workbench.setParameter("damping", "3", 1);
    desk.workbench.perform("hang line 0.95 5");
    desk.seconds(3.0);
    std::map<std::size_t, std::vector<JointForce>> joints;
    for (const JointForce& force : desk.host().forces())
        joints[force.joint].push_back(force);
    REQUIRE(joints.size() == 3); // two ends that are held, and the knot
    for (const auto& [number, forces] : joints)
    {
        if (forces.size() == 1)
            continue; // a pull at a hold
        REQUIRE(forces.size() == 3);
        CHECK(forces[2].force.y == Approx(-5.0 * 9.81).epsilon(0.02));
        CHECK(glm::length(forces[0].force + forces[1].force + forces[2].force) < 0.1);
    }
    desk.press("form Forces");
    CHECK(desk.ui.forces);
    CHECK(desk.ui.forceScale > 5.0 * 9.81);
}

TEST_CASE("A set-up of one's own is no preset, and its preset leads back", "[workshop]")
{
    Workshop desk("cut");
    desk.workbench.perform("hang line 0.95 5");
    desk.frames(2);
    REQUIRE(desk.host().ownSetUp());
    desk.press("slider preset");
    desk.frames(2);
    CHECK(desk.ui.map.contains("choice own set-up"));
    desk.press("choice preset cut");
    CHECK_FALSE(desk.host().ownSetUp());
    CHECK(desk.value("preset") == "cut");
    desk.workbench.undo();
    CHECK(desk.host().ownSetUp());
}

TEST_CASE("A scene without ropes has no masses, and what is added to it lies apart in the picture", "[workshop]")
{
    Workshop desk("empty");
    CHECK(desk.workbench.scene().massCount() == 0);
    const SetUpSolid box = usualSolid(SceneSolid::Shape::box);
    SetUp setUp;
    for (int i = 0; i < 3; ++i)
    {
        SetUpSolid added = box;
        added.position = desk.host().freePlace(box, Vec3(0.0, 0.1, 0.0));
        CHECK(added.position.y - 0.5 * box.size.y >= 0.0);
        CHECK(glm::length(added.position) < 2.0);
        for (const SetUpSolid& other : setUp.solids)
            CHECK(glm::distance(other.position, added.position) >
                  glm::length(box.size) / 2.0 + box.size.x / 2.0 - 1e-9);
        setUp = withSolid(setUp, added);
        desk.workbench.setSetUp(std::make_shared<const SetUp>(setUp), i);
        desk.seconds(0.1);
    }
    desk.press("button add post");
    desk.frames(2);
    CHECK(desk.ui.requests == std::vector{Action::addSolid});
}

TEST_CASE("No force's number covers another one", "[workshop]")
{
    Workshop desk("tackle");
    desk.seconds(0.2);
    desk.ui.forces = true;
    desk.resize(1280.0f, 720.0f);
    desk.frames(2);
    std::vector<Rectangle> tags;
    for (auto at = desk.ui.map.find("force 0"); at != desk.ui.map.end();
         at = desk.ui.map.find("force " + std::to_string(tags.size())))
        tags.push_back(at->second);
    REQUIRE(tags.size() > 8);
    for (std::size_t i = 0; i < tags.size(); ++i)
        for (std::size_t k = i + 1; k < tags.size(); ++k)
        {
            CAPTURE(i, k);
            CHECK((tags[i].right() <= tags[k].x || tags[k].right() <= tags[i].x || tags[i].bottom() <= tags[k].y ||
                   tags[k].bottom() <= tags[i].y));
        }
}

TEST_CASE("A tie shows its force where its panel says so, and its file too", "[workshop]")
{
    Workshop desk("force_table");
    SetUp setUp = *desk.host().wantedSetUp();
    setUp.ties[0].meter = true;
    desk.workbench.setSetUp(std::make_shared<const SetUp>(setUp));
    desk.seconds(0.1);
    const std::vector<Label>& labels = desk.workbench.snapshot().labels;
    REQUIRE(labels.size() == 1);
    CHECK(labels[0].text.ends_with("N"));
    const std::unique_ptr<Scene> again = parseScene(sceneText(desk.workbench.scene()), "again");
    CHECK(*hostOf<SetUpHost>(*again)->wantedSetUp() == setUp);
}

TEST_CASE("A right click opens the verbs of what is there", "[workshop]")
{
    Workshop desk("cut");
    desk.ui.verbMenu = VerbMenu{{700.0f, 400.0f}, "fall", true};
    desk.frames(3);
    desk.press("item Cut");
    CHECK(desk.ui.verbThere == MouseVerb::cut);
    desk.ui.verbThere.reset();
    desk.ui.verbMenu = VerbMenu{{700.0f, 400.0f}, "post1", false};
    desk.frames(3);
    CHECK(desk.ui.map.count("item Cut") == 0); // it is no rope
    desk.press("item Remove");
    CHECK(desk.ui.verbLine == "delete post1");
}

TEST_CASE("What a verb waits for has buttons that end it, and stands in no picture's way", "[workshop]")
{
    Workshop desk("cut");
    const Rectangle strip = desk.ui.map.at("panel verbs");
    CHECK(strip.right() <= desk.ui.viewport.x + 1.0f);
    desk.press("verb Over");
    REQUIRE(desk.ui.verb.verb() == MouseVerb::over);
    desk.press("pill Under");
    CHECK(desk.ui.verb.verb() == MouseVerb::under);
    desk.press("pill Done");
    CHECK_FALSE(desk.ui.verb.verb());
    desk.press("verb Cut");
    CHECK(desk.ui.map.count("pill Done") == 0);
    desk.press("pill Cancel");
    CHECK_FALSE(desk.ui.verb.verb());
}

TEST_CASE("Bodies within each other are told, and the cure moves one", "[workshop]")
{
    Workshop desk("cut");
    SetUp setUp;
    for (const char* name : {"one", "other"})
    {
        SetUpSolid& box = setUp.solids.emplace_back(usualSolid(SceneSolid::Shape::box));
        box.name = name;
        box.moves = Moves::free;
        box.position = Vec3(name == std::string("one") ? 0.0 : 0.1, 1.0, 0.0);
    }
    desk.workbench.setSetUp(std::make_shared<const SetUp>(setUp));
    desk.seconds(0.05);
    const auto* host = hostOf<RemarkHost>(desk.workbench.scene());
    const std::optional<Remark> remark = host->remark();
    REQUIRE(remark);
    REQUIRE(remark->cures.size() == 1);
    desk.workbench.setParameter(remark->cures[0].parameter, remark->cures[0].value, 5);
    desk.workbench.reset();
    desk.seconds(0.05);
    CHECK_FALSE(host->remark());
    desk.workbench.undo();
    CHECK(*desk.host().wantedSetUp() == setUp);
}
