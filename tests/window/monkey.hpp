// Somebody who presses every key and clicks on everything without reading.
#pragma once

#include "stage.hpp"

#include <array>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace windowtest
{

class Monkey
{
public:
    using Words = std::vector<std::string>;

    Monkey(Stage& stage, unsigned seed) : stage_(stage), random_(seed) {}

    Words act();                                            ///< the words for xdotool of one thing to do
    std::size_t clicked() const { return clicked_.size(); } ///< different places with a name

private:
    int below(int count) { return static_cast<int>(random_() % static_cast<unsigned>(count)); }
    template <std::size_t count>
    std::string oneOf(const std::array<const char*, count>& words)
    {
        return words[static_cast<std::size_t>(below(static_cast<int>(count)))];
    }
    Words moveTo(double x, double y) const;
    Words moveSomewhere();
    Words clickOnSomething();
    Words key();
    Words drag();
    Words scroll();
    std::string text();
    Words type();
    Words paste();

    Stage& stage_;
    std::mt19937 random_;
    std::set<std::string> clicked_;
};

} // namespace windowtest
