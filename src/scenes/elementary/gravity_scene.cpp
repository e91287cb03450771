#include "elementary.hpp"

#include <limits>

// Lesson two: a mass thrown under gravity.
//
//     exact          x(t) = x0 + v0 t + g t^2 / 2
//     semi-implicit  x_n  = x0 + v0 n h + g h^2 n (n + 1) / 2,   behind the exact one by g h t / 2

namespace ropewalk
{

namespace
{

constexpr SceneInfo sceneInfo{"gravity",
                              "Elementary",
                              "Motion under gravity",
                              "A throw. The thin line is the exact parabola; lower max_dt and the mass keeps to it.",
                              21,
                              2.0};

class GravityScene : public ElementaryScene
{
public:
    GravityScene()
    {
        describeStart({{-10.0, 0.0, 0.0}, {10.0, 15.0, 0.0}});
        parameters_.group("Force");
        parameters_.add("gravity", &gravity_, {-50.0, 50.0, "m/s2", "Acceleration of gravity."});
        describeRun();
    }

    std::vector<CheckRow> check() const override
    {
        const GravityScene defaults;
        const double discrete = 15.0 * 2.0 - 9.81 * 0.01 * 20.0 * 21.0 / 2.0;
        const double exactly = 15.0 * 2.0 - 9.81 * 2.0;
        const double coarse = defaults.fresh(0.1, 20).position.y;
        const double fine = defaults.fresh(0.05, 40).position.y;
        return {{"y after 2 s at 0.1 s a step", "m", discrete, coarse, 1e-12, "v0 n h - g h^2 n (n + 1) / 2"},
                {"x after 2 s", "m", 10.0, defaults.fresh(0.1, 20).position.x, 1e-12, "x0 + v0 t"},
                {"error ratio when the step is halved", "", 2.0, (coarse - exactly) / (fine - exactly), 1e-9,
                 "first order: g h t / 2"}};
    }

private:
    Vec3 force(const rope::Mass& mass) const override { return mass.mass * gravity_; }
    double potentialEnergy(const rope::Mass& mass) const override
    {
        return -mass.mass * glm::dot(gravity_, mass.position);
    }
    Motion exact(const Motion& from, double t) const override
    {
        return {from.position + from.velocity * t + 0.5 * t * t * gravity_, from.velocity + t * gravity_};
    }

    Vec3 gravity_{0.0, -9.81, 0.0};
};

} // namespace

const SceneRegistration<GravityScene> gravityRegistration(sceneInfo);

} // namespace ropewalk
