#include "desk.hpp"

#include "app/panels/scenes/book_table.hpp"

#include <cmath>
#include <string>

using namespace ropewalk;

namespace
{

const BookTable::Row& row(const BookTable& table, const std::string& name)
{
    for (const BookTable::Group& group : table.groups)
        for (const BookTable::Row& candidate : group.rows)
            if (candidate.name == name)
                return candidate;
    FAIL("no row " << name);
    return table.groups[0].rows[0];
}

} // namespace

TEST_CASE("the table of the energy says where it went: J, per cent and W")
{
    rope::EnergyBook book;
    book.start = {0.0, 10.0, 0.0, 0.0};
    book.now = {2.0, 4.0, 1.0, 0.0};
    book.gain(rope::EnergyLine::connection, 2.0);
    book.gain(rope::EnergyLine::air, -5.0);
    BookPower power;
    power.add(0.0, book);
    book.now[0] = 3.0;
    book.gain(rope::EnergyLine::connection, 1.0);
    power.add(0.25, book);

    const BookTable table = energyTable(book, power);
    // 3 J from the connection point and 6 J from the height; 5 J to the air, 3 J in motion, 1 J in the springs.
    CHECK(row(table, "throughput").values[0] == Approx(9.0));
    CHECK(row(table, "work_of_hand").values[0] == Approx(3.0));
    CHECK(row(table, "work_of_hand").values[1] == Approx(100.0 / 3.0));
    CHECK(row(table, "work_of_hand").values[2] == Approx(4.0));
    CHECK(row(table, "potential_energy").values[0] == Approx(-6.0));
    CHECK(row(table, "potential_energy").share == Approx(2.0 / 3.0));
    CHECK(row(table, "potential_energy").flow == BookTable::Flow::came);
    CHECK(row(table, "kinetic_energy").flow == BookTable::Flow::stored);
    CHECK(row(table, "loss_air").flow == BookTable::Flow::lost);
    CHECK(row(table, "loss_air").values[0] == Approx(5.0));
    CHECK(row(table, "loss_air").values[2] == Approx(0.0));
    CHECK(row(table, "kinetic_energy").values[2] == Approx(4.0));
    CHECK(std::abs(row(table, "unaccounted").values[0]) < 1e-14);
}

TEST_CASE("the power is that of the last half second, and begins anew when time goes back")
{
    rope::EnergyBook book;
    BookPower power;
    for (int i = 0; i <= 100; ++i) // 2 s of 3 W, then 2 s of 1 W
    {
        power.add(0.04 * i, book);
        book.gain(rope::EnergyLine::grab, 0.04 * (i < 50 ? 3.0 : 1.0));
    }
    CHECK(power.of(rope::EnergyLine::grab) == Approx(1.0));
    power.add(1.0, book);
    CHECK(power.of(rope::EnergyLine::grab) == 0.0);
}

TEST_CASE("B's table stands beside the viewport, and its pages open with a click")
{
    Desk desk;
    desk.ui.tools.open(Tool::books);
    desk.workbench.useScene(makeScene("rope"));
    for (int i = 0; i < 30; ++i)
        desk.workbench.tick({});
    desk.frames(3);
    REQUIRE(desk.ui.map.count("panel books") == 1);
    const Rectangle window = desk.ui.map.at("panel books");
    CHECK(window.x >= desk.ui.viewport.right());
    CHECK(window.right() <= 1280.0f);
    const rope::EnergyBook book = *desk.workbench.scene().energyBook();
    for (std::size_t i = 0; i < rope::energyLines.size(); ++i)
    {
        const rope::BookLine& line = rope::energyLines[i];
        INFO(line.name);
        if (book.unused[i])
        {
            CHECK(desk.ui.map.count("row " + std::string(line.name)) == 0);
            continue;
        }
        REQUIRE(desk.ui.map.count("row " + std::string(line.name)) == 1);
        const Rectangle at = desk.ui.map.at("row " + std::string(line.name));
        CHECK(at.y + at.height <= window.y + window.height); // nothing to scroll for at 1280 x 720
    }

    desk.moveOver("page Momentum");
    desk.click();
    CHECK(desk.ui.booksPage == 1);
    CHECK(desk.ui.map.count("row gravity") == 1);
    CHECK(desk.ui.map.count("row work_of_hand") == 0);
    desk.moveOver("page Angular momentum");
    desk.click();
    CHECK(desk.ui.booksPage == 2);
    CHECK(desk.ui.map.count("row spring friction") == 1);

    desk.workbench.useScene(makeScene("cloth")); // keeps none, and says so
    desk.frames(3);
    CHECK(desk.ui.map.count("panel books") == 1);
    CHECK(desk.ui.map.count("row gravity") == 0);
    desk.ui.tools.close(Tool::books);
    desk.frames(2);
    CHECK(desk.ui.map.count("panel books") == 0);
}

TEST_CASE("a scene with a momentum book alone shows it, and says why there is none of its energy")
{
    Desk desk;
    desk.ui.tools.open(Tool::books);
    desk.workbench.useScene(makeScene("wrecking_ball"));
    for (int i = 0; i < 30; ++i)
        desk.workbench.tick({});
    desk.frames(3);
    REQUIRE(desk.ui.map.count("panel books") == 1);
    CHECK(desk.ui.map.count("row throughput") == 0);
    const Rectangle window = desk.ui.map.at("panel books");
    for (const std::string page : {"page Momentum", "page Angular momentum"})
    {
        CAPTURE(page);
        desk.moveOver(page);
        desk.click();
        const rope::MomentumBook book = *desk.workbench.scene().momentumBook();
        for (std::size_t i = 0; i < rope::momentumLines.size(); ++i)
        {
            const std::string name = "row " + std::string(rope::momentumLines[i].name);
            CAPTURE(name);
            REQUIRE(desk.ui.map.count(name) == (book.unused[i] ? 0 : 1));
            if (!book.unused[i])
                CHECK(desk.ui.map.at(name).bottom() <= window.bottom()); // nothing to scroll for at 1280 x 720
        }
        CHECK(desk.ui.map.count("row plane") == 1);
    }
    desk.workbench.useScene(makeScene("rope"));
    desk.frames(3);
    CHECK(desk.ui.map.count("row gravity") == 1);
    CHECK(desk.ui.map.count("row plane") == 0);
}

TEST_CASE("a scene without books says why")
{
    for (const SceneEntry& entry : scenes())
    {
        CAPTURE(entry.info.id);
        const std::unique_ptr<Scene> scene = entry.make();
        CHECK((scene->energyBook().has_value() || !scene->booksNote().empty()));
    }
}
