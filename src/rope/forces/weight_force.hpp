#pragma once

#include "mass_force.hpp"

namespace rope
{

/// F = m g
struct WeightForce : MassForce
{
    explicit WeightForce(const Vec3& gravity) : g(gravity) {}
    static WeightForce of(const ForceSource& from) { return WeightForce(from.world.gravity); }

    Vec3 addedTo(const Vec3& sum, const Mass& mass) const { return sum + mass.mass * g; }
    void push(std::size_t, const Mass& mass, const Vec3&, const MeanPiece&, MassRow& row) const
    {
        row.force += mass.mass * g;
    }

    void book(const SteppedMasses& masses, double dt, StepWork& work) const
    {
        double weight = 0.0;
        Vec3 massVelocity(0.0);
        Vec3 massPosition(0.0);
        Vec3 massTravel(0.0);
        for (std::size_t i = 0; i < masses.before.size(); ++i)
        {
            const Mass& mass = masses.before[i];
            weight += mass.mass;
            massVelocity += mass.mass * masses.meanVelocity(i);
            massPosition += mass.mass * mass.position;
            massTravel += mass.mass * (masses.after[i].position - mass.position);
        }
        work.gravity = {dt * glm::dot(g, massVelocity), dt * weight * g, dt * glm::cross(massPosition, g)};
        work.potentialChange -= glm::dot(g, massTravel);
    }
    void book(std::size_t, const MeanBook& book) const
    {
        const double h = book.piece.h;
        book.add(h * book.mass.mass * g, book.work.gravity);
        book.work.potentialChange -= book.mass.mass * glm::dot(g, h * book.u);
    }

    Vec3 g; ///< [m/s2]
};

} // namespace rope
