// What a user does in the window, as the harnesses choose it.
#pragma once

#include "harness.hpp"

#include "app/workbench/workbench.hpp"

#include <memory>
#include <string>

namespace fuzz
{

class User
{
public:
    User();

    /// One of: constants, verbs, time, scenes, undo, copy and paste. Throws a Finding where the scene is unsound
    /// afterwards.
    void act(Choices& choices);
    void advance(Choices& choices);
    void change(Choices& choices); ///< a constant
    void perform(const std::string& verb);
    void select(std::string_view scene);
    void use(std::unique_ptr<ropewalk::Scene> scene);
    void promiseSound() const;
    void slides() { slides_ = true; } ///< numbers get the two digits that the window's sliders give them

    ropewalk::Workbench& bench() { return bench_; }

private:
    void small();
    void set(const rope::Parameter& row, const rope::Parameter::Value& value);

    double now_ = 0.0;
    ropewalk::Workbench bench_;
    int gesture_ = 0;
    bool slides_ = false;
    std::string copied_;
};

/// Any of the verbs, of the things of a set-up.
std::string randomVerb(Choices& choices, const ropewalk::SetUp& setUp);
/// What keys and mouse may do to a scene.
ropewalk::Controls randomControls(Choices& choices, const ropewalk::Workbench& bench);
/// A place [m] in and around the picture.
ropewalk::Vec3 randomPlace(Choices& choices);

} // namespace fuzz
