#include <rope/detail/cosserat_sweeps.hpp>

#include <algorithm>
#include <cmath>

namespace rope
{

namespace
{

const Vec3 along(1.0, 0.0, 0.0); ///< e

glm::dquat pure(const Vec3& v)
{
    return {0.0, v.x, v.y, v.z};
}

Vec3 imaginary(const glm::dquat& q)
{
    return {q.x, q.y, q.z};
}

glm::dquat turned(const glm::dquat& q, const Vec3& angle)
{
    return glm::normalize(q + pure(0.5 * angle) * q);
}

// The shortest turn from one direction to the other.
glm::dquat turnBetween(const Vec3& from, const Vec3& to)
{
    const glm::dquat twice(1.0 + glm::dot(from, to), glm::cross(from, to));
    return glm::dot(twice, twice) > 1e-24 ? glm::normalize(twice) : glm::dquat(0.0, 0.0, 0.0, 1.0);
}

// Of an edge about each of its axes: a round rod of that EA and B has the radius r with r2 = 4 B/EA, and m r2/2. One
// without bending has no radius: a tenth of the edge.
double inertiaOf(const ElasticChain& chain)
{
    const double l = chain.segmentLength;
    return 0.5 * chain.mass * std::max(4.0 * chain.bendingStiffness / (chain.springConstant * l), 0.01 * l * l);
}

double bendingEnergyOf(const ElasticChain& chain, std::size_t edge)
{
    // Half a segment lies between a clamp and the first edge's middle.
    return (edge == 0 ? 4.0 : 2.0) * chain.bendingStiffness / chain.segmentLength;
}

} // namespace

void CosseratSweeps::layOut(const std::vector<Vec3>& positions)
{
    const std::size_t edges = positions.size() - 1;
    orientations_.resize(edges);
    spins_.assign(edges, Vec3(0.0));
    Vec3 direction = along;
    glm::dquat q(1.0, 0.0, 0.0, 0.0);
    for (std::size_t i = 0; i < edges; ++i)
    {
        const Vec3 next = glm::normalize(positions[i + 1] - positions[i]);
        q = turnBetween(direction, next) * q;
        direction = next;
        orientations_[i] = q;
    }
    wall_ = orientations_.front();
}

void CosseratSweeps::solve(const ElasticChain& chain, std::vector<Vec3>& positions,
                           const std::vector<double>& inverseMasses, int iterations, double dt)
{
    const std::size_t edges = orientations_.size();
    before_ = orientations_;
    stretches_.assign(edges, Vec3(0.0));
    bends_.assign(edges, Vec3(0.0));
    for (std::size_t i = 0; i < edges; ++i)
        orientations_[i] = turned(orientations_[i], dt * spins_[i]);
    for (int sweep = 0; sweep < iterations; ++sweep)
        for (std::size_t i = 0; i < edges; ++i)
        {
            const std::size_t edge = sweep % 2 == 0 ? i : edges - 1 - i;
            bend(chain, edge, dt);
            stretch(chain, edge, positions, inverseMasses, dt);
        }
    for (std::size_t i = 0; i < edges; ++i)
    {
        const glm::dquat turn = orientations_[i] * glm::conjugate(before_[i]);
        spins_[i] = (turn.w < 0.0 ? -2.0 : 2.0) / dt * imaginary(turn);
    }
}

void CosseratSweeps::stretch(const ElasticChain& chain, std::size_t edge, std::vector<Vec3>& positions,
                             const std::vector<double>& inverseMasses, double dt)
{
    const double l = chain.segmentLength;
    const double softness = 1.0 / (chain.springConstant * l * l * dt * dt);
    const double ofMasses = (inverseMasses[edge] + inverseMasses[edge + 1]) / (l * l);
    const double ofTurn = 1.0 / inertiaOf(chain);
    const Vec3 d = orientations_[edge] * along;
    const Vec3 error = (positions[edge + 1] - positions[edge]) / l - d + softness * stretches_[edge];
    const Vec3 lengthwise = glm::dot(error, d) * d;
    const Vec3 p = -lengthwise / (ofMasses + softness) - (error - lengthwise) / (ofMasses + ofTurn + softness);
    stretches_[edge] += p;
    positions[edge] -= inverseMasses[edge] / l * p;
    positions[edge + 1] += inverseMasses[edge + 1] / l * p;
    orientations_[edge] = turned(orientations_[edge], ofTurn * glm::cross(p, d));
}

Vec3 CosseratSweeps::bendOf(std::size_t edge) const
{
    const glm::dquat between = glm::conjugate(edge == 0 ? wall_ : orientations_[edge - 1]) * orientations_[edge];
    return between.w < 0.0 ? -imaginary(between) : imaginary(between);
}

void CosseratSweeps::bend(const ElasticChain& chain, std::size_t edge, double dt)
{
    if (chain.bendingStiffness == 0.0 || (edge == 0 && !chain.clamp))
        return;
    const double softness = 0.5 / (bendingEnergyOf(chain, edge) * dt * dt);
    const double ofTurn = 0.25 / inertiaOf(chain); // of a quaternion: four times the inertia
    const Vec3 p = -(bendOf(edge) + softness * bends_[edge]) / ((edge == 0 ? ofTurn : 2.0 * ofTurn) + softness);
    bends_[edge] += p;
    glm::dquat& u = orientations_[edge];
    const glm::dquat q = edge == 0 ? wall_ : orientations_[edge - 1];
    const double sign = glm::dot(q, u) < 0.0 ? -ofTurn : ofTurn;
    const glm::dquat ofQ = sign * (u * pure(p));
    u = glm::normalize(u + sign * (q * pure(p)));
    if (edge > 0)
        orientations_[edge - 1] = glm::normalize(q - ofQ);
}

double CosseratSweeps::energy(const ElasticChain& chain, const std::vector<Vec3>& positions) const
{
    const double l = chain.segmentLength;
    double sum = 0.0;
    for (std::size_t i = 0; i < orientations_.size(); ++i)
    {
        const Vec3 error = positions[i + 1] - positions[i] - l * (orientations_[i] * along);
        sum += 0.5 * chain.springConstant * glm::dot(error, error);
        sum += 0.5 * inertiaOf(chain) * glm::dot(spins_[i], spins_[i]);
        if (i > 0 || chain.clamp)
            sum += bendingEnergyOf(chain, i) * glm::dot(bendOf(i), bendOf(i));
    }
    return sum;
}

} // namespace rope
