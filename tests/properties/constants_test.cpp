#include "constants.hpp"

#include "scenes/document/scene_file.hpp"

#include "text/text.hpp"

#include <cstring>
#include <limits>

using namespace properties;

TEST_CASE("a property that fails shows the fewest constants as a scene file", "[properties]")
{
    const auto light = []
    {
        const Constants constants = *constantsOf("rope", {});
        RC_ASSERT(constants.open()->parameters().at("mass").number() < 0.1);
    };
    const rc::detail::TestResult result = tried(100, light);
    REQUIRE(result.is<rc::detail::FailureResult>());
    const rc::detail::FailureResult& failure = result.get<rc::detail::FailureResult>();
    REQUIRE(failure.counterExample.size() == 1);
    const std::string& file = failure.counterExample.front().second;
    INFO(file);
    const std::unique_ptr<ropewalk::Scene> scene = ropewalk::parseScene(file, "shown");
    CHECK(scene->info().id == "rope");
    for (const rope::Parameter& row : scene->parameters().rows())
        CHECK(row.isDefault() == (row.name() != "mass"));
    CHECK(scene->parameters().at("mass").number() >= 0.1);
}

TEST_CASE("every number is read back with the bits that were written", "[properties]")
{
    holds(1000,
          []
          {
              const auto bits = *rc::gen::arbitrary<std::uint64_t>();
              double number = 0.0;
              std::memcpy(&number, &bits, sizeof number);
              RC_PRE(std::isfinite(number));
              const std::optional<double> read = text::parseNumber(text::numberText(number));
              RC_ASSERT(read.has_value());
              RC_ASSERT(std::memcmp(&*read, &number, sizeof number) == 0);
          });
}

TEST_CASE("the text of every scene is read back as the same scene", "[properties]")
{
    for (const ropewalk::SceneEntry& entry : ropewalk::scenes())
        holds(20,
              [&entry]
              {
                  const Constants constants = *constantsOf(std::string(entry.info.id), {});
                  const std::string text = ropewalk::sceneText(*constants.open());
                  RC_ASSERT(ropewalk::sceneText(*ropewalk::parseScene(text, "written")) == text);
              });
}
