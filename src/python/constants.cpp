#include "constants.hpp"

#include "text/text.hpp"

#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <variant>

namespace ropewalk
{

namespace
{

py::object toPython(const rope::Parameter& row)
{
    if (row.isChoice())
        return py::str(row.text());
    return std::visit([](const auto& value) -> py::object { return py::cast(value); }, row.value());
}

bool isNumber(py::handle value)
{
    return PyNumber_Check(value.ptr()) != 0 && !py::isinstance<py::bool_>(value) && !py::isinstance<py::array>(value);
}

rope::Parameter& rowOf(Constants& constants, const std::string& name)
{
    try
    {
        return constants.rows().at(name);
    }
    catch (const std::invalid_argument& unknown)
    {
        throw py::attribute_error(unknown.what());
    }
}

std::string textOf(Constants& constants, const std::string& type)
{
    std::string text;
    for (const rope::Parameter& row : constants.rows().rows())
        if (!row.isDefault())
            text += (text.empty() ? "" : ", ") + row.name() + "=" + std::string(py::repr(toPython(row)));
    return type + "(" + text + ")";
}

bool same(Constants& first, Constants& second)
{
    const auto& a = first.rows().rows();
    const auto& b = second.rows().rows();
    if (a.size() != b.size())
        return false;
    for (std::size_t i = 0; i < a.size(); ++i)
        if (a[i].name() != b[i].name() || a[i].value() != b[i].value())
            return false;
    return true;
}

/// What a row says of its constant, without its value.
struct RowText
{
    std::string name;
    std::string group;
    std::string unit;
    std::string range;
    std::string defaultValue;
    std::string sentence;
};

std::vector<RowText> rowTexts(Constants& constants)
{
    std::vector<RowText> texts;
    for (const rope::Parameter& row : constants.rows().rows())
        texts.push_back({row.name(), row.group(), std::string(row.unit()), row.rangeText(), row.defaultText(),
                         std::string(row.sentence())});
    return texts;
}

} // namespace

void assign(rope::Parameter& row, py::handle value)
{
    py::detail::make_caster<Vec3> vector;
    if (std::holds_alternative<bool*>(row.field()) && py::isinstance<py::bool_>(value))
        row.set(value.cast<bool>());
    else if (std::holds_alternative<double*>(row.field()) && isNumber(value))
        row.set(value.cast<double>() + 0.0); // -0 becomes 0
    else if (std::holds_alternative<Vec3*>(row.field()) && vector.load(value, true))
        row.set(py::detail::cast_op<Vec3&>(vector));
    else
        row.parse(std::string(py::str(value)));
}

void assign(rope::Parameters& rows, const py::kwargs& values)
{
    for (const auto& [name, value] : values)
        assign(rows.at(name.cast<std::string>()), value);
}

void bindConstants(py::module_& module)
{
    py::class_<RowText>(module, "Parameter", "What a constant is called and means.")
        .def_readonly("name", &RowText::name)
        .def_readonly("group", &RowText::group)
        .def_readonly("unit", &RowText::unit)
        .def_readonly("range", &RowText::range)
        .def_readonly("default", &RowText::defaultValue)
        .def_readonly("sentence", &RowText::sentence)
        .def("__repr__",
             [](const RowText& row) {
                 return "<Parameter " + row.name + (row.unit.empty() ? "" : " [" + row.unit + "]") + ", " + row.range +
                        ">";
             });

    py::class_<Constants>(module, "Constants",
                          "Constants as attributes, in SI units. A wrong value raises ValueError with its name, its "
                          "range and its unit; parameters() lists them.")
        .def("__getattr__",
             [](Constants& constants, const std::string& name) { return toPython(rowOf(constants, name)); })
        .def("__setattr__", [](Constants& constants, const std::string& name, const py::object& value)
             { assign(rowOf(constants, name), value); })
        .def("__dir__",
             [](Constants& constants)
             {
                 py::list names = py::list(py::type::of<Constants>().attr("__dict__").attr("keys")());
                 for (const rope::Parameter& row : constants.rows().rows())
                     names.append(row.name());
                 return names;
             })
        .def("__repr__", [](const py::object& self)
             { return textOf(self.cast<Constants&>(), std::string(py::str(py::type::of(self).attr("__name__")))); })
        .def("__eq__", &same, py::is_operator())
        .def("parameters", &rowTexts, "Name, unit, range, default and meaning of each constant.");
}

} // namespace ropewalk
