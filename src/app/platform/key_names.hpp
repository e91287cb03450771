#pragma once

#include <string_view>

namespace ropewalk
{

/// The name of a GLFW key as in scripted input. Keys that type a character are named by what they type on the present
/// keyboard layout, so that Ctrl+Z is where Z is printed; the others by their place. Empty for unknown keys.
std::string_view nameOfKey(int key, int scancode);

} // namespace ropewalk
