#include "elementary_scene.hpp"

// A mass without forces. x(t) = x0 + v0 t, and the integrator gives exactly that.

namespace ropewalk
{

namespace
{

constexpr SceneInfo constantVelocityInfo{"constant_velocity",
                                         "Basics",
                                         "Velocity",
                                         "Constant velocity",
                                         "No force acts: the mass flies on. Change its velocity and reset.",
                                         "mass velocity slow_motion max_dt",
                                         30,
                                         2.0};

const OneMassSettings velocitySettings{OneMassForce::none, {0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}};

std::vector<CheckRow> checkVelocity()
{
    return {{"x after 10 s", "m", 10.0, freshRun(velocitySettings, 0.1, 100).position.x, 1e-12, "x0 + v0 t"}};
}

constexpr LessonStep constantVelocityLesson[] = {
    {"Set the second number of Velocity to 1 m/s and press R.", "Watch the mass draw a straight line upwards.",
     "Without a force a velocity stays as it is: the path is x0 + v0 t.",
     [](const LessonMoment& now) { return now.value("y") > 0.1; }},
    {"Set Mass to 10 kg.", "Watch the plots: the kinetic energy is ten times as high, and the mass flies as before.",
     "A mass that nothing pulls at flies the same path, however heavy it is.",
     [](const LessonMoment& now) { return now.constant("mass") > 5.0; }, "kinetic_energy"},
    {"Set slow_motion to 1.", "Watch the error in the plots: it stays zero up to rounding.",
     "A step adds velocity times time. Where the velocity never changes, that is exact.",
     [](const LessonMoment& now) { return now.constant("slow_motion") < 2.0; }, "error"},
};

} // namespace

const ElementaryRegistration constantVelocityRegistration(constantVelocityInfo, constantVelocityLesson,
                                                          velocitySettings, checkVelocity);

} // namespace ropewalk
