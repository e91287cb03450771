#include "bindings.hpp"
#include "live.hpp"
#include "python_scene.hpp"

#include "cards/rope_card.hpp"
#include "scenes/shared/rope_advice.hpp"

#include "text/text.hpp"
#include <rope/advisor.hpp>
#include <rope/rope_simulation.hpp>

#include <iterator>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace ropewalk
{

namespace
{

using Settings = SettingsConstants<rope::RopeSettings>;

/// The place of a name among the names of a choice. Throws std::invalid_argument naming all of them.
template <typename Names>
std::size_t choiceOf(const std::string& what, const std::string& name, const Names& names)
{
    for (std::size_t i = 0; i < std::size(names); ++i)
        if (name == names[i])
            return i;
    throw std::invalid_argument(what + " = " + text::quoted(name) + ": must be " +
                                text::joined({std::begin(names), std::end(names)}, " | "));
}

/// The value as a T, which errors call `kind`.
template <class T>
T castTo(const std::string& name, const py::handle& value, const char* kind)
{
    try
    {
        return value.cast<T>();
    }
    catch (const py::cast_error&)
    {
        throw std::invalid_argument(name + " = " + std::string(py::str(value)) + ": must be " + kind);
    }
}

template <auto Field>
void setNumber(rope::RopeWish& wish, const std::string& name, const py::handle& value)
{
    wish.*Field = castTo<double>(name, value, "a number");
}

template <auto Field>
void setWhole(rope::RopeWish& wish, const std::string& name, const py::handle& value)
{
    wish.*Field = castTo<int>(name, value, "a whole number");
}

/// A wish by the name of the command line's option.
struct WishField
{
    std::string_view name;
    void (*set)(rope::RopeWish& wish, const std::string& name, const py::handle& value);
};

using rope::RopeWish;

constexpr WishField wishFields[] = {
    {"length", setNumber<&RopeWish::length>},
    {"mass", setNumber<&RopeWish::mass>},
    {"diameter", setNumber<&RopeWish::diameter>},
    {"material",
     [](RopeWish& wish, const std::string&, const py::handle& value) { wish.material = std::string(py::str(value)); }},
    {"construction",
     [](RopeWish& wish, const std::string& name, const py::handle& value)
     {
         wish.construction = static_cast<rope::RopeConstruction>(
             choiceOf(name, std::string(py::str(value)), rope::ropeConstructionNames));
     }},
    {"bending_stiffness", setNumber<&RopeWish::bendingStiffness>},
    {"load", setNumber<&RopeWish::load>},
    {"stretch", setNumber<&RopeWish::stretch>},
    {"stretch_of",
     [](RopeWish& wish, const std::string& name, const py::handle& value)
     {
         constexpr std::string_view causes[] = {"weight_and_load", "load"};
         wish.stretchCause = static_cast<rope::StretchCause>(choiceOf(name, std::string(py::str(value)), causes));
     }},
    {"damping_ratio", setNumber<&RopeWish::dampingRatio>},
    {"settling_time", setNumber<&RopeWish::settlingTime>},
    {"segments", setWhole<&RopeWish::segments>},
    {"mass_budget", setWhole<&RopeWish::massBudget>},
    {"step_budget", setWhole<&RopeWish::stepBudget>},
    {"cost_budget", setWhole<&RopeWish::costBudget>},
    {"step", setNumber<&RopeWish::step>},
    {"implicit", [](RopeWish& wish, const std::string&, const py::handle& value)
     { wish.implicit = py::bool_(py::reinterpret_borrow<py::object>(value)); }},
    {"gravity", setNumber<&RopeWish::gravity>},
};

void setWish(RopeWish& wish, const std::string& name, const py::handle& value)
{
    text::elementNamed(name, wishFields, &WishField::name, "wish").set(wish, name, value);
}

rope::RopeAdvice advise(const py::kwargs& wishes)
{
    rope::RopeWish wish;
    for (const auto& [name, value] : wishes)
        if (!value.is_none())
            setWish(wish, name.cast<std::string>(), value);
    return rope::adviseRope(wish);
}

py::dict quantities(const rope::RopeAdvice& advice)
{
    py::dict values;
    for (const AdvisedQuantity& row : advisedQuantities(advice))
        values[py::str(row.name)] = row.unit == "%" ? row.value / 100.0 : row.value;
    return values;
}

std::string cardOf(const Scene& scene, const std::string& format)
{
    return cardFormat(format).make(cardFacts(cardRope(scene)));
}

std::string cardOf(const rope::RopeSettings& settings, const std::string& format)
{
    const std::unique_ptr<Scene> scene = makeScene(advisedScene);
    Settings constants(settings, {});
    for (const rope::Parameter& row : constants.rows().rows())
        scene->parameters().set(row.name(), row.text());
    scene->reset();
    return cardOf(*scene, format);
}

} // namespace

void bindAdvice(py::module_& module)
{
    py::class_<rope::RopeAdvice>(module, "Advice", "The constants that grant a wish, or why none do.")
        .def_property_readonly("granted", &rope::RopeAdvice::granted)
        .def_property_readonly(
            "settings",
            [](const rope::RopeAdvice& advice) { return std::make_unique<Settings>(advice.settings, py::kwargs()); },
            "A copy of the constants")
        .def_property_readonly("quantities", &quantities, "What theory says of that rope, by name, in SI units")
        .def_readonly("steps", &rope::RopeAdvice::steps, "in a frame")
        .def_readonly("refusal", &rope::RopeAdvice::refusal, "What cannot be had together; empty where it is granted")
        .def_readonly("notes", &rope::RopeAdvice::notes);
    module.def(
        "advise", &advise,
        "Constants from wishes, in SI units: length, mass or diameter and material, load, stretch, step ... as the "
        "options of `ropewalk advise`.");

    module.def(
        "card_formats",
        []
        {
            std::vector<std::string> names;
            for (const CardFormat& format : cardFormats())
                names.emplace_back(format.name);
            return names;
        },
        "The systems that card() writes for.");
    module.def(
        "card", [](const PythonScene& scene, const std::string& format) { return cardOf(scene.scene(), format); },
        py::arg("rope"), py::arg("format"),
        "The rope of a scene, a simulation or settings, written for another system.");
    module.def(
        "card", [](const Settings& settings, const std::string& format) { return cardOf(settings.settings(), format); },
        py::arg("rope"), py::arg("format"));
    module.def(
        "card",
        [](const Live<rope::RopeSimulation>& rope, const std::string& format)
        {
            rope::RopeSettings settings = rope.settings();
            settings.massCount = static_cast<int>(rope.masses().size());
            return cardOf(settings, format);
        },
        py::arg("rope"), py::arg("format"));
}

} // namespace ropewalk
