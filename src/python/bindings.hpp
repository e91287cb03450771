#pragma once

#include <rope/rope_simulation.hpp>

#include <pybind11/pybind11.h>

#include <string>

namespace ropewalk
{

/// "first" or "last". Throws std::invalid_argument for another name.
rope::RopeEnd endOf(const std::string& name);

// What the module shows, by subject.
void bindRope(pybind11::module_& module);
void bindRod(pybind11::module_& module);
void bindFleet(pybind11::module_& module);
void bindScene(pybind11::module_& module);
void bindAdvice(pybind11::module_& module);

} // namespace ropewalk
