#pragma once

#include <rope/detail/compensated_sum.hpp>

#include <array>
#include <cmath>
#include <cstddef>
#include <string_view>

namespace rope
{

/// A line's name in diagnostics, tables and plots, and its sentence.
struct BookLine
{
    std::string_view name;
    std::string_view sentence;
    bool loss = false; ///< its amount is positive where energy leaves
};

/// Where the energy is at a moment.
enum class EnergyForm : std::size_t
{
    kinetic,
    gravity,
    elastic,
    ground, ///< in the springs of the ground
    bending,
    twist,
    spin,   ///< of a rod that turns about its own line
    contact ///< in the springs with which a rod touches solids and itself
};

constexpr std::array<BookLine, 8> energyForms{{{"kinetic_energy", "Energy of motion."},
                                               {"potential_energy", "Energy in gravity."},
                                               {"elastic_energy", "Energy stored in the springs."},
                                               {"ground_energy", "Energy stored in the ground's repulsion."},
                                               {"bending_energy", "Energy stored in the bends of the rope."},
                                               {"twist_energy", "Energy stored by twist."},
                                               {"spin_energy", "Energy of the spin about the rope's own line."},
                                               {"contact_energy", "Energy stored where the rope touches."}}};
using EnergyByForm = std::array<double, energyForms.size()>; ///< [J]

/// Where energy comes from and goes to.
enum class EnergyLine : std::size_t
{
    connection,         ///< work at the connection point and at a pinned free end; of a rod: at all that is held
    reel,               ///< work of winding, and the energy of the inserted masses, less the energy of the removed ones
    grab,               ///< work of the mouse on the grabbed mass
    load,               ///< work of the forces that a rod is loaded with, and of torques on its ends
    solids,             ///< work of solids that move, on a rod that touches them
    motors,             ///< work of the axles that turn bodies
    joins,              ///< work of joining ropes
    constants,          ///< work of changing constants while the rope moves
    air,                ///< loss by the friction of the air
    spring_friction,    ///< loss by the friction inside the springs
    ground_friction,    ///< loss by the friction along the ground
    ground_absorption,  ///< loss by the ground's absorption
    contact_friction,   ///< loss by Coulomb's friction of a rod with solids and with itself
    axles,              ///< loss by the friction of axles
    cuts,               ///< loss by cutting ropes: bend and twist of the place that is cut
    contact_absorption, ///< loss by blows: what the springs of a rod's contact took and do not give back
    integrator,         ///< made (negative: lost) by the integrator, as its steps are finite
    sway ///< borrowed from the integrator within a swing, as velocities belong half a step before positions
};

constexpr std::array<BookLine, 18> energyLines{
    {{"work_of_hand", "Work done at the connection point, and at a pinned end, since the beginning."},
     {"work_of_reel", "Work of the reel since the beginning, with the energy of the masses that it brought."},
     {"work_of_mouse", "Work of the mouse on the mass it holds since the beginning."},
     {"work_of_load", "Work of the forces and torques that load the rope since the beginning."},
     {"work_of_solids", "Work of solids that move since the beginning."},
     {"work_of_motors", "Work of motors that turn bodies since the beginning."},
     {"work_of_joins", "Work of joining ropes since the beginning."},
     {"constants_changed", "Energy that changing constants in motion has brought since the beginning."},
     {"loss_air", "Energy lost to the air since the beginning.", true},
     {"loss_spring_friction", "Energy lost to the friction inside the springs since the beginning.", true},
     {"loss_ground_friction", "Energy lost to the friction along the ground since the beginning.", true},
     {"loss_ground_absorption", "Energy lost to the ground's absorption since the beginning.", true},
     {"loss_contact_friction", "Energy lost to friction on floor, solids and the rope itself since the beginning.",
      true},
     {"loss_axle", "Energy lost to the friction of axles since the beginning.", true},
     {"energy_cut", "Energy of bends and twist that cuts have let go since the beginning.", true},
     {"loss_contact_absorption", "Energy lost to blows on floor, solids and the rope itself since the beginning.",
      true},
     {"integrator_energy", "Energy that the integrator has made since the beginning, out of nothing; negative: eaten."},
     {"integrator_sway", "Energy that only seems to be there, as velocities belong half a step before positions."}}};

/// Energy at the start and now, and what each line has brought since. docs/physics.md, "Where the energy goes", defines
/// the amounts of a step.
///
///     sum of now - sum of start = sum of the lines
struct EnergyBook
{
    EnergyByForm start{}; ///< when the book began
    EnergyByForm now{};
    std::array<CompensatedSum, energyLines.size()> lines;
    std::array<bool, energyLines.size()> unused{}; ///< lines that nothing can ever be booked on

    /// Whether energy can be there: bends hold some only where a rope resists them; so do twist, spin and contact.
    bool has(EnergyForm form) const
    {
        const auto i = static_cast<std::size_t>(form);
        if (form == EnergyForm::ground)
            return !unused[static_cast<std::size_t>(EnergyLine::ground_absorption)];
        return form < EnergyForm::bending || start[i] != 0.0 || now[i] != 0.0;
    }

    /// [J] that the line has brought; negative for a loss.
    double gained(EnergyLine line) const { return lines[static_cast<std::size_t>(line)].value(); }
    /// [J], positive where a line of the name of a loss has taken energy away.
    double amount(EnergyLine line) const
    {
        return energyLines[static_cast<std::size_t>(line)].loss ? -gained(line) : gained(line);
    }
    void gain(EnergyLine line, double energy) { lines[static_cast<std::size_t>(line)].add(energy); }

    /// [J], change of all forms less what the lines have brought: rounding, or a mistake in the books.
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

    /// [J] that have come from somewhere and gone somewhere: the 100 % of the lines' shares.
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

/// Where momentum comes from and goes to.
enum class MomentumLine : std::size_t
{
    gravity,
    connection, ///< reaction at the connection point and at a pinned free end
    reel,       ///< of the inserted masses, less the removed ones
    grab,
    load, ///< of the forces that a rod is loaded with
    constants,
    air,
    ground,
    contact,          ///< the push of the things that a rod touches
    contact_friction, ///< along it
    spring_friction,  ///< angular momentum only, by friction that brakes rotation
    bending,          ///< angular momentum only, by clamps that hold the direction of an end
    twist,            ///< angular momentum only, by holds that keep or turn an end about the rope's line
    plane,            ///< what keeps bodies in a plane
    integrator
};

constexpr std::array<BookLine, 15> momentumLines{
    {{"gravity", "Weight of the masses times the time it pulled."},
     {"connection point", "What holds the connection point, and a pinned free end, has brought."},
     {"reel", "Momentum of the masses that the reel inserted, less that of those taken off."},
     {"mouse", "Pull of the mouse at the mass it holds."},
     {"load", "Forces that load the rope."},
     {"changed constants", "Masses that grew, shrank, came or went at the free end."},
     {"air", "Braked by the air, or blown."},
     {"ground", "Push, friction and absorption of the ground."},
     {"contact", "Push of floor and solids on what touches them."},
     {"contact friction", "Friction on floor and solids. Where the rope rubs on itself, no momentum, but the angular "
                          "momentum that would spin the strands."},
     {"spring friction", "Both ends of a spring feel the opposite: no momentum, but friction of the direction \"full\" "
                         "also brakes rotation and so eats angular momentum."},
     {"bending", "Bends push their masses with no force in all; a clamp turns the rope by them."},
     {"twist", "Twist pushes the masses with no force in all; what holds an end's angle turns the rope by it."},
     {"plane", "The plane of the bodies keeps them in it, and takes what would push or turn them out."},
     {"integrator", "Made by taking finite steps."}}};

/// A conserved vector at the start and now, and what each line has brought since.
struct MomentumAccount
{
    Vec3 start{0.0};
    Vec3 now{0.0};
    std::array<CompensatedVector, momentumLines.size()> lines;

    Vec3 gained(MomentumLine line) const { return lines[static_cast<std::size_t>(line)].value(); }
    void gain(MomentumLine line, const Vec3& amount) { lines[static_cast<std::size_t>(line)].add(amount); }

    /// Change less what the lines have brought: rounding, or a mistake in the books.
    Vec3 imbalance() const
    {
        CompensatedVector sum;
        sum.add(now);
        sum.add(-start);
        for (const CompensatedVector& line : lines)
            sum.add(-line.value());
        return sum.value();
    }

    /// What has come from somewhere and gone somewhere: the 100 % of the lines' shares.
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
    MomentumAccount linear;                          ///< [kg m/s]
    MomentumAccount angular;                         ///< [kg m2/s], about the origin
    std::array<bool, momentumLines.size()> unused{}; ///< lines that nothing can ever be booked on
};

} // namespace rope
