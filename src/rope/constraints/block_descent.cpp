#include <rope/detail/block_descent.hpp>

#include <glm/matrix.hpp>

#include <algorithm>
#include <cmath>

namespace rope
{

namespace
{

// Gradient and second derivative by the place of one mass.
struct Block
{
    Vec3 gradient{0.0};
    glm::dmat3 hessian{0.0};

    void addIdentity(double factor)
    {
        for (int i = 0; i < 3; ++i)
            hessian[i][i] += factor;
    }
    void addSpring(const Vec3& d, double length, double stiffness)
    {
        const double r = glm::length(d);
        if (r == 0.0)
            return;
        const Vec3 n = d / r;
        const double tension = stiffness * (r - length);
        const double across = std::max(0.0, tension) / r;
        gradient += tension * n;
        hessian += (stiffness - across) * glm::outerProduct(n, n);
        addIdentity(across);
    }
};

glm::dmat3 crossMatrix(const Vec3& v)
{
    return {{0.0, v.z, -v.y}, {-v.z, 0.0, v.x}, {v.y, -v.x, 0.0}};
}

// b of a hinge with its derivatives by its two edges.
class Hinge
{
public:
    Hinge(const Vec3& e, const Vec3& f) : e_(e), f_(f)
    {
        const double lengths = glm::length(e) * glm::length(f);
        under_ = lengths + glm::dot(e, f);
        folded_ = !(under_ > 1e-9 * lengths); // folded back onto itself it has no direction to open in
        if (!folded_)
            b_ = 2.0 * glm::cross(e, f) / under_;
    }

    double squared() const { return glm::dot(b_, b_); }
    glm::dmat3 byFirst() const { return by(-2.0 * crossMatrix(f_), e_, f_); }
    glm::dmat3 bySecond() const { return by(2.0 * crossMatrix(e_), f_, e_); }
    void addTo(Block& block, const glm::dmat3& derivative, double stiffness) const
    {
        if (folded_)
            return;
        const glm::dmat3 transposed = glm::transpose(derivative);
        block.gradient += stiffness * (transposed * b_);
        block.hessian += stiffness * (transposed * derivative);
    }

private:
    glm::dmat3 by(const glm::dmat3& turning, const Vec3& edge, const Vec3& other) const
    {
        const Vec3 ofUnder = glm::length(other) / glm::length(edge) * edge + other;
        return (turning - glm::outerProduct(b_, ofUnder)) / under_;
    }

    Vec3 e_;
    Vec3 f_;
    Vec3 b_{0.0};
    double under_ = 0.0;
    bool folded_ = false;
};

// The hinges of a chain: one at each mass between two edges, and one of twice the stiffness at a clamp.
class Hinges
{
public:
    Hinges(const ElasticChain& chain, const std::vector<Vec3>& positions) : chain_(&chain), x_(&positions) {}

    std::size_t begin() const { return chain_->clamp ? 0 : 1; }
    std::size_t end() const { return chain_->bendingStiffness > 0.0 ? x_->size() - 1 : 0; }
    bool at(std::size_t mass) const { return mass >= begin() && mass < end(); }
    double stiffness(std::size_t mass) const
    {
        return (mass == 0 ? 2.0 : 1.0) * chain_->bendingStiffness / chain_->segmentLength;
    }
    Hinge operator[](std::size_t mass) const
    {
        const std::vector<Vec3>& x = *x_;
        return {mass == 0 ? chain_->segmentLength * *chain_->clamp : x[mass] - x[mass - 1], x[mass + 1] - x[mass]};
    }

private:
    const ElasticChain* chain_;
    const std::vector<Vec3>* x_;
};

void addHinges(Block& block, const Hinges& hinges, std::size_t i)
{
    if (i > 0 && hinges.at(i - 1))
    {
        const Hinge before = hinges[i - 1];
        before.addTo(block, before.bySecond(), hinges.stiffness(i - 1));
    }
    if (hinges.at(i))
    {
        const Hinge own = hinges[i];
        own.addTo(block, own.byFirst() - own.bySecond(), hinges.stiffness(i));
    }
    if (hinges.at(i + 1))
    {
        const Hinge behind = hinges[i + 1];
        behind.addTo(block, -behind.byFirst(), hinges.stiffness(i + 1));
    }
}

} // namespace

void BlockDescent::solve(const ElasticChain& chain, std::vector<Vec3>& positions, const std::vector<Vec3>& free,
                         const std::vector<double>& inverseMasses, int iterations, double dt)
{
    const std::size_t count = positions.size();
    const Hinges hinges(chain, positions);
    for (int sweep = 0; sweep < iterations; ++sweep)
        for (std::size_t j = 0; j < count; ++j)
        {
            const std::size_t i = sweep % 2 == 0 ? j : count - 1 - j;
            Vec3& x = positions[i];
            if (inverseMasses[i] == 0.0)
            {
                x = free[i];
                continue;
            }
            Block block;
            const double inertia = 1.0 / (inverseMasses[i] * dt * dt);
            block.gradient = inertia * (x - free[i]);
            block.addIdentity(inertia);
            if (i > 0)
                block.addSpring(x - positions[i - 1], chain.segmentLength, chain.springConstant);
            if (i + 1 < count)
                block.addSpring(x - positions[i + 1], chain.segmentLength, chain.springConstant);
            addHinges(block, hinges, i);
            x -= glm::inverse(block.hessian) * block.gradient;
        }
}

void BlockDescent::guess(std::vector<Vec3>& positions, const std::vector<Vec3>& velocities, const Vec3& gravity,
                         double dt)
{
    const double g2 = glm::dot(gravity, gravity);
    for (std::size_t i = 0; i < positions.size(); ++i)
    {
        const Vec3 change = velocities[i] - before_[i]; // a h
        const double part = g2 > 0.0 ? std::clamp(glm::dot(change, gravity) / (dt * g2), 0.0, 1.0) : 0.0;
        positions[i] += dt * (velocities[i] + dt * part * gravity);
    }
    before_ = velocities;
}

double BlockDescent::energy(const ElasticChain& chain, const std::vector<Vec3>& positions)
{
    double sum = 0.0;
    for (std::size_t i = 0; i + 1 < positions.size(); ++i)
    {
        const double stretch = glm::distance(positions[i], positions[i + 1]) - chain.segmentLength;
        sum += 0.5 * chain.springConstant * stretch * stretch;
    }
    const Hinges hinges(chain, positions);
    for (std::size_t i = hinges.begin(); i < hinges.end(); ++i)
        sum += 0.5 * hinges.stiffness(i) * hinges[i].squared();
    return sum;
}

} // namespace rope
