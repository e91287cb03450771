#pragma once

#include <rope/detail/contact.hpp>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace rope
{

/// What the solvers need to know of a step.
struct ContactStep
{
    double dt = 0.0;          ///< [s]
    double restitution = 0.0; ///< E
    double friction = 0.0;    ///< Coulomb's mu
    double slowest = 0.0;     ///< [m/s], the approach from which on a touch is a collision and not rest
    int iterations = 0;       ///< limit of the sweeps over the contacts
    double slop = 0.0;        ///< [m], the overlap that is left alone
    Vec2 gravity{0.0};        ///< [m/s2]
};

/// The most sweeps over this number of contacts or points: a step ends within a tenth of a second, whatever
/// `iterations` says.
inline int affordableSweeps(std::size_t points)
{
    constexpr std::size_t most = 4'000'000;
    return static_cast<int>(most / std::max<std::size_t>(points, 1) + 1);
}

struct Displacement
{
    Vec2 move{0.0};    ///< [m]
    double turn = 0.0; ///< [rad]
};

/// What solveRest needs of a body and of a resting point, close together in memory: it sweeps over them many times.
struct RestBody
{
    Vec2 velocity{0.0};
    double angularVelocity = 0.0;
    double inverseMass = 0.0;
    double inverseInertia = 0.0;
};
struct RestRow
{
    Vec2 normal{0.0};
    double firstNormalArm = 0.0; ///< r1 x n
    double secondNormalArm = 0.0;
    double firstTangentArm = 0.0; ///< r1 x t
    double secondTangentArm = 0.0;
    double normalMass = 0.0;
    double tangentMass = 0.0;
    double normalK = 0.0; ///< [1/kg], the inverses of the two
    double tangentK = 0.0;
    double allowed = 0.0; ///< [m/s], the velocity along the normal that closes the gap, negative
    double normalImpulse = 0.0;
    double tangentImpulse = 0.0;
    std::uint32_t first = 0;
    std::uint32_t second = 0;
    ContactPoint* point = nullptr; ///< takes the impulses when all sweeps are done
};
struct RestWorkspace
{
    std::vector<RestBody> bodies;
    std::vector<RestRow> rows;
    std::vector<std::uint32_t> islands; ///< of each body the first one that hangs together with it by rows
    std::vector<double> sums;           ///< [J], of each island
};

/// One sweep over contacts or rows, the first (0), third ... from front to back, the others from back to front: a blow
/// or a load runs through a row of bodies in one sweep, in whichever direction.
template <typename Item, typename Function>
void sweep(std::vector<Item>& items, int number, Function function)
{
    if (number % 2 == 0)
        std::for_each(items.begin(), items.end(), function);
    else
        std::for_each(items.rbegin(), items.rend(), function);
}

/// Collisions: until no touching point approaches any more (or the limit is reached) each pair that does gets the
/// impulse of the source tutorial,
///
///     J = -(1 + E) vn / K
///
/// with vn the relative velocity along the normal, which is -E vn afterwards: E = 1 keeps the kinetic energy, E = 0
/// leaves the bodies together, E < 0 leaves them going on into each other. Both points of a manifold get theirs at
/// once, and friction up to mu times it. Every single impulse keeps the momentum and, for |E| <= 1, none adds energy.
/// Returns the number of sweeps. With E < 0 each contact gets one impulse, and then none until the bodies have parted.
int solveImpacts(std::vector<RigidBody>& bodies, std::vector<Contact>& contacts, const ContactStep& step,
                 std::vector<unsigned>& changed);

/// Rest: the smallest impulses that let no resting point come nearer than its gap, friction within Coulomb's cone
/// (projected Gauss-Seidel, starting from the impulses of the step before). Returns the number of sweeps.
int solveRest(std::vector<RigidBody>& bodies, std::vector<Contact>& contacts, const ContactStep& step,
              RestWorkspace& work);

/// Overlap that is left: the separation speed grows with the depth. It moves positions and gives no velocity, and so no
/// kinetic energy.
void solveOverlap(std::vector<RigidBody>& bodies, const std::vector<Contact>& contacts, const ContactStep& step,
                  std::vector<Displacement>& displacements);

} // namespace rope
