#include "catch.hpp"
#include "random_states.hpp"

#include "rope/solver/elastic.hpp"
#include "rope/state/rope_shape.hpp"

#include <algorithm>
#include <cmath>
#include <random>

using glm::dmat3;
using rope::Hessian;
using rope::RopeElastic;
using rope::RopeShape;
using rope::sweptArea;
using rope::Vec3;

namespace
{

constexpr std::size_t segments = 7;

/// A rod between two clamps in a random shape: turns of up to two radians from edge to edge, lengths that differ, and
/// torques that do or do not.
struct RandomRod
{
    rope::Rope model;
    std::vector<Vec3> positions;
    std::vector<double> torque;
    std::vector<Vec3> tangentsAtStart;

    RandomRod(int seed, bool uniformTorque) : random(static_cast<unsigned>(seed))
    {
        model.constants.bendingStiffness = 0.3;
        model.constants.torsionalStiffness = 0.2;
        model.pinned.assign(segments + 1, 0);
        model.loads.assign(segments + 1, Vec3(0.0));
        Vec3 tangent = direction();
        model.ends[0] = {true, true, tangent, tangent, 0.0, 0.0};
        positions.emplace_back(0.0);
        for (std::size_t j = 0; j < segments; ++j)
        {
            tangent = glm::normalize(tangent + 1.2 * direction()); // 1 + c stays well above 0
            const double length = 0.1 * (1.0 + 0.2 * number());
            positions.push_back(positions.back() + length * tangent);
            model.springs.push_back({j, j + 1, 40.0, 0.1 * (1.0 + 0.1 * number()), 0.0});
            torque.push_back(uniformTorque ? 0.7 : number());
        }
        torque.push_back(uniformTorque ? 0.7 : number());
        tangent = glm::normalize(tangent + 0.8 * direction());
        model.ends[1] = {true, true, tangent, tangent, 1.3, 0.0};
        for (std::size_t i = 0; i <= segments; ++i)
            model.perVertexLength.push_back(10.0 * (1.0 + 0.3 * number()));
        RopeShape shape;
        shape.set(model, positions);
        tangentsAtStart = shape.tangent;
    }

    RopeElastic derived(Hessian hessian, const std::vector<double>* torques) const
    {
        RopeShape shape;
        shape.set(model, positions);
        RopeElastic elastic;
        elastic.resize(segments);
        for (std::size_t slot = 1; slot <= segments; ++slot)
            elastic.predictedTension[slot] = model.springs[slot - 1].tension(shape.length[slot]);
        if (torques)
            elastic.torque = *torques;
        else
            elastic.setTorque(model, sweptArea(tangentsAtStart, shape.tangent));
        if (hessian == Hessian::none)
            elastic.derive<Hessian::none>(model, shape);
        else if (hessian == Hessian::exact)
            elastic.derive<Hessian::exact>(model, shape);
        else
            elastic.derive<Hessian::gauss_newton>(model, shape);
        return elastic;
    }

    /// Stretch, bending 2 B/l tan²(phi/2) of the angle phi itself, and one total twist.
    double energy() const
    {
        RopeShape shape;
        shape.set(model, positions);
        double sum = 0.0;
        for (std::size_t j = 0; j < segments; ++j)
            sum += model.springs[j].energy(shape.length[j + 1]);
        for (std::size_t i = 0; i <= segments; ++i)
        {
            const Vec3& t = shape.tangent[i];
            const Vec3& u = shape.tangent[i + 1];
            const double angle = std::atan2(glm::length(glm::cross(t, u)), glm::dot(t, u));
            const double tangent = std::tan(0.5 * angle);
            sum += 2.0 * model.constants.bendingStiffness * model.perVertexLength[i] * tangent * tangent;
        }
        const double twist = 1.3 + sweptArea(tangentsAtStart, shape.tangent);
        return sum + 0.5 * model.constants.torsionalStiffness * twist * twist / model.twistedLength();
    }

    Vec3 direction()
    {
        const Vec3 d{number(), number(), number()};
        const double length = glm::length(d);
        return length > 0.1 && length < 1.0 ? d / length : direction();
    }
    double number() { return std::uniform_real_distribution<double>(-1.0, 1.0)(random); }

    std::mt19937 random;
};

/// The force on mass i by the gradient, and d(-force)/dx of masses i and j by the blocks.
Vec3 force(const RopeElastic& elastic, std::size_t i)
{
    return elastic.gradient[i + 1] - elastic.gradient[i];
}

/// d(gradient of edge a)/d(edge b), both slots.
dmat3 block(const RopeElastic& elastic, std::size_t a, std::size_t b)
{
    if (a == b)
        return elastic.own[a];
    if (a + 1 == b)
        return elastic.beside[a];
    if (b + 1 == a)
        return glm::transpose(elastic.beside[b]);
    return dmat3(0.0);
}

/// The largest entry of m.
double largest(const dmat3& m)
{
    double most = 0.0;
    for (int c = 0; c < 3; ++c)
        for (int r = 0; r < 3; ++r)
            most = std::max(most, std::abs(m[c][r]));
    return most;
}

/// d(gradient of edge a)/d(edge b) by central differences: the masses behind edge b move together. Every sixth-order
/// term is beyond the steps of 1e-3: error about 1e-9.
dmat3 differences(const RandomRod& rod, std::size_t a, std::size_t b, const std::vector<double>* torques)
{
    dmat3 m(0.0);
    for (int c = 0; c < 3; ++c)
    {
        const auto gradient = [&](double step)
        {
            RandomRod moved = rod;
            for (std::size_t i = b; i <= segments; ++i)
                moved.positions[i][c] += step;
            return moved.derived(Hessian::none, torques).gradient[a];
        };
        constexpr double h = 1e-5;
        m[c] = (8.0 * (gradient(h) - gradient(-h)) - (gradient(2.0 * h) - gradient(-2.0 * h))) / (12.0 * h);
    }
    return m;
}

} // namespace

TEST_CASE("A rod's forces are the slope of its energy", "[rod]")
{
    const RandomStates states(30);
    for (int seed = states.first; seed < states.end(); ++seed)
    {
        const RandomRod rod(seed, true);
        const RopeElastic elastic = rod.derived(Hessian::none, nullptr);
        double scale = 0.0;
        for (std::size_t i = 0; i <= segments; ++i)
            scale = std::max(scale, glm::length(force(elastic, i)));
        for (std::size_t i = 0; i <= segments; ++i)
            for (int c = 0; c < 3; ++c)
            {
                const auto energy = [&](double step)
                {
                    RandomRod moved = rod;
                    moved.positions[i][c] += step;
                    return moved.energy();
                };
                constexpr double h = 1e-5;
                const double slope =
                    (8.0 * (energy(h) - energy(-h)) - (energy(2.0 * h) - energy(-2.0 * h))) / (12.0 * h);
                CAPTURE(seed, i, c);
                CHECK(std::abs(force(elastic, i)[c] + slope) < 1e-7 * scale);
            }
    }
}

TEST_CASE("A rod's Hessian is the slope of its forces where the torque is uniform", "[rod]")
{
    const RandomStates states(30);
    for (int seed = states.first; seed < states.end(); ++seed)
    {
        const RandomRod rod(seed, true);
        const RopeElastic elastic = rod.derived(Hessian::exact, &rod.torque);
        for (std::size_t a = 1; a <= segments; ++a)
            for (std::size_t b = 1; b <= segments; ++b)
            {
                CAPTURE(seed, a, b);
                const dmat3 expected = differences(rod, a, b, &rod.torque);
                CHECK(largest(block(elastic, a, b) - expected) < 1e-6 * largest(elastic.own[a]));
            }
    }
}

// The part that the symmetric Hessian leaves out: (M_before - M_behind) [t]x / 2 |e|^2, of the vertices at the edge's
// ends.
TEST_CASE("Where the torque differs along a rod, its Hessian lacks an antisymmetric part only", "[rod]")
{
    const RandomStates states(10);
    for (int seed = states.first; seed < states.end(); ++seed)
    {
        const RandomRod rod(seed, false);
        const RopeElastic elastic = rod.derived(Hessian::exact, &rod.torque);
        for (std::size_t a = 1; a <= segments; ++a)
        {
            CAPTURE(seed, a);
            const Vec3 edge = rod.positions[a] - rod.positions[a - 1];
            const double r = glm::length(edge);
            const Vec3 t = edge / r;
            const dmat3 cross(0.0, t.z, -t.y, -t.z, 0.0, t.x, t.y, -t.x, 0.0);
            const dmat3 left = (rod.torque[a - 1] - rod.torque[a]) / (2.0 * r * r) * cross;
            const dmat3 expected = differences(rod, a, a, &rod.torque);
            CHECK(largest(elastic.own[a] + left - expected) < 1e-6 * largest(elastic.own[a]));
        }
    }
}

TEST_CASE("The Gauss-Newton matrix of a rod is never negative", "[rod]")
{
    const RandomStates states(30);
    for (int seed = states.first; seed < states.end(); ++seed)
    {
        RandomRod rod(seed, true);
        const RopeElastic elastic = rod.derived(Hessian::gauss_newton, &rod.torque);
        for (int trial = 0; trial < 50; ++trial)
        {
            std::vector<Vec3> motion;
            for (std::size_t slot = 0; slot <= segments + 1; ++slot)
                motion.push_back(rod.direction());
            motion.front() = motion.back() = Vec3(0.0); // clamps
            double work = 0.0;
            double size = 0.0;
            for (std::size_t a = 1; a <= segments; ++a)
                for (std::size_t b = 1; b <= segments; ++b)
                {
                    const double part = glm::dot(motion[a], block(elastic, a, b) * motion[b]);
                    work += part;
                    size += std::abs(part);
                }
            CHECK(work >= -1e-14 * size);
        }
    }
}

TEST_CASE("The Gauss-Newton matrix of a straight rod in tension is its Hessian", "[rod]")
{
    RandomRod rod(1, true);
    for (std::size_t i = 0; i <= segments; ++i)
        rod.positions[i] = static_cast<double>(i) * 0.2 * rod.model.ends[0].tangent;
    rod.model.ends[1].tangent = rod.model.ends[0].tangent;
    const std::vector<double> none(segments + 1, 0.0);
    const RopeElastic exact = rod.derived(Hessian::exact, &none);
    const RopeElastic part = rod.derived(Hessian::gauss_newton, &none);
    for (std::size_t a = 1; a <= segments; ++a)
        for (std::size_t b = 1; b <= segments; ++b)
            CHECK(largest(block(exact, a, b) - block(part, a, b)) < 1e-12 * largest(exact.own[a]));
}
