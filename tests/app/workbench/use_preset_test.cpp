#include "catch.hpp"

#include "app/workbench/workbench.hpp"

#include <memory>
#include <stdexcept>
#include <string>

using namespace ropewalk;

TEST_CASE("a preset is one step of undo and leaves other constants as they are", "[workbench]")
{
    Workbench workbench(makeScene("rope"), [] { return 0.0; });
    workbench.setParameter("mass_count", "20", 1);
    const auto text = [&workbench](std::string_view name) { return workbench.scene().parameters().find(name)->text(); };
    workbench.usePreset(constantPreset("moon"));
    CHECK(text("gravity") == "0,-1.62,0");
    CHECK(text("air_friction") == "0");
    CHECK(text("mass_count") == "20");
    workbench.undo();
    CHECK(text("gravity") == "0,-9.81,0");
    CHECK(text("air_friction") == "0.02");
    CHECK(text("mass_count") == "20");
    workbench.redo();
    CHECK(text("gravity") == "0,-1.62,0");
    workbench.undo();
    workbench.undo();
    CHECK(workbench.hasDefaults());
}

TEST_CASE("a preset that the scene cannot have changes nothing", "[workbench]")
{
    Workbench workbench(makeScene("cloth"), [] { return 0.0; });
    CHECK_THROWS_AS(workbench.usePreset(constantPreset("steel")), std::invalid_argument);
    CHECK(workbench.hasDefaults());
    CHECK(workbench.changes().last() == nullptr);
}
