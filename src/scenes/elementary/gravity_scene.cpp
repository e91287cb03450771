#include "elementary_scene.hpp"

#include <cmath>

// A mass thrown under gravity.
//
//     exact          x(t) = x0 + v0 t + g t^2 / 2
//     semi-implicit  x_n  = x0 + v0 n h + g h^2 n (n + 1) / 2,   behind the exact one by g h t / 2

namespace ropewalk
{

namespace
{

constexpr SceneInfo gravityInfo{"gravity",
                                "Basics",
                                "Gravity",
                                "Motion under gravity",
                                "A throw. The thin line is the exact parabola; lower max_dt and the mass keeps to it.",
                                "mass velocity gravity slow_motion max_dt",
                                31,
                                2.0};

const OneMassSettings gravitySettings{OneMassForce::gravity, {-10.0, 0.0, 0.0}, {10.0, 15.0, 0.0}};

std::vector<CheckRow> checkGravity()
{
    const double discrete = 15.0 * 2.0 - 9.81 * 0.01 * 20.0 * 21.0 / 2.0;
    const double exactly = 15.0 * 2.0 - 9.81 * 2.0;
    const Vec3 coarse = freshRun(gravitySettings, 0.1, 20).position;
    const Vec3 fine = freshRun(gravitySettings, 0.05, 40).position;
    return {{"y after 2 s at 0.1 s a step", "m", discrete, coarse.y, 1e-12, "v0 n h - g h^2 n (n + 1) / 2"},
            {"x after 2 s", "m", 10.0, coarse.x, 1e-12, "x0 + v0 t"},
            {"error ratio when the step is halved", "", 2.0, (coarse.y - exactly) / (fine.y - exactly), 1e-9,
             "first order: g h t / 2"}};
}

constexpr LessonStep gravityLesson[] = {
    {"Set slow_motion to 2 and press R.", "Watch the error grow in the plots: the mass falls behind the exact path.",
     "A step goes on with one velocity for the whole of it, and so is a little wrong each time.",
     [](const LessonMoment& now) { return now.constant("slow_motion") < 5.0 && now.value("error") > 0.05; }, "error"},
    {"Set max_dt to 0.001 s and press R.", "Watch the error in the plots: it stays far smaller.",
     "The error is g h t/2, so a shorter step h makes a smaller error.",
     [](const LessonMoment& now)
     { return now.constant("max_dt") < 0.002 && now.restarted && now.value("y") > 2.0 && now.value("error") < 0.01; },
     "error"},
    {"Set the second number of Gravity to -1.6 m/s2, as on the moon.", "Watch the path turn flatter and longer.",
     "A throw flies as much higher and farther as gravity is weaker.",
     [](const LessonMoment& now) { return std::abs(now.vector("gravity").y) < 3.0; }},
};

} // namespace

const ElementaryRegistration gravityRegistration(gravityInfo, gravityLesson, gravitySettings, checkGravity);

} // namespace ropewalk
