#include "catch.hpp"
#include "desk.hpp"

#include "app/panels/frame/number_scale.hpp"

#include <set>
#include <string>

using namespace ropewalk;

namespace
{

const rope::Parameter& row(Desk& desk, const std::string& name)
{
    return *desk.workbench.scene().parameters().find(name);
}

double place(Desk& desk, const std::string& name)
{
    return NumberScale::of(row(desk, name)).place(row(desk, name).number());
}

void giveKeys(Desk& desk, const std::string& item)
{
    desk.ui.keys.goTo(constantsPanel, item);
    desk.frames(3);
    REQUIRE(desk.ui.keys.item() == item);
}

} // namespace

TEST_CASE("The arrow keys change the slider that has them: 1/100 of its track, fine and coarse", "[keys]")
{
    Desk desk;
    giveKeys(desk, "slider mass");
    const double before = place(desk, "mass");
    desk.press(PanelKey::right);
    const double usual = place(desk, "mass") - before;
    // Values are rounded to two digits: to 1/200 of themselves at most, on a track of several decades.
    CHECK(usual == Approx(0.01).margin(0.002));
    desk.press(PanelKey::left);
    CHECK(place(desk, "mass") == Approx(before).margin(0.002));

    const double middle = place(desk, "mass");
    desk.press(PanelKey::right, false, true);
    CHECK(place(desk, "mass") - middle == Approx(0.1).margin(0.002));
    const double far = place(desk, "mass");
    desk.press(PanelKey::right, true);
    const double fine = place(desk, "mass") - far;
    CHECK(fine > 0.0);
    CHECK(fine < 0.6 * usual);

    desk.workbench.undo(); // each press is a change of its own
    CHECK(place(desk, "mass") == Approx(far));
    desk.ui.keys.press({PanelKey::right});
    desk.frames(2);
    for (int i = 0; i < 3; ++i) // held
    {
        desk.ui.keys.press({PanelKey::right, false, false, true});
        desk.frames(2);
    }
    CHECK(place(desk, "mass") > far + 0.03);
    desk.workbench.undo();
    CHECK(place(desk, "mass") == Approx(far));
}

TEST_CASE("A whole number moves by one at least, and choices and switches answer the keys", "[keys]")
{
    Desk desk;
    giveKeys(desk, "slider mass_count");
    const int count = std::stoi(desk.value("mass_count"));
    desk.press(PanelKey::left, true);
    CHECK(std::stoi(desk.value("mass_count")) < count);

    giveKeys(desk, "slider integrator");
    desk.press(PanelKey::right);
    CHECK(desk.value("integrator") == "implicit_euler");
    desk.press(PanelKey::press); // opens the list
    REQUIRE(desk.ui.keys.popupOpen());
    desk.press(PanelKey::down);
    desk.press(PanelKey::press);
    CHECK(desk.value("integrator") == "bdf2");
    CHECK_FALSE(desk.ui.keys.popupOpen());
    CHECK(desk.ui.keys.item() == "slider integrator");

    giveKeys(desk, "slider auto_steps");
    desk.press(PanelKey::press);
    CHECK(desk.value("auto_steps") == "false");
}

TEST_CASE("From the search a name and Tab lead to the first constant that is found, and Enter types", "[keys]")
{
    Desk desk;
    giveKeys(desk, filterField);
    CHECK(desk.ui.keys.onText());
    desk.type("stiffness of");
    desk.key(ImGuiKey_Backspace); // the field has what is typed
    desk.key(ImGuiKey_Backspace);
    desk.key(ImGuiKey_Backspace);
    desk.press(PanelKey::next);
    const std::string item = desk.ui.keys.item();
    REQUIRE(item.starts_with("slider "));
    CHECK_FALSE(desk.ui.keys.onText());
    CHECK_FALSE(ImGui::GetIO().WantTextInput);
    const std::string name = item.substr(7);
    const std::string before = desk.value(name);
    desk.press(PanelKey::right);
    CHECK(desk.value(name) != before);

    giveKeys(desk, "slider " + name);
    desk.press(PanelKey::press);
    desk.frames(3);
    CHECK(desk.ui.keys.onText());
    desk.type("123");
    desk.key(ImGuiKey_Enter);
    CHECK(desk.value(name) == "123");
    CHECK(desk.ui.keys.item() == item);
    desk.press(PanelKey::press);
    desk.frames(3);
    desk.type("124");
    desk.press(PanelKey::down); // leaves the entry, which takes the number over
    CHECK(desk.value(name) == "124");
    CHECK_FALSE(desk.ui.keys.onText());
}

TEST_CASE("Esc in an entry forgets what was typed and leaves the keys where they are", "[keys]")
{
    Desk desk;
    giveKeys(desk, "slider mass");
    const std::string before = desk.value("mass");
    desk.press(PanelKey::press);
    desk.frames(3);
    desk.type("9");
    REQUIRE(desk.ui.keys.onText());
    desk.press(PanelKey::back);
    CHECK(desk.value("mass") == before);
    CHECK_FALSE(desk.ui.keys.onText());
    CHECK(desk.ui.keys.item() == "slider mass");

    giveKeys(desk, filterField); // a text that does not use the Esc: the rope has the keys again
    desk.press(PanelKey::back);
    CHECK_FALSE(desk.ui.keys.taken());
    CHECK_FALSE(ImGui::GetIO().WantTextInput);
}

TEST_CASE("Esc closes an open list and no more", "[keys]")
{
    Desk desk;
    desk.ui.tools.open(Tool::advisor);
    desk.frames(4);
    desk.moveOver("form Detail");
    desk.click();
    desk.frames(3);
    REQUIRE(desk.ui.keys.popupOpen());
    desk.key(ImGuiKey_Escape);
    desk.frames(2);
    CHECK_FALSE(desk.ui.keys.popupOpen());
    CHECK(desk.ui.tools.seen(Tool::advisor));
    CHECK(desk.ui.map.count("panel advisor") == 1);
}

TEST_CASE("Of the open tools the one that is seen is closed first", "[keys]")
{
    UiState ui;
    ui.explain("forces-of-the-rope");
    ui.tools.open(Tool::card);
    ui.helpOpen = true;
    ui.closeTopmost();
    CHECK_FALSE(ui.helpOpen);
    CHECK(ui.tools.seen(Tool::card));
    ui.closeTopmost();
    CHECK(ui.tools.seen(Tool::physics));
    ui.closeTopmost();
    CHECK_FALSE(ui.tools.top());
    ui.timingsOpen = true;
    ui.closeTopmost();
    CHECK_FALSE(ui.timingsOpen);
}

TEST_CASE("The keys go round all panels, and every item of a panel is reached", "[keys]")
{
    Desk desk;
    desk.frames(3);
    desk.ui.keys.goRound(1);
    desk.frames(2);
    CHECK(desk.ui.keys.panel() == constantsPanel);
    std::set<std::string> panels;
    for (int i = 0; i < 12; ++i)
    {
        panels.insert(desk.ui.keys.panel());
        desk.ui.keys.goRound(1);
        desk.frames(2);
    }
    for (const char* panel : {"panel menu", "panel scenes", "panel parameters", "panel plots", "panel status"})
        CHECK(panels.contains(panel));

    giveKeys(desk, filterField);
    std::set<std::string> items;
    for (int i = 0; i < 120; ++i)
    {
        items.insert(desk.ui.keys.item());
        desk.press(PanelKey::next);
    }
    for (const rope::Parameter& parameter : desk.workbench.scene().parameters().rows())
    {
        INFO(parameter.name());
        const std::string name = "slider " + parameter.name();
        CHECK((items.contains(name) || items.contains(name + " x")));
    }

    // What the keys are on is scrolled into sight.
    giveKeys(desk, "slider auto_steps");
    desk.frames(3);
    const Rectangle panel = desk.ui.map.at(constantsPanel);
    const Rectangle item = desk.ui.map.at("slider auto_steps");
    CHECK(item.y >= panel.y);
    CHECK(item.bottom() <= panel.bottom());
    desk.ui.keys.release();
    CHECK_FALSE(desk.ui.keys.taken());
}

TEST_CASE("A menu is opened, gone through and left by keys", "[keys]")
{
    Desk desk;
    desk.ui.keys.goTo(menuPanel);
    desk.frames(3);
    CHECK(desk.ui.keys.item() == "menu File");
    desk.press(PanelKey::right);
    CHECK(desk.ui.keys.item() == "menu Scene");
    desk.press(PanelKey::right);
    CHECK(desk.ui.keys.item() == "menu Run");
    desk.press(PanelKey::press);
    desk.frames(2);
    REQUIRE(desk.ui.map.count("item Pause") == 1);
    CHECK(desk.ui.keys.item() == "item Pause");
    desk.press(PanelKey::right); // the menu beside it
    desk.frames(2);
    CHECK(desk.ui.map.count("item Pause") == 0);
    REQUIRE(desk.ui.map.count("menu branches") == 1);
    desk.press(PanelKey::right);
    desk.frames(2);
    REQUIRE(desk.ui.map.count("item Reset view") == 1);
    desk.press(PanelKey::press);
    CHECK(desk.ui.requests == std::vector{Action::resetView});
    CHECK(desk.ui.map.count("item Reset view") == 0);
    CHECK_FALSE(desk.ui.keys.taken()); // the menus are done
}

TEST_CASE("A tool that is closed gives the keys back", "[keys]")
{
    Desk desk;
    desk.ui.tools.open(Tool::advisor);
    desk.ui.keys.goTo("panel advisor", "button close advisor");
    desk.frames(3);
    CHECK(desk.ui.keys.taken());
    desk.press(PanelKey::press);
    CHECK_FALSE(desk.ui.tools.isOpen(Tool::advisor));
    CHECK_FALSE(desk.ui.keys.taken());

    // The constants come back for their keys.
    desk.ui.tools.open(Tool::card);
    desk.frames(2);
    REQUIRE(desk.ui.map.count(constantsPanel) == 0);
    giveKeys(desk, "slider mass");
    CHECK(desk.ui.map.count(constantsPanel) == 1);
}
