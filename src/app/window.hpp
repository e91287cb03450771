#pragma once

#include "cli/command_line.hpp"

namespace ropewalk
{

/// Opens the window and runs until it is closed; returns the exit code. What goes wrong is thrown: NoOpenGL,
/// std::invalid_argument for bad input, std::runtime_error otherwise.
int openWindow(const WindowOptions& options);

} // namespace ropewalk
