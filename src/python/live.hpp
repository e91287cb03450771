#pragma once

#include "constants.hpp"

#include "text/text.hpp"
#include <rope/rope_settings.hpp>
#include <rope/simulation.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

namespace ropewalk
{

/// A simulation whose masses and tensions Python sees without copies.
template <typename Sim>
class Live : public Sim, public OneThread
{
public:
    using Sim::Sim;

    /// They stay where they are from now on, so that no view of them dangles: ropes never have more than 20,000 masses,
    /// whatever their reels and constants did (RopeSimulation::beginAt), and a rod never changes its number.
    const std::vector<rope::Mass>& steadyMasses()
    {
        if (this->masses_.capacity() < mostMasses)
            this->masses_.reserve(std::max(mostMasses, this->masses_.size()));
        return this->masses_;
    }

    /// Masses that a rope of `count` has when its reel has paid out all.
    static std::size_t atMost(std::size_t count, const rope::RopeConstants& rope)
    {
        return std::max(count, rope.payoutSpeed > 0.0 ? static_cast<std::size_t>(rope.maxMassCount) : 0);
    }
    /// Throws std::invalid_argument where masses would need memory elsewhere: with `more` of them, or with `constants`
    /// of rope `id`.
    void demandRoomFor(std::size_t more, rope::RopeId id = {}, const rope::RopeConstants* constants = nullptr) const
    {
        std::size_t most = more;
        for (const rope::RopeId each : this->ropes())
        {
            const rope::Rope& rope = this->rope(each);
            most += atMost(rope.masses(), constants && each == id ? *constants : rope.constants);
        }
        if (most > mostMasses)
            throw std::invalid_argument(std::to_string(most) + " masses: must be at most " +
                                        std::to_string(mostMasses));
    }
    template <typename Settings>
    void setSettings(const Settings& settings)
    {
        const rope::RopeSettings first(settings);
        if (this->ropes().size() > 1)
            demandRoomFor(0, this->ropes().front(), &first);
        Sim::setSettings(settings);
    }
    void setPayoutSpeed(rope::RopeId id, double speed)
    {
        rope::RopeConstants constants = this->rope(id).constants;
        constants.payoutSpeed = speed;
        demandRoomFor(0, id, &constants);
        Sim::setPayoutSpeed(id, speed);
    }

    /// The tensions [N], computed anew by each `run` from now on.
    const std::vector<double>& steadyTensions()
    {
        tensions_.reserve(std::max(mostMasses, this->masses_.size()));
        tensionsSeen_ = true;
        readTensions();
        return tensions_;
    }

    /// Advances `times` times by `seconds`; returns the steps.
    int run(double seconds, int times)
    {
        demandSpan(seconds, this->longestStep(), times);
        // Other threads of Python may go on meanwhile, where that is worth its tenth of a microsecond.
        constexpr double longWork = 1e4; // masses times steps
        const Running running(*this);
        std::optional<py::gil_scoped_release> free;
        std::optional<Interruptible> interruptible;
        if (times * (seconds / this->longestStep()) * static_cast<double>(this->masses_.size()) > longWork)
        {
            free.emplace();
            interruptible.emplace(this->masses_.size());
        }
        int steps = 0;
        for (int i = 0; i < times; ++i)
            steps += this->advance(seconds);
        readTensions();
        return steps;
    }

    void takeStep(double dt)
    {
        if (!std::isfinite(dt) || dt <= 0.0)
            throw std::invalid_argument("dt = " + text::numberText(dt) + " s: must be finite and above 0");
        this->step(dt);
        readTensions();
    }

    /// Also after calls that move masses without a step.
    void readTensions()
    {
        if (!tensionsSeen_)
            return;
        tensions_.resize(this->springs().size());
        for (std::size_t i = 0; i < tensions_.size(); ++i)
            tensions_[i] = this->tension(i);
    }

private:
    static constexpr std::size_t mostMasses = 20'000;

    std::vector<double> tensions_;
    bool tensionsSeen_ = false;
};

/// What ropes and rods have in common.
template <typename Sim, typename Class>
void bindLive(Class& type)
{
    using Bound = Live<Sim>;
    type.def("advance", &Bound::run, py::arg("seconds"), py::arg("times") = 1,
             "Advances by `seconds`, split into steps of at most longest_step, and that `times` times; returns the "
             "number "
             "of steps.")
        .def("step", &Bound::takeStep, py::arg("dt"), "One step of dt [s].")
        .def(
            "copy", [](const Bound& sim) { return Bound(sim); }, "The same moment, to go on by itself.")
        .def(
            "lay_out",
            [](Bound& sim, const py::array_t<double, py::array::c_style | py::array::forcecast>& positions)
            {
                sim.layOut(pointsOf(positions));
                sim.readTensions();
            },
            py::arg("positions"), "Puts the masses at rest at these positions [m], an array (masses, 3).")
        .def_property_readonly(
            "positions",
            [](const py::object& self)
            { return viewOf(self.cast<Bound&>().steadyMasses(), &rope::Mass::position, self); },
            "[m], a read-only view (masses, 3) that follows the simulation without a copy. It keeps its length where "
            "masses come or go: ask for a new one then.")
        .def_property_readonly(
            "velocities",
            [](const py::object& self)
            { return viewOf(self.cast<Bound&>().steadyMasses(), &rope::Mass::velocity, self); },
            "[m/s], as positions.")
        .def_property_readonly(
            "tensions", [](const py::object& self) { return viewOf(self.cast<Bound&>().steadyTensions(), self); },
            "[N] of each segment, negative where it is compressed; a read-only view that follows the simulation.")
        .def_property_readonly(
            "masses",
            [](const Bound& sim)
            {
                std::vector<double> masses;
                for (const rope::Mass& mass : sim.masses())
                    masses.push_back(mass.mass);
                return py::array_t<double>(static_cast<py::ssize_t>(masses.size()), masses.data());
            },
            "[kg] of each mass, a copy.")
        .def_property_readonly("time", &Bound::time, "[s] since the beginning")
        .def_property_readonly("longest_step", &Bound::longestStep, "[s], the longest that advance() takes")
        .def_property_readonly("kinetic_energy", &Bound::kineticEnergy, "[J]")
        .def_property_readonly("potential_energy", &Bound::potentialEnergy, "[J] of gravity, zero at the origin")
        .def_property_readonly("elastic_energy", &Bound::elasticEnergy, "[J] of stretch")
        .def_property_readonly("bending_energy", &Bound::bendingEnergy, "[J]")
        .def_property_readonly("total_energy", &Bound::totalEnergy, "[J]")
        .def_property_readonly("momentum", &Bound::momentum, "[kg m/s]")
        .def("__len__", [](const Bound& sim) { return sim.masses().size(); })
        .def_property(
            "settings",
            [](const Bound& sim)
            {
                using Settings = std::remove_cvref_t<decltype(sim.settings())>;
                return std::make_unique<SettingsConstants<Settings>>(sim.settings(), py::kwargs());
            },
            [](Bound& sim, SettingsConstants<std::remove_cvref_t<decltype(sim.settings())>>& settings)
            {
                sim.setSettings(settings.settings());
                sim.readTensions();
            },
            "A copy of the constants; set it, or call change(), to change them.")
        .def(
            "change",
            [](Bound& sim, const py::kwargs& constants)
            {
                using Settings = std::remove_cvref_t<decltype(sim.settings())>;
                sim.setSettings(SettingsConstants<Settings>(sim.settings(), constants).settings());
                sim.readTensions();
            },
            "Changes these constants while it moves.");
}

} // namespace ropewalk
