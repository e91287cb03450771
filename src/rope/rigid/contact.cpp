#include <rope/detail/contact.hpp>

namespace rope
{

Vec2 relativeVelocity(const RigidBody& first, const RigidBody& second, const Arms& arms)
{
    return (first.velocity + cross(first.angularVelocity, arms.first)) -
           (second.velocity + cross(second.angularVelocity, arms.second));
}

double inverseEffectiveMass(const RigidBody& first, const RigidBody& second, const Arms& arms, const Vec2& n)
{
    const double r1n = cross(arms.first, n);
    const double r2n = cross(arms.second, n);
    return first.inverseMass + second.inverseMass + r1n * r1n * first.inverseInertia +
           r2n * r2n * second.inverseInertia;
}

void applyImpulse(RigidBody& first, RigidBody& second, const Arms& arms, const Vec2& impulse)
{
    first.velocity += first.inverseMass * impulse;
    first.angularVelocity += first.inverseInertia * cross(arms.first, impulse);
    second.velocity -= second.inverseMass * impulse;
    second.angularVelocity -= second.inverseInertia * cross(arms.second, impulse);
}

Contact makeContact(std::uint32_t first, std::uint32_t second, const Manifold& manifold,
                    const std::vector<RigidBody>& bodies, const Contact* earlier)
{
    const RigidBody& a = bodies[first];
    const RigidBody& b = bodies[second];
    // Two hung bodies may be unable to move along the normal: K is 0 then. They get no impulse instead of an infinite
    // one.
    const auto massOf = [](double k) { return k > 1e-300 ? 1.0 / k : 0.0; };

    Contact contact;
    contact.first = first;
    contact.second = second;
    contact.normal = manifold.normal;
    contact.count = static_cast<std::uint8_t>(manifold.count);
    contact.separation = manifold.separation;
    contact.struck = earlier && earlier->struck;
    for (std::size_t i = 0; i < contact.count; ++i)
    {
        const ManifoldPoint& met = manifold.points[i];
        ContactPoint& point = contact.points[i];
        point.arms = {met.position - a.position, met.position - b.position};
        point.separation = met.separation;
        point.id = met.id;
        point.normalMass = massOf(inverseEffectiveMass(a, b, point.arms, contact.normal));
        point.tangentMass = massOf(inverseEffectiveMass(a, b, point.arms, contact.tangent()));
        for (std::size_t j = 0; earlier && j < earlier->count; ++j)
            if (earlier->points[j].id == met.id)
            {
                point.normalImpulse = earlier->points[j].normalImpulse;
                point.tangentImpulse = earlier->points[j].tangentImpulse;
            }
    }
    if (contact.count == 2)
    {
        const Arms& p = contact.points[0].arms;
        const Arms& q = contact.points[1].arms;
        const Vec2& n = contact.normal;
        contact.coupling = a.inverseMass + b.inverseMass + cross(p.first, n) * cross(q.first, n) * a.inverseInertia +
                           cross(p.second, n) * cross(q.second, n) * b.inverseInertia;
    }
    return contact;
}

} // namespace rope
