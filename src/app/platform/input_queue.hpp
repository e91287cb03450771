#pragma once

#include "glfw_window.hpp"

#include <deque>
#include <string>
#include <variant>
#include <vector>

namespace ropewalk
{

/// Who answers the events of a window, and how far it has come.
class PatientEvents : public WindowEvents
{
public:
    virtual bool typing() const = 0; ///< a text field takes the letters
    virtual bool waits() const = 0;  ///< what the last event asked for is not there yet
};

/// The events of a window in their order. A frame gets as many as it can answer; what comes after an event whose effect
/// only the next frame brings waits: in a slow frame nothing is lost, typed into the wrong place or pressed where the
/// pointer is no more.
class InputQueue : public WindowEvents
{
public:
    explicit InputQueue(PatientEvents& to) : to_(to) {}

    /// Once a frame, before it is laid out.
    void handOn();
    /// Some wait: where pointer and buttons are now is not yet what the frame may know.
    bool waiting() const { return !events_.empty(); }

    void onKey(int key, int scancode, int action, int modifiers) override;
    void onText(unsigned character) override;
    void onButton(int button, int action, int modifiers) override;
    void onCursor(double x, double y) override;
    void onScroll(double x, double y) override;
    void onFocus(bool focused) override;
    void onDrop(const std::vector<std::string>& files) override;

private:
    struct Key
    {
        int key;
        int scancode;
        int action;
        int modifiers;
        std::vector<unsigned> text; ///< that it has typed
    };
    struct Button
    {
        int button;
        int action;
        int modifiers;
    };
    struct Cursor
    {
        double x;
        double y;
    };
    struct Scroll
    {
        double x;
        double y;
    };
    struct Focus
    {
        bool focused;
    };
    using Event = std::variant<Key, Button, Cursor, Scroll, Focus, std::vector<std::string>>;

    /// Hands the event on; false where it has to wait for the next frame.
    bool hand(const Key& key);
    bool hand(const Button& button);
    bool hand(const Cursor& cursor);
    bool hand(const Scroll& scroll);
    bool hand(const Focus& focus);
    bool hand(const std::vector<std::string>& dropped);

    PatientEvents& to_;
    std::deque<Event> events_;
    // Of this frame:
    std::vector<int> changed_; ///< keys that went down or up
    bool moved_ = false;       ///< the pointer
    bool clicked_ = false;     ///< a button went down or up
};

} // namespace ropewalk
