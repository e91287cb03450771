#include "bindings.hpp"
#include "live.hpp"

#include "text/text.hpp"
#include <rope/rope_settings.hpp>
#include <rope/rope_simulation.hpp>

#include <map>
#include <optional>
#include <stdexcept>
#include <string>

namespace ropewalk
{

namespace
{

using Rope = Live<rope::RopeSimulation>;
using Settings = SettingsConstants<rope::RopeSettings>;

/// The lines of the energy's book by their names [J].
std::map<std::string, double> bookLines(const Rope& rope)
{
    std::map<std::string, double> lines;
    const rope::EnergyBook book = rope.energyBook();
    for (std::size_t i = 0; i < rope::energyLines.size(); ++i)
        lines[std::string(rope::energyLines[i].name)] = book.amount(static_cast<rope::EnergyLine>(i));
    return lines;
}

/// Ropes of one simulation, by the numbers that name them.
void bindSeveral(py::class_<Rope>& type)
{
    using rope::RopeId;
    const auto massOf = [](const Rope& rope, py::ssize_t mass) { return indexOf(mass, rope.masses().size(), "mass"); };
    type.def(
            "add_rope",
            [](Rope& rope, const py::array_t<double, py::array::c_style | py::array::forcecast>& positions,
               const py::kwargs& constants)
            {
                const rope::RopeSettings settings = Settings(rope.settings(), constants).settings();
                rope.demandRoomFor(Rope::atMost(static_cast<std::size_t>(positions.shape(0)), settings));
                return static_cast<unsigned>(rope.addRope(settings, pointsOf(positions)));
            },
            py::arg("positions"),
            "Adds a rope at rest at these positions [m], with the first one's constants but these; returns its number.")
        .def(
            "remove_rope", [](Rope& rope, unsigned id) { rope.removeRope(static_cast<RopeId>(id)); }, py::arg("rope"))
        .def(
            "set_payout_speed",
            [](Rope& rope, unsigned id, double speed) { rope.setPayoutSpeed(static_cast<RopeId>(id), speed); },
            py::arg("rope"), py::arg("speed"),
            "The reel of a rope pays out this many metres a second from the next step on, or takes them in.")
        .def_property_readonly(
            "ropes",
            [](const Rope& rope)
            {
                std::map<unsigned, py::slice> masses;
                for (const RopeId id : rope.ropes())
                {
                    const rope::Rope& each = rope.rope(id);
                    masses[static_cast<unsigned>(id)] = py::slice(
                        static_cast<py::ssize_t>(each.first), static_cast<py::ssize_t>(each.first + each.masses()), 1);
                }
                return masses;
            },
            "{rope: slice} of the masses of each rope: sim.positions[sim.ropes[0]]")
        .def(
            "tie",
            [massOf](Rope& rope, py::ssize_t mass, py::ssize_t other)
            { return static_cast<unsigned>(rope.tie(massOf(rope, mass), massOf(rope, other))); },
            py::arg("mass"), py::arg("other"), "Ties two masses to each other; returns the number of the tie.")
        .def(
            "untie", [](Rope& rope, unsigned id) { rope.untie(static_cast<rope::TieId>(id)); }, py::arg("tie"))
        .def(
            "cut",
            [massOf](Rope& rope, py::ssize_t mass)
            {
                const auto behind = static_cast<unsigned>(rope.cut(massOf(rope, mass)));
                rope.readTensions();
                return behind;
            },
            py::arg("mass"), "Cuts a rope at a mass, which becomes two halves; returns the rope behind the cut.")
        .def(
            "join",
            [](Rope& rope, unsigned one, const std::string& end, unsigned other, const std::string& otherEnd)
            {
                rope.join(static_cast<RopeId>(one), endOf(end), static_cast<RopeId>(other), endOf(otherEnd));
                rope.readTensions();
            },
            py::arg("rope"), py::arg("end"), py::arg("other"), py::arg("other_end"),
            "Joins an end, 'first' or 'last', of a rope to an end of another.");
}

} // namespace

rope::RopeEnd endOf(const std::string& name)
{
    if (name != "first" && name != "last")
        throw std::invalid_argument("end = " + text::quoted(name) + ": must be first or last");
    return name == "first" ? rope::RopeEnd::first : rope::RopeEnd::last;
}

void bindRope(py::module_& module)
{
    bindSettings<rope::RopeSettings>(module, "RopeSettings", "The constants of a rope.");
    auto type =
        py::class_<Rope>(module, "RopeSimulation",
                         "A rope of masses and springs with gravity, air and ground. Mass 0 is the connection point.")
            .def(py::init([](const Settings* settings, const py::kwargs& constants)
                          { return std::make_unique<Rope>(Settings(settings, constants).settings()); }),
                 py::arg("settings") = py::none(),
                 "Of `settings`, or the defaults, with these constants: RopeSimulation(mass_count=40).");
    bindLive<rope::RopeSimulation>(type);
    bindSeveral(type);
    type.def_property("connection_velocity", &Rope::connectionVelocity,
                      py::overload_cast<const Vec3&>(&Rope::setConnectionVelocity),
                      "[m/s] of the connection point from the next step on")
        .def_property_readonly("connection_position", &Rope::connectionPosition, "[m]")
        .def_property("load", &Rope::load, &Rope::setLoad, "[kg] on the mass of the free end")
        .def(
            "grab",
            [](Rope& rope, py::ssize_t mass, const Vec3& target)
            { rope.grab(indexOf(mass, rope.masses().size(), "mass"), target); },
            py::arg("mass"), py::arg("target"), "Pulls a mass to `target` [m] with a damped spring, until release().")
        .def("release", [](Rope& rope) { rope.release(); })
        .def(
            "set_pins",
            [](Rope& rope, const std::map<int, Vec3>& places)
            {
                rope::Pins pins;
                for (const auto& [mass, at] : places)
                    pins.push_back({mass, at});
                rope.setPins(pins);
            },
            py::arg("places"), "Pins masses: {mass: (x, y, z)} [m]; each glides to its place.")
        .def_property_readonly("length", &Rope::length, "[m], sum of the segments' lengths")
        .def_property_readonly("rest_length", &Rope::restLength, "[m] of the rope paid out")
        .def_property_readonly("ground_energy", &Rope::groundEnergy, "[J] of the ground's springs")
        .def_property_readonly("ground_height", &Rope::groundHeight, "[m], now")
        .def_property_readonly("stable_step", &Rope::stableStep,
                               "[s] of the present state; infinite with an implicit integrator")
        .def_property_readonly("runaway_mass", &Rope::runawayMass,
                               "Index of the mass by which a runaway shows, or None")
        .def_property("keeps_books", &Rope::keepsBooks, &Rope::setBooks,
                      "Whether books of energy are kept; True begins them")
        .def_property_readonly("energy_lines", &bookLines,
                               "[J] that each line of the energy's book has brought, a loss as a positive number")
        .def("__repr__",
             [](const Rope& rope)
             {
                 return "<RopeSimulation of " + std::to_string(rope.masses().size()) + " masses at " +
                        text::numberText(rope.time()) + " s>";
             });
}

} // namespace ropewalk
