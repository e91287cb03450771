#include "elastic.hpp"

#include "rope/core/lanes.hpp"

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

TwoLanes both(double number)
{
    return TwoLanes{number, number};
}

/// The matrix [a]× of a × b; columns one by one.
LaneMat3 crossMatrix(const LaneVec3& a)
{
    const TwoLanes none{};
    return {{LaneVec3(none, a.z, -a.y), LaneVec3(-a.z, none, a.x), LaneVec3(a.y, -a.x, none)}};
}

} // namespace

struct RopeElastic::EdgeLanes
{
    LaneVec3 gradient;
    LaneVec3 twistRate;
    LaneMat3 own;
};

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
    const double twist = rope.constants.torsionalStiffness == 0.0 ? 0.0 : uniformTwist(rope, totalReference);
    const double m = twist == 0.0 ? 0.0 : rope.constants.torsionalStiffness * twist / rope.twistedLength();
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

/// Two vertices at once: one goes from the first vertex to the middle, one from there to the last.
template <Hessian hessian>
void RopeElastic::derive(const Rope& rope, const RopeShape& shape)
{
    const std::size_t n = rope.segments();
    const auto stretched = [&](std::size_t one, std::size_t other)
    {
        TwoLanes tension{};
        TwoLanes along{};
        TwoLanes across{};
        for (int lane = 0; lane < 2; ++lane)
        {
            const std::size_t slot = lane == 0 ? one : other;
            if (slot > n)
                continue;
            const Spring& spring = rope.springs[slot - 1];
            tension[lane] = spring.tension(shape.length[slot]);
            if constexpr (hessian != Hessian::none)
            {
                const double predicted = predictedTension[slot];
                across[lane] =
                    (hessian == Hessian::exact ? predicted : std::max(predicted, 0.0)) * shape.perLength[slot];
                along[lane] = spring.springConstant;
            }
        }
        const LaneVec3 t(shape.tangent[one], shape.tangent[other]);
        EdgeLanes edges;
        edges.gradient = tension * t;
        if constexpr (hessian != Hessian::none)
        {
            // k t tᵀ + (T/|e|) (I - t tᵀ)
            edges.own.addDiagonal(across);
            edges.own.addProduct((along - across) * t, t);
        }
        return edges;
    };
    const auto keep = [this](std::size_t slot, const EdgeLanes& edges, int lane)
    {
        gradient[slot] = edges.gradient[lane];
        twistRate[slot] = edges.twistRate[lane];
        if constexpr (hessian != Hessian::none)
            own[slot] = edges.own[lane];
    };
    const std::size_t half = (n + 2) / 2;
    const std::size_t second = n + 1 - half; // half, or one less: then both compute that vertex
    EdgeLanes before;
    EdgeLanes joint;
    for (std::size_t i = 0; i < half; ++i)
    {
        const std::size_t j = second + i;
        EdgeLanes behind = stretched(i + 1, j + 1);
        addVertices<hessian>(rope, shape, i, j, before, behind);
        keep(i, before, 0);
        if (i == 0)
            joint = before;
        else
            keep(j, before, 1);
        before = behind;
    }
    keep(n + 1, before, 1);
    if (second < half)
        return;
    // The first one has the stretch of the edge in the middle and its vertex before, the second one the vertex behind.
    keep(half, before, 0);
    gradient[half] += joint.gradient[1];
    twistRate[half] += joint.twistRate[1];
    if constexpr (hessian != Hessian::none)
        own[half] += joint.own[1];
}

/// The bends and the twists of the vertices i and j, by the edges before and behind them.
template <Hessian hessian>
void RopeElastic::addVertices(const Rope& rope, const RopeShape& shape, std::size_t i, std::size_t j, EdgeLanes& before,
                              EdgeLanes& behind)
{
    const auto pair = [i, j](const std::vector<double>& numbers, std::size_t next = 0) {
        return TwoLanes{numbers[i + next], numbers[j + next]};
    };
    const TwoLanes perLength = pair(rope.perVertexLength);
    const LaneVec3 t(shape.tangent[i], shape.tangent[j]);
    const LaneVec3 u(shape.tangent[i + 1], shape.tangent[j + 1]);
    const TwoLanes pe = pair(shape.perLength);
    const TwoLanes pf = pair(shape.perLength, 1);
    const TwoLanes m = pair(torque);
    const TwoLanes c = dot(t, u);
    constexpr double folded = 1e-9; // a rope that resists no bend may turn back
    const TwoLanes perChi{1.0 / std::max(1.0 + c[0], folded), 1.0 / std::max(1.0 + c[1], folded)};
    const TwoLanes hinge{perLength[0] > 0.0 ? 2.0 : 0.0, perLength[1] > 0.0 ? 2.0 : 0.0};
    const LaneVec3 kb = hinge * perChi * cross(t, u);
    const TwoLanes stiffness = both(4.0 * rope.constants.bendingStiffness) * perLength * perChi * perChi;
    const LaneVec3 across = u - c * t;
    const LaneVec3 acrossNext = t - c * u;
    binormal[i] = kb[0];
    binormal[j] = kb[1];
    before.gradient += pe * (both(0.5) * m * kb - stiffness * across);
    behind.gradient += pf * (both(0.5) * m * kb - stiffness * acrossNext);
    const LaneVec3 rate = both(0.5) * pe * kb;
    const LaneVec3 rateNext = both(0.5) * pf * kb;
    before.twistRate += rate;
    behind.twistRate += rateNext;
    if constexpr (hessian == Hessian::none)
        return;
    LaneMat3 couple;
    if constexpr (hessian == Hessian::exact)
    {
        const TwoLanes bend = both(2.0) * stiffness * perChi;
        const LaneVec3 scaled = pe * (bend * across + stiffness * t);
        const LaneVec3 scaledNext = pf * (bend * acrossNext + stiffness * u);
        before.own.addProduct(pe * across, scaled);
        before.own.addProduct(pe * pe * stiffness * t, across - c * t);
        before.own.addDiagonal(pe * pe * stiffness * c);
        behind.own.addProduct(pf * acrossNext, scaledNext);
        behind.own.addProduct(pf * pf * stiffness * u, acrossNext - c * u);
        behind.own.addDiagonal(pf * pf * stiffness * c);
        couple.addDiagonal(-pe * pf * stiffness);
        couple.addProduct(scaled, pf * acrossNext);
        couple.addProduct(pe * pf * stiffness * u, u);
        if (m[0] != 0.0 || m[1] != 0.0)
        {
            const LaneVec3 s = perChi * (t + u);
            const LaneVec3 part = both(-0.25) * m * kb;
            before.own.addProduct(pe * pe * part, t + s);
            before.own.addProduct(pe * pe * (t + s), part);
            behind.own.addProduct(pf * pf * part, u + s);
            behind.own.addProduct(pf * pf * (u + s), part);
            couple.addProduct(both(2.0) * pe * pf * part, s);
            couple += crossMatrix(pe * pf * m * perChi * t);
        }
    }
    if constexpr (hessian == Hessian::gauss_newton)
    {
        before.own.addDiagonal(pe * pe * stiffness);
        before.own.addProduct(-pe * pe * stiffness * t, t);
        behind.own.addDiagonal(pf * pf * stiffness);
        behind.own.addProduct(-pf * pf * stiffness * u, u);
        couple.addDiagonal(-pe * pf * stiffness * c);
        couple.addProduct(pe * pf * stiffness * u, t);
    }
    if (rope.waves())
    {
        const TwoLanes k = both(rope.constants.torsionalStiffness) * perLength;
        before.own.addProduct(k * rate, rate);
        behind.own.addProduct(k * rateNext, rateNext);
        couple.addProduct(k * rate, rateNext);
    }
    beside[i] = couple[0];
    beside[j] = couple[1];
}

template void RopeElastic::derive<Hessian::none>(const Rope&, const RopeShape&);
template void RopeElastic::derive<Hessian::exact>(const Rope&, const RopeShape&);
template void RopeElastic::derive<Hessian::gauss_newton>(const Rope&, const RopeShape&);

} // namespace rope
