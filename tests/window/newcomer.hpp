// Somebody who has not read anything and goes by what is on screen, with one hand at the mouse: real clicks and keys,
// and the time that the keystroke-level model gives them (S. K. Card, T. P. Moran and A. Newell, Communications of the
// ACM 23, 1980).
#pragma once

#include "stage.hpp"

#include <string>

namespace windowtest
{

/// Each act does what it says and counts its time.
class Newcomer
{
public:
    explicit Newcomer(Stage& stage) : stage_(stage) {}

    double seconds() const { return seconds_; }
    /// M: a choice, P: a thing is pointed at, K: a key or a button is pressed, H: the hand goes to the mouse or back.
    const std::string& operators() const { return operators_; }
    void begin();

    /// Chooses something that is seen now, points at it and clicks.
    void click(const std::string& name, int times = 1, const std::string& button = "1");
    void drag(const std::string& name, double from, double to, const std::string& button = "1");
    /// A mark of the scene ("connection", "mass 40", "box1"), or so many pixels from there.
    void clickThing(const std::string& mark, double right = 0.0, double down = 0.0, int times = 1);
    /// From a mark of the scene by so many pixels.
    void pull(const std::string& mark, double right, double down);
    void key(const std::string& name, int keys = 1); ///< one chord of so many keys
    /// Of the panel that has the keys, by Tab or by Shift+Tab.
    void goTo(const std::string& item, bool back = false);
    void again(const std::string& name, int keys); ///< a chord without another choice
    void type(const std::string& text);

private:
    void choose();
    void press(int times = 1);
    void toKeyboard();
    void toMouse();
    nlohmann::json point(const std::string& name, double across = 0.5);
    void pointAtThing(const std::string& mark, double right, double down);
    void count(char sign, double seconds);

    Stage& stage_;
    double seconds_ = 0.0;
    std::string operators_;
    bool atKeyboard_ = false;
};

} // namespace windowtest
