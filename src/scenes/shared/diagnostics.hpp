#pragma once

#include <rope/mass.hpp>
#include <rope/parameters.hpp>
#include <rope/vec.hpp>

#include <functional>
#include <string>
#include <string_view>

// Diagnostics that several scenes have.

namespace ropewalk
{

/// What the rows of the energies say, where a scene says something of its own.
struct EnergySentences
{
    std::string_view kinetic = "Energy of motion.";
    std::string_view potential = "Energy in gravity, zero at the origin.";
    std::string_view elastic = "Energy stored in the springs.";
    std::string_view total = "Sum of the three energies.";
};

/// Adds the energies that the simulation has, in this order: kinetic, potential, elastic, of the ground, total.
template <typename Sim>
void describeEnergies(rope::Diagnostics& diagnostics, const Sim& sim, const EnergySentences& sentences = {})
{
    diagnostics.add("kinetic_energy", "J", sentences.kinetic, [&sim] { return sim.kineticEnergy(); });
    diagnostics.add("potential_energy", "J", sentences.potential, [&sim] { return sim.potentialEnergy(); });
    if constexpr (requires { sim.elasticEnergy(); })
        diagnostics.add("elastic_energy", "J", sentences.elastic, [&sim] { return sim.elasticEnergy(); });
    [[maybe_unused]] bool ground = true; // but for ropes that have none
    if constexpr (requires { sim.settings().ground; })
        ground = sim.settings().ground;
    if constexpr (requires { sim.groundEnergy(); })
        if (ground)
            diagnostics.add("ground_energy", "J", "Energy stored in the ground's repulsion.",
                            [&sim] { return sim.groundEnergy(); });
    diagnostics.add("total_energy", "J", sentences.total,
                    [&sim]
                    {
                        if constexpr (requires { sim.totalEnergy(); })
                            return sim.totalEnergy();
                        else
                            return sim.kineticEnergy() + sim.potentialEnergy() + sim.elasticEnergy();
                    });
}

/// Compares masses by their height.
constexpr auto lower = [](const rope::Mass& a, const rope::Mass& b) { return a.position.y < b.position.y; };

/// Adds the components of a vector, such as connection_x: "Connection point, to the right."
void describeVector(rope::Diagnostics& diagnostics, const std::string& prefix, std::string_view unit,
                    const std::string& what, const std::function<rope::Vec3()>& vector);

} // namespace ropewalk
