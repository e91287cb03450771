// What a user does: constants, verbs, time, scenes, undo, copy and paste, one after the other.
#include "user.hpp"

namespace fuzz
{

void workbench(std::string_view bytes)
{
    User user;
    Choices choices(bytes.substr(0, 600));
    while (!choices.done())
        user.act(choices);
}

} // namespace fuzz
