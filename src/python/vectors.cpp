#include "vectors.hpp"

#include "text/text.hpp"

#include <cmath>
#include <stdexcept>
#include <string>

namespace ropewalk
{

namespace
{

py::array readOnly(py::array array)
{
    py::detail::array_proxy(array.ptr())->flags &= ~py::detail::npy_api::NPY_ARRAY_WRITEABLE_;
    return array;
}

} // namespace

double finite(double number, std::string_view what)
{
    if (!std::isfinite(number))
        throw std::invalid_argument(std::string(what) + " = " + text::numberText(number) + ": must be finite");
    return number;
}

double positive(double number, std::string_view what)
{
    if (finite(number, what) <= 0.0)
        throw std::invalid_argument(std::string(what) + " = " + text::numberText(number) + ": must be above 0");
    return number;
}

py::array viewOf(const std::vector<rope::Mass>& masses, Vec3 rope::Mass::*part, py::handle owner)
{
    const auto count = static_cast<py::ssize_t>(masses.size());
    return readOnly(py::array(py::dtype::of<double>(), {count, py::ssize_t{3}},
                              {static_cast<py::ssize_t>(sizeof(rope::Mass)), static_cast<py::ssize_t>(sizeof(double))},
                              &(masses.front().*part).x, owner));
}

py::array viewOf(const std::vector<double>& numbers, py::handle owner)
{
    return readOnly(py::array(py::dtype::of<double>(), {static_cast<py::ssize_t>(numbers.size())},
                              {static_cast<py::ssize_t>(sizeof(double))}, numbers.data(), owner));
}

std::vector<Vec3> pointsOf(const py::array_t<double, py::array::c_style | py::array::forcecast>& array)
{
    if (array.ndim() != 2 || array.shape(1) != 3)
        throw std::invalid_argument("positions: must be an array of the shape (n, 3)");
    const auto numbers = array.unchecked<2>();
    std::vector<Vec3> points(static_cast<std::size_t>(array.shape(0)));
    for (py::ssize_t i = 0; i < array.shape(0); ++i)
        points[static_cast<std::size_t>(i)] = {numbers(i, 0), numbers(i, 1), numbers(i, 2)};
    return points;
}

std::size_t indexOf(py::ssize_t index, std::size_t size, std::string_view what)
{
    const auto count = static_cast<py::ssize_t>(size);
    if (index < -count || index >= count)
        throw py::index_error(std::string(what) + " = " + std::to_string(index) + ": must be " +
                              std::to_string(-count) + " to " + std::to_string(count - 1));
    return static_cast<std::size_t>(index < 0 ? index + count : index);
}

void demandSpan(double seconds, double longestStep, int times)
{
    constexpr double mostSteps = 1e9;
    if (!std::isfinite(seconds) || seconds < 0.0)
        throw std::invalid_argument("seconds = " + text::numberText(seconds) + ": must be finite and not below 0");
    if (times < 0)
        throw std::invalid_argument("times = " + std::to_string(times) + ": must not be below 0");
    if (seconds / longestStep > mostSteps)
        throw std::invalid_argument("seconds = " + text::numberText(seconds) + ": must be at most " +
                                    text::numberText(mostSteps * longestStep) + ", a thousand million steps");
}

} // namespace ropewalk
