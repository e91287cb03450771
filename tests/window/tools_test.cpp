#include "stage.hpp"

#include "catch.hpp"

using namespace windowtest;

TEST_CASE("advisor, card and physics open by their keys, and Esc closes the topmost", "[window]")
{
    Stage stage({}, "1280x720");
    const auto shows = [&stage](const std::string& name, bool shown)
    {
        stage.waitFor(name + (shown ? " open" : " closed"), [&stage, &name, shown]
                      { return stage.map()["rectangles"].contains("overlay " + name) == shown; });
    };
    stage.key("a");
    shows("advisor", true);
    stage.key("F2");
    shows("physics", true);
    stage.key("e"); // takes the advisor's place
    shows("card", true);
    shows("advisor", false);
    stage.key("Escape");
    shows("physics", false);
    shows("card", true);
    stage.key("Escape");
    shows("card", false);
    CHECK(stage.log().finite());
    CHECK(stage.complaints().empty());
}
