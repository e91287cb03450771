#pragma once

#include <rope/books.hpp>
#include <rope/detail/runaway.hpp>
#include <rope/detail/uncopied.hpp>
#include <rope/export.hpp>
#include <rope/mass.hpp>

#include <array>
#include <optional>
#include <vector>

namespace rope
{

/// Energies and momenta of a simulation at one moment.
struct BookTotals
{
    EnergyByForm energy{};
    Vec3 momentum{0.0};        ///< [kg m/s]
    Vec3 angularMomentum{0.0}; ///< [kg m2/s], about the origin

    /// Adds the momenta of a mass.
    void add(const Mass& mass)
    {
        const Vec3 p = mass.mass * mass.velocity;
        momentum += p;
        angularMomentum += glm::cross(mass.position, p);
    }
};

/// What one force did in a step, or several forces did together: the impulse J = h F, the work J.v with the mean
/// velocity v = (v + v+)/2 of the mass, so that the works on a mass add up to the change of its m v²/2 exactly, and the
/// turning impulse x × J.
struct Effect
{
    double work = 0.0; ///< [J]
    Vec3 impulse{0.0}; ///< [N s]
    Vec3 turning{0.0}; ///< [kg m2/s], about the origin

    void add(const Vec3& j, const Vec3& meanVelocity, const Vec3& arm)
    {
        work += glm::dot(j, meanVelocity);
        impulse += j;
        turning += glm::cross(arm, j);
    }

    friend Effect operator+(const Effect& a, const Effect& b)
    {
        return {a.work + b.work, a.impulse + b.impulse, a.turning + b.turning};
    }
    friend Effect operator-(const Effect& a, const Effect& b)
    {
        return {a.work - b.work, a.impulse - b.impulse, a.turning - b.turning};
    }
};

/// What the forces of one step did to all masses.
struct StepWork
{
    Effect gravity;
    Effect air;
    Effect grab;
    Effect groundPush;
    Effect groundFriction;
    Effect groundAbsorption;
    Effect pinned;             ///< of all these forces, on the pinned masses, which they do not move
    Effect support;            ///< of holds that move masses: the part of their change that the forces do not explain
    double springs = 0.0;      ///< [J] work of the springs
    double bending = 0.0;      ///< [J] work of the bends
    double friction = 0.0;     ///< [J] work of the springs' friction on strain; negative
    double flow = 0.0;         ///< [J] work of the springs' friction on the rope that flows out of the reel
    Vec3 frictionTurning{0.0}; ///< [kg m2/s], turning impulse of the springs' friction
    double potentialChange = 0.0; ///< [J] of gravity, springs, bends and ground

    /// Energy that the potentials gained beyond the work done against them.
    double made() const { return potentialChange + springs + bending + gravity.work + groundPush.work; }
    Effect touches() const { return groundPush + groundFriction + groundAbsorption; }
    /// The part of the masses' change, `kinetic` [J] of energy, that these forces do not explain.
    Effect unexplained(double kinetic, const Vec3& pushed, const Vec3& turned) const;
};

/// The books of one simulation. Outside of BookKeeper, whose optional member needs the complete type.
struct Books
{
    EnergyBook energy;
    MomentumBook momentum;
    double dt = 0.0;                          ///< [s] of the last step
    Uncopied<std::vector<Mass>> massesBefore; ///< the masses before the step

    void step(const StepWork& work, double dt);                ///< books a step
    void gain(MomentumLine line, const Effect& effect);        ///< books the momenta
    void bookVelocity(const Mass& mass, const Vec3& velocity); ///< that what holds a mass gives it at once
};

/// A simulation that can keep books of energy and momentum: docs/physics.md, "Where the energy goes". Books watch the
/// steps and change nothing, but a step then costs some 50 ns more for each mass.
class ROPE_API BookKeeper
{
public:
    /// Begins books at this moment, or ends them.
    void setBooks(bool keep);
    bool keepsBooks() const { return books_.has_value(); }

    EnergyBook energyBook() const;              ///< empty where no books are kept
    MomentumBook momentumBook() const;          ///< empty where no books are kept
    double energyLine(EnergyLine line) const;   ///< [J] as EnergyBook::amount; 0 where no books are kept
    Vec3 momentumLine(MomentumLine line) const; ///< [kg m/s] that it has brought; 0 where no books are kept

protected:
    BookKeeper() = default;
    BookKeeper(const BookKeeper&) = default;
    BookKeeper(BookKeeper&&) = default;
    BookKeeper& operator=(const BookKeeper&) = default;
    BookKeeper& operator=(BookKeeper&&) = default;
    virtual ~BookKeeper() = default;

    virtual bool uses(EnergyLine line) const { return !ofRods(line); }
    virtual bool uses(MomentumLine line) const { return !ofRods(line); }
    /// Lines that only rods use, or bodies with a rope: contact, loads, bends and twist, axles, the plane.
    static bool ofRods(EnergyLine line)
    {
        return line == EnergyLine::load || line == EnergyLine::solids || line == EnergyLine::contact_friction ||
               line == EnergyLine::contact_absorption || line == EnergyLine::motors || line == EnergyLine::axles ||
               line == EnergyLine::joins || line == EnergyLine::cuts;
    }
    static bool ofRods(MomentumLine line)
    {
        return line == MomentumLine::load || line == MomentumLine::contact || line == MomentumLine::contact_friction ||
               line == MomentumLine::bending || line == MomentumLine::twist || line == MomentumLine::plane;
    }
    virtual BookTotals totals() const = 0;
    /// dV/dt [W] of the potential energy where the integrator is symplectic: it moves the positions with velocities of
    /// the middle of the step, so that between two steps the potential belongs h/2 later than the velocities. 0 for
    /// other integrators.
    virtual double swayPower() const = 0;

    /// Makes a change that is no step, and books what it brings.
    template <typename Change>
    void booked(EnergyLine line, MomentumLine momentumLine, const Change& change)
    {
        const BookTotals before = totals();
        change();
        const BookTotals after = totals();
        runaway_.putIn(line, before.energy, after.energy);
        if (books_)
            bookEvent(line, momentumLine, before, after);
    }
    void bookStep(const StepWork& work, double dt) { books_->step(work, dt); }
    void gain(MomentumLine line, const Effect& effect) { books_->gain(line, effect); }

    std::optional<Books> books_;
    Runaway runaway_; ///< counts also where no books are kept

private:
    void bookEvent(EnergyLine line, MomentumLine momentumLine, const BookTotals& before, const BookTotals& after);
    double sway() const { return 0.5 * books_->dt * swayPower(); } ///< [J], EnergyLine::sway
};

} // namespace rope
