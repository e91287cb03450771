#include "bindings.hpp"
#include "live.hpp"

#include "text/text.hpp"
#include <rope/rod.hpp>

#include <string>

namespace ropewalk
{

namespace
{

using Rod = Live<rope::RodSimulation>;
using Settings = SettingsConstants<rope::RodSettings>;

rope::RodEnd endOf(const std::string& name)
{
    if (name != "first" && name != "last")
        throw std::invalid_argument("end = " + text::quoted(name) + ": must be first or last");
    return name == "first" ? rope::RodEnd::first : rope::RodEnd::last;
}

py::array_t<double> curvatures(const Rod& rod)
{
    py::array_t<double> values(static_cast<py::ssize_t>(rod.masses().size()));
    for (std::size_t i = 0; i < rod.masses().size(); ++i)
        values.mutable_at(static_cast<py::ssize_t>(i)) = rod.curvature(i);
    return values;
}

void bindSolids(py::module_& module)
{
    using rope::SolidBody;
    py::class_<SolidBody>(module, "Solid", "A plane, sphere, capsule, cylinder or box that a rod touches.")
        .def_static(
            "plane",
            [](const Vec3& point, const Vec3& normal)
            {
                positive(glm::length(normal), "length of normal");
                return SolidBody::plane(point, normal);
            },
            py::arg("point"), py::arg("normal"), "[m]; all below it is solid")
        .def_static(
            "sphere",
            [](const Vec3& middle, double radius) { return SolidBody::sphere(middle, positive(radius, "radius")); },
            py::arg("middle"), py::arg("radius"), "[m]")
        .def_static(
            "capsule",
            [](const Vec3& start, const Vec3& end, double radius)
            { return SolidBody::capsule(start, end, positive(radius, "radius")); },
            py::arg("start"), py::arg("end"), py::arg("radius"), "[m]")
        .def_static(
            "cylinder",
            [](const Vec3& start, const Vec3& end, double radius)
            { return SolidBody::cylinder(start, end, positive(radius, "radius")); },
            py::arg("start"), py::arg("end"), py::arg("radius"), "[m]")
        .def_static(
            "box",
            [](const Vec3& middle, const Vec3& halfSize)
            {
                for (int axis = 0; axis < 3; ++axis)
                    positive(halfSize[axis], "half_size");
                return SolidBody::box(middle, halfSize);
            },
            py::arg("middle"), py::arg("half_size"), "[m], along the axes")
        .def_readwrite("position", &SolidBody::position, "[m] of its middle")
        .def_readwrite("velocity", &SolidBody::velocity, "[m/s]")
        .def_readwrite("spin", &SolidBody::spin, "[rad/s], about its middle")
        .def_property(
            "roughness", [](const SolidBody& solid) { return solid.roughness; },
            [](SolidBody& solid, double roughness) { solid.roughness = finite(roughness, "roughness"); },
            "times the rod's contact_friction");
}

} // namespace

void bindRod(py::module_& module)
{
    bindSolids(module);
    bindSettings<rope::RodSettings>(module, "RodSettings", "The constants of a rod.");
    auto type = py::class_<Rod>(module, "RodSimulation", "A rope that resists bending and twist, in implicit steps.")
                    .def(py::init([](const Settings* settings, const py::kwargs& constants)
                                  { return std::make_unique<Rod>(Settings(settings, constants).settings()); }),
                         py::arg("settings") = py::none(),
                         "Of `settings`, or the defaults, with these constants: RodSimulation(mass_count=41).");
    bindLive<rope::RodSimulation>(type);
    const auto massOf = [](const Rod& rod, py::ssize_t mass) { return indexOf(mass, rod.masses().size(), "mass"); };
    type.def(
            "pin", [massOf](Rod& rod, py::ssize_t mass, const Vec3& velocity) { rod.pin(massOf(rod, mass), velocity); },
            py::arg("mass"), py::arg("velocity") = Vec3(0.0), "Pins a mass: it moves with this velocity [m/s].")
        .def(
            "unpin", [massOf](Rod& rod, py::ssize_t mass) { rod.unpin(massOf(rod, mass)); }, py::arg("mass"))
        .def(
            "clamp", [](Rod& rod, const std::string& end, const Vec3& tangent) { rod.clamp(endOf(end), tangent); },
            py::arg("end"), py::arg("tangent"),
            "Pins the end 'first' or 'last' and holds its tangent, which points from the first mass to the last.")
        .def(
            "turn",
            [](Rod& rod, const std::string& end, double angle) { rod.turn(endOf(end), finite(angle, "angle")); },
            py::arg("end"), py::arg("angle"), "Holds the angle [rad] of an end.")
        .def(
            "release",
            [](Rod& rod, const std::string& end, double torque) { rod.release(endOf(end), finite(torque, "torque")); },
            py::arg("end"), py::arg("torque") = 0.0, "Lets an end turn under this torque [N m].")
        .def(
            "set_force",
            [massOf](Rod& rod, py::ssize_t mass, const Vec3& force) { rod.setForce(massOf(rod, mass), force); },
            py::arg("mass"), py::arg("force"), "A constant force [N] on a mass.")
        .def("add_solid", &Rod::addSolid, py::arg("solid"), "Returns its number.")
        .def(
            "remove_solid",
            [](Rod& rod, py::ssize_t number) { rod.removeSolid(indexOf(number, rod.solids().size(), "number")); },
            py::arg("number"))
        .def_property_readonly(
            "touch_count", [](const Rod& rod) { return rod.touches().size(); },
            "Places where it touched at the end of the last step")
        .def(
            "rest",
            [](Rod& rod)
            {
                const bool found = rod.rest();
                rod.readTensions();
                return found;
            },
            "Moves the rod to a rest that it finds from here; False where it finds none.")
        .def("frequency", &Rod::frequency, py::arg("number"),
             "[rad/s] of small motion `number` about the present shape, 0 the slowest.")
        .def_property_readonly("curvatures", &curvatures, "[1/m] at each mass, a copy.")
        .def_property_readonly("twist_energy", &Rod::twistEnergy, "[J]")
        .def_property_readonly("twist", &Rod::twist, "[rad], from one end to the other")
        .def("__repr__",
             [](const Rod& rod)
             {
                 return "<RodSimulation of " + std::to_string(rod.masses().size()) + " masses at " +
                        text::numberText(rod.time()) + " s>";
             });
}

} // namespace ropewalk
