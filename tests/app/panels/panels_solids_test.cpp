// The panels of the solids and of the rope made real, and solids in undo and in the memory of the scenes.
#include "desk.hpp"

#include "scenes/hosts.hpp"

#include "text/text.hpp"
#include <rope/advisor.hpp>

#include <numbers>

using namespace ropewalk;

namespace
{

const SolidList& solidsOf(const Desk& desk)
{
    return hostOf<SolidHost>(desk.workbench.scene())->wantedSolids();
}

void press(Desk& desk, const std::string& button)
{
    desk.moveOver(button);
    desk.click();
    desk.frames(3);
}

} // namespace

TEST_CASE("The panel adds and removes solids, and undo takes each back", "[tools]")
{
    Desk desk;
    desk.resize(1920.0f, 1080.0f);
    desk.workbench.selectScene("real_rope");
    desk.ui.tools.open(Tool::solids);
    desk.frames(4);
    const SolidList before = solidsOf(desk);
    for (const char* shape : {"sphere", "bar", "post", "box", "ring"})
        press(desk, std::string("button add ") + shape);
    REQUIRE(solidsOf(desk).size() == before.size() + 5);
    CHECK(solidsOf(desk).back().shape == SceneSolid::Shape::ring);
    press(desk, "button remove solid"); // the one that was added last is chosen
    CHECK(solidsOf(desk).size() == before.size() + 4);
    CHECK(solidsOf(desk).back().shape == SceneSolid::Shape::box);

    desk.workbench.undo();
    CHECK(solidsOf(desk).size() == before.size() + 5);
    desk.workbench.redo();
    CHECK(solidsOf(desk).size() == before.size() + 4);

    // As it was left in the next session.
    const LeftScene& left = desk.workbench.memory().of("real_rope");
    CHECK(left.constants.solids == solidsOf(desk));
    desk.workbench.selectScene("rope");
    desk.workbench.selectScene("real_rope");
    CHECK(solidsOf(desk).size() == before.size() + 4);

    press(desk, "button own solids");
    CHECK(solidsOf(desk) == before);
    CHECK_FALSE(hostOf<SolidHost>(desk.workbench.scene())->ownSolids());
}

TEST_CASE("A drag of a solid is undone in one step", "[tools]")
{
    Desk desk;
    desk.workbench.selectScene("real_rope");
    const SolidList before = solidsOf(desk);
    SolidList moved = before;
    for (int i = 0; i < 5; ++i)
    {
        moved[0].position.y += 0.1;
        desk.workbench.setSolids(moved, 7);
    }
    CHECK(solidsOf(desk)[0].position.y == Approx(before[0].position.y + 0.5));
    desk.workbench.undo();
    CHECK(solidsOf(desk) == before);
}

TEST_CASE("A rope made real gets its constants at once, and one undo takes them back", "[tools]")
{
    const char* id = GENERATE("real_rope", "cantilever", "twist");
    CAPTURE(id);
    Desk desk;
    desk.workbench.selectScene(id);
    desk.ui.tools.open(Tool::makeReal);
    desk.frames(4);
    press(desk, "button make real");
    const rope::RopeMaterial& first = rope::ropeMaterials().front();
    const double area = 1e-4 * std::numbers::pi; // of 20 mm
    CHECK(text::parseNumber(desk.value("mass_per_length")).value() == Approx(first.density * area).epsilon(1e-5));
    CHECK(desk.value("rope_radius") == "0.01");
    desk.workbench.undo();
    CHECK(desk.workbench.hasDefaults());
    CHECK_FALSE(desk.workbench.changes().last());
}
