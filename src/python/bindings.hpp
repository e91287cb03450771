#pragma once

#include <pybind11/pybind11.h>

namespace ropewalk
{

// What the module shows, by subject.
void bindRope(pybind11::module_& module);
void bindRod(pybind11::module_& module);
void bindFleet(pybind11::module_& module);
void bindScene(pybind11::module_& module);
void bindAdvice(pybind11::module_& module);

} // namespace ropewalk
