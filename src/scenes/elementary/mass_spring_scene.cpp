#include "elementary_scene.hpp"

#include <cmath>

// Lesson three: a mass on a spring without rest length, F = -k (x - c).
//
//     exact          x(t) = c + (x0 - c) cos wt + v0/w sin wt,   w = sqrt(k/m)
//     semi-implicit  x_n + c1 x_(n-1) + x_(n-2) = 0: a cosine of theta n with sin(theta/2) = w h / 2,
//                    stable while h < 2/w

namespace ropewalk
{

namespace
{

constexpr SceneInfo massSpringInfo{"mass_spring",
                                   "Elementary",
                                   "Mass on a spring",
                                   "Raise max_dt towards the stable step and see the swing deform, then explode.",
                                   22,
                                   2.0};

const LessonSettings lesson{LessonForce::spring, {10.0, -5.0, 0.0}, {0.0, 0.0, 0.0}};

class MassSpringScene : public ElementaryScene
{
public:
    MassSpringScene() : ElementaryScene(lesson) {}

    std::vector<CheckRow> check() const override;
};

std::vector<CheckRow> MassSpringScene::check() const
{
    const double w = std::sqrt(2.0); // k = 2 N/m, m = 1 kg
    // From rest: v_1 = -w^2 h a, so x_n = a cos(theta (n + 1/2)) / cos(theta / 2), a = 10 m.
    const auto discrete = [w](double h, int n)
    {
        const double theta = 2.0 * std::asin(w * h / 2.0);
        return 10.0 * std::cos(theta * (n + 0.5)) / std::cos(theta / 2.0);
    };
    const auto after = [](double h, int n) { return freshRun(lesson, h, n).position.x; };
    const auto error = [&](double h, int n) { return after(h, n) - 10.0 * std::cos(w * h * n); };
    return {{"x after 2 s at 0.1 s a step", "m", discrete(0.1, 20), after(0.1, 20), 1e-12,
             "a cos(theta (n + 1/2)) / cos(theta/2), sin(theta/2) = w h/2"},
            {"x after 10 s at 0.1 s a step", "m", discrete(0.1, 100), after(0.1, 100), 1e-12, "the same"},
            {"error ratio when the step is halved", "", 2.0, error(1e-4, 20'000) / error(5e-5, 40'000), 1e-3,
             "first order"}};
}

} // namespace

const SceneRegistration<MassSpringScene> massSpringRegistration(massSpringInfo);

} // namespace ropewalk
