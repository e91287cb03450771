#include "elastic.hpp"

#include <algorithm>
#include <numeric>

// The derivatives of the elastic energy by the edges. With t and u the tangents before and behind a vertex, |e| and |f|
// the lengths of the edges, c = t.u and P_t = I - t tᵀ:
//
//     dc/de    = a = (u - c t)/|e|                                      dc/df = b = (t - c u)/|f|
//     d²c/de²  = -(t (u - c t)ᵀ + (u - c t) tᵀ + c P_t)/|e|²            d²c/de df = (P_u - t (t - c u)ᵀ)/(|e| |f|)
//
// Bending, E = (2 B/l) (1 - c)/(1 + c): E' = -(4 B/l)/(1 + c)² and E'' = (8 B/l)/(1 + c)³ by c, and the Hessian is
// E' d²c + E'' dc dcᵀ. Its Gauss-Newton part takes the square of the difference of the two edges' turns,
//
//     (4 B/l)/(1 + c)² |u × df/|f| - t × de/|e||²
//
// which is the whole Hessian of a straight rod, and never negative.
//
// Twist: kb = 2 t × u/(1 + c) and s = (t + u)/(1 + c) give (M. Bergou et al., Discrete viscous threads, 2010)
//
//     dm/de    = kb/(2 |e|)
//     d²m/de²  = -(kb (t + s)ᵀ + (t + s) kbᵀ)/(4 |e|²)
//     d²m/de df = (2 [t]×/(1 + c) - kb sᵀ)/(2 |e| |f|)
//
// The second line is the symmetric part. The derivative of the force has the antisymmetric part ∓M [t]×/(2 |e|²)
// besides, with opposite signs from the two vertices of an edge: it vanishes where the torque is the same along the
// rod.

namespace rope
{

namespace
{

using Mat3 = glm::dmat3;

/// Adds a bᵀ to m.
void addProduct(Mat3& m, const Vec3& a, const Vec3& b)
{
    m[0] += b.x * a;
    m[1] += b.y * a;
    m[2] += b.z * a;
}

/// Adds d to the diagonal of m.
void addDiagonal(Mat3& m, double d)
{
    m[0][0] += d;
    m[1][1] += d;
    m[2][2] += d;
}

/// The matrix [a]× of a × b; columns one by one.
Mat3 crossMatrix(const Vec3& a)
{
    return {0.0, a.z, -a.y, -a.z, 0.0, a.x, a.y, -a.x, 0.0};
}

} // namespace

void RopeElastic::resize(std::size_t segments)
{
    predictedTension.resize(segments + 2);
    gradient.resize(segments + 2);
    own.resize(segments + 2);
    twistRate.resize(segments + 2);
    angleGradient.resize(segments + 2);
    beside.resize(segments + 1);
    binormal.resize(segments + 1);
    torque.resize(segments + 1);
}

void RopeElastic::setTorque(const Rope& rope, double totalReference)
{
    const double m =
        rope.constants.torsionalStiffness == 0.0
            ? 0.0
            : rope.constants.torsionalStiffness * uniformTwist(rope, totalReference) / rope.twistedLength();
    for (std::size_t i = 0; i < torque.size(); ++i)
        torque[i] = rope.perVertexLength[i] > 0.0 ? m : 0.0;
}

void RopeElastic::setTorques(const Rope& rope, std::span<const double> angle, std::span<const double> reference)
{
    for (std::size_t i = 0; i < torque.size(); ++i)
        torque[i] =
            rope.constants.torsionalStiffness * rope.perVertexLength[i] * (angle[i + 1] - angle[i] + reference[i]);
    for (std::size_t slot = 1; slot <= rope.segments(); ++slot)
        angleGradient[slot] = torque[slot - 1] - torque[slot];
}

template <Hessian hessian>
void RopeElastic::derive(const Rope& rope, const RopeShape& shape)
{
    // What belongs to an edge, in one place until both its vertices have added to it.
    struct Edge
    {
        Vec3 gradient{0.0};
        Vec3 twistRate{0.0};
        Mat3 own{0.0};
    };
    const std::size_t n = rope.segments();
    const auto stretched = [&](std::size_t slot)
    {
        Edge edge;
        if (slot < 1 || slot > n)
            return edge;
        const Spring& spring = rope.springs[slot - 1];
        const Vec3& t = shape.tangent[slot];
        const double tension = spring.tension(shape.length[slot]);
        edge.gradient = tension * t;
        if constexpr (hessian != Hessian::none)
        {
            // k t tᵀ + (T/|e|) (I - t tᵀ)
            const double predicted = predictedTension[slot];
            const double across =
                (hessian == Hessian::exact ? predicted : std::max(predicted, 0.0)) * shape.perLength[slot];
            edge.own = Mat3(across);
            addProduct(edge.own, (spring.springConstant - across) * t, t);
        }
        return edge;
    };
    const auto keep = [this](std::size_t slot, const Edge& edge)
    {
        gradient[slot] = edge.gradient;
        twistRate[slot] = edge.twistRate;
        if constexpr (hessian != Hessian::none)
            own[slot] = edge.own;
    };
    // The bend and the twist of vertex i.
    const auto addVertex = [&](std::size_t i, Edge& before, Edge& behind)
    {
        const double perLength = rope.perVertexLength[i];
        const Vec3& t = shape.tangent[i];
        const Vec3& u = shape.tangent[i + 1];
        const double pe = shape.perLength[i];
        const double pf = shape.perLength[i + 1];
        if (perLength == 0.0)
        {
            binormal[i] = Vec3(0.0);
            beside[i] = Mat3(0.0);
            return;
        }
        const double c = glm::dot(t, u);
        constexpr double folded = 1e-9; // a rope that resists no bend may turn back
        const double perChi = 1.0 / std::max(1.0 + c, folded);
        const Vec3 kb = 2.0 * perChi * glm::cross(t, u);
        const double m = torque[i];
        const double stiffness = 4.0 * rope.constants.bendingStiffness * perLength * perChi * perChi;
        const Vec3 across = u - c * t;
        const Vec3 acrossNext = t - c * u;
        binormal[i] = kb;
        before.gradient += pe * (0.5 * m * kb - stiffness * across);
        behind.gradient += pf * (0.5 * m * kb - stiffness * acrossNext);
        const Vec3 rate = 0.5 * pe * kb;
        const Vec3 rateNext = 0.5 * pf * kb;
        before.twistRate += rate;
        behind.twistRate += rateNext;
        Mat3 couple(0.0);
        if constexpr (hessian == Hessian::exact)
        {
            const double second = 2.0 * stiffness * perChi;
            const Vec3 scaled = pe * (second * across + stiffness * t);
            const Vec3 scaledNext = pf * (second * acrossNext + stiffness * u);
            addProduct(before.own, pe * across, scaled);
            addProduct(before.own, pe * pe * stiffness * t, across - c * t);
            addDiagonal(before.own, pe * pe * stiffness * c);
            addProduct(behind.own, pf * acrossNext, scaledNext);
            addProduct(behind.own, pf * pf * stiffness * u, acrossNext - c * u);
            addDiagonal(behind.own, pf * pf * stiffness * c);
            couple = Mat3(-pe * pf * stiffness);
            addProduct(couple, scaled, pf * acrossNext);
            addProduct(couple, pe * pf * stiffness * u, u);
            if (m != 0.0)
            {
                const Vec3 s = perChi * (t + u);
                const Vec3 half = -0.25 * m * kb;
                addProduct(before.own, pe * pe * half, t + s);
                addProduct(before.own, pe * pe * (t + s), half);
                addProduct(behind.own, pf * pf * half, u + s);
                addProduct(behind.own, pf * pf * (u + s), half);
                addProduct(couple, 2.0 * pe * pf * half, s);
                couple += crossMatrix(pe * pf * m * perChi * t);
            }
        }
        if constexpr (hessian == Hessian::gauss_newton)
        {
            addDiagonal(before.own, pe * pe * stiffness);
            addProduct(before.own, -pe * pe * stiffness * t, t);
            addDiagonal(behind.own, pf * pf * stiffness);
            addProduct(behind.own, -pf * pf * stiffness * u, u);
            couple = Mat3(-pe * pf * stiffness * c);
            addProduct(couple, pe * pf * stiffness * u, t);
        }
        if (hessian != Hessian::none && rope.waves())
        {
            const double k = rope.constants.torsionalStiffness * perLength;
            addProduct(before.own, k * rate, rate);
            addProduct(behind.own, k * rateNext, rateNext);
            addProduct(couple, k * rate, rateNext);
        }
        if constexpr (hessian != Hessian::none)
            beside[i] = couple;
    };
    Edge before;
    for (std::size_t i = 0; i <= n; ++i)
    {
        Edge behind = stretched(i + 1);
        addVertex(i, before, behind);
        keep(i, before);
        before = behind;
    }
    keep(n + 1, before);
}

template void RopeElastic::derive<Hessian::none>(const Rope&, const RopeShape&);
template void RopeElastic::derive<Hessian::exact>(const Rope&, const RopeShape&);
template void RopeElastic::derive<Hessian::gauss_newton>(const Rope&, const RopeShape&);

} // namespace rope
