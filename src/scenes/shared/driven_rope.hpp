#pragma once

#include "rods.hpp"

#include <rope/parameters.hpp>
#include <rope/rope_simulation.hpp>

#include <optional>
#include <utility>
#include <vector>

namespace ropewalk
{

/// The simulation of a scene that is made of one rope: before each step the scene says what moves ends, solids and
/// loads.
class DrivenRope : protected rope::RopeSimulation
{
public:
    const rope::RopeSimulation& rope() const { return *this; }
    using rope::RopeSimulation::advance;
    using rope::RopeSimulation::effort;
    using rope::RopeSimulation::energyBook;
    using rope::RopeSimulation::goOn;
    using rope::RopeSimulation::longestStep;
    using rope::RopeSimulation::masses;
    using rope::RopeSimulation::momentum;
    using rope::RopeSimulation::momentumBook;
    using rope::RopeSimulation::rests;
    using rope::RopeSimulation::setBooks;
    using rope::RopeSimulation::time;

    /// The mouse pulls at a mass, or at none.
    void setGrab(const std::optional<RodGrab>& wanted)
    {
        if (wanted)
            grab(wanted->mass, wanted->target, strongestPull());
        else
            RopeSimulation::release();
    }
    /// What it pulls at now.
    std::optional<RodGrab> pulled() const
    {
        const std::optional<std::size_t> mass = grabbed();
        return mass ? std::optional(RodGrab{*mass, *grabTarget()}) : std::nullopt;
    }

protected:
    using rope::RopeSimulation::RopeSimulation;

    /// What acts on the rope in a step of `dt` [s] that begins now.
    virtual void drive(double dt) = 0;
    /// [N], of the mouse; 0: what a rope takes by itself.
    virtual double strongestPull() const { return 0.0; }

    /// Begins `sim` anew where these settings lay it out otherwise; its books go on being kept. False where it can take
    /// them as it is. `more` is what it is made of besides.
    template <typename Sim, typename Settings, typename... More>
    static bool beginAnew(Sim& sim, const Settings& settings, More&&... more)
    {
        if (!rope::laidOutOtherwise(settings, sim.settings()))
            return false;
        const bool books = sim.keepsBooks();
        sim = Sim(settings, std::forward<More>(more)...);
        sim.setBooks(books);
        return true;
    }

private:
    void prepare(double dt) override
    {
        drive(dt);
        RopeSimulation::prepare(dt);
    }
};

/// Adds the energies of twist and contact, and the lines of the books, behind the others.
void describeRodBooks(rope::Diagnostics& diagnostics, const rope::RopeSimulation& rope);

} // namespace ropewalk
