#include "rod_holder.hpp"

#include "book_diagnostics.hpp"

namespace ropewalk
{

void describeRodBooks(rope::Diagnostics& diagnostics, const RodHolder& sim)
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
    describeBooks(diagnostics, sim.rod(), [&sim] { return sim.momentum(); });
}

} // namespace ropewalk
