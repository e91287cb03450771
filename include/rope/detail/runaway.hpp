#pragma once

#include <rope/books.hpp>
#include <rope/export.hpp>
#include <rope/mass.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <optional>
#include <span>

namespace rope
{

/// Tells whether a simulation has run away, the sign of a step that was too long. Its masses, springs and ground then
/// hold far more energy than all that was put in: what they held at the start, what gravity has given since, and the
/// work from outside. Friction only takes energy, so nothing but the integrator can have made the rest.
/// docs/physics.md, "The largest stable step".
class ROPE_API Runaway
{
public:
    /// Begins to count.
    void begin(const EnergyByForm& now)
    {
        *this = Runaway();
        start_ = held(now);
        gravity_ = gravity(now);
    }

    /// Counts the work [J] of a step that pushes from outside; it is negative where it takes energy out.
    void putIn(EnergyLine line, double work)
    {
        Source& source = sources_[static_cast<std::size_t>(line)];
        source.now += work;
        source.most = std::max(source.most, source.now);
    }

    /// Counts a change that is no step: of a constant, or by a mass that comes or goes. Gravity gives nothing in it.
    void putIn(EnergyLine line, const EnergyByForm& before, const EnergyByForm& after)
    {
        putIn(line, held(after) - held(before));
        gravity_ += gravity(after) - gravity(before);
    }

    /// From here on only a state that is not finite is a runaway: what takes the steps watches their energy.
    void trust() { start_ = std::numeric_limits<double>::infinity(); }

    /// The mass by which it shows: the first one whose state is not finite, or the one with the largest kinetic energy.
    /// A motion that gravity g [m/s2] makes in a step of `step` [s] is too small to count.
    std::optional<std::size_t> mass(std::span<const Mass> masses, const EnergyByForm& now, const Vec3& g,
                                    double step) const;

private:
    /// The most that a source had given at any time, so that one that gives and takes in turns does not add up; and
    /// each source by itself, so that what one takes does not hide what another gives.
    struct Source
    {
        double now = 0.0;  ///< [J]
        double most = 0.0; ///< [J]
    };

    static double gravity(const EnergyByForm& e) { return e[static_cast<std::size_t>(EnergyForm::gravity)]; }
    static double held(const EnergyByForm& e)
    {
        return e[static_cast<std::size_t>(EnergyForm::kinetic)] + e[static_cast<std::size_t>(EnergyForm::elastic)] +
               e[static_cast<std::size_t>(EnergyForm::ground)] + e[static_cast<std::size_t>(EnergyForm::bending)] +
               e[static_cast<std::size_t>(EnergyForm::twist)];
    }

    double start_ = 0.0;   ///< [J], held when counting began
    double gravity_ = 0.0; ///< [J], where gravity has neither given nor taken
    std::array<Source, energyLines.size()> sources_;
};

} // namespace rope
