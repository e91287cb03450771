#pragma once

#include <rope/export.hpp>
#include <rope/rope_settings.hpp>
#include <rope/rope_wish.hpp>

#include <string>
#include <vector>

namespace rope
{

/// The constants that grant a wish with what theory says about them, or the reason why none do.
struct RopeAdvice
{
    bool granted() const { return refusal.empty(); }

    RopeSettings settings;
    int steps = 1;                  ///< in a frame; 1'000'000'000 also stands for more
    double stableStep = 0.0;        ///< [s], of the hanging rope; the steps taken keep at least 10 % below
    double axialStiffness = 0.0;    ///< EA [N]
    double stretch = 0.0;           ///< by weight and load, of the rest length
    double loadStretch = 0.0;       ///< by the load alone
    double bouncePeriod = 0.0;      ///< [s], without friction
    double dampingRatio = 0.0;      ///< of the bounce
    double settlingTime = 0.0;      ///< [s], until 2 % of a bounce are left
    double swingPeriod = 0.0;       ///< [s], of the rope alone
    double breakingForce = 0.0;     ///< [N], of the material, new and straight; 0: none is known
    std::string refusal;            ///< one sentence: what cannot be had together, and what would do
    std::vector<std::string> notes; ///< a sentence each
};

/// Throws std::invalid_argument naming the wish, its value and what would be right.
ROPE_API RopeAdvice adviseRope(const RopeWish& wish);

} // namespace rope
