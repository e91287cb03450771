#include "ground_force.hpp"

#include <cmath>

namespace rope
{

namespace
{

struct Seen
{
    double velocity = 0.0; ///< [m/s]
    double rate = 0.0;     ///< its derivative by u
};

/// What friction of the ground sees of one component of a velocity, v before the piece, and the derivative by u.
/// v + theta (v+ - v) does, where the velocity keeps its sign. Where another force turns it round, that can point
/// against the mean velocity (v + v+)/2, and friction would push the mass on: it would make energy. So the friction
/// rests until the mean velocity has turned as well, and then sees 2 theta times that.
Seen seenByGround(double v, double u, const MeanPiece& piece)
{
    const double turned = 2.0 * piece.contactATheta / piece.a() * v + piece.contactATheta * (u - v);
    if (turned * v < 0.0)
        return {turned, piece.contactATheta};
    const double seen = v + piece.contactATheta * (u - v);
    return seen * v < 0.0 ? Seen{} : Seen{seen, piece.contactATheta};
}

} // namespace

void GroundForce::pushBelow(const Mass& mass, const Vec3& u, const MeanPiece& piece, MassRow& row) const
{
    const double h = piece.h;
    const double t = piece.t();
    const double before = ground.height - mass.position.y; // depth, negative above
    if (piece.integrator == RopeIntegrator::energy_momentum)
    {
        // -(V(after) - V(before)) / (y(after) - y(before)) of V = repulsion max(0, depth)²/2: the bounce keeps energy.
        const double after = before - h * u.y;
        const double deep = std::max(before, 0.0);
        const double deepAfter = std::max(after, 0.0);
        double push = 0.0;
        double rate = 0.0; // d push / d after
        if (before >= 0.0 && after >= 0.0)
        {
            push = 0.5 * ground.repulsion * (before + after);
            rate = 0.5 * ground.repulsion;
        }
        else if (deep > 0.0 || deepAfter > 0.0)
        {
            const double share = (deepAfter - deep) / (after - before); // of the path, below the ground
            push = 0.5 * ground.repulsion * share * (deep + deepAfter);
            rate = 0.5 * ground.repulsion * (deepAfter > 0.0 ? share * (2.0 - share) : share * share);
        }
        row.force.y += push;
        row.k.y += h * rate;
    }
    else if (const double depth = before - t * u.y; depth > 0.0)
    {
        row.force.y += ground.repulsion * depth;
        row.k.y += t * ground.repulsion;
    }

    // Friction counts for the part of the piece that the mass is below the ground. The velocity before the piece
    // decides that part: decided by the iterations, friction would come and go, and they would go round in circles.
    const double afterAlone = before - h * mass.velocity.y;
    const double highest = std::max(before, afterAlone);
    if (highest <= 0.0)
        return;
    const double contact = std::min(before, afterAlone) >= 0.0 ? 1.0 : highest / std::abs(before - afterAlone);
    const Seen x = seenByGround(mass.velocity.x, u.x, piece);
    const Seen y = seenByGround(mass.velocity.y, u.y, piece);
    const Seen z = seenByGround(mass.velocity.z, u.z, piece);
    const double along = contact * ground.friction;
    row.force -= along * Vec3(x.velocity, 0.0, z.velocity);
    row.k.x += x.rate * along;
    row.k.z += z.rate * along;
    if (y.velocity < 0.0)
    {
        row.force.y -= contact * ground.absorption * y.velocity;
        row.k.y += y.rate * contact * ground.absorption;
    }
}

void GroundForce::book(const SteppedMasses& masses, double dt, StepWork& work) const
{
    for (std::size_t i = 0; i < masses.before.size(); ++i)
    {
        const Mass& mass = masses.before[i];
        const double depth = ground.depth(mass);
        const double depthAfter = ground.depth(masses.after[i]);
        work.potentialChange += 0.5 * ground.repulsion * (depthAfter - depth) * (depthAfter + depth);
        if (depth == 0.0)
            continue;
        const Vec3 v = masses.meanVelocity(i);
        work.groundPush.add({0.0, dt * ground.repulsion * depth, 0.0}, v, mass.position);
        const Vec3 slip(mass.velocity.x, 0.0, mass.velocity.z);
        work.groundFriction.add(-dt * ground.friction * slip, v, mass.position);
        if (mass.velocity.y < 0.0)
            work.groundAbsorption.add({0.0, -dt * ground.absorption * mass.velocity.y, 0.0}, v, mass.position);
    }
}

void GroundForce::book(std::size_t, const MeanBook& book) const
{
    const Mass& mass = book.mass;
    const MeanPiece& piece = book.piece;
    const double h = piece.h;
    const double before = ground.height - mass.position.y; // depth, negative above
    const double after = before - h * book.u.y;
    if (std::max({before, after, before - h * mass.velocity.y}) <= 0.0)
        return;
    const double deep = std::max(before, 0.0);
    const double deepAfter = std::max(after, 0.0);
    const double change = 0.5 * ground.repulsion * (deepAfter - deep) * (deepAfter + deep);
    double push = ground.repulsion * std::max(0.0, before - piece.t() * book.u.y);
    if (piece.integrator == RopeIntegrator::energy_momentum || book.pinned)
        push = after == before ? ground.repulsion * deep : change / (after - before);
    StepWork& work = book.work;
    work.potentialChange += change;
    book.add({0.0, h * push, 0.0}, work.groundPush);
    if (book.pinned)
        return; // a rising ground lifts a pinned mass; its friction does nothing to it
    MassRow row;
    pushBelow(mass, book.u, piece, row);
    book.add({h * row.force.x, 0.0, h * row.force.z}, work.groundFriction);
    book.add({0.0, h * (row.force.y - push), 0.0}, work.groundAbsorption);
}

void GroundForce::restrain(RestrainedMass& mass, const Mass* now, double counted) const
{
    if (now != nullptr && (mass.pinned || ground.depth(*now) == 0.0))
        return;
    const double absorption = counted * ground.absorption;
    mass.stiffness.y += ground.repulsion;
    mass.friction += Vec3(ground.friction, absorption, ground.friction);
    mass.share(StepCause::ground_repulsion).stiffness = ground.repulsion;
    mass.share(StepCause::ground_absorption).friction = std::max(absorption, ground.friction);
    // A mass that lands with the velocity v leaves its first step in the ground with (1 - h A/m) v.
    if (ground.absorption > 0.0)
        mass.landingStep = 2.0 * mass.mass / ground.absorption;
}

void GroundForce::restrain(Restraint& sum, const Mass& mass) const
{
    if (ground.depth(mass) == 0.0)
        return;
    sum.stiffness += ground.repulsion;
    sum.friction += std::max(ground.absorption, ground.friction);
}

} // namespace rope
