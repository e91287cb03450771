#include "key_names.hpp"

#include "scenes/document/input_script.hpp"

#include <GLFW/glfw3.h>

#include <cctype>

namespace ropewalk
{

// The table of names stands where no header of GLFW is seen.
static_assert(GLFW_KEY_SPACE == ' ' && GLFW_KEY_RIGHT_BRACKET == ']' && GLFW_KEY_ESCAPE == 256 && GLFW_KEY_END == 269 &&
              GLFW_KEY_F1 == 290 && GLFW_KEY_LEFT_SHIFT == 340 && GLFW_KEY_RIGHT_ALT == 346);

std::string_view nameOfKey(int key, int scancode)
{
    if (key >= GLFW_KEY_KP_0 && key <= GLFW_KEY_KP_EQUAL)
        return keyName(key == GLFW_KEY_KP_ADD ? GLFW_KEY_EQUAL : key == GLFW_KEY_KP_SUBTRACT ? GLFW_KEY_MINUS : key);
    const char* typed = glfwGetKeyName(key, scancode);
    if (typed != nullptr && typed[0] != '\0' && typed[1] == '\0')
        if (const std::string_view name = keyName(std::toupper(static_cast<unsigned char>(typed[0]))); !name.empty())
            return name;
    return keyName(key);
}

} // namespace ropewalk
