#include "chain_stability.hpp"

#include <rope/elementary.hpp>
#include <rope/stability.hpp>

#include <algorithm>
#include <cmath>

namespace rope
{

namespace
{

/// What a pinned mass weighs here [kg]: no force moves it.
constexpr double pinnedMass = 1e30;

double inertia(const RestrainedMass& mass)
{
    return mass.pinned ? pinnedMass : mass.mass;
}

glm::dmat3 diagonal(const Vec3& v)
{
    return {v.x, 0.0, 0.0, 0.0, v.y, 0.0, 0.0, 0.0, v.z};
}

/// 2 h C + h² K of a link.
glm::dmat3 coupling(const SpringLink& link, double h)
{
    const double across = h * h * (link.across + link.bendAcross) + (link.axial ? 0.0 : 2.0 * h * link.friction);
    const double along = h * h * (link.along + link.bendAlong) + 2.0 * h * link.friction;
    return diagonal(Vec3(across)) + (along - across) * glm::outerProduct(link.direction, link.direction);
}

/// By Sylvester's criterion, for a symmetric matrix.
bool positiveDefinite(const glm::dmat3& a)
{
    return a[0][0] > 0.0 && a[0][0] * a[1][1] - a[0][1] * a[1][0] > 0.0 && glm::determinant(a) > 0.0;
}

} // namespace

/// The stable step of `motion_`, if it were the only motion possible: an upper bound for the chain.
double ChainStability::motionLimit() const
{
    double m = 0.0;
    double K = 0.0;
    double C = 0.0;
    Vec3 before(0.0);
    for (std::size_t i = 0; i < masses.size(); ++i)
    {
        const Vec3& u = motion_[i];
        m += inertia(masses[i]) * glm::dot(u, u);
        K += glm::dot(masses[i].stiffness, u * u);
        C += glm::dot(masses[i].friction, u * u);
        const SpringLink& link = links[i];
        const Vec3 d = u - before;
        const double along = glm::dot(link.direction, d);
        const double square = glm::dot(d, d);
        const double across = link.across + link.bendAcross;
        K += across * square + (link.along + link.bendAlong - across) * along * along;
        C += link.friction * (link.axial ? along * along : square);
        before = u;
    }
    return stableStep(m, K, C);
}

/// Block Cholesky of A(h), from the pinned end: pivot_i = A_ii - S_i pivot_(i-1)^-1 S_i with the coupling S_i of link
/// i. False where A is not positive definite.
bool ChainStability::factorise(double h)
{
    for (std::size_t i = 0; i < links.size(); ++i)
        couplings_[i] = coupling(links[i], h);
    for (std::size_t i = 0; i < masses.size(); ++i)
    {
        const RestrainedMass& mass = masses[i];
        glm::dmat3 pivot = diagonal(4.0 * inertia(mass) - 2.0 * h * mass.friction - h * h * mass.stiffness);
        pivot -= couplings_[i];
        if (i + 1 < links.size())
            pivot -= couplings_[i + 1];
        if (i > 0)
            pivot -= couplings_[i] * inverses_[i - 1] * couplings_[i];
        if (!positiveDefinite(pivot))
            return false;
        inverses_[i] = glm::inverse(pivot);
    }
    return true;
}

/// `motion_` becomes A^-1 `motion_`, its largest component 1.
void ChainStability::iterate()
{
    // The blocks beside A's diagonal are + S: the blocks of C and K are negative.
    for (std::size_t i = 1; i < masses.size(); ++i)
        motion_[i] -= couplings_[i] * (inverses_[i - 1] * motion_[i - 1]);
    for (std::size_t i = masses.size(); i-- > 0;)
    {
        if (i + 1 < masses.size())
            motion_[i] -= couplings_[i + 1] * motion_[i + 1];
        motion_[i] = inverses_[i] * motion_[i];
    }
    double largest = 0.0;
    for (const Vec3& u : motion_)
        largest = std::max({largest, std::abs(u.x), std::abs(u.y), std::abs(u.z)});
    if (largest > 0.0 && std::isfinite(largest))
        for (Vec3& u : motion_)
            u /= largest;
}

RestrainedMass& ChainStability::append(const RestrainedMass& mass, const SpringLink& link)
{
    if (!masses.empty())
        masses.back().addSpring(link, 2.0);
    links.push_back(link);
    masses.push_back(mass);
    masses.back().addSpring(link, masses.size() == 1 ? 1.0 : 2.0);
    return masses.back();
}

void ChainStability::addBend(std::size_t link, double along, double across)
{
    links[link].bendAlong += along;
    links[link].bendAcross += across;
    const double most = std::max(along, across);
    masses[link].addBending(link == 0 ? most : 2.0 * most);
    if (link > 0)
        masses[link - 1].addBending(2.0 * most);
}

ChainStability ChainStability::only(StepCause cause) const
{
    ChainStability part = *this;
    for (RestrainedMass& mass : part.masses)
    {
        const Restraint share = mass.share(cause);
        mass = {mass.mass, mass.pinned};
        mass.share(cause) = share;
    }
    for (SpringLink& link : part.links)
    {
        if (cause != StepCause::springs)
            link.along = link.across = 0.0;
        if (cause != StepCause::spring_friction)
            link.friction = 0.0;
        if (cause != StepCause::bending)
            link.bendAlong = link.bendAcross = 0.0;
    }
    return part;
}

SystemLimit ChainStability::find()
{
    const double lower = rowLimit(masses).stable;
    if (!std::isfinite(lower))
        return {};

    couplings_.resize(links.size());
    inverses_.resize(masses.size());
    motion_.resize(masses.size());
    for (std::size_t i = 0; i < motion_.size(); ++i) // every mode has a part in it, the stiffest the largest
    {
        const double x = static_cast<double>(i);
        const double sign = i % 2 == 0 ? 1.0 : -1.0;
        motion_[i] = sign * Vec3(1.0 + 0.3 * elementary::sin(1.3 * x), 0.9 + 0.3 * elementary::sin(2.1 * x + 1.0),
                                 0.8 + 0.3 * elementary::sin(0.7 * x + 2.0));
    }

    constexpr double accuracy = 5e-4;
    constexpr std::size_t mostPivots = 20'000; // about 2 ms
    std::size_t tries = std::clamp<std::size_t>(mostPivots / masses.size(), 2, 12);
    double unstable = StepLimits::none;
    // For a uniform chain the row limit is the limit itself but for rounding; just below it, A is positive definite.
    double h = lower * (1.0 - 1e-9);
    double stable = 0.0;
    for (; tries > 0; --tries)
    {
        if (factorise(h))
        {
            stable = h;
            for (int i = 0; i < 3; ++i)
                iterate();
            unstable = std::min(unstable, motionLimit());
            h = std::isfinite(unstable) ? stable + 0.9 * (unstable - stable) : 2.0 * stable;
        }
        else
        {
            unstable = std::min(unstable, h);
            h = 0.5 * (stable + unstable);
        }
        if (unstable - stable <= accuracy * stable)
            break;
    }
    return {std::max(lower * (1.0 - 1e-9), stable), fastest(motion_)};
}

} // namespace rope
