#include "constants.hpp"

#include <rope/rope_settings.hpp>
#include <rope/rope_simulation.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

// Symmetries of the equations: they hold to the last bit where the transformation does (a change of sign, a power of
// two), and to rounding elsewhere.

using namespace properties;
using rope::RopeSettings;
using rope::RopeSimulation;
using rope::Vec3;

namespace
{

/// How a rope is looked at: places are mirrored, then scaled, then moved.
struct Frame
{
    Vec3 mirror{1.0};
    double size = 1.0;
    Vec3 offset{0.0};

    Vec3 way(const Vec3& v) const { return size * mirror * v; }
    Vec3 place(const Vec3& p) const { return way(p) + offset; }

    RopeSettings seen(RopeSettings s) const
    {
        s.gravity = way(s.gravity);
        s.springLength *= size;
        s.groundHeight = size * s.groundHeight + offset.y;
        s.freeEndPosition = place(s.freeEndPosition);
        s.payoutSpeed *= size;
        s.connectionSpeed *= size;
        return s;
    }
};

/// A rope in a curve, whose upper end is moved and of which a mass is pulled, for so many ticks of at most ten steps.
RopeSimulation driven(const RopeSettings& settings, const Frame& frame, int ticks = 20)
{
    RopeSimulation rope(frame.seen(settings));
    std::vector<Vec3> curve;
    for (int i = 0; i < settings.massCount; ++i)
    {
        const double s = settings.springLength * i;
        curve.push_back(frame.place({0.6 * s, -0.7 * s, 0.25 * s * (i % 3)}));
    }
    rope.layOut(curve);
    const double tick = std::min(1.0 / 60.0, 10.0 * rope.longestStep());
    for (int i = 0; i < ticks; ++i)
    {
        rope.setConnectionVelocity(i < 8 ? frame.way({1.0, 0.5, -0.25}) : Vec3(0.0));
        if (i == 10)
            rope.grab(rope.masses().size() / 2, frame.place({0.5, -0.25, 0.75}));
        rope.advance(tick);
    }
    return rope;
}

/// The largest difference [m] of a place, seen in the frame.
double difference(const RopeSimulation& rope, const RopeSimulation& seen, const Frame& frame)
{
    RC_ASSERT(rope.masses().size() == seen.masses().size());
    double largest = 0.0;
    for (std::size_t i = 0; i < rope.masses().size(); ++i)
        largest = std::max(largest, glm::length(frame.place(rope.masses()[i].position) - seen.masses()[i].position));
    return largest;
}

const Within smallRopes{{"mass_count", {2, 30}},     {"max_mass_count", {30, 60}},  {"min_mass_count", {2, 2}},
                        {"auto_steps", {1, 1}},      {"spring_constant", {1, 1e6}}, {"mass", {1e-3, 10}},
                        {"spring_length", {0.01, 1}}};

} // namespace

TEST_CASE("a mirrored rope makes the mirrored motion, bit for bit", "[properties]")
{
    holds(100,
          []
          {
              const auto settings = (*constantsOf("rope", smallRopes)).settings<RopeSettings>();
              const Frame mirrored{.mirror = {-1.0, 1.0, -1.0}};
              RC_ASSERT(difference(driven(settings, {}), driven(settings, mirrored), mirrored) == 0.0);
          });
}

TEST_CASE("a rope in other units of mass makes the same motion, bit for bit", "[properties]")
{
    // Mass, stiffness and friction together: accelerations stay.
    Within within = smallRopes;
    for (const char* name : {"spring_friction", "air_friction", "ground_friction", "ground_absorption"})
        within[name] = {0.0, 10.0};
    within["ground_repulsion"] = {0.0, 1e4};
    within["bending_stiffness"] = {0.0, 100.0};
    within["torsional_stiffness"] = {0.0, 100.0};
    holds(100,
          [&within]
          {
              const auto settings = (*constantsOf("rope", within)).settings<RopeSettings>();
              const double unit = std::ldexp(1.0, *rc::gen::inRange(-3, 4));
              RopeSettings other = settings;
              for (double* number : {&other.mass, &other.springConstant, &other.springFriction, &other.airFriction,
                                     &other.groundRepulsion, &other.groundFriction, &other.groundAbsorption,
                                     &other.bendingStiffness, &other.torsionalStiffness})
                  *number *= unit;
              RC_ASSERT(difference(driven(settings, {}), driven(other, {}), {}) == 0.0);
          });
}

TEST_CASE("a rope elsewhere makes the same motion", "[properties]")
{
    Within within = smallRopes;
    within["ground_height"] = {-100.0, 0.0};
    within["free_end_position"] = {-100.0, 100.0};
    within["integrator"] = {0, 0};
    for (const char* name : {"torsional_stiffness", "rope_radius"}) // else the steps are solved to a tolerance
        within[name] = {0.0, 0.0};
    holds(100,
          [&within]
          {
              const auto settings = (*constantsOf("rope", within)).settings<RopeSettings>();
              const Frame moved{.offset = {64.0, -32.0, 16.0}};
              // A place of 64 m has a last digit of 1.4e-14 m. A chain that is pushed together buckles, and that
              // doubles a difference in a few steps: so few ticks.
              RC_ASSERT(difference(driven(settings, {}, 3), driven(settings, moved, 3), moved) < 1e-8);
          });
}

TEST_CASE("the books of any rope balance", "[properties]")
{
    holds(100,
          []
          {
              const Constants constants = *constantsOf("rope", smallRopes);
              RopeSimulation rope(constants.settings<RopeSettings>());
              rope.setBooks(true);
              const double tick = std::min(1.0 / 60.0, 10.0 * rope.longestStep());
              for (int i = 0; i < 30; ++i)
              {
                  rope.setConnectionVelocity(i < 10 ? Vec3(1.0, 0.5, -0.3) : Vec3(0.0));
                  if (i == 15)
                      rope.grab(rope.masses().size() / 2, {0.5, 0.5, 0.5});
                  rope.advance(tick);
              }
              const rope::EnergyBook energy = rope.energyBook();
              const rope::MomentumBook momentum = rope.momentumBook();
              double size = energy.throughput(); // what the sums are made of
              for (std::size_t i = 0; i < energy.now.size(); ++i)
                  size += std::abs(energy.start[i]) + std::abs(energy.now[i]);
              RC_ASSERT(std::abs(energy.imbalance()) <= 1e-9 * size);
              RC_ASSERT(glm::length(momentum.linear.imbalance()) <= 1e-9 * momentum.linear.throughput());
          });
}

TEST_CASE("what is paid out of a rope is taken in again", "[properties]")
{
    Within within = smallRopes;
    within["payout_speed"] = {0.1, 2.0};
    within["pin_free_end"] = {0, 0};
    within["max_mass_count"] = {10'000, 10'000};
    holds(60,
          [&within]
          {
              RopeSettings settings = (*constantsOf("rope", within)).settings<RopeSettings>();
              RopeSimulation rope(settings);
              const double before = rope.restLength();
              const std::size_t masses = rope.masses().size();
              const double tick = std::min(1.0 / 60.0, 10.0 * rope.longestStep());
              constexpr int ticks = 30;
              for (int i = 0; i < ticks; ++i)
                  rope.advance(tick);
              const double out = ticks * tick * settings.payoutSpeed;
              RC_ASSERT(std::abs(rope.restLength() - before - out) <= 1e-9 * (before + out));
              settings.payoutSpeed *= -1.0;
              rope.setSettings(settings);
              for (int i = 0; i < ticks; ++i)
                  rope.advance(tick);
              RC_ASSERT(std::abs(rope.restLength() - before) <= 1e-9 * (before + out));
              // The reel inserts at one and a half segments and takes off at a half: one mass may be on its way.
              RC_ASSERT(rope.masses().size() <= masses + 1);
          });
}

TEST_CASE("half the step leaves half the error, or a quarter with a method of order 2", "[properties]")
{
    // Soft ropes far above the ground, whose fastest motion w = 2 sqrt(k/m) <= 63/s has w h <= 0.13 at the longest
    // step. The force of a bend has kinks where a rope folds, at which a method loses its order: these bends are soft.
    const Within soft{{"mass_count", {3, 12}},
                      {"spring_constant", {1, 100}},
                      {"mass", {0.1, 1}},
                      {"spring_length", {0.1, 0.5}},
                      {"spring_friction", {0, 0.1}},
                      {"bending_stiffness", {0, 0.01}},
                      {"air_friction", {0, 0.1}},
                      {"ground_height", {-1000, -1000}},
                      {"gravity", {-10, 10}},
                      {"integrator", {0, 3}},
                      {"auto_steps", {0, 0}},
                      {"pin_free_end", {0, 0}},
                      {"payout_speed", {0, 0}},
                      {"max_dt", {0.002, 0.002}},
                      {"implicit_max_dt", {0.002, 0.002}}};
    holds(60,
          [&soft]
          {
              const auto settings = (*constantsOf("rope", soft)).settings<RopeSettings>();
              const auto ends = [&](double step)
              {
                  RopeSettings finer = settings;
                  finer.maxDt = finer.implicitMaxDt = step;
                  RopeSimulation rope(finer);
                  rope.advance(0.2);
                  return rope;
              };
              const RopeSimulation whole = ends(0.002);
              const RopeSimulation half = ends(0.001);
              const RopeSimulation quarter = ends(0.0005);
              const double first = difference(whole, half, {});
              const double second = difference(half, quarter, {});
              const bool ofOrder2 = settings.byNewton()
                                        ? settings.integrator != rope::RopeIntegrator::implicit_euler
                                        : settings.integrator == rope::RopeIntegrator::implicit_midpoint ||
                                              settings.integrator == rope::RopeIntegrator::energy_momentum;
              RC_PRE(second > 1e-10); // else rounding is what differs
              RC_ASSERT(first / second > (ofOrder2 ? 3.4 : 1.8));
              RC_ASSERT(first / second < (ofOrder2 ? 4.6 : 2.2));
          });
}
