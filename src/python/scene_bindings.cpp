#include "bindings.hpp"
#include "python_scene.hpp"

#include "scenes/document/recording.hpp"
#include "scenes/document/scene_file.hpp"
#include "scenes/hosts.hpp"
#include "scenes/set_up/set_up_file.hpp"

#include <rope/fixed_timestep.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace ropewalk
{
namespace
{

constexpr std::size_t fewestMasses = 1000; // bodies, which count as no masses, take longer

} // namespace

PythonScene::PythonScene(const std::string& idOrFile, const py::kwargs& constants) : scene_(openScene(idOrFile))
{
    assign(scene_->parameters(), constants);
    scene_->validate();
    scene_->reset();
}

void PythonScene::play(Replay& replay)
{
    const Running running(*this);
    const py::gil_scoped_release free;
    const Interruptible interruptible(std::max(scene_->massCount(), fewestMasses));
    const Controls controls = replay.before(*scene_, replay.time());
    scene_->advance(rope::FixedTimestep::usualTick, controls);
    replay.after(*scene_);
}

int PythonScene::run(double seconds, int times)
{
    scene_->validate();
    demandSpan(seconds, scene_->longestStep(), times);
    const Running running(*this);
    const py::gil_scoped_release free;
    const Interruptible interruptible(std::max(scene_->massCount(), fewestMasses));
    int steps = 0;
    for (int i = 0; i < times; ++i)
        steps += scene_->advance(seconds, controls_);
    return steps;
}

namespace
{

py::dict diagnostics(const PythonScene& self)
{
    py::dict values;
    for (const rope::Diagnostic& row : self.scene().diagnostics().rows())
        values[py::str(row.name)] = row.value();
    return values;
}

py::array_t<double> massTable(const PythonScene& self)
{
    const Scene& scene = self.scene();
    const std::size_t columns = scene.massColumns().size();
    py::array_t<double> table({scene.massCount(), columns});
    auto cells = table.mutable_unchecked<2>();
    for (std::size_t i = 0; i < scene.massCount(); ++i)
    {
        const std::vector<double> row = scene.massRow(i);
        for (std::size_t j = 0; j < columns; ++j)
            cells(static_cast<py::ssize_t>(i), static_cast<py::ssize_t>(j)) = row.at(j);
    }
    return table;
}

SetUpHost& setUpHost(const PythonScene& self)
{
    auto* host = hostOf<SetUpHost>(self.scene());
    if (!host)
        throw std::invalid_argument("scene '" + std::string(self.scene().info().id) + "' has no set-up");
    return *host;
}

py::object setUp(const PythonScene& self)
{
    return py::module_::import("json").attr("loads")(setUpJson(*setUpHost(self).wantedSetUp()).dump());
}

void setSetUp(PythonScene& self, const py::object& things)
{
    if (things.is_none())
        return setUpHost(self).setSetUp(nullptr);
    const auto text = py::module_::import("json").attr("dumps")(things).cast<std::string>();
    setUpHost(self).setSetUp(std::make_shared<const SetUp>(parseSetUp(text, "set_up")));
}

/// Plays the recording of a file to its end.
py::tuple replay(const std::string& file, const py::object& onTick)
{
    SceneFile opened = openSceneFile(file);
    if (!opened.recording)
        throw std::invalid_argument(file + ": holds no recording");
    Replay replay(*opened.recording);
    auto scene = std::make_unique<PythonScene>(std::move(opened.scene));
    py::object shown = py::cast(std::move(scene));
    auto& played = shown.cast<PythonScene&>();
    while (replay.goesOn())
    {
        played.play(replay);
        if (!onTick.is_none())
            onTick(shown);
    }
    replay.before(played.scene(), replay.time()); // what was done after the last tick
    return py::make_tuple(shown, replay.parted().empty() ? py::object(py::none()) : py::str(replay.parted()));
}

py::list sceneList()
{
    py::list list;
    for (const SceneEntry& entry : scenes())
        list.append(py::str(std::string(entry.info.id)));
    return list;
}

void bindCheckRow(py::module_& module)
{
    py::class_<CheckRow>(module, "CheckRow", "One row of a scene's check against theory.")
        .def_readonly("quantity", &CheckRow::quantity)
        .def_readonly("unit", &CheckRow::unit)
        .def_readonly("expected", &CheckRow::expected)
        .def_readonly("got", &CheckRow::got)
        .def_readonly("tolerance", &CheckRow::tolerance, "absolute")
        .def_readonly("source", &CheckRow::source, "the formula or the reference")
        .def_property_readonly("passed", &CheckRow::passed);
}

} // namespace

void bindScene(py::module_& module)
{
    bindCheckRow(module);
    module.def("scenes", &sceneList, "The ids of all scenes.");
    module.def(
        "replay", &replay, py::arg("file"), py::arg("on_tick") = py::none(),
        "Plays the recording of a scene file to its end, and calls on_tick(scene) after each tick. Returns the scene "
        "and None, or a line that says where it first became another run than the recorded one.");
    py::class_<PythonScene, Constants>(module, "Scene",
                                       "A scene of the program, by its id or as a scene file. Its constants are its "
                                       "attributes: scene.gravity = (0, -1.62, 0); parameters() lists them.")
        .def(py::init<const std::string&, const py::kwargs&>(), py::arg("id_or_file"))
        .def("advance", &PythonScene::run, py::arg("seconds") = 1.0 / 60.0, py::arg("times") = 1,
             "Advances by `seconds`, a tick unless given, and that `times` times; returns the number of steps.")
        .def(
            "reset", [](PythonScene& self) { self.scene().reset(); },
            "Back to the beginning, with the constants as they are.")
        .def("move", &PythonScene::setVelocity, py::arg("velocity"),
             "The connection point moves with this velocity [m/s] from now on; None leaves it.")
        .def_property(
            "set_up", &setUp, &setSetUp,
            "What stands in the workshop, as its file has it: a dict of solids, ropes, ties, holds and roles, "
            "which is set as a whole. None: the scene's own.")
        .def(
            "do", [](PythonScene& self, const std::string& verb) { setUpHost(self).perform(verb); }, py::arg("verb"),
            "Does what a verb says to the set-up: \"hang fall 1.2 5\", \"cut fall 1.3\".")
        .def("diagnostics", &diagnostics, "What the scene measures, by name.")
        .def("mass_table", &massTable, "A row for each mass, usually position [m] and velocity [m/s]; a copy.")
        .def(
            "check", [](const PythonScene& self) { return self.scene().check(); },
            "Fresh runs of this scene beside theory, a row each.")
        .def(
            "text", [](const PythonScene& self) { return sceneText(self.scene()); }, "The text of its scene file.")
        .def_property_readonly(
            "time", [](const PythonScene& self) { return self.scene().time(); }, "[s] since the beginning")
        .def_property_readonly(
            "divergence",
            [](const PythonScene& self) -> std::optional<std::string>
            {
                const std::optional<Divergence> found = self.scene().divergence();
                return found ? std::optional(found->text) : std::nullopt;
            },
            "A sentence where the scene has run away, or None.");
}

} // namespace ropewalk
