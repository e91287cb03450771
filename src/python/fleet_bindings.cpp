#include "bindings.hpp"
#include "constants.hpp"

#include <rope/rope_fleet.hpp>

#include <optional>
#include <span>
#include <stdexcept>
#include <string>

namespace ropewalk
{

namespace
{

/// A fleet that one thread advances at a time.
struct RopeFleet : rope::RopeFleet, OneThread
{
    using rope::RopeFleet::RopeFleet;
};
using Settings = SettingsConstants<rope::RopeFleetSettings>;
using Points = py::array_t<double, py::array::c_style | py::array::forcecast>;

std::unique_ptr<RopeFleet> makeFleet(const Settings* settings, const std::optional<Points>& connections,
                                     const py::kwargs& constants)
{
    const Settings wanted(settings, constants);
    if (!connections)
        return std::make_unique<RopeFleet>(wanted.settings());
    const std::vector<Vec3> points = pointsOf(*connections);
    if (static_cast<int>(points.size()) != wanted.settings().ropeCount)
        throw std::invalid_argument("connections: must be one position for each of the " +
                                    std::to_string(wanted.settings().ropeCount) + " ropes, and are " +
                                    std::to_string(points.size()));
    return std::make_unique<RopeFleet>(wanted.settings(), points);
}

int run(RopeFleet& fleet, double seconds, int times)
{
    demandSpan(seconds, fleet.settings().rope.maxDt, times);
    const OneThread::Running running(fleet);
    const py::gil_scoped_release free;
    const Interruptible interruptible(static_cast<std::size_t>(fleet.ropeCount() * fleet.massCount()), 3e7);
    int steps = 0;
    for (int i = 0; i < times; ++i)
        steps += fleet.advance(seconds);
    return steps;
}

py::array_t<float> readPositions(const RopeFleet& fleet, int stride, const std::optional<py::array_t<float>>& out)
{
    if (stride < 1)
        throw std::invalid_argument("stride = " + std::to_string(stride) + ": must be at least 1");
    const py::ssize_t ropes = fleet.ropeCount();
    const py::ssize_t points = fleet.pointsPerRope(stride);
    py::array_t<float> array = out ? *out : py::array_t<float>({ropes, points, py::ssize_t{3}});
    const bool fits = array.ndim() == 3 && array.shape(0) == ropes && array.shape(1) == points && array.shape(2) == 3;
    if (!fits || (array.flags() & py::array::c_style) == 0 || !array.writeable())
        throw std::invalid_argument("out: must be a writeable array of float32 of the shape (" + std::to_string(ropes) +
                                    ", " + std::to_string(points) + ", 3), row by row");
    fleet.readPositions(std::span(array.mutable_data(), static_cast<std::size_t>(array.size())), stride);
    return array;
}

void setConnectionVelocity(RopeFleet& fleet, const Vec3& velocity, std::optional<py::ssize_t> rope)
{
    if (rope)
        fleet.setConnectionVelocity(
            static_cast<int>(indexOf(*rope, static_cast<std::size_t>(fleet.ropeCount()), "rope")), velocity);
    else
        fleet.setConnectionVelocity(velocity);
}

} // namespace

void bindFleet(py::module_& module)
{
    bindSettings<rope::RopeFleetSettings>(module, "RopeFleetSettings",
                                          "The constants of a fleet, those of each rope among them.");
    py::class_<RopeFleet>(module, "RopeFleet",
                          "Many ropes of equal constants, in single precision and with vector instructions.")
        .def(py::init(&makeFleet), py::arg("settings") = py::none(), py::arg("connections") = py::none(),
             "Of `settings`, or the defaults, with these constants; `connections` is an array (ropes, 3) [m] of where "
             "the ropes begin.")
        .def("advance", &run, py::arg("seconds"), py::arg("times") = 1,
             "Advances by `seconds`, split into steps of at most max_dt, and that `times` times; returns the steps. "
             "Call it once a frame, not once a step.")
        .def("positions", &readPositions, py::arg("stride") = 1, py::arg("out").noconvert() = py::none(),
             "[m], float32 (ropes, points, 3): masses 0, stride, 2 stride ... and the last of each rope. A fleet keeps "
             "lanes of ropes interwoven, so this reads them out, into `out` where one is given.")
        .def("set_connection_velocity", &setConnectionVelocity, py::arg("velocity"), py::arg("rope") = py::none(),
             "[m/s] of one rope's connection point, or of all, from the next step on.")
        .def("set_wind", &RopeFleet::setWind, py::arg("wind"), "[m/s]")
        .def(
            "change",
            [](RopeFleet& fleet, const py::kwargs& constants)
            { fleet.setSettings(Settings(fleet.settings(), constants).settings()); },
            "Changes these constants while it moves.")
        .def_property_readonly(
            "settings",
            [](const RopeFleet& fleet) { return std::make_unique<Settings>(fleet.settings(), py::kwargs()); },
            "A copy of the constants; change() changes them.")
        .def_property_readonly("time", &RopeFleet::time, "[s] since the beginning")
        .def_property_readonly("rope_count", &RopeFleet::ropeCount)
        .def_property_readonly("mass_count", &RopeFleet::massCount, "of one rope")
        .def_property_readonly(
            "instruction_set",
            [](const RopeFleet& fleet) { return std::string(rope::instructionSetName(fleet.instructionSet())); },
            "'avx512', 'avx2', 'baseline' or 'portable'")
        .def_property_readonly("runaway_rope", &RopeFleet::runawayRope, "The first rope that is not finite, or None")
        .def("__len__", [](const RopeFleet& fleet) { return fleet.ropeCount(); })
        .def("__repr__",
             [](const RopeFleet& fleet)
             {
                 return "<RopeFleet of " + std::to_string(fleet.ropeCount()) + " ropes of " +
                        std::to_string(fleet.massCount()) + " masses>";
             });
}

} // namespace ropewalk
