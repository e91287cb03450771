#pragma once

// The fleet's kernel, once for all instruction sets: a template over V, which has the vector of floats of one
// instruction set and its operations. Nothing here is a function of the standard library, see fleet_kernel.hpp.
//
//     d_i = x_(i+1) - x_i,   r_i = |d_i|,   c_i = (k - k L / r_i) dt/m
//     v_i = v_i + (g - b (v_i - w)/m) dt + c_i d_i - c_(i-1) d_(i-1)
//               + (c dt/m) ((v_(i+1) - v_i) - (v_i - v_(i-1))) + g_i - g_(i-1) + ground
//     x_i = x_i + v_i dt
//
// with g of the bends (vector_bends.hpp), where the ropes resist them. Everything on the right is at the old time,
// except v_i in the last line. The masses are moved in order, from the connection point on, and a mass is written as
// soon as the next one has been read. The velocity that mass i + 1 gets from mass i and their spring is summed while
// these are in registers, and carried to mass i + 1: three vectors instead of seven.

#include "fleet_kernel.hpp"
#include "vector_bends.hpp"

namespace rope
{

template <class V>
struct VectorKernel
{
    using Vector = typename V::Vector;
    using Bends = VectorBends<V>;
    static constexpr int lanes = V::lanes;
    static constexpr int massFloats = fleetMassRows * lanes;
    static constexpr int springFloats = 4 * lanes; // rows c, dx, dy, dz
    static constexpr int chunk = 5; // masses that are moved together: enough to hide a root and a division

    /// What one chunk leaves for the next, as rows of floats: GCC 12 copies vectors in a struct through the integer
    /// registers, which costs more than the arithmetic.
    struct Workspace
    {
        alignas(fleetAlignment) float carried[3 * lanes]; // velocity for the next mass
        alignas(fleetAlignment) float springs[2][chunk * springFloats];
        alignas(fleetAlignment) float springBefore[springFloats]; // in front of the first mass to be moved
        // Where slot 0 comes last: the next mass's velocity before the step, and what short lanes carry on.
        alignas(fleetAlignment) float nextVelocity[V::runsAhead ? 3 * lanes : 1];
        alignas(fleetAlignment) float carriedShort[V::runsAhead ? 3 * lanes : 1];
    };
    /// The same of the bends.
    struct BendWorkspace
    {
        Bends bends;
        alignas(fleetAlignment) float g[chunk * Bends::floats];
    };

    static float* slot(float* block, int i) { return block + fleetHeaderRows * lanes + (i + 1) * massFloats; }

    static Vector difference(const float* mass, int row)
    {
        return V::load(mass + massFloats + row * lanes) - V::load(mass + row * lanes);
    }

    /// c of the spring between `mass` and the next one, with d = (dx, dy, dz).
    template <bool axial>
    ROPEWALK_ALWAYS_INLINE static Vector coefficient(const float* mass, const Vector& dx, const Vector& dy,
                                                     const Vector& dz, const FleetConstants& k, const FleetStep& step)
    {
        // 1e-30 keeps r above 0 where two masses meet: there d is 0, and so the force is 0 too.
        const Vector rr = V::fma(dz, dz, V::fma(dy, dy, V::fma(dx, dx, V::all(1e-30F))));
        const Vector c = V::minusQuotientRoot(V::all(k.stiffness), V::all(step.pull), rr);
        if constexpr (!axial)
            return c;
        // The part of the relative velocity u along the spring is (u . d) d / r^2: a coefficient of d, like the
        // tension.
        const Vector ud = V::fma(difference(mass, 5), dz, V::fma(difference(mass, 4), dy, difference(mass, 3) * dx));
        return V::fma(V::all(k.friction), ud / rr, c);
    }

    template <bool axial>
    ROPEWALK_ALWAYS_INLINE static void computeSpring(const float* mass, float* spring, const FleetConstants& k,
                                                     const FleetStep& step)
    {
        const Vector dx = difference(mass, 0);
        const Vector dy = difference(mass, 1);
        const Vector dz = difference(mass, 2);
        V::store(spring + lanes, dx);
        V::store(spring + 2 * lanes, dy);
        V::store(spring + 3 * lanes, dz);
        V::store(spring, coefficient<axial>(mass, dx, dy, dz, k, step));
    }

    /// The new velocity of a mass as far as it comes from its old velocity v, the air and the mass before it, whose
    /// velocity is `before`.
    template <bool axial>
    static Vector carry(const Vector& v, const Vector& before, const Vector& keep, const Vector& friction,
                        const Vector& drift)
    {
        if constexpr (axial)
            return v + V::fma(keep, v, drift);
        else
            return V::fma(friction, before, V::fma(keep, v, drift));
    }

    /// Masses that are moved together.
    struct Chunk
    {
        float* first;
        int count;
        float* springs; // of these masses, where V::runsAhead
        /// The springs of the `ahead` masses that follow are computed meanwhile: computed only when it is needed, a
        /// spring's square root and division would hold up the processor's queue.
        float* springsAhead;
        int ahead;
    };

    /// Moves a mass of the velocity v, which has t of its next velocity already, and goes on to the next mass. `known`:
    /// the spring between them is computed.
    template <bool axial, bool bent, bool ground, bool known>
    ROPEWALK_ALWAYS_INLINE static void moveMass(float* mass, const float* nextVelocity, const float* spring,
                                                const float* g, Vector (&v)[3], Vector (&t)[3], const FleetConstants& k,
                                                const FleetStep& step, const Vector& height)
    {
        // A velocity's own loss: 1 - loss is not a float, see RopeFleet::constants.
        const Vector keep = V::all(axial ? -k.loss : k.keep);
        const Vector friction = V::all(k.friction);
        const Vector zero = V::all(0.0F);
        Vector d[3];
        Vector next[3];
        for (int row = 0; row < 3; ++row)
            d[row] = known ? V::load(spring + (1 + row) * lanes) : difference(mass, row);
        const Vector c = known ? V::load(spring) : coefficient<axial>(mass, d[0], d[1], d[2], k, step);
        for (int row = 0; row < 3; ++row)
        {
            next[row] = V::load(nextVelocity + row * lanes);
            if constexpr (!axial)
                t[row] = V::fma(friction, next[row], t[row]);
            t[row] = V::fma(c, d[row], t[row]);
            if constexpr (bent)
                t[row] = t[row] + V::load(g + row * lanes);
        }
        if constexpr (ground)
        {
            const Vector depth = V::max(height - V::load(mass + lanes), zero);
            const auto below = zero < depth;
            const Vector slowing = V::select(below, V::all(k.slowing), zero);
            const Vector sinking = V::select(below, V::min(v[1], zero), zero);
            t[0] = V::fnma(slowing, v[0], t[0]);
            t[2] = V::fnma(slowing, v[2], t[2]);
            t[1] = V::fma(V::all(k.repulsion), depth, V::fnma(V::all(k.absorption), sinking, t[1]));
        }
        for (int row = 0; row < 3; ++row)
        {
            V::store(mass + (3 + row) * lanes, t[row]);
            V::store(mass + row * lanes, V::fma(V::all(k.dt), t[row], V::load(mass + row * lanes)));
            t[row] = V::fnma(c, d[row], carry<axial>(next[row], v[row], keep, friction, V::all(k.drift[row])));
            if constexpr (bent)
                t[row] = t[row] - V::load(g + row * lanes);
            v[row] = next[row];
        }
    }

    template <bool axial, bool bent, bool ground>
    ROPEWALK_ALWAYS_INLINE static void moveMasses(const Chunk& chunk, const float* g, float* carried,
                                                  const FleetConstants& k, const FleetStep& step, const Vector& height)
    {
        const FleetStep now = step;
        float* mass = chunk.first;
        const float* springs = chunk.springs;
        float* springsAhead = chunk.springsAhead;
        const float* far = mass + chunk.count * massFloats;
        Vector v[3]; // of the mass
        Vector t[3]; // its next velocity, as far as it is summed
        for (int row = 0; row < 3; ++row)
        {
            v[row] = V::load(mass + (3 + row) * lanes);
            t[row] = V::load(carried + row * lanes);
        }
        const auto moveNext = [&]
        {
            moveMass<axial, bent, ground, V::runsAhead>(mass, mass + massFloats + 3 * lanes, springs, g, v, t, k, now,
                                                        height);
            g += bent ? Bends::floats : 0;
            mass += massFloats;
            springs += springFloats;
        };
        for (int i = 0; i < chunk.ahead; ++i)
        {
            computeSpring<axial>(far, springsAhead, k, now);
            far += massFloats;
            springsAhead += springFloats;
            moveNext();
        }
        for (int i = chunk.ahead; i < chunk.count; ++i)
            moveNext();
        for (int row = 0; row < 3; ++row)
            V::store(carried + row * lanes, t[row]);
    }

    ROPEWALK_ALWAYS_INLINE static bool touchesGround(const float* first, int count, const Vector& height)
    {
        const auto y = [first](int i) { return V::load(first + i * massFloats + lanes); };
        if constexpr (V::looksAtSigns)
        {
            Vector above = y(0) - height;
            for (int i = 1; i < count; ++i)
                above = above | (y(i) - height);
            return V::anyNegative(above);
        }
        Vector lowest = y(0);
        for (int i = 1; i < count; ++i)
            lowest = V::min(lowest, y(i));
        return V::any(lowest < height);
    }

    /// What the first mass to be moved gets from the mass before it.
    template <bool axial>
    ROPEWALK_ALWAYS_INLINE static void carryIn(const float* before, Workspace& work, const FleetConstants& k,
                                               const FleetStep& step)
    {
        float* spring = work.springBefore;
        computeSpring<axial>(before, spring, k, step);
        const Vector keep = V::all(axial ? -k.loss : k.keep);
        const Vector friction = V::all(k.friction);
        for (int c = 0; c < 3; ++c)
        {
            const Vector t = carry<axial>(V::load(before + massFloats + (3 + c) * lanes),
                                          V::load(before + (3 + c) * lanes), keep, friction, V::all(k.drift[c]));
            V::store(work.carried + c * lanes, V::fnma(V::load(spring), V::load(spring + (1 + c) * lanes), t));
        }
    }

    /// The same of the bends.
    ROPEWALK_ALWAYS_INLINE static void bendIn(BendWorkspace& bends, Workspace& work)
    {
        bends.bends.compute(1, bends.g);
        for (int row = 0; row < 3; ++row)
            V::store(work.carried + row * lanes, V::load(work.carried + row * lanes) - V::load(bends.g + row * lanes));
    }

    /// Whether a piece's first mass is moved after its last one, with what the lane before carries on: that saves the
    /// spring between them and copies of that lane's last mass. With 32 registers, and half as many masses in a lane,
    /// the next step would wait for it.
    template <bool seams, bool bent>
    static constexpr bool firstComesLast = seams && !bent && V::runsAhead;

    template <bool axial>
    ROPEWALK_ALWAYS_INLINE static void moveFirst(float* first, const Workspace& work, const FleetConstants& k,
                                                 const FleetStep& step, const Vector& height)
    {
        Vector v[3];
        Vector t[3];
        for (int row = 0; row < 3; ++row)
        {
            v[row] = V::load(first + (3 + row) * lanes);
            t[row] = V::fromLaneBefore(V::load(work.carried + row * lanes));
        }
        if (touchesGround(first, 1, height))
            moveMass<axial, false, true, true>(first, work.nextVelocity, work.springBefore, nullptr, v, t, k, step,
                                               height);
        else
            moveMass<axial, false, false, true>(first, work.nextVelocity, work.springBefore, nullptr, v, t, k, step,
                                                height);
    }

    ROPEWALK_ALWAYS_INLINE static void keepCarried(Workspace& work)
    {
        for (int row = 0; row < 3; ++row)
            V::store(work.carriedShort + row * lanes, V::load(work.carried + row * lanes));
    }

    /// A lane with one mass less carries on what its last slot has got: that repeats the next lane's first mass.
    ROPEWALK_ALWAYS_INLINE static void carryShort(Workspace& work, const FleetShape& shape)
    {
        const auto isShort = V::all(0.0F) < V::load(shape.isShort);
        for (int row = 0; row < 3; ++row)
            V::store(work.carried + row * lanes,
                     V::select(isShort, V::load(work.carriedShort + row * lanes), V::load(work.carried + row * lanes)));
    }

    template <bool seams, bool axial, bool bent>
    ROPEWALK_ALWAYS_INLINE static void stepOnce(float* block, const FleetShape& shape, const FleetConstants& k,
                                                const FleetStep& step)
    {
        constexpr bool firstLast = firstComesLast<seams, bent>;
        // Where each lane holds a whole rope, slot 0 is the connection point in all lanes, which nothing pulls.
        constexpr int firstSlot = seams && !firstLast ? 0 : 1;
        const Vector height = V::all(step.groundHeight) - V::load(block + 6 * lanes);
        const bool apart = firstLast && shape.hasShort; // the last slot is moved by itself
        const auto countOf = [&](int left)
        {
            const int count = left < chunk ? left : chunk;
            return apart && count == left && count > 1 ? count - 1 : count;
        };

        Workspace work;
        float* first = slot(block, firstSlot);
        int left = shape.slotCount - firstSlot;
        int count = countOf(left);
        if constexpr (V::runsAhead)
            for (int i = 0; i < count; ++i)
                computeSpring<axial>(first + i * massFloats, work.springs[0] + i * springFloats, k, step);
        carryIn<axial>(first - massFloats, work, k, step);
        if constexpr (firstLast)
            for (int row = 0; row < 3; ++row)
                V::store(work.nextVelocity + row * lanes, V::load(first + (3 + row) * lanes));
        [[maybe_unused]] BendWorkspace bendWork;
        float* g = nullptr;
        if constexpr (bent)
        {
            g = bendWork.g;
            bendWork.bends.template begin<seams>(block, shape, step);
            bendIn(bendWork, work);
        }

        float* springs = work.springs[0];
        float* springsAhead = work.springs[1];
        while (count > 0)
        {
            left -= count;
            const int next = countOf(left);
            const int ahead = V::runsAhead ? next : 0;
            if constexpr (bent)
                bendWork.bends.compute(count, g);
            if (apart && left == 0)
                keepCarried(work);
            const Chunk now{first, count, springs, springsAhead, ahead};
            if (touchesGround(first, count, height))
                moveMasses<axial, bent, true>(now, g, work.carried, k, step, height);
            else
                moveMasses<axial, bent, false>(now, g, work.carried, k, step, height);
            first += count * massFloats;
            count = next;
            float* swapped = springs;
            springs = springsAhead;
            springsAhead = swapped;
        }
        if (apart)
            carryShort(work, shape);
        if constexpr (firstLast)
            moveFirst<axial>(slot(block, 0), work, k, step, height);
    }

    /// The connection point moves with its velocity; the ground holds it, which ends its fall.
    template <bool seams>
    ROPEWALK_ALWAYS_INLINE static void moveConnection(float* block, const FleetShape& shape, const FleetStep& step)
    {
        const Vector zero = V::all(0.0F);
        const Vector time = V::all(step.time);
        const Vector height = V::all(step.groundHeight) - V::load(block + 6 * lanes);
        float* first = slot(block, 0);
        const auto isFirst = zero < V::load(shape.isFirst);

        const Vector fallen = V::fma(time, V::load(block + 4 * lanes), V::load(block + lanes));
        const auto landed = fallen < height;
        if (V::any(landed))
        {
            V::store(block + lanes, V::select(landed, height, V::load(block + lanes)));
            V::store(block + 4 * lanes, V::select(landed, zero, V::load(block + 4 * lanes)));
        }
        for (int c = 0; c < 3; ++c)
        {
            const Vector v = V::load(block + (3 + c) * lanes);
            const Vector p = V::fma(time, v, V::load(block + c * lanes));
            V::store(first + c * lanes, seams ? V::select(isFirst, p, V::load(first + c * lanes)) : p);
            V::store(first + (3 + c) * lanes, seams ? V::select(isFirst, v, V::load(first + (3 + c) * lanes)) : v);
        }
    }

    /// `before`: in slot -1 too.
    template <bool seams, bool before>
    ROPEWALK_ALWAYS_INLINE static void copySeams(float* block, const FleetShape& shape)
    {
        const int n = shape.slotCount;
        float* last = slot(block, n - 1);
        float* behind = slot(block, n);
        if constexpr (!seams)
        {
            for (int row = 0; row < fleetMassRows; ++row)
                V::store(behind + row * lanes, V::load(last + row * lanes));
            return;
        }
        const Vector zero = V::all(0.0F);
        const auto isLast = zero < V::load(shape.isLast);
        const auto isShort = zero < V::load(shape.isShort);
        float* first = slot(block, 0);
        const auto copyRow = [&]<bool hasShort>(int row)
        {
            const Vector full = V::load(last + row * lanes);
            Vector end = full;
            if constexpr (hasShort)
                end = V::select(isShort, V::load(last - massFloats + row * lanes), full);
            const Vector next = V::select(isLast, end, V::fromNextLane(V::load(first + row * lanes)));
            if constexpr (before)
                V::store(slot(block, -1) + row * lanes, V::fromLaneBefore(end));
            V::store(behind + row * lanes, next);
            if constexpr (hasShort)
                V::store(last + row * lanes, V::select(isShort, next, full));
        };
        if (shape.hasShort)
            for (int row = 0; row < fleetMassRows; ++row)
                copyRow.template operator()<true>(row);
        else
            for (int row = 0; row < fleetMassRows; ++row)
                copyRow.template operator()<false>(row);
    }

    template <bool seams, bool axial, bool bent>
    static void advance(float* block, const FleetShape& shape, const FleetConstants& constants, const FleetStep* steps,
                        int count, const float* next, int nextFloats)
    {
        // A few cache lines in each step: fetched all at once they would wait for each other.
        constexpr int lineFloats = 16;
        const int share = (nextFloats / count / lineFloats + 1) * lineFloats;
        int fetched = 0;
        if constexpr (bent)
            copySeams<seams, true>(block, shape); // steps without bends may have left slot -1 as it was
        // A copy stays in registers: for the compiler every stored float might be one of `constants`.
        const FleetConstants k = constants;
        for (int i = 0; i < count; ++i)
        {
            for (const int end = fetched + share; fetched < end && fetched < nextFloats; fetched += lineFloats)
                V::prefetch(next + fetched);
            stepOnce<seams, axial, bent>(block, shape, k, steps[i]);
            moveConnection<seams>(block, shape, steps[i]);
            copySeams<seams, !firstComesLast<seams, bent>>(block, shape);
        }
    }

    template <bool seams, bool axial>
    static constexpr auto advanceBent(bool bent)
    {
        return bent ? advance<seams, axial, true> : advance<seams, axial, false>;
    }
    template <bool seams>
    static constexpr auto advanceWith(const FleetConstants& k)
    {
        return k.axialFriction ? advanceBent<seams, true>(k.bends) : advanceBent<seams, false>(k.bends);
    }

    static void advanceAny(float* block, const FleetShape& shape, const FleetConstants& constants,
                           const FleetStep* steps, int count, const float* next, int nextFloats)
    {
        // A rope that comes to rest has velocities below 1e-38, with which processors compute a hundred times slower.
        const typename V::FlushToZero flushToZero;
        const auto function = shape.pieces > 1 ? advanceWith<true>(constants) : advanceWith<false>(constants);
        function(block, shape, constants, steps, count, next, nextFloats);
    }

    static void copyAnySeams(float* block, const FleetShape& shape)
    {
        shape.pieces > 1 ? copySeams<true, true>(block, shape) : copySeams<false, true>(block, shape);
    }

    static constexpr FleetKernel kernel{lanes, advanceAny, copyAnySeams};
};

} // namespace rope
