#pragma once

#include <rope/detail/compensated_sum.hpp>

#include <array>
#include <cmath>
#include <cstddef>
#include <string_view>

namespace rope
{

/// Where a rope's energy is at a moment.
enum class EnergyForm : std::size_t
{
    kinetic,
    gravity,
    elastic,
    ground ///< in the springs of the ground
};

/// Where energy comes from and goes to.
enum class EnergyLine : std::size_t
{
    connection,        ///< work at the connection point and at a pinned free end
    reel,              ///< work of winding, and the energy of the masses inserted less that of those taken off
    grab,              ///< work of the mouse on the grabbed mass
    constants,         ///< work of changing constants while the rope moves
    air,               ///< loss by the friction of the air
    spring_friction,   ///< loss by the friction inside the springs
    ground_friction,   ///< loss by the friction along the ground
    ground_absorption, ///< loss by the ground's absorption
    integrator,        ///< made (negative: lost) by the integrator, as its steps are finite
    sway ///< borrowed from the integrator within a swing, as velocities belong half a step before positions
};

/// A line as diagnostics, tables and plots name it.
struct BookLine
{
    std::string_view name;
    std::string_view sentence;
    bool loss = false; ///< counted positive where energy leaves
};

constexpr std::array<BookLine, 10> energyLines{
    {{"work_of_hand", "Work done at the connection point, and at a pinned end, since the beginning."},
     {"work_of_reel", "Work of the reel since the beginning, with the energy of the masses that it brought."},
     {"work_of_mouse", "Work of the mouse on the mass it holds since the beginning."},
     {"constants_changed", "Energy that changing constants in motion has brought since the beginning."},
     {"loss_air", "Energy lost to the air since the beginning.", true},
     {"loss_spring_friction", "Energy lost to the friction inside the springs since the beginning.", true},
     {"loss_ground_friction", "Energy lost to the friction along the ground since the beginning.", true},
     {"loss_ground_absorption", "Energy lost to the ground's absorption since the beginning.", true},
     {"integrator_energy", "Energy that the integrator has made since the beginning, out of nothing; negative: eaten."},
     {"integrator_sway", "Energy that only seems to be there, as velocities belong half a step before positions."}}};

constexpr std::array<BookLine, 4> energyForms{{{"kinetic_energy", "Energy of motion."},
                                               {"potential_energy", "Energy in gravity."},
                                               {"elastic_energy", "Energy stored in the springs."},
                                               {"ground_energy", "Energy stored in the ground's repulsion."}}};

/// Where the energy went: what there was, what there is, and by which ways it came and went. How the amounts of a step
/// are defined is said in docs/physics.md, "Where the energy goes".
///
///     sum now - sum start = sum of what the lines brought
struct EnergyBook
{
    std::array<double, energyForms.size()> start{}; ///< [J] by form, at the beginning
    std::array<double, energyForms.size()> now{};   ///< [J]
    std::array<CompensatedSum, energyLines.size()> lines;
    std::array<bool, energyLines.size()> kept{true, true, true, true, true, true, true, true, true, true}; ///< in use
    bool hasGround = true;

    /// [J], what the line has brought; negative for a loss.
    double gained(EnergyLine line) const { return lines[static_cast<std::size_t>(line)].value(); }
    /// [J] as named in energyLines: losses are positive.
    double amount(EnergyLine line) const
    {
        return energyLines[static_cast<std::size_t>(line)].loss ? -gained(line) : gained(line);
    }
    void gain(EnergyLine line, double energy) { lines[static_cast<std::size_t>(line)].add(energy); }

    /// [J], change of all forms less what the lines have brought: nothing but rounding.
    double imbalance() const
    {
        CompensatedSum sum;
        for (std::size_t i = 0; i < now.size(); ++i)
        {
            sum.add(now[i]);
            sum.add(-start[i]);
        }
        for (const CompensatedSum& line : lines)
            sum.add(-line.value());
        return sum.value();
    }

    /// [J], all that has come from somewhere and gone somewhere: what percentages are of.
    double throughput() const
    {
        double sum = 0.0;
        for (std::size_t i = 0; i < now.size(); ++i)
            sum += std::abs(now[i] - start[i]);
        for (const CompensatedSum& line : lines)
            sum += std::abs(line.value());
        return 0.5 * sum;
    }
};

/// Ways of momentum into a rope and out of it.
enum class MomentumLine : std::size_t
{
    gravity,
    connection, ///< reaction at the connection point and at a pinned free end
    reel,       ///< of the masses inserted, less that of those taken off
    grab,
    constants,
    air,
    ground,
    spring_friction, ///< none but angular momentum, and that only where it brakes rotation
    integrator
};

constexpr std::array<BookLine, 9> momentumLines{
    {{"gravity", "Weight of the masses times the time it pulled."},
     {"connection point", "What holds the connection point, and a pinned free end, has brought."},
     {"reel", "Momentum of the masses that the reel inserted, less that of those taken off."},
     {"mouse", "Pull of the mouse at the mass it holds."},
     {"changed constants", "Masses that grew, shrank, came or went at the free end."},
     {"air", "Braked by the air, or blown."},
     {"ground", "Push, friction and absorption of the ground."},
     {"spring friction", "Both ends of a spring feel the opposite: no momentum, but friction of the direction \"full\" "
                         "also brakes rotation and so eats angular momentum."},
     {"integrator", "Made by taking finite steps."}}};

/// One conserved vector: what there was, what there is, by which ways it came and went.
struct MomentumAccount
{
    Vec3 start{0.0};
    Vec3 now{0.0};
    std::array<CompensatedVector, momentumLines.size()> lines;

    Vec3 gained(MomentumLine line) const { return lines[static_cast<std::size_t>(line)].value(); }
    void gain(MomentumLine line, const Vec3& amount) { lines[static_cast<std::size_t>(line)].add(amount); }

    /// Change less what the lines have brought: nothing but rounding.
    Vec3 imbalance() const
    {
        CompensatedVector sum;
        sum.add(now);
        sum.add(-start);
        for (const CompensatedVector& line : lines)
            sum.add(-line.value());
        return sum.value();
    }

    /// All that has come from somewhere and gone somewhere.
    double throughput() const
    {
        double sum = glm::length(now - start);
        for (const CompensatedVector& line : lines)
            sum += glm::length(line.value());
        return 0.5 * sum;
    }
};

struct MomentumBook
{
    MomentumAccount linear;  ///< [kg m/s]
    MomentumAccount angular; ///< [kg m2/s], about the origin
    std::array<bool, momentumLines.size()> kept{true, true, true, true, true, true, true, true, true}; ///< in use
};

} // namespace rope
