#include "catch.hpp"
#include "desk.hpp"

#include "text/text.hpp"
#include <rope/advisor.hpp>
#include <rope/measured_rope.hpp>
#include <rope/statics.hpp>

#include <string>

using namespace ropewalk;

namespace
{

bool overlap(const Rectangle& a, const Rectangle& b)
{
    return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

void choose(Desk& desk, const std::string& row, const std::string& item)
{
    desk.moveOver("form " + row);
    desk.click();
    desk.frames(3);
    desk.moveOver("form " + row + " " + item);
    desk.click();
    desk.frames(3);
}

void enter(Desk& desk, const std::string& row, const std::string& number)
{
    desk.startTyping("form " + row);
    desk.type(number);
    desk.key(ImGuiKey_Enter);
    desk.frames(40); // so that the next click is no double-click
}

void press(Desk& desk, const std::string& button)
{
    desk.moveOver(button);
    desk.click();
    desk.frames(3);
}

double number(Desk& desk, const std::string& name)
{
    return text::parseNumber(desk.value(name)).value();
}

} // namespace

TEST_CASE("The adviser's constants go on the running rope, and one undo takes them back", "[tools]")
{
    Desk desk;
    desk.ui.tools.open(Tool::advisor);
    desk.frames(4);
    enter(desk, "Length", "3");
    enter(desk, "Mass", "2");
    enter(desk, "at most", "5");
    choose(desk, "Detail", "segments");
    enter(desk, "Segments", "20");
    CHECK(desk.ui.map.count("advice refused") == 0);
    const std::string before = desk.value("spring_constant");
    press(desk, "button apply advice");

    CHECK(desk.value("mass_count") == "21");
    CHECK(number(desk, "mass") == Approx(2.0 / 21.0));
    CHECK(number(desk, "spring_length") == Approx(0.15));
    // EA = (2/2 + 1) kg g / 5 %.
    CHECK(number(desk, "spring_constant") * 0.15 == Approx(2.0 * 9.81 / 0.05).epsilon(1e-6));
    CHECK(desk.value("ground_height") == "-1.5");

    desk.workbench.undo();
    CHECK(desk.value("mass_count") == "80");
    CHECK(desk.value("spring_constant") == before);
    CHECK_FALSE(desk.workbench.changes().last());
}

TEST_CASE("What cannot be had together is said, and not applied", "[tools]")
{
    Desk desk;
    desk.ui.tools.open(Tool::advisor);
    desk.frames(4);
    enter(desk, "at most", "0.1");
    press(desk, "form Limit the steps");
    enter(desk, "Steps a frame", "2");
    choose(desk, "Detail", "segments");
    enter(desk, "Segments", "79");
    CHECK(desk.ui.map.count("advice refused") == 1);
    press(desk, "button apply advice");
    CHECK(desk.value("mass_count") == "80");
    CHECK_FALSE(desk.workbench.changes().last());

    press(desk, "form Allow implicit");
    CHECK(desk.ui.map.count("advice refused") == 0);
    press(desk, "button apply advice");
    CHECK(desk.value("integrator") == "energy_momentum");

    // A wish that makes no sense is answered, too.
    enter(desk, "Length", "0");
    CHECK(desk.ui.map.count("advice refused") == 1);
}

TEST_CASE("A cost budget, a material and a settling time are asked where they are chosen", "[tools]")
{
    Desk desk;
    desk.ui.tools.open(Tool::advisor);
    desk.frames(4);
    CHECK(desk.ui.map.count("form Diameter") == 0);
    choose(desk, "Rope", "of nylon");
    CHECK(desk.ui.map.count("form Mass") == 0);
    enter(desk, "Diameter", "20");
    choose(desk, "Detail", "by its work");
    enter(desk, "Work a frame", "300");
    choose(desk, "Bounce", "settles within");
    enter(desk, "Settling time", "1.5");
    REQUIRE(desk.ui.map.count("advice refused") == 0);
    press(desk, "button apply advice");
    // 647.6 kg/m3 d^2 over 4 m; the steps follow from max_dt.
    CHECK(number(desk, "mass") * number(desk, "mass_count") == Approx(647.6 * 0.0004 * 4.0));
    CHECK(number(desk, "mass_count") / 60.0 / number(desk, "max_dt") <= 300.0 * (1.0 + 1e-6));
}

TEST_CASE("From another scene the adviser opens the rope first", "[tools]")
{
    Desk desk;
    desk.workbench.useScene(makeScene("cloth"));
    desk.ui.tools.open(Tool::advisor);
    desk.frames(4);
    press(desk, "button apply advice");
    REQUIRE(desk.ui.sceneRequest == "rope");
    desk.workbench.useScene(makeScene(*desk.ui.sceneRequest));
    desk.frames(2);
    // 4 m, 4 kg, 1 kg at the end, 1 %: EA = 3 g / 0.01.
    CHECK(number(desk, "spring_constant") * number(desk, "spring_length") == Approx(2943.0));
}

TEST_CASE("A measured rope becomes a wish", "[tools]")
{
    Desk desk;
    desk.ui.tools.open(Tool::advisor);
    desk.frames(4);
    press(desk, "choice From a real rope");
    enter(desk, "Mass", "1.2");
    enter(desk, "Weight", "5");
    enter(desk, "Stretch by it", "30");
    enter(desk, "Swing period", "4.1");
    press(desk, "button use measured");
    CHECK(desk.ui.map.count("form Length") == 1);
    press(desk, "button apply advice");
    rope::RopeMeasurement measurement;
    measurement.mass = 1.2;
    measurement.load = 5.0;
    measurement.elongation = 0.03;
    measurement.period = 4.1;
    const rope::MeasuredRope measured = rope::measuredRope(measurement);
    const double segments = number(desk, "mass_count") - 1.0;
    CHECK(number(desk, "spring_length") * segments == Approx(measured.length));
    CHECK(number(desk, "spring_constant") == Approx(segments * measured.stiffness));
}

TEST_CASE("The card of the running rope in every format, to be copied and saved", "[tools]")
{
    Desk desk;
    desk.ui.tools.open(Tool::card);
    desk.workbench.setParameter("spring_constant", "8000", 1);
    desk.frames(4);
    press(desk, "formats");
    press(desk, "format box2d");
    press(desk, "button copy card");
    CHECK(std::string(ImGui::GetClipboardText()).find("joint.stiffness = 8000.0f;") != std::string::npos);
    desk.workbench.setParameter("spring_constant", "9000", 2);
    desk.frames(2);
    press(desk, "button save card");
    REQUIRE(desk.ui.saveRequest);
    CHECK(desk.ui.saveRequest->name == "rope_box2d.hpp");
    CHECK(desk.ui.saveRequest->text.find("joint.stiffness = 9000.0f;") != std::string::npos);
    for (const char* format : {"cpp", "json", "table", "mjcf", "moordyn", "jolt", "bullet", "xpbd", "unity", "unreal",
                               "godot", "rapier", "pyelastica", "dismech", "newton"})
    {
        INFO(format);
        desk.ui.saveRequest.reset();
        press(desk, "formats");
        press(desk, std::string("format ") + format);
        press(desk, "button save card");
        REQUIRE(desk.ui.saveRequest);
        CHECK(desk.ui.saveRequest->text.size() > 200);
    }

    desk.workbench.useScene(makeScene("cloth"));
    desk.frames(3);
    press(desk, "button open rope");
    CHECK(desk.ui.sceneRequest == "rope");
}

TEST_CASE("The question mark beside a constant opens its section, and links lead on", "[tools]")
{
    Desk desk;
    desk.resize(1920.0f, 1080.0f); // wide enough for text and constants side by side
    desk.frames(2);
    desk.moveOver("explain spring_constant");
    desk.click();
    desk.frames(3);
    CHECK(desk.ui.tools.seen(Tool::physics));
    CHECK(desk.ui.map.count("explained forces-of-the-rope") == 1);
    CHECK_FALSE(desk.workbench.changes().last());

    desk.moveOver("explain payout_speed");
    desk.click();
    desk.frames(3);
    CHECK(desk.ui.map.count("explained the-reel") == 1);

    press(desk, "sections");
    press(desk, "section the-race-of-the-methods");
    REQUIRE(desk.ui.map.count("link implicit-steps") == 1);
    press(desk, "link implicit-steps");
    CHECK(desk.ui.map.count("explained implicit-steps") == 1);
    press(desk, "button close physics");
    CHECK_FALSE(desk.ui.tools.isOpen(Tool::physics));
}

TEST_CASE("A plotted quantity is explained in the menu of its plot", "[tools]")
{
    Desk desk;
    desk.frames(4);
    press(desk, "button plot menu 1");
    press(desk, "explain kinetic_energy");
    CHECK(desk.ui.tools.seen(Tool::physics));
    CHECK(desk.ui.map.count("explained energies-and-lengths") == 1);
}

TEST_CASE("Tools stand beside the viewport and beside the constants, or in their place", "[tools]")
{
    Desk desk;
    desk.ui.scale = GENERATE(1.0f, 1.5f);
    desk.ui.parametersWidth = GENERATE(250.0f, 300.0f, 420.0f);
    const auto [tool, name] = GENERATE(table<Tool, const char*>({{Tool::advisor, "advisor"},
                                                                 {Tool::card, "card"},
                                                                 {Tool::physics, "physics"},
                                                                 {Tool::books, "books"},
                                                                 {Tool::theoryBench, "theory"},
                                                                 {Tool::stepMeter, "step meter"}}));
    desk.ui.tools.open(tool);
    for (const auto& [width, height] : {std::pair(1280.0f, 720.0f), std::pair(1920.0f, 1080.0f),
                                        std::pair(900.0f, 500.0f), std::pair(330.0f, 210.0f)})
    {
        desk.resize(width, height);
        desk.frames(3);
        INFO(name << ", " << width << " x " << height << ", scale " << desk.ui.scale);
        const auto found = desk.ui.map.find(std::string("panel ") + name);
        if (found == desk.ui.map.end())
        {
            CHECK(width < 600.0f); // no room for it
            continue;
        }
        const Rectangle at = found->second;
        CHECK(at.right() <= width);
        CHECK(at.bottom() <= height);
        // The viewport keeps a third of the window and is not covered.
        CHECK_FALSE(overlap(at, desk.ui.viewport));
        CHECK(desk.ui.viewport.width >= 0.2f * width);
        if (width >= 1280.0f && desk.ui.scale == 1.0f)
            CHECK(desk.ui.viewport.width >= 0.34f * width);
        for (const char* other : {"panel scenes", "panel parameters", "panel plots", "panel status", "panel menu"})
            if (const auto panel = desk.ui.map.find(other); panel != desk.ui.map.end())
                CHECK_FALSE(overlap(at, panel->second));
        if (width == 1920.0f && desk.ui.scale == 1.0f)
            CHECK(desk.ui.map.count("panel parameters") == 1);
    }
}

TEST_CASE("The question marks stay on one line with their constants", "[tools]")
{
    Desk desk;
    desk.ui.scale = GENERATE(1.0f, 1.5f);
    desk.ui.parametersWidth = GENERATE(250.0f, 300.0f, 420.0f);
    desk.frames(3);
    const Rectangle constants = desk.ui.map.at("panel parameters");
    for (const rope::Parameter& row : desk.workbench.scene().parameters().rows())
    {
        INFO(row.name());
        const auto mark = desk.ui.map.find("explain " + row.name());
        REQUIRE(mark != desk.ui.map.end());
        CHECK(mark->second.right() <= constants.right());
        if (const auto slider = desk.ui.map.find("slider " + row.name()); slider != desk.ui.map.end())
        {
            CHECK_FALSE(overlap(mark->second, slider->second));
            CHECK(slider->second.right() <= constants.right());
        }
    }
}
