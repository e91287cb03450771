#include "bindings.hpp"
#include "live.hpp"

#include "text/text.hpp"
#include <rope/rope_by_length.hpp>
#include <rope/rope_simulation.hpp>

#include <string>

namespace ropewalk
{

namespace
{

using Rope = Live<rope::RopeSimulation>;
using Settings = SettingsConstants<rope::RopeByLength>;

/// A rope that keeps the constants by its length that it was made of.
class Rod : public Rope
{
public:
    explicit Rod(const rope::RopeByLength& constants) : Rope(constants), constants_(constants) {}

    rope::RopeByLength constants() const
    {
        rope::RopeByLength now = constants_;
        now.payoutSpeed = settings().payoutSpeed; // set_payout_speed may have changed it
        return now;
    }
    void setConstants(const rope::RopeByLength& constants)
    {
        setSettings(constants);
        constants_ = constants;
        readTensions();
    }

private:
    rope::RopeByLength constants_;
};

py::array_t<double> curvatures(const Rope& rod)
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
    bindSettings<rope::RopeByLength>(module, "RodSettings", "The constants of a rope by its length.");
    auto type = py::class_<Rod, Rope>(module, "RodSimulation", "A rope by its length, in implicit steps.")
                    .def(py::init([](const Settings* settings, const py::kwargs& constants)
                                  { return std::make_unique<Rod>(Settings(settings, constants).settings()); }),
                         py::arg("settings") = py::none(),
                         "Of `settings`, or the defaults, with these constants: RodSimulation(mass_count=41).");
    const auto massOf = [](const Rope& rod, py::ssize_t mass) { return indexOf(mass, rod.masses().size(), "mass"); };
    type.def(
            "pin",
            [massOf](Rope& rod, py::ssize_t mass, const Vec3& velocity) { rod.pin(massOf(rod, mass), velocity); },
            py::arg("mass"), py::arg("velocity") = Vec3(0.0), "Pins a mass: it moves with this velocity [m/s].")
        .def(
            "unpin", [massOf](Rope& rod, py::ssize_t mass) { rod.unpin(massOf(rod, mass)); }, py::arg("mass"))
        .def(
            "clamp", [](Rope& rod, const std::string& end, const Vec3& tangent) { rod.clamp(endOf(end), tangent); },
            py::arg("end"), py::arg("tangent"),
            "Pins the end 'first' or 'last' and holds its tangent, which points from the first mass to the last.")
        .def(
            "turn",
            [](Rope& rod, const std::string& end, double angle) { rod.turn(endOf(end), finite(angle, "angle")); },
            py::arg("end"), py::arg("angle"), "Holds the angle [rad] of an end.")
        .def(
            "release",
            [](Rope& rod, const std::string& end, double torque) { rod.release(endOf(end), finite(torque, "torque")); },
            py::arg("end"), py::arg("torque") = 0.0, "Lets an end turn under this torque [N m].")
        .def(
            "set_force",
            [massOf](Rope& rod, py::ssize_t mass, const Vec3& force) { rod.setForce(massOf(rod, mass), force); },
            py::arg("mass"), py::arg("force"), "A constant force [N] on a mass.")
        .def(
            "add_solid",
            [](Rope& rod, const rope::SolidBody& solid) { return static_cast<unsigned>(rod.addSolid(solid)); },
            py::arg("solid"), "Returns its number, by which it is known while others come and go.")
        .def(
            "remove_solid", [](Rope& rod, unsigned number) { rod.removeSolid(static_cast<rope::SolidId>(number)); },
            py::arg("number"))
        .def_property_readonly(
            "touch_count", [](const Rope& rod) { return rod.touches().size(); },
            "Places where it touched at the end of the last step")
        .def(
            "rest",
            [](Rope& rod)
            {
                const bool found = rod.rest();
                rod.readTensions();
                return found;
            },
            "Moves the rod to a rest that it finds from here; False where it finds none.")
        .def("frequency", &Rope::frequency, py::arg("number"),
             "[rad/s] of small motion `number` about the present shape, 0 the slowest.")
        .def_property_readonly("curvatures", &curvatures, "[1/m] at each mass, a copy.")
        .def_property_readonly("twist_energy", &Rope::twistEnergy, "[J]")
        .def_property_readonly("twist", &Rope::twist, "[rad], from one end to the other")
        .def(
            "copy", [](const Rod& rod) { return Rod(rod); }, "The same moment, to go on by itself.")
        .def_property(
            "settings", [](const Rod& rod) { return std::make_unique<Settings>(rod.constants(), py::kwargs()); },
            [](Rod& rod, const Settings& settings) { rod.setConstants(settings.settings()); },
            "A copy of the constants; set it, or call change(), to change them.")
        .def(
            "change",
            [](Rod& rod, const py::kwargs& constants)
            { rod.setConstants(Settings(rod.constants(), constants).settings()); },
            "Changes these constants while it moves.")
        .def("__repr__",
             [](const Rope& rod)
             {
                 return "<RodSimulation of " + std::to_string(rod.masses().size()) + " masses at " +
                        text::numberText(rod.time()) + " s>";
             });
}

} // namespace ropewalk
