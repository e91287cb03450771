#include "elementary_scene.hpp"

#include <rope/elementary.hpp>

#include <cmath>

// A mass on a spring without rest length, F = -k (x - c).
//
//     exact          x(t) = c + (x0 - c) cos wt + v0/w sin wt,   w = sqrt(k/m)
//     semi-implicit  x_n + c1 x_(n-1) + x_(n-2) = 0: a cosine of theta n with sin(theta/2) = w h / 2,
//                    stable while h < 2/w

namespace ropewalk
{

namespace
{

constexpr SceneInfo massSpringInfo{
    "mass_spring",
    "Basics",
    "On a spring",
    "Mass on a spring",
    "The thin line is the exact swing; make the mass light and the spring stiff, and it explodes.",
    "mass spring_constant position slow_motion max_dt",
    32,
    2.0};

const OneMassSettings springSettings{OneMassForce::spring, {10.0, -5.0, 0.0}, {0.0, 0.0, 0.0}};

std::vector<CheckRow> checkSpring()
{
    const double w = std::sqrt(2.0); // k = 2 N/m, m = 1 kg
    // From rest: v_1 = -w^2 h a, so x_n = a cos(theta (n + 1/2)) / cos(theta / 2), a = 10 m.
    const auto discrete = [w](double h, int n)
    {
        const double theta = 2.0 * rope::elementary::asin(w * h / 2.0);
        return 10.0 * rope::elementary::cos(theta * (n + 0.5)) / rope::elementary::cos(theta / 2.0);
    };
    const auto after = [](double h, int n) { return freshRun(springSettings, h, n).position.x; };
    const auto error = [&](double h, int n) { return after(h, n) - 10.0 * rope::elementary::cos(w * h * n); };
    return {{"x after 2 s at 0.1 s a step", "m", discrete(0.1, 20), after(0.1, 20), 1e-12,
             "a cos(theta (n + 1/2)) / cos(theta/2), sin(theta/2) = w h/2"},
            {"x after 10 s at 0.1 s a step", "m", discrete(0.1, 100), after(0.1, 100), 1e-12, "the same"},
            {"error ratio when the step is halved", "", 2.0, error(1e-4, 20'000) / error(5e-5, 40'000), 1e-3,
             "first order"}};
}

constexpr LessonStep massSpringLesson[] = {
    {"Set slow_motion to 2.", "Watch the mass swing to the same distance on both sides of the ball in the middle.",
     "A spring pulls the harder the longer it is; that makes a swing that never changes its time.",
     [](const LessonMoment& now) { return now.constant("slow_motion") < 5.0; }},
    {"Set spring_constant to 18 N/m.", "Watch it swing three times as fast.",
     "The swing turns by sqrt(k/m) a second: nine times the stiffness, three times the speed.",
     [](const LessonMoment& now) { return now.constant("spring_constant") > 10.0 && now.sound; }},
    {"Set Mass to 0.001 kg and spring_constant to 200 N/m.", "Watch the swing grow within a blink, and explode.",
     "Semi-implicit Euler is stable below the step 2/sqrt(k/m) only: 4.5 ms here, less than the step of 17 ms.",
     [](const LessonMoment& now) { return now.ranAway; }},
};

} // namespace

const ElementaryRegistration massSpringRegistration(massSpringInfo, massSpringLesson, springSettings, checkSpring);

} // namespace ropewalk
