#pragma once

#include "mass_force.hpp"

#include "rope/stability/grab.hpp"

#include <cmath>
#include <cstddef>

namespace rope
{

/// The mouse pulls a mass in explicit and tridiagonal steps; for Newton's method MousePull.
struct GrabForce : MassForce
{
    static constexpr Reach reach = Reach::one;

    static GrabForce of(const ForceSource& from)
    {
        GrabForce force;
        force.grab = from.grab;
        force.mass = from.grab != nullptr ? from.grab->mass - from.first : 0;
        return force;
    }

    void push(std::span<Mass> masses)
    {
        if (grab == nullptr)
            return;
        pull = grabForce(masses[mass], grab->target, grab->stiffness, grab->longest);
        masses[mass].applyForce(pull);
    }
    void push(std::size_t i, const Mass& at, const Vec3& u, const MeanPiece& piece, MassRow& row) const
    {
        if (fromOutside(i))
            pullAt(at, u, piece, row);
    }

    void book(const SteppedMasses& masses, double dt, StepWork& work) const
    {
        if (grab != nullptr)
            work.grab.add(dt * pull, masses.meanVelocity(mass), masses.before[mass].position);
    }
    void book(std::size_t i, const MeanBook& book) const
    {
        if (!fromOutside(i))
            return;
        MassRow row;
        pullAt(book.mass, book.u, book.piece, row);
        book.add(book.piece.h * row.force, book.work.grab);
    }

    bool fromOutside(std::size_t i) const { return grab != nullptr && mass == i; }
    void putIn(std::span<const Mass> masses, double dt, StepWork& sources) const
    {
        if (grab == nullptr)
            return;
        const Mass& pulled = masses[mass];
        sources.grab.work = dt * glm::dot(pull, pulled.velocity - 0.5 * dt / pulled.mass * pulled.force);
    }

    const MouseGrab* grab = nullptr;
    std::size_t mass = 0; ///< within the rope
    Vec3 pull{0.0};       ///< [N], in an explicit step

private:
    void pullAt(const Mass& at, const Vec3& u, const MeanPiece& piece, MassRow& row) const
    {
        // F = F_max s / sqrt(1 + s²) with s = (target - x) / 5 cm - v / (1 m/s): the mass follows at 20 m/s a metre,
        // and a rope that F_max can bear is not let go of. dF = F_max / sqrt(1 + s²) (I - f fᵀ) ds with f = F/F_max.
        // Here f fᵀ is left out, so that the derivative stays diagonal: far from the target Newton's method then takes
        // the grab for stiffer than it is.
        constexpr double reach = 0.05; // [m]
        constexpr double pace = 1.0;   // [m/s]
        const double t = piece.t();
        const Vec3 v = at.velocity + piece.contactATheta * (u - at.velocity);
        const Vec3 s = (grab->target - at.position - t * u) / reach - v / pace;
        const double strength = grab->strongest / std::sqrt(1.0 + glm::dot(s, s));
        row.force += strength * s;
        row.k += strength * (t / reach + piece.contactATheta / pace);
    }
};

} // namespace rope
