#pragma once

// What the fleet and its kernels share. Plain data and function pointers only: this header is compiled with the flags
// of every instruction set, and an inline function in it (of the standard library too) could be kept by the linker in
// its AVX version and run on a processor without AVX.

// Called once or twice each, from the loop over the steps: inlined there, the constants stay in registers from step to
// step. GCC 12 decides otherwise, and loses a fifth.
#if defined(_MSC_VER) && !defined(__clang__)
#define ROPEWALK_ALWAYS_INLINE __forceinline
#else
#define ROPEWALK_ALWAYS_INLINE [[gnu::always_inline]] inline
#endif

namespace rope
{

/// Floats in the widest vector, and bytes that every vector load is aligned to.
inline constexpr int fleetMaxLanes = 16;
inline constexpr int fleetAlignment = 64;

/// Rows of one vector each in front of a block's masses, see FleetShape.
inline constexpr int fleetHeaderRows = 8;
/// Rows of one mass: x, y, z, vx, vy, vz.
inline constexpr int fleetMassRows = 6;

/// Where a block of ropes lies in memory. One lane of the vectors holds a whole rope, or one of the `pieces` contiguous
/// pieces of a rope that lie in neighbouring lanes. Rows (vectors of `lanes` floats), in this order:
///
///     0..2     position of the connection point at the beginning of the call
///     3..5     its velocity
///     6        height of the block's own origin
///     7        not used
///     8..13    slot -1: copy of the last mass of the lane before
///     14..     slots 0 .. slotCount-1: x, y, z, vx, vy, vz of the masses
///     then     slot slotCount: copy of the first mass of the lane behind; of the own last mass at a free end
///
/// Where a rope does not divide evenly, the last lanes have one mass less, and the copy is in their last slot.
struct FleetShape
{
    int slotCount = 0;
    int pieces = 1;
    bool hasShort = false;
    // One number a lane, 1 for true: a lane with a rope's connection point, with its free end, with one mass less.
    alignas(fleetAlignment) float isFirst[fleetMaxLanes] = {};
    alignas(fleetAlignment) float isLast[fleetMaxLanes] = {};
    alignas(fleetAlignment) float isShort[fleetMaxLanes] = {};
    // The slots of a lane's masses that lie between two segments of their rope are above the first of these numbers and
    // below the second; they may belong to the lanes beside it.
    alignas(fleetAlignment) float firstHinge[fleetMaxLanes] = {};
    alignas(fleetAlignment) float lastHinge[fleetMaxLanes] = {};
};

/// The constants of one step: everything that makes a change of velocity is already multiplied by dt / m.
struct FleetConstants
{
    float dt = 0.0F;
    float stiffness = 0.0F;  ///< k dt/m
    float friction = 0.0F;   ///< c dt/m
    float keep = 1.0F;       ///< the remaining part of a velocity: 1 - b dt/m, with full friction less 2 c dt/m
    float loss = 0.0F;       ///< b dt/m
    float drift[3] = {};     ///< (g + b w/m) dt, with the wind w
    float repulsion = 0.0F;  ///< of the ground
    float slowing = 0.0F;    ///< friction of the ground
    float absorption = 0.0F; ///< of the ground
    bool axialFriction = false;
    bool bends = false; ///< the ropes resist bending
};

/// What may change from step to step while a spring length or the ground glides to its new value.
struct FleetStep
{
    float time = 0.0F;         ///< [s] since the beginning of the call, at the end of this step
    float pull = 0.0F;         ///< k L dt/m
    float groundHeight = 0.0F; ///< [m]
    float bend = 0.0F;         ///< (4 B/L) dt/m
    float shortest = 0.0F;     ///< [m], of a segment as its bends see it
};

/// One instruction set's kernel.
struct FleetKernel
{
    int lanes = 0;
    /// Advances one block by `count` steps. The block's rows are aligned to fleetAlignment. Meanwhile the `nextFloats`
    /// floats at `next`, the block that comes after it, are fetched into the cache.
    void (*advance)(float* block, const FleetShape& shape, const FleetConstants& constants, const FleetStep* steps,
                    int count, const float* next, int nextFloats) = nullptr;
    /// Makes slots -1 and slotCount, and those that repeat them, copies of their neighbours.
    void (*copySeams)(float* block, const FleetShape& shape) = nullptr;
};

// Null where the compiler or the processor's family has no such instructions.
const FleetKernel* portableFleetKernel();
const FleetKernel* baselineFleetKernel();
const FleetKernel* avx2FleetKernel();
const FleetKernel* avx512FleetKernel();

} // namespace rope
