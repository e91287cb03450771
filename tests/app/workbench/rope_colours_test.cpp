#include "catch.hpp"

#include "app/workbench/rope_colours.hpp"
#include "app/workbench/workbench.hpp"

#include <string>
#include <vector>

using namespace ropewalk;

TEST_CASE("A key steps from the material through all that colours can show, and back to the material")
{
    const auto shownBy = [](const char* scene)
    {
        Workbench workbench(makeScene(scene), [] { return 0.0; });
        bool shown = false;
        std::vector<std::string> steps;
        for (int press = 0; press < 6; ++press)
        {
            stepRopeColours(workbench, shown, press);
            steps.emplace_back(shown ? ropeColours(workbench.scene())[ropeColour(workbench.scene())] : "material");
        }
        return steps;
    };
    CHECK(shownBy("rope") ==
          std::vector<std::string>{"tension", "material", "tension", "material", "tension", "material"});
    CHECK(shownBy("workshop") ==
          std::vector<std::string>{"tension", "curvature", "contact", "crossings", "material", "tension"});
    // The first is what the scene shows by itself.
    CHECK(shownBy("twist") ==
          std::vector<std::string>{"torque", "tension", "curvature", "material", "torque", "tension"});
}
