#include "network_stability.hpp"

#include <rope/elementary.hpp>
#include <rope/stability.hpp>

#include <glm/mat3x3.hpp>
#include <glm/matrix.hpp>

#include <algorithm>
#include <cmath>
#include <random>

namespace rope
{

namespace
{

double dot(const std::vector<Vec3>& a, const std::vector<Vec3>& b)
{
    double sum = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i)
        sum += glm::dot(a[i], b[i]);
    return sum;
}

/// The eigenvector of the largest eigenvalue of the first n rows and columns of a symmetric matrix, by Jacobi's
/// rotations.
Vec3 topEigenvector(glm::dmat3 a, int n)
{
    glm::dmat3 vectors(1.0);
    for (int round = 0; round < 12; ++round)
        for (int p = 0; p + 1 < n; ++p)
            for (int q = p + 1; q < n; ++q)
            {
                const double angle = 0.5 * elementary::atan2(2.0 * a[p][q], a[q][q] - a[p][p]);
                glm::dmat3 rotation(1.0);
                rotation[p][p] = rotation[q][q] = elementary::cos(angle);
                rotation[q][p] = elementary::sin(angle);
                rotation[p][q] = -rotation[q][p];
                a = glm::transpose(rotation) * (a * rotation);
                vectors = vectors * rotation;
            }
    int top = 0;
    for (int i = 1; i < n; ++i)
        if (a[i][i] > a[top][top])
            top = i;
    return vectors[top];
}

} // namespace

void NetworkStability::Trial::scale(double factor)
{
    for (Motion* vectors : {&u, &Cu, &Ku})
        for (Vec3& v : *vectors)
            v *= factor;
}

void NetworkStability::Trial::add(double factor, const Trial& other)
{
    for (std::size_t i = 0; i < u.size(); ++i)
    {
        u[i] += factor * other.u[i];
        Cu[i] += factor * other.Cu[i];
        Ku[i] += factor * other.Ku[i];
    }
}

/// uᵀ M u = 1. Where compressed links make K so negative that u only buckles, the friction alone limits its step.
double NetworkStability::Trial::limit() const
{
    const double C = dot(u, Cu);
    return stableStep(1.0, std::max(dot(u, Ku), -0.25 * C * C), C);
}

void NetworkStability::multiply(Trial& trial) const
{
    const std::size_t count = masses.size();
    trial.Cu.resize(count);
    trial.Ku.resize(count);
    for (std::size_t i = 0; i < count; ++i)
    {
        trial.Cu[i] = masses[i].friction * trial.u[i];
        trial.Ku[i] = masses[i].stiffness * trial.u[i];
    }
    for (const NetworkLink& joint : links)
    {
        const SpringLink& link = joint.link;
        const Vec3 difference = trial.u[joint.first] - trial.u[joint.second];
        const double part = glm::dot(link.direction, difference);
        const Vec3 friction = (link.friction * part) * link.direction;
        const Vec3 force = ((link.along - link.across) * part) * link.direction + link.across * difference;
        trial.Cu[joint.first] += friction;
        trial.Cu[joint.second] -= friction;
        trial.Ku[joint.first] += force;
        trial.Ku[joint.second] -= force;
    }
    for (std::size_t i = 0; i < count; ++i)
        if (masses[i].pinned)
            trial.Cu[i] = trial.Ku[i] = Vec3(0.0);
}

double NetworkStability::dotMass(const Motion& a, const Motion& b) const
{
    double sum = 0.0;
    for (std::size_t i = 0; i < masses.size(); ++i)
        sum += masses[i].mass * glm::dot(a[i], b[i]);
    return sum;
}

bool NetworkStability::normalise(Trial& trial, const std::vector<const Trial*>& others) const
{
    const double whole = dotMass(trial.u, trial.u);
    for (int round = 0; round < 2; ++round) // the second round removes what rounding left
        for (const Trial* other : others)
            trial.add(-dotMass(other->u, trial.u), *other);
    const double left = dotMass(trial.u, trial.u);
    if (!(left > 1e-20 * whole))
        return false;
    trial.scale(1.0 / std::sqrt(left));
    return true;
}

bool NetworkStability::findForce(const Trial& motion, double h, Motion& force) const
{
    const std::size_t count = masses.size();
    force.resize(count);
    for (std::size_t i = 0; i < count; ++i)
        force[i] = masses[i].pinned
                       ? Vec3(0.0)
                       : (2.0 * h * motion.Cu[i] + h * h * motion.Ku[i]) / masses[i].mass - 4.0 * motion.u[i];
    const double along = dotMass(motion.u, force); // rounding only, but it would add up
    for (std::size_t i = 0; i < count; ++i)
        force[i] -= along * motion.u[i];
    const double size = dotMass(force, force);
    if (!(size > 1e-10))
        return false;
    for (Vec3& v : force)
        v /= std::sqrt(size);
    return true;
}

SystemLimit NetworkStability::find() const
{
    constexpr int mostProducts = 150;
    constexpr double settled = 2.5e-4; // of the step, within `patience` products
    constexpr int patience = 8;
    const std::size_t count = masses.size();
    std::mt19937 random(1);
    const auto draw = [&random] { return static_cast<double>(random()) / 2147483648.0 - 1.0; };
    Trial motion;
    motion.u.assign(count, Vec3(0.0));
    for (std::size_t i = 0; i < count; ++i)
        if (!masses[i].pinned)
            motion.u[i] = Vec3(draw(), draw(), draw());
    multiply(motion);
    if (!normalise(motion))
        return {};

    Trial force;
    Trial change; // empty in the first turn
    double h = motion.limit();
    double reference = h; // `patience` products ago
    for (int products = 2; products <= mostProducts && std::isfinite(h); ++products)
    {
        if (!findForce(motion, h, force.u))
            break; // the motion is a mode of the network
        multiply(force);

        const Trial* const trials[] = {&motion, &force, &change};
        const int n = !change.u.empty() && normalise(change, {&motion, &force}) ? 3 : 2;
        glm::dmat3 projected(0.0); // 2 h C + h² K in the space of the trials
        for (int i = 0; i < n; ++i)
            for (int j = i; j < n; ++j)
                projected[i][j] = projected[j][i] =
                    2.0 * h * dot(trials[i]->u, trials[j]->Cu) + h * h * dot(trials[i]->u, trials[j]->Ku);
        const Vec3 best = topEigenvector(projected, n);

        motion.scale(best[0]);
        force.scale(best[1]);
        if (n == 3)
            force.add(best[2], change);
        motion.add(1.0, force);
        normalise(motion);
        std::swap(change, force);
        h = std::min(h, motion.limit());
        if (products % patience == 0)
        {
            if (reference - h < settled * h)
                break;
            reference = h;
        }
    }
    return {h, fastest(motion.u)};
}

} // namespace rope
