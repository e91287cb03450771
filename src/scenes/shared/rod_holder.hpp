#pragma once

#include "book_diagnostics.hpp"

#include <rope/rod.hpp>

#include <vector>

namespace ropewalk
{

/// A simulation that is made of one rod, with the rod's masses, time and books.
class RodHolder
{
public:
    const rope::RodSimulation& rod() const { return rod_; }
    double time() const { return rod_.time(); }
    const std::vector<rope::Mass>& masses() const { return rod_.masses(); }
    rope::Vec3 momentum() const { return rod_.momentum(); }

    void setBooks(bool keep) { rod_.setBooks(keep); }
    rope::EnergyBook energyBook() const { return rod_.energyBook(); }
    rope::MomentumBook momentumBook() const { return rod_.momentumBook(); }
    double energyLine(rope::EnergyLine line) const { return rod_.energyLine(line); }
    rope::Vec3 momentumLine(rope::MomentumLine line) const { return rod_.momentumLine(line); }

protected:
    explicit RodHolder(const rope::RodSettings& settings) : rod_(settings) {}
    RodHolder(const RodHolder&) = default;
    RodHolder(RodHolder&&) = default;
    RodHolder& operator=(const RodHolder&) = default;
    RodHolder& operator=(RodHolder&&) = default;
    ~RodHolder() = default;

    rope::RodSimulation rod_;
};

/// Adds the energies of twist and contact, and the lines of the books, behind the others.
inline void describeRodBooks(rope::Diagnostics& diagnostics, const RodHolder& sim)
{
    const auto add = [&](rope::EnergyForm form, double (rope::RodSimulation::*energy)() const)
    {
        const rope::BookLine& info = rope::energyForms[static_cast<std::size_t>(form)];
        if (diagnostics.find(info.name) == nullptr)
            diagnostics.add(info.name, "J", info.sentence, [&sim, energy] { return (sim.rod().*energy)(); });
    };
    if (sim.rod().settings().torsionalStiffness > 0.0)
        add(rope::EnergyForm::twist, &rope::RodSimulation::twistEnergy);
    if (sim.rod().settings().radius > 0.0)
        add(rope::EnergyForm::contact, &rope::RodSimulation::contactEnergy);
    describeBooks(diagnostics, sim);
}

} // namespace ropewalk
