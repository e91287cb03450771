#include "key_names.hpp"

#include <GLFW/glfw3.h>

#include <array>

namespace ropewalk
{
namespace
{

constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
constexpr std::string_view digits = "0123456789";
constexpr std::array<std::string_view, 12> functionKeys{"F1", "F2", "F3", "F4",  "F5",  "F6",
                                                        "F7", "F8", "F9", "F10", "F11", "F12"};

struct NamedKey
{
    int key;
    std::string_view name;
};
constexpr NamedKey namedKeys[] = {
    {GLFW_KEY_LEFT, "Left"},
    {GLFW_KEY_RIGHT, "Right"},
    {GLFW_KEY_UP, "Up"},
    {GLFW_KEY_DOWN, "Down"},
    {GLFW_KEY_HOME, "Home"},
    {GLFW_KEY_END, "End"},
    {GLFW_KEY_SPACE, "Space"},
    {GLFW_KEY_PERIOD, "Period"},
    {GLFW_KEY_COMMA, "Comma"},
    {GLFW_KEY_MINUS, "Minus"},
    {GLFW_KEY_EQUAL, "Equal"},
    {GLFW_KEY_LEFT_BRACKET, "LeftBracket"},
    {GLFW_KEY_RIGHT_BRACKET, "RightBracket"},
    {GLFW_KEY_BACKSPACE, "Backspace"},
    {GLFW_KEY_TAB, "Tab"},
    {GLFW_KEY_ENTER, "Enter"},
    {GLFW_KEY_ESCAPE, "Escape"},
    {GLFW_KEY_DELETE, "Delete"},
    {GLFW_KEY_INSERT, "Insert"},
    {GLFW_KEY_PAGE_UP, "PageUp"},
    {GLFW_KEY_PAGE_DOWN, "PageDown"},
    {GLFW_KEY_KP_ADD, "Equal"},
    {GLFW_KEY_KP_SUBTRACT, "Minus"},
    {GLFW_KEY_LEFT_CONTROL, "LeftControl"},
    {GLFW_KEY_RIGHT_CONTROL, "RightControl"},
    {GLFW_KEY_LEFT_SHIFT, "LeftShift"},
    {GLFW_KEY_RIGHT_SHIFT, "RightShift"},
    {GLFW_KEY_LEFT_ALT, "LeftAlt"},
    {GLFW_KEY_RIGHT_ALT, "RightAlt"},
};

std::string_view nameOfCharacter(char character)
{
    if (character >= 'a' && character <= 'z')
        return alphabet.substr(static_cast<std::size_t>(character - 'a'), 1);
    if (character >= '0' && character <= '9')
        return digits.substr(static_cast<std::size_t>(character - '0'), 1);
    switch (character)
    {
    case '.':
        return "Period";
    case ',':
        return "Comma";
    case '-':
        return "Minus";
    case '=':
        return "Equal";
    case '[':
        return "LeftBracket";
    case ']':
        return "RightBracket";
    default:
        return {};
    }
}

} // namespace

std::string_view keyName(int key, int scancode)
{
    if (key < GLFW_KEY_KP_0 || key > GLFW_KEY_KP_EQUAL)
    {
        const char* typed = glfwGetKeyName(key, scancode);
        if (typed != nullptr && typed[0] != '\0' && typed[1] == '\0')
            if (const std::string_view name = nameOfCharacter(typed[0]); !name.empty())
                return name;
    }
    for (const NamedKey& row : namedKeys)
        if (row.key == key)
            return row.name;
    if (key >= GLFW_KEY_A && key <= GLFW_KEY_Z)
        return alphabet.substr(static_cast<std::size_t>(key - GLFW_KEY_A), 1);
    if (key >= GLFW_KEY_F1 && key <= GLFW_KEY_F12)
        return functionKeys[static_cast<std::size_t>(key - GLFW_KEY_F1)];
    return {};
}

} // namespace ropewalk
