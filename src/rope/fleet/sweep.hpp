#pragma once

// The fleet's kernel, once for all instruction sets: a template over `Vector`, the vector of floats of one of them,
// with its operations. Nothing here is a function of the standard library, see fleet_kernel.hpp.
//
//     d_i = x_(i+1) - x_i,  r_i = |d_i|
//     c_i = (k - k L / r_i) dt/m                                                   pass 1, "pull"
//     v_i = v_i + (g - b (v_i - w)/m) dt + c_i d_i - c_(i-1) d_(i-1)
//               + (c dt/m) ((v_(i+1) - v_i) - (v_i - v_(i-1))) + ground            pass 2, "move"
//     x_i = x_i + v_i dt
//
// All right-hand sides are of the old time but the last. Pass 1 runs a few masses ahead of pass 2: in one loop the
// constants and the neighbours do not fit into 16 registers, and the square root of one mass delays the next.

#include "fleet_kernel.hpp"

namespace rope
{

template <class V>
struct FleetSweep
{
    using Vector = typename V::Vector;
    static constexpr int lanes = V::lanes;
    static constexpr int massFloats = fleetMassRows * lanes;
    static constexpr int chunk = V::chunk; // masses that pass 1 is ahead

    static float* slot(float* block, int i) { return block + fleetHeaderRows * lanes + (i + 1) * massFloats; }

    /// Rows of a spring: c, and d as x, y, z.
    static constexpr int springFloats = 4 * lanes;

    // Vectors are handed from pass to pass as rows of floats: as members of a struct the compiler copies them through
    // the integer registers, which costs more than the arithmetic.

    template <bool axial>
    static void pull(const float* mass, float* spring, const Vector& xi, const Vector& yi, const Vector& zi,
                     const Vector& kL, const Vector& stiffness, const Vector& friction)
    {
        // Keeps r above 0 where two masses meet: there d is 0 and so is the force, as it should be.
        const Vector tiny = V::all(1e-30F);
        const float* next = mass + massFloats;
        const Vector dx = V::sub(V::load(next), xi);
        const Vector dy = V::sub(V::load(next + lanes), yi);
        const Vector dz = V::sub(V::load(next + 2 * lanes), zi);
        V::store(spring + lanes, dx);
        V::store(spring + 2 * lanes, dy);
        V::store(spring + 3 * lanes, dz);
        const Vector rr = V::fma(dz, dz, V::fma(dy, dy, V::fma(dx, dx, tiny)));
        const Vector c = V::sub(stiffness, V::div(kL, V::sqrt(rr)));
        if constexpr (axial)
        {
            // c_i + (c dt/m) (w . d) / r^2: the part of the relative velocity w along the spring
            const Vector wx = V::sub(V::load(next + 3 * lanes), V::load(mass + 3 * lanes));
            const Vector wy = V::sub(V::load(next + 4 * lanes), V::load(mass + 4 * lanes));
            const Vector wz = V::sub(V::load(next + 5 * lanes), V::load(mass + 5 * lanes));
            const Vector along = V::fma(wz, dz, V::fma(wy, dy, V::mul(wx, dx)));
            V::store(spring, V::fma(friction, V::div(along, rr), c));
        }
        else
            V::store(spring, c);
    }

    /// One component of pass 2 without the ground.
    template <bool axial>
    static Vector velocity(const Vector& v, const Vector& before, const Vector& behind, const Vector& c, const float* d,
                           const Vector& cBefore, const float* dBefore, const Vector& keep, const Vector& friction,
                           const Vector& drift)
    {
        Vector t;
        if constexpr (axial)
            t = V::add(v, V::fma(keep, v, drift)); // keep is -b dt/m here
        else
            t = V::fma(friction, V::add(before, behind), V::fma(keep, v, drift));
        t = V::fma(c, V::load(d), t);
        return V::fnma(cBefore, V::load(dBefore), t);
    }

    /// Pass 2 over `count` masses from `first` on. `springs` begins with the spring before the first mass, `before` has
    /// the velocity of the mass before and gets that of the last.
    template <bool axial, bool ground>
    static void move(float* first, int count, const float* springs, float* before, const FleetConstants& k,
                     const Vector& height)
    {
        const Vector keep = V::all(axial ? -k.loss : k.keep);
        const Vector friction = V::all(k.friction);
        const Vector driftX = V::all(k.drift[0]);
        const Vector driftY = V::all(k.drift[1]);
        const Vector driftZ = V::all(k.drift[2]);
        const Vector dt = V::all(k.dt);
        Vector bx = V::load(before);
        Vector by = V::load(before + lanes);
        Vector bz = V::load(before + 2 * lanes);
        Vector vx = V::load(first + 3 * lanes);
        Vector vy = V::load(first + 4 * lanes);
        Vector vz = V::load(first + 5 * lanes);
        float* mass = first;
        const float* s = springs;
        for (int i = 0; i < count; ++i, mass += massFloats, s += springFloats)
        {
            const Vector nx = V::load(mass + massFloats + 3 * lanes);
            const Vector ny = V::load(mass + massFloats + 4 * lanes);
            const Vector nz = V::load(mass + massFloats + 5 * lanes);
            const Vector c0 = V::load(s);
            const Vector c1 = V::load(s + springFloats);
            const float* d = s + lanes;
            Vector tx = velocity<axial>(vx, bx, nx, c1, d + springFloats, c0, d, keep, friction, driftX);
            Vector ty =
                velocity<axial>(vy, by, ny, c1, d + lanes + springFloats, c0, d + lanes, keep, friction, driftY);
            Vector tz = velocity<axial>(vz, bz, nz, c1, d + 2 * lanes + springFloats, c0, d + 2 * lanes, keep, friction,
                                        driftZ);
            if constexpr (ground)
            {
                const Vector zero = V::all(0.0F);
                const Vector depth = V::max(V::sub(height, V::load(mass + lanes)), zero);
                const auto below = V::less(zero, depth);
                const Vector slowing = V::onlyWhere(below, V::all(k.slowing));
                const Vector sinking = V::onlyWhere(below, V::min(vy, zero));
                tx = V::fnma(slowing, vx, tx);
                tz = V::fnma(slowing, vz, tz);
                ty = V::fma(V::all(k.repulsion), depth, V::fnma(V::all(k.absorption), sinking, ty));
            }
            bx = vx;
            by = vy;
            bz = vz;
            vx = nx;
            vy = ny;
            vz = nz;
            V::store(mass + 3 * lanes, tx);
            V::store(mass + 4 * lanes, ty);
            V::store(mass + 5 * lanes, tz);
            V::store(mass, V::fma(dt, tx, V::load(mass)));
            V::store(mass + lanes, V::fma(dt, ty, V::load(mass + lanes)));
            V::store(mass + 2 * lanes, V::fma(dt, tz, V::load(mass + 2 * lanes)));
        }
        V::store(before, bx);
        V::store(before + lanes, by);
        V::store(before + 2 * lanes, bz);
    }

    template <bool seams, bool axial>
    static void stepOnce(float* block, const FleetShape& shape, const FleetConstants& k, const FleetStep& step)
    {
        // With a rope a lane slot 0 is the connection point in all lanes, which nothing pulls.
        const int firstSlot = seams ? 0 : 1;
        const Vector stiffness = V::all(k.stiffness);
        const Vector friction = V::all(k.friction);
        const Vector kL = V::all(step.pull);
        const Vector height = V::sub(V::all(step.groundHeight), V::load(block + 6 * lanes));

        alignas(fleetAlignment) float springs[(chunk + 1) * springFloats];
        alignas(fleetAlignment) float velocityBefore[3 * lanes];
        const float* before = slot(block, firstSlot - 1);
        pull<axial>(before, springs, V::load(before), V::load(before + lanes), V::load(before + 2 * lanes), kL,
                    stiffness, friction);
        for (int row = 0; row < 3; ++row)
            V::store(velocityBefore + row * lanes, V::load(before + (3 + row) * lanes));

        for (int a = firstSlot; a < shape.slotCount; a += chunk)
        {
            const int count = shape.slotCount - a < chunk ? shape.slotCount - a : chunk;
            float* first = slot(block, a);
            Vector lowest = V::load(first + lanes);
            const float* mass = first;
            float* spring = springs + springFloats;
            for (int i = 0; i < count; ++i, mass += massFloats, spring += springFloats)
            {
                const Vector y = V::load(mass + lanes);
                lowest = V::min(lowest, y);
                pull<axial>(mass, spring, V::load(mass), y, V::load(mass + 2 * lanes), kL, stiffness, friction);
            }
            if (V::any(V::less(lowest, height)))
                move<axial, true>(first, count, springs, velocityBefore, k, height);
            else
                move<axial, false>(first, count, springs, velocityBefore, k, height);
            for (int row = 0; row < 4; ++row)
                V::store(springs + row * lanes, V::load(springs + count * springFloats + row * lanes));
        }
    }

    /// The connection point moves with its velocity; the ground holds it, which ends its fall. `ends` has the lanes
    /// that begin with one.
    template <bool seams>
    static void moveConnection(float* block, const FleetShape& shape, const FleetStep& step)
    {
        const Vector zero = V::all(0.0F);
        const Vector time = V::all(step.time);
        const Vector height = V::sub(V::all(step.groundHeight), V::load(block + 6 * lanes));
        float* first = slot(block, 0);
        const auto isFirst = V::less(zero, V::load(shape.isFirst));

        const Vector fallen = V::fma(time, V::load(block + 4 * lanes), V::load(block + lanes));
        const auto held = V::less(fallen, height);
        V::store(block + lanes, V::select(held, height, V::load(block + lanes)));
        V::store(block + 4 * lanes, V::select(held, zero, V::load(block + 4 * lanes)));
        for (int c = 0; c < 3; ++c)
        {
            const Vector v = V::load(block + (3 + c) * lanes);
            const Vector p = V::fma(time, v, V::load(block + c * lanes));
            V::store(first + c * lanes, seams ? V::select(isFirst, p, V::load(first + c * lanes)) : p);
            V::store(first + (3 + c) * lanes, seams ? V::select(isFirst, v, V::load(first + (3 + c) * lanes)) : v);
        }
    }

    template <bool seams>
    static void copySeams(float* block, const FleetShape& shape)
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
        const auto isLast = V::less(zero, V::load(shape.isLast));
        const auto isShort = V::less(zero, V::load(shape.isShort));
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

    template <bool seams, bool axial>
    static void advance(float* block, const FleetShape& shape, const FleetConstants& constants, const FleetStep* steps,
                        int count)
    {
        // A copy: the compiler cannot know that the floats it stores are not these.
        const FleetConstants k = constants;
        for (int i = 0; i < count; ++i)
        {
            stepOnce<seams, axial>(block, shape, k, steps[i]);
            moveConnection<seams>(block, shape, steps[i]);
            copySeams<seams>(block, shape);
        }
    }

    static void advanceAny(float* block, const FleetShape& shape, const FleetConstants& k, const FleetStep* steps,
                           int count)
    {
        if (shape.pieces > 1)
            k.axialFriction ? advance<true, true>(block, shape, k, steps, count)
                            : advance<true, false>(block, shape, k, steps, count);
        else
            k.axialFriction ? advance<false, true>(block, shape, k, steps, count)
                            : advance<false, false>(block, shape, k, steps, count);
    }

    static void copyAnySeams(float* block, const FleetShape& shape)
    {
        shape.pieces > 1 ? copySeams<true>(block, shape) : copySeams<false>(block, shape);
    }

    static constexpr FleetKernel kernel{lanes, advanceAny, copyAnySeams};
};

} // namespace rope
