#include "thread_scene.hpp"

#include <cmath>

// The article's first program: two masses without weight; only the segment at the anchor grows, no mass is inserted.

namespace ropewalk
{

namespace
{

constexpr SceneInfo sceneInfo{"weightless_deployment",
                              "Learn",
                              "Weightless",
                              "Weightless deployment",
                              "Two masses float in front of an anchor whose segment grows: the thread goes slack.",
                              "deployment_speed stiffness damping insertion gravity",
                              20};

rope::DeploymentSettings weightless()
{
    rope::DeploymentSettings settings;
    settings.maxMassCount = 2; // so a whole segment is 9.9 m and a mass 1 kg
    settings.gravity = Vec3(0.0);
    settings.insertion = rope::Insertion::article; // one stiffness for the short first segment too, as published
    return settings;
}

std::vector<CheckRow> check()
{
    const rope::DeploymentSettings settings = weightless();
    rope::DeploymentSimulation sim(settings, false);
    for (int i = 0; i < 20'000; ++i)
        sim.step(settings.maxDt);
    return {{"normal length", "m", 9.9, settings.segmentLength(), 1e-12, "(10 - 0.1) / 1"},
            {"mass of each", "kg", 1.0, settings.mass(), 1e-12, "2 kg / 2"},
            {"masses after 2 s", "", 2.0, static_cast<double>(sim.masses().size() - 1), 0.0, "none is inserted"},
            {"paid_out_length after 2 s", "m", 9.9 + 0.1 + 3.0, sim.restLength(), 1e-9, "9.9 + 0.1 + 1.5 t"}};
}

constexpr LessonStep weightlessLesson[] = {
    {"Press R.", "Watch the anchor pull the two masses in, though thread comes out of it.",
     "Nothing has weight here: a thread can pull, and then its masses fly on by themselves.",
     [](const LessonMoment& now) { return now.restarted && now.change("paid_out_length") > 1.0; }},
    {"Set deployment_speed to 0.", "Watch the thread swing on with the length that it has.",
     "The reel alone makes the thread longer.",
     [](const LessonMoment& now) { return std::abs(now.constant("deployment_speed")) < 0.01; }},
    {"Set the second number of Gravity to -10 m/s2.",
     "Watch the thread fall, swing and bounce, and come to hang straight.",
     "A weight pulls a thread taut; without one nothing does.",
     [](const LessonMoment& now) { return now.vector("gravity").y < -5.0; }},
};

} // namespace

const ThreadRegistration weightlessDeploymentRegistration(sceneInfo, weightlessLesson, weightless(), false, check);

} // namespace ropewalk
