#pragma once

// The bends of the fleet's ropes, in the template of vector_kernel.hpp and under its rules. The law is the one of
// rope/core/bend.hpp: at the mass j between segments of the tangents t and u, with c = t.u and p, q as there,
//
//     g(j-1) = ... - w p (u - q c t),   g(j) = - w p' (t - q' c u) ...,   w = (4 B/L) dt/m / (1 + max(c, 1/2))²
//
// where g(i) is what segment i gives mass i in a step, and takes from mass i + 1, as a spring does. Two bends, hence
// three segments, make one g: g(i) reads mass i + 2, and so it is computed before that moves.

#include "fleet_kernel.hpp"

namespace rope
{

template <class V>
class VectorBends
{
public:
    using Vector = typename V::Vector;
    static constexpr int lanes = V::lanes;
    static constexpr int floats = 3 * lanes; ///< of one g

    /// Reads what the step will overwrite. `seams`: the lanes hold pieces of ropes.
    template <bool seams>
    ROPEWALK_ALWAYS_INLINE void begin(float* block, const FleetShape& shape, const FleetStep& step)
    {
        block_ = block;
        slotCount_ = shape.slotCount;
        bend_ = step.bend;
        least_ = step.shortest;
        firstHinge_ = shape.firstHinge;
        lastHinge_ = shape.lastHinge;
        const Vector zero = V::all(0.0F);
        const float* behind = slot(slotCount_);
        if constexpr (!seams)
        {
            for (int row = 0; row < 3; ++row)
            {
                V::store(tail_ + row * lanes, V::load(behind + row * lanes));
                V::store(tail_ + (3 + row) * lanes, V::load(behind + row * lanes));
                V::store(state_ + (pending + row) * lanes, zero); // no hinge is at the connection point
            }
            next_ = 1;
            V::store(state_ + index * lanes, zero);
            setSegment(difference(slot(0), slot(1), 0), difference(slot(0), slot(1), 1),
                       difference(slot(0), slot(1), 2));
            return;
        }
        const auto isFirst = zero < V::load(shape.isFirst);
        const auto isLast = zero < V::load(shape.isLast);
        const auto isShort = zero < V::load(shape.isShort);
        Vector d[3];      // of the segment that ends in slot 0, and of the one before it
        Vector before[3]; // where a lane begins with the connection point, there is neither
        for (int row = 0; row < 3; ++row)
        {
            const Vector end = V::load(behind + row * lanes);
            const Vector second = V::select(isLast, end, V::fromNextLane(V::load(slot(1) + row * lanes)));
            V::store(tail_ + row * lanes, V::select(isShort, second, end));
            V::store(tail_ + (3 + row) * lanes, second);

            Vector lastButOne = V::load(slot(slotCount_ - 2) + row * lanes);
            if (shape.hasShort)
                lastButOne = V::select(isShort, V::load(slot(slotCount_ - 3) + row * lanes), lastButOne);
            before[row] = V::select(isFirst, zero, V::load(slot(-1) + row * lanes) - V::fromLaneBefore(lastButOne));
            d[row] = V::select(isFirst, zero, difference(slot(-1), slot(0), row));
            V::store(state_ + (pending + row) * lanes, zero);
        }
        next_ = 0;
        V::store(state_ + index * lanes, V::all(-2.0F));
        setSegment(before[0], before[1], before[2]);
        alignas(fleetAlignment) float unused[floats];
        bendInto(d[0], d[1], d[2], unused);
    }

    /// The g of the next `count` segments, from the one that ends in the first slot to be moved.
    ROPEWALK_ALWAYS_INLINE void compute(int count, float* g)
    {
        for (int i = 0; i < count; ++i)
        {
            const float* from = at(next_);
            const float* to = at(next_ + 1);
            ++next_;
            bendInto(difference(from, to, 0), difference(from, to, 1), difference(from, to, 2), g + i * floats);
        }
    }

private:
    // Rows of state_: the tangent, p and q of the last segment, its part of the bend before it, and the slot where it
    // begins.
    static constexpr int perLength = 3;
    static constexpr int radial = 4;
    static constexpr int pending = 5;
    static constexpr int index = 8;

    const float* slot(int i) const { return block_ + (fleetHeaderRows + (i + 1) * fleetMassRows) * lanes; }
    /// The position of the mass `i` slots behind the lane's first, also where the lane ends before it.
    const float* at(int i) const { return i < slotCount_ ? slot(i) : tail_ + (i - slotCount_) * floats; }
    static Vector difference(const float* from, const float* to, int row)
    {
        return V::load(to + row * lanes) - V::load(from + row * lanes);
    }

    ROPEWALK_ALWAYS_INLINE void setSegment(const Vector& dx, const Vector& dy, const Vector& dz)
    {
        const Vector zero = V::all(0.0F);
        const Vector one = V::all(1.0F);
        const Vector s = V::all(least_);
        const Vector perS = V::all(1.0F / least_);
        // 1e-30 keeps 1/r finite where two masses meet.
        const Vector rr = V::fma(dz, dz, V::fma(dy, dy, V::fma(dx, dx, V::all(1e-30F))));
        const Vector perR = V::minusQuotientRoot(zero, V::all(-1.0F), rr);
        const Vector r = rr * perR;
        const auto squeezed = r < s;
        const Vector p = V::select(squeezed, V::fnma(r * perS, perS, V::all(2.0F) * perS), perR);
        const Vector sp = s * p;
        V::store(state_, p * dx);
        V::store(state_ + lanes, p * dy);
        V::store(state_ + 2 * lanes, p * dz);
        V::store(state_ + perLength * lanes, p);
        V::store(state_ + radial * lanes, V::select(squeezed, one / (sp * sp * p * r), one));
    }

    /// Goes on to the next segment d: completes g of the last one.
    ROPEWALK_ALWAYS_INLINE void bendInto(const Vector& dx, const Vector& dy, const Vector& dz, float* g)
    {
        const Vector tx = V::load(state_);
        const Vector ty = V::load(state_ + lanes);
        const Vector tz = V::load(state_ + 2 * lanes);
        const Vector p = V::load(state_ + perLength * lanes);
        const Vector q = V::load(state_ + radial * lanes);
        const Vector slotOfHinge = V::load(state_ + index * lanes) + V::all(1.0F);
        setSegment(dx, dy, dz);
        const Vector ux = V::load(state_);
        const Vector uy = V::load(state_ + lanes);
        const Vector uz = V::load(state_ + 2 * lanes);
        const Vector c = V::fma(tz, uz, V::fma(ty, uy, tx * ux));
        const Vector chi = V::all(1.0F) + V::max(c, V::all(0.5F));
        const Vector zero = V::all(0.0F);
        Vector w = V::all(bend_) / (chi * chi);
        w = V::select(slotOfHinge < V::load(firstHinge_), zero, w);
        w = V::select(V::load(lastHinge_) < slotOfHinge, zero, w);
        const Vector wp = w * p;
        const Vector ct = c * q;
        V::store(g, V::fnma(wp, V::fnma(ct, tx, ux), V::load(state_ + pending * lanes)));
        V::store(g + lanes, V::fnma(wp, V::fnma(ct, ty, uy), V::load(state_ + (pending + 1) * lanes)));
        V::store(g + 2 * lanes, V::fnma(wp, V::fnma(ct, tz, uz), V::load(state_ + (pending + 2) * lanes)));
        const Vector wn = w * V::load(state_ + perLength * lanes);
        const Vector cu = c * V::load(state_ + radial * lanes);
        V::store(state_ + pending * lanes, V::fnma(wn, V::fnma(cu, ux, tx), zero));
        V::store(state_ + (pending + 1) * lanes, V::fnma(wn, V::fnma(cu, uy, ty), zero));
        V::store(state_ + (pending + 2) * lanes, V::fnma(wn, V::fnma(cu, uz, tz), zero));
        V::store(state_ + index * lanes, slotOfHinge);
    }

    alignas(fleetAlignment) float state_[9 * lanes];
    const float* block_ = nullptr;
    const float* firstHinge_ = nullptr;
    const float* lastHinge_ = nullptr;
    int slotCount_ = 0;
    int next_ = 0; ///< slot where the next segment begins
    float bend_ = 0.0F;
    float least_ = 0.0F;                             ///< s [m]
    alignas(fleetAlignment) float tail_[2 * floats]; ///< positions of the two masses behind the lane's slots
};

} // namespace rope
