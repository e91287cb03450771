#include "catch.hpp"

#include <rope/integrator.hpp>

#include <cmath>
#include <limits>

using rope::Integrator;
using rope::Motion;
using rope::Vec3;

namespace
{

struct Row
{
    Integrator integrator;
    double order;
};

const Row rows[] = {{Integrator::forward_euler, 1.0},
                    {Integrator::semi_implicit_euler, 1.0},
                    {Integrator::velocity_verlet, 2.0},
                    {Integrator::runge_kutta_4, 4.0},
                    {Integrator::implicit_midpoint, 2.0}};

template <typename Acceleration>
Motion run(Integrator integrator, Motion motion, double seconds, int steps, const Acceleration& a)
{
    const double h = seconds / steps;
    for (int i = 0; i < steps; ++i)
        motion = rope::integrated(integrator, motion, i * h, h, a);
    return motion;
}

double distance(const Motion& a, const Motion& b)
{
    return std::hypot(glm::length(a.position - b.position), glm::length(a.velocity - b.velocity));
}

/// log2 of the ratio of the errors with n and 2 n steps.
template <typename Acceleration>
double measuredOrder(Integrator integrator, const Motion& from, const Motion& exact, double seconds, int n,
                     const Acceleration& a)
{
    return std::log2(distance(run(integrator, from, seconds, n, a), exact) /
                     distance(run(integrator, from, seconds, 2 * n, a), exact));
}

constexpr double w = 2.0; // [1/s]
const auto undamped = [](double, const Vec3& x, const Vec3&) { return -w * w * x; };
const Motion atRest{{1.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};

double energy(const Motion& m)
{
    return 0.5 * glm::dot(m.velocity, m.velocity) + 0.5 * w * w * glm::dot(m.position, m.position);
}

} // namespace

TEST_CASE("each integrator has its order of accuracy on an undamped spring", "[integrator]")
{
    const Motion exact{{std::cos(w), 0.0, 0.0}, {-w * std::sin(w), 0.0, 0.0}};
    for (const Row& row : rows)
    {
        CAPTURE(static_cast<int>(row.integrator));
        CHECK(measuredOrder(row.integrator, atRest, exact, 1.0, 100, undamped) == Approx(row.order).margin(0.05));
    }
}

TEST_CASE("each integrator has its order with friction, a rest length, gravity and a driven end", "[integrator]")
{
    const auto a = [](double t, const Vec3& x, const Vec3& v)
    {
        const Vec3 d = x - Vec3(0.3 * std::sin(3.0 * t), 2.0, 0.0);
        const double r = glm::length(d);
        return Vec3(0.0, -9.81, 0.0) - 8.0 * (r - 2.0) / r * d - 0.7 * v;
    };
    const Motion from{{0.5, 0.1, 0.2}, {1.0, 0.0, -1.0}};
    const Motion fine = run(Integrator::runge_kutta_4, from, 1.0, 6400, a);
    for (const Row& row : rows)
    {
        CAPTURE(static_cast<int>(row.integrator));
        CHECK(measuredOrder(row.integrator, from, fine, 1.0, 100, a) == Approx(row.order).margin(0.15));
    }
}

TEST_CASE("the discrete solutions have their closed forms", "[integrator]")
{
    constexpr double h = 0.1;
    constexpr int n = 200;
    const double z = w * h;

    // E_n = E_0 (1 + (w h)^2)^n
    const Motion forward = run(Integrator::forward_euler, atRest, n * h, n, undamped);
    CHECK(energy(forward) == Approx(energy(atRest) * std::pow(1.0 + z * z, n)).epsilon(1e-11));

    // x_n = cos(theta (n + 1/2)) / cos(theta/2) with sin(theta/2) = w h/2
    const double theta = 2.0 * std::asin(0.5 * z);
    const Motion semi = run(Integrator::semi_implicit_euler, atRest, n * h, n, undamped);
    CHECK(semi.position.x == Approx(std::cos(theta * (n + 0.5)) / std::cos(0.5 * theta)).margin(1e-11));

    // x_n = cos(theta n)
    const Motion verlet = run(Integrator::velocity_verlet, atRest, n * h, n, undamped);
    CHECK(verlet.position.x == Approx(std::cos(theta * n)).margin(1e-11));

    // x_n = cos(phi n) with tan(phi/2) = w h/2
    const double phi = 2.0 * std::atan(0.5 * z);
    const Motion midpoint = run(Integrator::implicit_midpoint, atRest, n * h, n, undamped);
    CHECK(midpoint.position.x == Approx(std::cos(phi * n)).margin(1e-11));

    // In a step the energy grows by |1 + iz - z^2/2 - i z^3/6 + z^4/24|^2 = 1 - z^6/72 + z^8/576
    const Motion fourth = run(Integrator::runge_kutta_4, atRest, n * h, n, undamped);
    const double factor = 1.0 - std::pow(z, 6) / 72.0 + std::pow(z, 8) / 576.0;
    CHECK(energy(fourth) == Approx(energy(atRest) * std::pow(factor, n)).epsilon(1e-11));
}

TEST_CASE("each symplectic integrator keeps a neighbour of the energy over a long run", "[integrator]")
{
    constexpr double h = 0.1;
    Motion semi = atRest;
    Motion verlet = atRest;
    Motion midpoint = atRest;
    for (int i = 0; i < 100'000; ++i)
    {
        semi = rope::integrated(Integrator::semi_implicit_euler, semi, 0.0, h, undamped);
        verlet = rope::integrated(Integrator::velocity_verlet, verlet, 0.0, h, undamped);
        midpoint = rope::integrated(Integrator::implicit_midpoint, midpoint, 0.0, h, undamped);
    }
    const double before = energy(atRest);
    // Semi-implicit Euler keeps E - h w^2/2 x v, Verlet v^2/2 + w^2 x^2/2 (1 - w^2 h^2/4), the midpoint rule E itself.
    CHECK(energy(semi) - 0.5 * h * w * w * semi.position.x * semi.velocity.x == Approx(before).epsilon(1e-9));
    const double shadow = 0.5 * w * w * 0.25 * w * w * h * h;
    CHECK(energy(verlet) - shadow * verlet.position.x * verlet.position.x == Approx(before - shadow).epsilon(1e-9));
    CHECK(energy(midpoint) == Approx(before).epsilon(1e-9));
}

TEST_CASE("each integrator has its stable step", "[integrator]")
{
    using rope::stableStep;
    CHECK(stableStep(Integrator::forward_euler, w, 0.0) == 0.0);
    CHECK(stableStep(Integrator::forward_euler, w, 0.5) == Approx(0.5 / (w * w)));          // gamma / w^2
    CHECK(stableStep(Integrator::forward_euler, 0.0, 0.5) == Approx(4.0));                  // 2 / gamma
    CHECK(stableStep(Integrator::semi_implicit_euler, w, 0.0) == Approx(1.0).margin(1e-5)); // 2 / w
    const double gamma = 0.5; // (-gamma + sqrt(gamma^2 + 4 w^2)) / w^2
    CHECK(stableStep(Integrator::semi_implicit_euler, w, gamma) ==
          Approx((-gamma + std::sqrt(gamma * gamma + 4.0 * w * w)) / (w * w)));
    CHECK(stableStep(Integrator::velocity_verlet, w, 0.0) == Approx(1.0).margin(1e-5)); // 2 / w
    // The energy's factor 1 - z^6/72 + z^8/576 is 1 at z = sqrt(8).
    CHECK(stableStep(Integrator::runge_kutta_4, w, 0.0) == Approx(std::sqrt(8.0) / w).margin(1e-5));
    CHECK(stableStep(Integrator::implicit_midpoint, w, 0.5) == std::numeric_limits<double>::infinity());
    CHECK(stableStep(Integrator::forward_euler, 0.0, 0.0) == std::numeric_limits<double>::infinity());
}

TEST_CASE("the implicit midpoint takes steps beyond every explicit limit", "[integrator]")
{
    // w = sqrt(1e4) = 100 1/s: Runge-Kutta 4, the last to fail, needs steps below sqrt(8) / w = 0.028 s.
    const auto stiff = [](double, const Vec3& x, const Vec3& v)
    {
        const double r = glm::length(x);
        return Vec3(0.0, -9.81, 0.0) - 1e4 * (r - 1.0) / r * x - 10.0 * v;
    };
    const Motion from{{0.0, -1.01, 0.0}, {0.0, 0.0, 0.0}};
    CHECK(run(Integrator::implicit_midpoint, from, 200.0, 2000, stiff).position.y ==
          Approx(-1.0 - 9.81e-4).margin(1e-9)); // at rest: -(L + g / w^2)
    CHECK_FALSE(std::abs(run(Integrator::runge_kutta_4, from, 200.0, 2000, stiff).position.y) < 1e6);
}
