#pragma once

#include <rope/books.hpp>
#include <rope/detail/uncopied.hpp>
#include <rope/mass.hpp>

#include <array>
#include <vector>

namespace rope
{

/// Energies and momenta of a rope at a moment.
struct RopeTotals
{
    std::array<double, energyForms.size()> energy{}; ///< [J] by EnergyForm
    Vec3 momentum{0.0};                              ///< [kg m/s]
    Vec3 angularMomentum{0.0};                       ///< [kg m2/s], about the origin

    double total() const { return energy[0] + energy[1] + energy[2] + energy[3]; } ///< [J]

    /// Adds kinetic energy and momenta of a mass.
    void add(const Mass& mass)
    {
        const Vec3 p = mass.mass * mass.velocity;
        energy[0] += 0.5 * glm::dot(p, mass.velocity);
        momentum += p;
        angularMomentum += glm::cross(mass.position, p);
    }
};

/// What a simulation keeps to write its books.
struct Books
{
    EnergyBook energy;
    MomentumBook momentum;
    double dt = 0.0;                          ///< [s] of the last step
    Vec3 grabForce{0.0};                      ///< [N] of the present step
    double firstLength = 0.0;                 ///< [m] of the first segment before the step
    Uncopied<std::vector<Mass>> massesBefore; ///< the masses before the step

    /// The books begin at this moment.
    explicit Books(const RopeTotals& start)
    {
        energy.start = start.energy;
        momentum.linear.start = start.momentum;
        momentum.angular.start = start.angularMomentum;
    }

    /// The book at this moment. The steps book the sway with what the integrator made; it is a state, `sway` [J], and
    /// is told apart here.
    EnergyBook energyAt(const RopeTotals& now, double sway) const
    {
        EnergyBook book = energy;
        book.now = now.energy;
        book.gain(EnergyLine::integrator, -sway);
        book.gain(EnergyLine::sway, sway);
        return book;
    }
    double amountAt(EnergyLine line, double sway) const ///< [J] of that book's line
    {
        const double amount = energy.amount(line);
        return line == EnergyLine::integrator ? amount - sway : line == EnergyLine::sway ? sway : amount;
    }
    MomentumBook momentumAt(const RopeTotals& now) const
    {
        MomentumBook book = momentum;
        book.linear.now = now.momentum;
        book.angular.now = now.angularMomentum;
        return book;
    }

    /// A change that no step made: what it changed is booked there.
    void event(EnergyLine line, MomentumLine way, const RopeTotals& before, const RopeTotals& after)
    {
        CompensatedSum change;
        for (std::size_t i = 0; i < before.energy.size(); ++i)
        {
            change.add(after.energy[i]);
            change.add(-before.energy[i]);
        }
        energy.gain(line, change.value());
        momentum.linear.gain(way, after.momentum - before.momentum);
        momentum.angular.gain(way, after.angularMomentum - before.angularMomentum);
    }
};

} // namespace rope
