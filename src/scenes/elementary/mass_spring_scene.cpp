#include "elementary.hpp"
#include "scenes/shared/coil.hpp"

#include <cmath>
#include <limits>
#include <numbers>

// Lesson three: a mass on a spring without rest length, F = -k (x - c).
//
//     exact          x(t) = c + (x0 - c) cos wt + v0/w sin wt,   w = sqrt(k/m)
//     semi-implicit  x_n + c1 x_(n-1) + x_(n-2) = 0: a cosine of theta n with sin(theta/2) = w h / 2,
//                    stable while h < 2/w

namespace ropewalk
{

namespace
{

constexpr SceneInfo sceneInfo{"mass_spring",
                              "Elementary",
                              "Mass on a spring",
                              "Raise max_dt towards the stable step and see the swing deform, then explode.",
                              22,
                              2.0};

class MassSpringScene : public ElementaryScene
{
public:
    MassSpringScene()
    {
        describeStart({{10.0, -5.0, 0.0}, {0.0, 0.0, 0.0}});
        parameters_.group("Force");
        parameters_.add(
            "spring_constant", &springConstant_,
            {0.0, 1000.0, "N/m", "Stiffness of the spring, which has no rest length.", rope::StepRole::springs});
        parameters_.add("connection", &connection_, {-100.0, 100.0, "m", "Where the spring is fixed."});
        describeRun();
    }

    rope::StepLimits stepLimits() const override
    {
        rope::StepLimits limits;
        if (springConstant_ > 0.0)
            limits.stable = limits.advised = 2.0 / std::sqrt(springConstant_ / mass());
        return limits;
    }

    /// w / (2 pi) with w = sqrt(k/m)
    std::vector<double> naturalFrequencies() const override
    {
        return springConstant_ > 0.0
                   ? std::vector<double>{std::sqrt(springConstant_ / mass()) / (2.0 * std::numbers::pi)}
                   : std::vector<double>{};
    }

    std::vector<CheckRow> check() const override;

private:
    Vec3 force(const rope::Mass& mass) const override { return -springConstant_ * (mass.position - connection_); }
    double potentialEnergy(const rope::Mass& mass) const override
    {
        const Vec3 d = mass.position - connection_;
        return 0.5 * springConstant_ * glm::dot(d, d);
    }
    Motion exact(const Motion& from, double t) const override
    {
        const double w = std::sqrt(springConstant_ / mass());
        if (w == 0.0)
            return {from.position + from.velocity * t, from.velocity};
        const Vec3 d = from.position - connection_;
        const double c = std::cos(w * t);
        const double s = std::sin(w * t);
        return {connection_ + c * d + s / w * from.velocity, c * from.velocity - w * s * d};
    }
    void fillExtras(Snapshot& snapshot) const override;

    double springConstant_ = 2.0;
    Vec3 connection_{0.0, -5.0, 0.0};
};

void MassSpringScene::fillExtras(Snapshot& snapshot) const
{
    Polyline& spring = snapshot.polylines.emplace_back();
    spring.style = Polyline::Style::thread;
    spring.colour = glm::vec3(0.45f);
    spring.radius = 0.06f;
    spring.grabbable = false;
    coil(glm::vec3(connection_), snapshot.solids.front().position, 0.55f, 16, spring.points);
    spring.tension.assign(spring.points.size() - 1, 0.0f);
    snapshot.markers.push_back({Marker::Kind::connection, glm::vec3(connection_), 0.2f});
}

std::vector<CheckRow> MassSpringScene::check() const
{
    const MassSpringScene defaults;
    const double w = std::sqrt(2.0);
    // From rest: v_1 = -w^2 h a, so x_n = a cos(theta (n + 1/2)) / cos(theta / 2).
    const auto discrete = [w](double h, int n)
    {
        const double theta = 2.0 * std::asin(w * h / 2.0);
        return 10.0 * std::cos(theta * (n + 0.5)) / std::cos(theta / 2.0);
    };
    const auto error = [&](double h, int n) { return defaults.fresh(h, n).position.x - 10.0 * std::cos(w * h * n); };
    return {{"x after 2 s at 0.1 s a step", "m", discrete(0.1, 20), defaults.fresh(0.1, 20).position.x, 1e-12,
             "a cos(theta (n + 1/2)) / cos(theta/2), sin(theta/2) = w h/2"},
            {"x after 10 s at 0.1 s a step", "m", discrete(0.1, 100), defaults.fresh(0.1, 100).position.x, 1e-12,
             "the same"},
            {"error ratio when the step is halved", "", 2.0, error(1e-4, 20'000) / error(5e-5, 40'000), 1e-3,
             "first order"}};
}

} // namespace

const SceneRegistration<MassSpringScene> massSpringRegistration(sceneInfo);

} // namespace ropewalk
