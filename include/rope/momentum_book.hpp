#pragma once

#include <rope/compensated_sum.hpp>
#include <rope/energy_book.hpp>

#include <array>
#include <cstddef>

namespace rope
{

/// Ways of momentum into a rope and out of it.
enum class MomentumLine : std::size_t
{
    gravity,
    hand, ///< reaction at the connection point, and at a pinned free end
    reel, ///< of the masses that come and go
    mouse,
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
