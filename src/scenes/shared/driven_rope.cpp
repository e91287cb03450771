#include "driven_rope.hpp"

#include "book_diagnostics.hpp"

#include <rope/rope_settings.hpp>

namespace ropewalk
{

void describeRodBooks(rope::Diagnostics& diagnostics, const rope::RopeSimulation& rope)
{
    const auto add = [&](rope::EnergyForm form, double (rope::RopeSimulation::*energy)() const)
    {
        const rope::BookLine& info = rope::energyForms[static_cast<std::size_t>(form)];
        if (diagnostics.find(info.name) == nullptr)
            diagnostics.add(info.name, "J", info.sentence, [&rope, energy] { return (rope.*energy)(); });
    };
    if (rope.settings().torsionalStiffness > 0.0)
        add(rope::EnergyForm::twist, &rope::RopeSimulation::twistEnergy);
    if (rope.settings().ropeRadius > 0.0)
        add(rope::EnergyForm::contact, &rope::RopeSimulation::contactEnergy);
    describeBooks(diagnostics, rope, [&rope] { return rope.momentum(); });
}

} // namespace ropewalk
