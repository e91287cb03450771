#include "constants.hpp"

#include "text/text.hpp"
#include <rope/impulse.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

using namespace properties;
using rope::BodyDefinition;
using rope::ImpulseSettings;
using rope::ImpulseSimulation;
using rope::Vec2;
using rope::Vec3;
using ropewalk::Controls;
using ropewalk::Scene;
using ropewalk::SceneState;

namespace
{

const Within smallScenes{{"mass_count", {2, 40}},    {"max_mass_count", {2, 40}}, {"rope_count", {1, 20}},
                         {"columns", {2, 12}},       {"rows", {2, 12}},           {"body_count", {1, 20}},
                         {"stack_columns", {0, 3}},  {"stack_rows", {0, 3}},      {"iterations", {0, 20}},
                         {"ground_height", {-10, 0}}}; // a floor that rises through pulleys takes 0.3 s a step

/// The bounds that the scene has rows for.
Within withinOf(const ropewalk::SceneEntry& entry)
{
    Within within;
    const std::unique_ptr<Scene> usual = entry.make();
    for (const rope::Parameter& row : usual->parameters().rows())
        if (const auto found = smallScenes.find(row.name()); found != smallScenes.end())
        {
            const double low = std::max(found->second.first, row.minimum());
            within[row.name()] = {low, std::max(low, found->second.second)};
        }
    return within;
}

void run(Scene& scene, int ticks, const Controls& controls)
{
    const double tick = std::min(1.0 / 60.0, 10.0 * scene.longestStep());
    for (int i = 0; i < ticks; ++i)
        scene.advance(tick, controls);
}

/// All numbers of all masses.
std::vector<double> numbersOf(const Scene& scene)
{
    std::vector<double> all{scene.time()};
    for (std::size_t mass = 0; mass < scene.massCount(); ++mass)
        for (const double number : scene.massRow(mass))
            all.push_back(number);
    return all;
}

bool sameBits(const std::vector<double>& a, const std::vector<double>& b)
{
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0;
}

/// Bodies of all shapes on a grid, none in another, that fly about without weight.
rc::Gen<Constants> crowds()
{
    return [](const rc::Random& seed, int) -> rc::Shrinkable<Constants>
    {
        std::mt19937_64 random(rc::Random(seed).next());
        const auto between = [&](double low, double high)
        { return std::uniform_real_distribution<double>(low, high)(random); };
        std::vector<BodyDefinition> bodies;
        const int count = static_cast<int>(between(2.0, 40.0));
        for (int i = 0; i < count; ++i)
        {
            const Vec2 at(2.0 * (i % 6), 2.0 * (i / 6));
            const Vec2 velocity(between(-3.0, 3.0), between(-3.0, 3.0));
            BodyDefinition body =
                rope::circleBody(between(0.05, 0.9), anywhere(random, 0.01, 100.0), at, velocity, between(-5.0, 5.0));
            if (i % 3 > 0)
            {
                const int corners = static_cast<int>(between(3.0, 9.0));
                const double radius = body.radius;
                for (int k = 0; k < corners; ++k)
                    body.vertices.push_back(rope::rotation(2.0 * 3.14159 * k / corners)(Vec2(radius, 0.0)));
                body.radius = 0.0;
            }
            bodies.push_back(body);
        }
        Constants constants{"impulse",
                            {{"gravity", "0,0,0"},
                             {"restitution", text::numberText(std::round(10.0 * between(0.0, 1.0)) / 10.0)},
                             {"friction", text::numberText(std::round(10.0 * between(0.0, 1.0)) / 10.0)}},
                            std::make_shared<const std::vector<BodyDefinition>>(std::move(bodies))};
        return rc::shrinkable::shrinkRecur(
            std::move(constants),
            [](const Constants& one)
            {
                std::vector<Constants> all;
                for (std::size_t i = 0; i < one.bodies->size() && one.bodies->size() > 1; ++i)
                {
                    std::vector<BodyDefinition> fewer = *one.bodies;
                    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
                    all.push_back(one);
                    all.back().bodies = std::make_shared<const std::vector<BodyDefinition>>(fewer);
                }
                return rc::seq::fromContainer(all);
            });
    };
}

} // namespace

TEST_CASE("every scene goes on from a saved moment with the same bits", "[properties]")
{
    for (const ropewalk::SceneEntry& entry : ropewalk::scenes())
    {
        INFO(entry.info.id);
        holds(15,
              [&entry]
              {
                  const Constants constants = *constantsOf(std::string(entry.info.id), withinOf(entry));
                  const std::unique_ptr<Scene> scene = constants.open();
                  Controls controls;
                  controls.direction = Vec3(1.0, 0.5, 0.0);
                  run(*scene, 5, controls);
                  const std::unique_ptr<SceneState> saved = scene->save();
                  const std::vector<double> moment = numbersOf(*scene);
                  run(*scene, 5, {});
                  const std::vector<double> end = numbersOf(*scene);
                  scene->restore(*saved);
                  RC_ASSERT(sameBits(numbersOf(*scene), moment));
                  run(*scene, 5, {});
                  RC_ASSERT(sameBits(numbersOf(*scene), end));
              });
    }
}

TEST_CASE("bodies without weight keep their momentum and gain no energy", "[properties]")
{
    holds(100,
          []
          {
              const Constants constants = *crowds();
              ImpulseSimulation sim(*constants.bodies, constants.settings<ImpulseSettings>());
              const Vec2 momentum = sim.momentum();
              double energy = sim.kineticEnergy();
              double size = 0.0; // of what the sums are made of
              for (const rope::RigidBody& body : sim.bodies())
                  size += glm::length(body.momentum());
              for (int step = 0; step < 240; ++step)
              {
                  sim.step(1.0 / 240.0);
                  RC_ASSERT(glm::length(sim.momentum() - momentum) <= 1e-12 * size);
                  RC_ASSERT(sim.kineticEnergy() <= energy * (1.0 + 1e-12));
                  energy = sim.kineticEnergy();
              }
          });
}
