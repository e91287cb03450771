#include "bindings.hpp"
#include "live.hpp"

#include "text/text.hpp"
#include <rope/rope_simulation.hpp>

#include <map>
#include <optional>
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

} // namespace

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
    type.def_property("connection_velocity", &Rope::connectionVelocity, &Rope::setConnectionVelocity,
                      "[m/s] of the connection point from the next step on")
        .def_property_readonly("connection_position", &Rope::connectionPosition, "[m]")
        .def_property("load", &Rope::load, &Rope::setLoad, "[kg] on the mass of the free end")
        .def(
            "grab",
            [](Rope& rope, py::ssize_t mass, const Vec3& target)
            { rope.grab(indexOf(mass, rope.masses().size(), "mass"), target); },
            py::arg("mass"), py::arg("target"), "Pulls a mass to `target` [m] with a damped spring, until release().")
        .def("release", &Rope::release)
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
