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

    template <bool axial, bool bent, bool ground>
    ROPEWALK_ALWAYS_INLINE static void moveMasses(const Chunk& chunk, const float* g, float* carried,
                                                  const FleetConstants& k, const FleetStep& step, const Vector& height)
    {
        const FleetStep now = step;
        // A velocity's own loss: 1 - loss is not a float, see RopeFleet::constants.
        const Vector keep = V::all(axial ? -k.loss : k.keep);
        const Vector friction = V::all(k.friction);
        const Vector drift[3] = {V::all(k.drift[0]), V::all(k.drift[1]), V::all(k.drift[2])};
        const Vector dt = V::all(k.dt);
        const Vector zero = V::all(0.0F);

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
        const auto moveMass = [&]
        {
            Vector d[3];
            Vector next[3];
            for (int row = 0; row < 3; ++row)
                d[row] = V::runsAhead ? V::load(springs + (1 + row) * lanes) : difference(mass, row);
            const Vector c = V::runsAhead ? V::load(springs) : coefficient<axial>(mass, d[0], d[1], d[2], k, now);
            for (int row = 0; row < 3; ++row)
            {
                next[row] = V::load(mass + massFloats + (3 + row) * lanes);
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
                V::store(mass + row * lanes, V::fma(dt, t[row], V::load(mass + row * lanes)));
                t[row] = V::fnma(c, d[row], carry<axial>(next[row], v[row], keep, friction, drift[row]));
                if constexpr (bent)
                    t[row] = t[row] - V::load(g + row * lanes);
                v[row] = next[row];
            }
            g += bent ? Bends::floats : 0;
            mass += massFloats;
            springs += springFloats;
        };
        for (int i = 0; i < chunk.ahead; ++i)
        {
            computeSpring<axial>(far, springsAhead, k, now);
            far += massFloats;
            springsAhead += springFloats;
            moveMass();
        }
        for (int i = chunk.ahead; i < chunk.count; ++i)
            moveMass();
        for (int row = 0; row < 3; ++row)
            V::store(carried + row * lanes, t[row]);
    }

    ROPEWALK_ALWAYS_INLINE static bool touchesGround(const float* first, int count, const Vector& height)
    {
        Vector lowest = V::load(first + lanes);
        for (int i = 1; i < count; ++i)
            lowest = V::min(lowest, V::load(first + i * massFloats + lanes));
        return V::any(lowest < height);
    }

    /// What the first mass to be moved gets from the mass before it, which is not moved.
    template <bool axial>
    ROPEWALK_ALWAYS_INLINE static void carryIn(const float* before, Workspace& work, const FleetConstants& k,
                                               const FleetStep& step)
    {
        float* spring = work.springs[1];
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

    template <bool seams, bool axial, bool bent>
    ROPEWALK_ALWAYS_INLINE static void stepOnce(float* block, const FleetShape& shape, const FleetConstants& k,
                                                const FleetStep& step)
    {
        // Where each lane holds a whole rope, slot 0 is the connection point in all lanes, which nothing pulls.
        const int firstSlot = seams ? 0 : 1;
        const int slots = shape.slotCount - firstSlot;
        const Vector height = V::all(step.groundHeight) - V::load(block + 6 * lanes);

        Workspace work;
        float* first = slot(block, firstSlot);
        carryIn<axial>(first - massFloats, work, k, step);
        [[maybe_unused]] BendWorkspace bendWork;
        if constexpr (bent)
        {
            bendWork.bends.template begin<seams>(block, shape, step);
            bendWork.bends.compute(1, bendWork.g);
            for (int row = 0; row < 3; ++row)
                V::store(work.carried + row * lanes,
                         V::load(work.carried + row * lanes) - V::load(bendWork.g + row * lanes));
        }
        int count = slots < chunk ? slots : chunk;
        if constexpr (V::runsAhead)
            for (int i = 0; i < count; ++i)
                computeSpring<axial>(first + i * massFloats, work.springs[0] + i * springFloats, k, step);

        float* springs = work.springs[0];
        float* springsAhead = work.springs[1];
        for (int done = 0; done < slots; done += chunk)
        {
            const int left = slots - done - count;
            const int next = left < chunk ? left : chunk;
            const int ahead = V::runsAhead ? next : 0;
            if constexpr (bent)
                bendWork.bends.compute(count, bendWork.g);
            const Chunk now{first, count, springs, springsAhead, ahead};
            if (touchesGround(first, count, height))
                moveMasses<axial, bent, true>(now, bendWork.g, work.carried, k, step, height);
            else
                moveMasses<axial, bent, false>(now, bendWork.g, work.carried, k, step, height);
            first += count * massFloats;
            count = next;
            float* swapped = springs;
            springs = springsAhead;
            springsAhead = swapped;
        }
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
        V::store(block + lanes, V::select(landed, height, V::load(block + lanes)));
        V::store(block + 4 * lanes, V::select(landed, zero, V::load(block + 4 * lanes)));
        for (int c = 0; c < 3; ++c)
        {
            const Vector v = V::load(block + (3 + c) * lanes);
            const Vector p = V::fma(time, v, V::load(block + c * lanes));
            V::store(first + c * lanes, seams ? V::select(isFirst, p, V::load(first + c * lanes)) : p);
            V::store(first + (3 + c) * lanes, seams ? V::select(isFirst, v, V::load(first + (3 + c) * lanes)) : v);
        }
    }

    template <bool seams>
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
        float* before = slot(block, -1);
        float* first = slot(block, 0);
        for (int row = 0; row < fleetMassRows; ++row)
        {
            const Vector full = V::load(last + row * lanes);
            Vector end = full;
            if (shape.hasShort)
                end = V::select(isShort, V::load(last - massFloats + row * lanes), full);
            const Vector next = V::select(isLast, end, V::fromNextLane(V::load(first + row * lanes)));
            V::store(before + row * lanes, V::fromLaneBefore(end));
            V::store(behind + row * lanes, next);
            if (shape.hasShort)
                V::store(last + row * lanes, V::select(isShort, next, full));
        }
    }

    template <bool seams, bool axial, bool bent>
    static void advance(float* block, const FleetShape& shape, const FleetConstants& constants, const FleetStep* steps,
                        int count, const float* next, int nextFloats)
    {
        // A few cache lines in each step: fetched all at once they would wait for each other.
        constexpr int lineFloats = 16;
        const int share = (nextFloats / count / lineFloats + 1) * lineFloats;
        int fetched = 0;
        // A copy stays in registers: for the compiler every stored float might be one of `constants`.
        const FleetConstants k = constants;
        for (int i = 0; i < count; ++i)
        {
            for (const int end = fetched + share; fetched < end && fetched < nextFloats; fetched += lineFloats)
                V::prefetch(next + fetched);
            stepOnce<seams, axial, bent>(block, shape, k, steps[i]);
            moveConnection<seams>(block, shape, steps[i]);
            copySeams<seams>(block, shape);
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
        shape.pieces > 1 ? copySeams<true>(block, shape) : copySeams<false>(block, shape);
    }

    static constexpr FleetKernel kernel{lanes, advanceAny, copyAnySeams};
};

} // namespace rope
