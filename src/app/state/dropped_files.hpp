#pragma once

#include <string>
#include <vector>

namespace ropewalk
{

/// The use of files that were dropped on the window.
struct DroppedFiles
{
    std::string opened;  ///< the first scene file or sweep; empty: none is one
    std::string message; ///< one line for the user, once that file is open
};
DroppedFiles sortDropped(const std::vector<std::string>& files);

} // namespace ropewalk
