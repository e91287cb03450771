#include <rope/integrator.hpp>

#include <glm/mat3x3.hpp>
#include <glm/matrix.hpp>

#include <cmath>
#include <limits>

namespace rope
{

namespace
{

/// A step is a linear map M of (x, v). The motion does not grow while no eigenvalue of M is outside the unit circle:
/// |det M| <= 1 and |trace M| <= 1 + det M.
bool grows(Integrator integrator, double omega, double gamma, double h)
{
    const auto acceleration = [=](double, const Vec3& x, const Vec3& v) { return -omega * omega * x - gamma * v; };
    const Motion fromX = integrated(integrator, {Vec3(1.0, 0.0, 0.0), Vec3(0.0)}, 0.0, h, acceleration);
    const Motion fromV = integrated(integrator, {Vec3(0.0), Vec3(1.0, 0.0, 0.0)}, 0.0, h, acceleration);
    const double determinant = fromX.position.x * fromV.velocity.x - fromV.position.x * fromX.velocity.x;
    const double trace = fromX.position.x + fromV.velocity.x;
    constexpr double rounding = 1e-10; // without friction the eigenvalues of symplectic methods lie on the circle
    return std::abs(determinant) > 1.0 + rounding || std::abs(trace) > 1.0 + determinant + rounding;
}

} // namespace

Vec3 midpointVelocity(const Motion& from, double t, double h, const AccelerationLaw& a)
{
    const auto defect = [&](const Vec3& u)
    { return u - from.velocity - 0.5 * h * a(t + 0.5 * h, from.position + 0.5 * h * u, u); };

    Vec3 u = from.velocity + 0.5 * h * a(t, from.position, from.velocity);
    const double scale = 1.0 + glm::length(u);
    for (int i = 0; i < 20; ++i)
    {
        const Vec3 f = defect(u);
        if (glm::length(f) <= 1e-15 * scale)
            break;
        glm::dmat3 jacobian(1.0);
        const double difference = 1e-6 * scale;
        for (int column = 0; column < 3; ++column)
        {
            Vec3 beside = u;
            beside[column] += difference;
            jacobian[column] = (defect(beside) - f) / difference;
        }
        u -= glm::inverse(jacobian) * f;
    }
    return u;
}

double stableStep(Integrator integrator, double omega, double gamma)
{
    const double rate = omega + gamma;
    if (integrator == Integrator::implicit_midpoint || rate == 0.0)
        return std::numeric_limits<double>::infinity();

    double stable = 1e-3 / rate;
    if (grows(integrator, omega, gamma, stable))
        return 0.0;
    double growing = stable;
    while (!grows(integrator, omega, gamma, growing))
    {
        stable = growing;
        growing *= 1.2;
    }
    for (int i = 0; i < 50; ++i)
    {
        const double middle = 0.5 * (stable + growing);
        (grows(integrator, omega, gamma, middle) ? growing : stable) = middle;
    }
    return stable;
}

} // namespace rope
