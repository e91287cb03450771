#pragma once

#include "rope/stability/small_motions.hpp"

#include <rope/detail/book_keeper.hpp>
#include <rope/detail/held_mass.hpp>
#include <rope/detail/rope_state.hpp>
#include <rope/mass.hpp>

#include <cstddef>
#include <span>
#include <tuple>
#include <type_traits>

// What a force on single masses says to explicit and tridiagonal steps, to their books and to their step limit.

namespace rope
{

/// What the forces on a rope are made of.
struct ForceSource
{
    const RopeConstants& rope;
    const WorldConstants& world;
    const MouseGrab* grab = nullptr; ///< where the mouse pulls this rope
    std::size_t first = 0;           ///< the rope's first mass among all

    static ForceSource of(const Rope& rope, const RopeState& state)
    {
        const bool grabbed = state.grab && rope.has(state.grab->mass);
        return {rope.constants, state.world, grabbed ? &*state.grab : nullptr, rope.first};
    }
};

/// A part of an implicit step that is solved at once, the whole of it, a half, a quarter ...; with the mean
/// velocities u and the numbers of ImplicitRope.
struct MeanPiece
{
    RopeIntegrator integrator = RopeIntegrator::implicit_euler;
    double h = 0.0;             ///< [s]
    double elapsed = 0.0;       ///< [s] of the step, before this piece
    double aTheta = 1.0;        ///< frictions see v + theta (v+ - v) = v + a theta (u - v)
    double contactATheta = 1.0; ///< the same where something is touched

    double a() const { return integrator == RopeIntegrator::implicit_euler ? 1.0 : 2.0; }
    double t() const { return integrator == RopeIntegrator::implicit_euler ? h : 0.5 * h; } ///< h/a, so e = d + t w
};

/// The forces on a mass in a piece of an implicit step.
struct MassRow
{
    Vec3 force{0.0}; ///< F [N]
    Vec3 k{0.0};     ///< -dF/du [N s/m], a diagonal matrix
};

/// Books what each force does to a mass in a piece of an implicit step.
struct MeanBook
{
    const Mass& mass; ///< before the piece
    const Vec3& u;    ///< [m/s]
    const MeanPiece& piece;
    bool pinned;
    Vec3 velocity; ///< [m/s], the mean of those before and after the piece
    Vec3 arm;      ///< [m], where an impulse turns the mass exactly
    StepWork& work;

    void add(const Vec3& impulse, Effect& effect) const
    {
        effect.add(impulse, velocity, arm);
        if (pinned)
            work.pinned.add(impulse, velocity, arm);
    }
};

/// The masses of a rope before and after an explicit step.
struct SteppedMasses
{
    std::span<const Mass> before; ///< of an explicit step: with its forces
    std::span<const Mass> after;
    std::span<const HeldMass> held; ///< by mass

    bool pinned(std::size_t mass) const { return isHeld(held, mass); }
    /// [m/s]
    Vec3 meanVelocity(std::size_t mass) const { return 0.5 * (before[mass].velocity + after[mass].velocity); }
};

/// On which masses a force acts. In the sum on a mass, inertia and bends come before those that act somewhere.
enum class Reach
{
    everywhere,
    somewhere,
    one ///< mass; its explicit `push` takes all of them, before a step
};

/// What a force on single masses says where it has nothing to say. A force hides what concerns it, and has besides
///
///     static Force of(const ForceSource&)
///     Vec3 addedTo(const Vec3& sum, const Mass&) const             an explicit step, of a force that acts everywhere
///     void push(Mass&) const                                       the same of one that acts somewhere
///     void push(std::span<Mass>)                                   the same of one that acts on one mass
///     void push(std::size_t mass, const Mass&, const Vec3& u, const MeanPiece&, MassRow&) const  an implicit one
///     void book(const SteppedMasses&, double dt, StepWork&) const                            the books of both
///     void book(std::size_t mass, const MeanBook&) const
struct MassForce
{
    static constexpr Reach reach = Reach::everywhere;

    /// [N s/m], how strongly it brakes a mass; of a force that acts somewhere: there.
    double brake() const { return 0.0; }
    /// Whether it pushes this mass from outside: such work is counted without books too.
    bool fromOutside(std::size_t) const { return false; }
    /// Counts the work from outside in an explicit step of `dt` [s] that has ended.
    void putIn(std::span<const Mass>, double, StepWork&) const {}
    /// Its shares of the step limit, of a mass as it is or, without `now`, in the worst state; `counted` is the part of
    /// one-sided friction that counts (worstStepLimits).
    void restrain(RestrainedMass&, const Mass*, double) const {}
    void restrain(Restraint&, const Mass&) const {} ///< the row of a mass that is grabbed
};

/// Forces of several kinds, each asked in turn.
template <typename... Force>
class ForceList
{
public:
    explicit ForceList(const ForceSource& from) : forces_(Force::of(from)...) {}

    template <typename Ask>
    void each(const Ask& ask) const
    {
        std::apply([&ask](const Force&... force) { (ask(force), ...); }, forces_);
    }
    template <Reach reach, typename Ask>
    void each(const Ask& ask) const
    {
        each(
            [&ask](const auto& force)
            {
                if constexpr (std::remove_cvref_t<decltype(force)>::reach == reach)
                    ask(force);
            });
    }
    /// `sum` [N] and, in an explicit step, the forces that act everywhere. By values, not by `each`: so the sum stays
    /// in registers.
    template <std::size_t number = 0>
    Vec3 addedTo(const Vec3& sum, const Mass& mass) const
    {
        if constexpr (number == sizeof...(Force))
            return sum;
        else if constexpr (std::tuple_element_t<number, std::tuple<Force...>>::reach != Reach::everywhere)
            return addedTo<number + 1>(sum, mass);
        else
            return addedTo<number + 1>(std::get<number>(forces_).addedTo(sum, mass), mass);
    }
    void pushOnes(std::span<Mass> masses)
    {
        const auto push = [masses](auto& force)
        {
            if constexpr (std::remove_cvref_t<decltype(force)>::reach == Reach::one)
                force.push(masses);
        };
        std::apply([&push](Force&... force) { (push(force), ...); }, forces_);
    }

private:
    std::tuple<Force...> forces_;
};

} // namespace rope
