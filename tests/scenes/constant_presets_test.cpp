#include "catch.hpp"

#include "scenes/constant_presets.hpp"
#include "scenes/hosts.hpp"
#include "scenes/scene.hpp"

#include <cmath>
#include <map>
#include <memory>
#include <numbers>
#include <stdexcept>
#include <string>

using namespace ropewalk;

namespace
{

std::unique_ptr<Scene> small(const SceneEntry& entry)
{
    std::unique_ptr<Scene> scene = entry.make();
    if (const auto size = sizeParameterOf(*scene))
        scene->parameters().at(size->name).setNumber(size->small);
    return scene;
}

void use(Scene& scene, const PresetValues& preset)
{
    for (const auto& [name, value] : preset.values)
        scene.parameters().set(name, value);
    scene.validate();
    scene.reset();
}

std::map<std::string, std::string> textsOf(const Scene& scene)
{
    std::map<std::string, std::string> texts;
    for (const rope::Parameter& row : scene.parameters().rows())
        texts[row.name()] = row.text();
    return texts;
}

double valueOf(std::string_view preset, std::string_view scene, std::string_view constant)
{
    const PresetValues made = valuesOf(constantPreset(preset), *makeScene(scene));
    const auto value = made.values.find(constant);
    REQUIRE(value != made.values.end());
    return std::stod(value->second);
}

} // namespace

TEST_CASE("every preset either runs for 5 s in a scene or says why it cannot be had", "[presets]")
{
    for (const SceneEntry& entry : scenes())
        for (const ConstantPreset& preset : constantPresets())
        {
            INFO(entry.info.id << ", " << preset.name);
            const std::unique_ptr<Scene> scene = small(entry);
            const PresetValues made = valuesOf(preset, *scene);
            CHECK(made.values.empty() != made.refusal.empty());
            const std::map<std::string, std::string> before = textsOf(*scene);
            use(*scene, made);
            for (const auto& [name, text] : textsOf(*scene))
                CHECK((text == before.at(name) || made.values.contains(name)));
            if (!made.refusal.empty())
                continue;
            CHECK(holds(made, *scene));
            for (int tick = 0; tick < 300; ++tick)
                scene->advance(1.0 / 60.0, {});
            CHECK_FALSE(scene->divergence());
        }
}

TEST_CASE("the presets' numbers are those of their sources", "[presets]")
{
    const PresetValues moon = valuesOf(constantPreset("moon"), *makeScene("rope"));
    CHECK(moon.values.at("gravity") == "0,-1.62,0"); // NASA, Moon Fact Sheet
    CHECK(moon.values.at("air_friction") == "0");
    CHECK(valuesOf(constantPreset("no_gravity"), *makeScene("cloth")).values.at("gravity") == "0,0,0");

    // A segment of 0.05 m: the mass is density times the circle's area times that, the stiffness Young's modulus times
    // the area over it. Nylon and steel by OrcaFlex's factors of the squared diameter, 647.6 kg/m3 and 1.18e8 N/m2,
    // 3989.7 and 4.04e10; hemp 900 kg/m3 and 7.5e8 N/m2 over the circle.
    const double circle = 0.25 * std::numbers::pi * 0.02 * 0.02;
    CHECK(valueOf("hemp", "rope", "mass") == Approx(900.0 * circle * 0.05).epsilon(1e-5));
    CHECK(valueOf("hemp", "rope", "spring_constant") == Approx(7.5e8 * circle / 0.05).epsilon(1e-5));
    CHECK(valueOf("nylon", "rope", "mass") == Approx(647.6 * 0.0004 * 0.05).epsilon(1e-5));
    CHECK(valueOf("nylon", "wrecking_ball", "spring_constant") == Approx(1.18e8 * 0.0004 / 0.2).epsilon(1e-5));
    CHECK(valueOf("steel", "rope", "mass") == Approx(3989.7 * 9e-6 * 0.05).epsilon(1e-5));
    CHECK(valueOf("steel", "race", "spring_constant") == Approx(4.04e10 * 9e-6 / 0.05).epsilon(1e-5));

    // Honey of 6.12 Pa s. 79 segments of a cylinder of 3.95 m and 10 mm: 4 pi mu L / (ln(L / r) + 0.193) / 79.
    CHECK(valueOf("honey_air", "rope", "air_friction") ==
          Approx(4.0 * std::numbers::pi * 6.12 * 0.05 / (std::log(395.0) + 0.193)).epsilon(1e-5));
    // A square of 1.45 m as a disc of equal area, 16 mu a, for 900 masses.
    CHECK(valueOf("honey_air", "cloth", "medium_drag") ==
          Approx(16.0 * 6.12 * 1.45 / std::sqrt(std::numbers::pi) / 900.0).epsilon(1e-5));
    // A ball of 1 kg of water: 62 mm, 6 pi mu a.
    CHECK(valueOf("honey_air", "spring_pendulum", "medium_drag") ==
          Approx(6.0 * std::numbers::pi * 6.12 * 0.06204).epsilon(1e-3));
}

TEST_CASE("a preset that a scene cannot have says why", "[presets]")
{
    const auto refusal = [](std::string_view preset, std::string_view scene)
    { return valuesOf(constantPreset(preset), *makeScene(scene)).refusal; };
    CHECK(refusal("moon", "constant_velocity") == "This scene has no gravity.");
    CHECK(refusal("honey_air", "impulse") == "This scene has no air whose friction could be set.");
    CHECK(refusal("hemp", "cloth") == "This scene has no rope of segments with mass, length and stiffness.");
    CHECK(refusal("steel", "million").find("too many for 1,000,000 masses") != std::string::npos);
    CHECK_THROWS_AS(constantPreset("mooon"), std::invalid_argument);
}

TEST_CASE("constants are marked with the preset that they come from until they change", "[presets]")
{
    const std::unique_ptr<Scene> scene = makeScene("rope");
    CHECK(presetMarks(*scene).empty());
    use(*scene, valuesOf(constantPreset("moon"), *scene));
    use(*scene, valuesOf(constantPreset("nylon"), *scene));
    auto marks = presetMarks(*scene);
    CHECK(marks.at("gravity") == "Moon");
    CHECK(marks.at("air_friction") == "Moon");
    CHECK(marks.at("mass") == "Nylon");
    CHECK(marks.at("spring_constant") == "Nylon");
    CHECK_FALSE(marks.contains("auto_steps")); // as it was
    scene->parameters().set("mass", "0.02");
    marks = presetMarks(*scene);
    CHECK_FALSE(marks.contains("mass"));
    CHECK(marks.at("spring_constant") == "Nylon");
    scene->parameters().set("gravity", "0,-9.81,0");
    CHECK_FALSE(presetMarks(*scene).contains("air_friction")); // no air alone is not the moon
}
