#include "thread_scene.hpp"

#include "text/text.hpp"

#include <cmath>

// The article's second program: masses are inserted behind the anchor until all of the thread is out.

namespace ropewalk
{

namespace
{

constexpr SceneInfo sceneInfo{"deployment",
                              "Learn",
                              "Deployment",
                              "Deployment of a thread",
                              "The thread comes out of its anchor. Switch insertion to article and watch the tension.",
                              "deployment_speed stiffness damping insertion max_mass_count gravity",
                              21,
                              5.0};

std::vector<CheckRow> check()
{
    std::vector<CheckRow> rows;
    const auto tipAfter =
        [&rows](rope::Insertion rule, const char* ruleName, double seconds, double y, double z, double tolerance)
    {
        rope::DeploymentSettings settings;
        settings.insertion = rule;
        rope::DeploymentSimulation sim(settings);
        for (long i = std::lround(seconds / settings.maxDt); i > 0; --i)
            sim.step(settings.maxDt);
        const std::string when = " after " + text::numberText(seconds) + " s, " + ruleName;
        const Vec3 tip = sim.masses().back().position;
        rows.push_back({"tip_y" + when, "m", y, tip.y, tolerance, "the article's steps, computed independently"});
        rows.push_back({"tip_z" + when, "m", z, tip.z, tolerance, "the article's steps, computed independently"});
        rows.push_back({"paid_out_length" + when, "m", settings.segmentLength() + 0.1 + 1.5 * seconds, sim.restLength(),
                        1e-9, "L + 0.1 m + speed times time"});
    };
    tipAfter(rope::Insertion::consistent, "consistent", 1.0, 18.344461397631363, 19.687780320270644, 1e-6);
    tipAfter(rope::Insertion::article, "article", 1.0, 17.864926, 19.281655, 1e-6);

    rope::DeploymentSettings published;
    published.insertion = rope::Insertion::article;
    rope::DeploymentSimulation all(published);
    for (int i = 0; i < 65'000; ++i)
        all.step(published.maxDt);
    rows.push_back({"mass_count when all is out", "", 20.0, static_cast<double>(all.masses().size() - 1), 0.0,
                    "the article's maximum"});
    rows.push_back({"paid_out_length when all is out", "m", 10.0, all.restLength(), 1e-9, "the article's length"});

    // w^2 = 4 cos^2(pi / 41) k/m of twenty masses in a straight line; forward Euler multiplies a mode by
    // d (1 + h^2 w^2), d = 0.9^h, in two steps. Where the thread is bent, w is lower.
    published.integrator = rope::EulerMethod::forward_euler;
    all.setSettings(published);
    rows.push_back({"largest stable step of forward Euler", "s", 1.3248e-4, all.stableStep(), 5e-6,
                    "gamma / w^2, gamma = -ln 0.9, w^2 = 3.9766 k/m if it were straight"});
    return rows;
}

constexpr LessonStep deploymentLesson[] = {
    {"Press R.", "Watch masses leave the anchor one by one while the thread swings down.",
     "The segment at the anchor grows; when it is long enough, it becomes two.",
     [](const LessonMoment& now) { return now.restarted && now.change("mass_count") > 1.5; }},
    {"Set Insertion to Article and press R.",
     "Watch the tension along the rope: at the anchor it drops to zero with each new mass.",
     "The published rule puts a new mass where its segment is slack, and the thread jerks.",
     [](const LessonMoment& now)
     { return now.is("insertion", "article") && now.restarted && now.change("mass_count") > 1.5; },
     "tension"},
    {"Set Insertion to Consistent and press T.", "Watch the thin line: so will the thread hang when it is at rest.",
     "The weights below each segment say how far it stretches.",
     [](const LessonMoment& now) { return now.is("insertion", "consistent") && now.theoryShapes; }},
    {"Set deployment_speed to 5 m/s and press R.", "Watch the thread shoot out and swing wide.",
     "What comes out fast keeps its speed: the thread flies until its weight turns it down.",
     [](const LessonMoment& now) { return now.constant("deployment_speed") > 3.0 && now.restarted; }},
};

} // namespace

const ThreadRegistration deploymentRegistration(sceneInfo, deploymentLesson, {}, true, check);

} // namespace ropewalk
