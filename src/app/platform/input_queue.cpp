#include "input_queue.hpp"

#include <GLFW/glfw3.h>

#include <algorithm>
#include <utility>

namespace ropewalk
{

void InputQueue::handOn()
{
    changed_.clear();
    moved_ = clicked_ = false;
    while (!events_.empty() && !to_.waits())
    {
        // An event that is handed on may bring others.
        const Event event = std::move(events_.front());
        events_.pop_front();
        if (std::visit([this](const auto& one) { return hand(one); }, event))
            continue;
        events_.push_front(event);
        return;
    }
}

bool InputQueue::hand(const Key& key)
{
    if (!key.text.empty() && to_.typing())
    {
        // Text goes in as text alone: as keys, letters would have to wait for each other.
        for (const unsigned character : key.text)
            to_.onText(character);
        return true;
    }
    // The panels look once a frame which keys are down.
    if (key.action != GLFW_REPEAT)
    {
        if (std::find(changed_.begin(), changed_.end(), key.key) != changed_.end())
            return false;
        changed_.push_back(key.key);
    }
    to_.onKey(key.key, key.scancode, key.action, key.modifiers);
    for (const unsigned character : key.text)
        to_.onText(character);
    return true;
}

bool InputQueue::hand(const Button& button)
{
    // A drag is seen at its end before the button goes up, and each press and release where it was.
    if (clicked_ || (moved_ && button.action == GLFW_RELEASE))
        return false;
    clicked_ = true;
    to_.onButton(button.button, button.action, button.modifiers);
    return true;
}

bool InputQueue::hand(const Cursor& cursor)
{
    if (clicked_)
        return false;
    moved_ = true;
    to_.onCursor(cursor.x, cursor.y);
    return true;
}

bool InputQueue::hand(const Scroll& scroll)
{
    if (clicked_)
        return false;
    to_.onScroll(scroll.x, scroll.y);
    return true;
}

bool InputQueue::hand(const Focus& focus)
{
    to_.onFocus(focus.focused);
    return true;
}

bool InputQueue::hand(const std::vector<std::string>& dropped)
{
    to_.onDrop(dropped);
    return true;
}

void InputQueue::onKey(int key, int scancode, int action, int modifiers)
{
    events_.emplace_back(Key{key, scancode, action, modifiers, {}});
}

void InputQueue::onText(unsigned character)
{
    // It belongs to the key before it; an input method types without one.
    Key* const key = events_.empty() ? nullptr : std::get_if<Key>(&events_.back());
    if (key != nullptr && key->action != GLFW_RELEASE)
        key->text.push_back(character);
    else
        events_.emplace_back(Key{GLFW_KEY_UNKNOWN, 0, GLFW_REPEAT, 0, {character}});
}

void InputQueue::onButton(int button, int action, int modifiers)
{
    events_.emplace_back(Button{button, action, modifiers});
}

void InputQueue::onCursor(double x, double y)
{
    events_.emplace_back(Cursor{x, y});
}

void InputQueue::onScroll(double x, double y)
{
    events_.emplace_back(Scroll{x, y});
}

void InputQueue::onFocus(bool focused)
{
    events_.emplace_back(Focus{focused});
}

void InputQueue::onDrop(const std::vector<std::string>& files)
{
    events_.emplace_back(files);
}

} // namespace ropewalk
