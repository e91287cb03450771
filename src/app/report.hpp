#pragma once

#include "app/workbench/workbench.hpp"

#include "scenes/document/scene_file.hpp"

#include <string>

namespace ropewalk
{

/// What somebody needs who is to see what the user saw: the program, the scene file with its moment, the quantities of
/// the last 600 ticks and what keys and mouse did in them. JSON; docs/scene_files.md says what stands in it.
std::string reportText(const Workbench& workbench, const FileExtras& extras);

} // namespace ropewalk
