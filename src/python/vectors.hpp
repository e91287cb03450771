#pragma once

#include <rope/mass.hpp>
#include <rope/vec.hpp>

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <cstddef>
#include <string_view>
#include <vector>

namespace ropewalk
{

/// The number. Throws std::invalid_argument naming `what` it is where it is not finite.
double finite(double number, std::string_view what);
/// The same where it must be above 0, too.
double positive(double number, std::string_view what);

} // namespace ropewalk

namespace pybind11::detail
{

/// A vector is a tuple of three numbers; any sequence of three becomes one, an array too. Throws ValueError for numbers
/// that are not finite.
template <>
struct type_caster<rope::Vec3>
{
    PYBIND11_TYPE_CASTER(rope::Vec3, const_name("Tuple[float, float, float]"));

    bool load(handle source, bool /*convert*/)
    {
        if (!isinstance<sequence>(source) || isinstance<str>(source))
            return false;
        const auto numbers = reinterpret_borrow<sequence>(source);
        if (numbers.size() != 3)
            return false;
        for (int i = 0; i < 3; ++i)
        {
            make_caster<double> number;
            if (!number.load(numbers[static_cast<std::size_t>(i)], true))
                return false;
            value[i] = ropewalk::finite(cast_op<double>(number), "number of a vector");
        }
        return true;
    }

    static handle cast(const rope::Vec3& v, return_value_policy /*policy*/, handle /*parent*/)
    {
        return make_tuple(v.x, v.y, v.z).release();
    }
};

} // namespace pybind11::detail

namespace ropewalk
{

namespace py = pybind11;
using rope::Vec3;

/// Positions or velocities of masses, seen where they lie in a simulation that `owner` keeps alive. The view is
/// read-only.
py::array viewOf(const std::vector<rope::Mass>& masses, Vec3 rope::Mass::*part, py::handle owner);
/// The same of numbers.
py::array viewOf(const std::vector<double>& numbers, py::handle owner);

/// The rows of an (n, 3) array [m]. Throws std::invalid_argument where it has another shape.
std::vector<Vec3> pointsOf(const py::array_t<double, py::array::c_style | py::array::forcecast>& array);

/// An index of Python, which may count from the end. Throws IndexError naming it and the range.
std::size_t indexOf(py::ssize_t index, std::size_t size, std::string_view what);

/// Throws std::invalid_argument unless they are so few steps that somebody can wait for them: `seconds` is finite and
/// not below 0, and so is the number of repetitions.
void demandSpan(double seconds, double longestStep, int times);

} // namespace ropewalk
