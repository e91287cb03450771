#include "network_limit.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

namespace rope
{

namespace
{

using Matrix3 = std::array<std::array<double, 3>, 3>;

/// 4 m / (c + sqrt(c^2 + 4 m k)) with m = 1.
double stepOf(double c, double k)
{
    const double root = std::sqrt(std::max(0.0, c * c + 4.0 * k));
    return c + root > 0.0 ? 4.0 / (c + root) : std::numeric_limits<double>::infinity();
}

/// The eigenvector of the largest eigenvalue of the symmetric n x n matrix, by Jacobi's rotations.
std::array<double, 3> topVector(Matrix3 a, std::size_t n)
{
    Matrix3 vectors{{{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}}};
    for (int sweep = 0; sweep < 12; ++sweep)
        for (std::size_t p = 0; p + 1 < n; ++p)
            for (std::size_t q = p + 1; q < n; ++q)
            {
                const double angle = 0.5 * std::atan2(2.0 * a[p][q], a[q][q] - a[p][p]);
                const double c = std::cos(angle);
                const double s = std::sin(angle);
                for (std::size_t i = 0; i < n; ++i)
                {
                    const double aip = a[i][p];
                    const double aiq = a[i][q];
                    a[i][p] = c * aip - s * aiq;
                    a[i][q] = s * aip + c * aiq;
                }
                for (std::size_t i = 0; i < n; ++i)
                {
                    const double api = a[p][i];
                    const double aqi = a[q][i];
                    a[p][i] = c * api - s * aqi;
                    a[q][i] = s * api + c * aqi;
                }
                for (auto& row : vectors)
                {
                    const double vp = row[p];
                    const double vq = row[q];
                    row[p] = c * vp - s * vq;
                    row[q] = s * vp + c * vq;
                }
            }
    std::size_t top = 0;
    for (std::size_t i = 1; i < n; ++i)
        if (a[i][i] > a[top][top])
            top = i;
    return {vectors[0][top], vectors[1][top], vectors[2][top]};
}

} // namespace

void NetworkLimitFinder::multiply(Trial& trial)
{
    const std::size_t count = points.size();
    trial.Cu.resize(count);
    trial.Ku.resize(count);
    for (std::size_t i = 0; i < count; ++i)
    {
        trial.Cu[i] = points[i].friction * trial.u[i];
        trial.Ku[i] = points[i].stiffness * trial.u[i];
    }
    for (const NetworkLink& link : links)
    {
        const Vec3 difference = trial.u[link.first] - trial.u[link.second];
        const double part = glm::dot(link.direction, difference);
        const Vec3 friction = (link.friction * part) * link.direction;
        const Vec3 force = ((link.along - link.across) * part) * link.direction + link.across * difference;
        trial.Cu[link.first] += friction;
        trial.Cu[link.second] -= friction;
        trial.Ku[link.first] += force;
        trial.Ku[link.second] -= force;
    }
    for (std::size_t i = 0; i < count; ++i)
        if (points[i].held)
            trial.Cu[i] = trial.Ku[i] = Vec3(0.0);
}

double NetworkLimitFinder::dotMass(const std::vector<Vec3>& a, const std::vector<Vec3>& b) const
{
    double sum = 0.0;
    for (std::size_t i = 0; i < points.size(); ++i)
        sum += points[i].mass * glm::dot(a[i], b[i]);
    return sum;
}

double NetworkLimitFinder::dot(const std::vector<Vec3>& a, const std::vector<Vec3>& b)
{
    double sum = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i)
        sum += glm::dot(a[i], b[i]);
    return sum;
}

void NetworkLimitFinder::add(Trial& sum, double factor, const Trial& part)
{
    for (std::size_t i = 0; i < sum.u.size(); ++i)
    {
        sum.u[i] += factor * part.u[i];
        sum.Cu[i] += factor * part.Cu[i];
        sum.Ku[i] += factor * part.Ku[i];
    }
}

void NetworkLimitFinder::scale(Trial& trial, double factor)
{
    for (std::size_t i = 0; i < trial.u.size(); ++i)
    {
        trial.u[i] *= factor;
        trial.Cu[i] *= factor;
        trial.Ku[i] *= factor;
    }
}

bool NetworkLimitFinder::normalise(Trial& trial, std::size_t before)
{
    const double whole = dotMass(trial.u, trial.u);
    for (int twice = 0; twice < 2; ++twice) // once leaves what rounding brings back
        for (std::size_t j = 0; j < before; ++j)
            add(trial, -dotMass(trials_[j].u, trial.u), trials_[j]);
    const double left = dotMass(trial.u, trial.u);
    if (!(left > 1e-20 * whole)) // the rest is rounding
        return false;
    scale(trial, 1.0 / std::sqrt(left));
    return true;
}

double NetworkLimitFinder::find()
{
    constexpr std::size_t most = 150;  // products
    constexpr double settled = 2.5e-4; // of the step, in `patience` products
    constexpr std::size_t patience = 8;
    std::size_t products = 0;
    const std::size_t count = points.size();
    auto& [motion, force, change] = trials_;
    std::mt19937 random(1);
    const auto draw = [&random] { return static_cast<double>(random()) / 2147483648.0 - 1.0; };
    motion.u.assign(count, Vec3(0.0));
    for (std::size_t i = 0; i < count; ++i)
        if (!points[i].held)
            motion.u[i] = Vec3(draw(), draw(), draw());
    multiply(motion);
    ++products;
    if (!normalise(motion, 0))
        return std::numeric_limits<double>::infinity();

    double h = stepOf(dot(motion.u, motion.Cu), dot(motion.u, motion.Ku));
    double reference = h; // some products ago
    bool hasChange = false;
    while (products < most && std::isfinite(h))
    {
        // Where 2 h C + h^2 K pulls beyond 4 M: the way that shortens the step of the motion fastest.
        force.u.resize(count);
        for (std::size_t i = 0; i < count; ++i)
            force.u[i] = points[i].held
                             ? Vec3(0.0)
                             : (2.0 * h * motion.Cu[i] + h * h * motion.Ku[i]) / points[i].mass - 4.0 * motion.u[i];
        const double along = dotMass(motion.u, force.u); // rounding only, but it would add up
        for (std::size_t i = 0; i < count; ++i)
            force.u[i] -= along * motion.u[i];
        const double pull = dotMass(force.u, force.u);
        if (!(pull > 1e-10))
            break; // it is a motion of the network by itself
        for (Vec3& way : force.u)
            way /= std::sqrt(pull);
        multiply(force);
        ++products;
        const std::size_t n = hasChange && normalise(change, 2) ? 3 : 2;
        Matrix3 pulls{};
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = i; j < n; ++j)
                pulls[i][j] = pulls[j][i] =
                    2.0 * h * dot(trials_[i].u, trials_[j].Cu) + h * h * dot(trials_[i].u, trials_[j].Ku);
        const std::array<double, 3> top = topVector(pulls, n);

        scale(motion, top[0]);
        scale(force, top[1]);
        if (n == 3)
            add(force, top[2], change);
        add(motion, 1.0, force);
        normalise(motion, 0);
        std::swap(change, force);
        hasChange = true;
        h = std::min(h, stepOf(dot(motion.u, motion.Cu), dot(motion.u, motion.Ku)));
        if (products % patience == 0)
        {
            if (reference - h < settled * h)
                break;
            reference = h;
        }
    }
    return h;
}

std::size_t NetworkLimitFinder::point() const
{
    const std::vector<Vec3>& u = trials_[0].u;
    const auto larger = [](const Vec3& a, const Vec3& b) { return glm::dot(a, a) < glm::dot(b, b); };
    return static_cast<std::size_t>(std::max_element(u.begin(), u.end(), larger) - u.begin());
}

} // namespace rope
