#include "scenes/scene_constants.hpp"

#include "catch.hpp"

#include <cmath>
#include <memory>

using namespace ropewalk;

TEST_CASE("constants come back to the last bit in every scene", "[constants]")
{
    for (const SceneEntry& entry : scenes())
    {
        INFO(entry.info.id);
        const std::unique_ptr<Scene> scene = entry.make();
        CHECK(constantsOf(*scene).empty());
        for (rope::Parameter& row : scene->parameters().rows())
        {
            if (std::holds_alternative<double*>(row.field()))
                row.setNumber(std::min(row.maximum(), std::nextafter(row.defaultNumber(), 1e300))); // 17 digits
            else if (bool* const* field = std::get_if<bool*>(&row.field()))
                row.set(!**field);
            else if (std::holds_alternative<rope::Vec3*>(row.field()))
                row.set(rope::Vec3(0.1, -1.0 / 3.0, 2e-300));
        }
        const SceneConstants constants = constantsOf(*scene);
        const std::unique_ptr<Scene> again = entry.make();
        setConstants(*again, constants);
        CHECK(constantsOf(*again) == constants);
        for (const rope::Parameter& row : scene->parameters().rows())
        {
            INFO(row.name());
            CHECK(again->parameters().find(row.name())->value() == row.value());
        }
        setConstants(*again, {});
        CHECK(constantsOf(*again).empty());
    }
}
