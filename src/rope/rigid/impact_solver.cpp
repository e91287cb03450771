#include "contact_solver.hpp"

#include <algorithm>
#include <array>

namespace rope
{

namespace
{

double normalVelocity(const RigidBody& a, const RigidBody& b, const Contact& contact, const ContactPoint& point)
{
    return glm::dot(relativeVelocity(a, b, point.arms), contact.normal);
}

void collide(RigidBody& a, RigidBody& b, const Contact& contact, ContactPoint& point, double impulse)
{
    applyImpulse(a, b, point.arms, impulse * contact.normal);
    point.normalImpact += impulse;
}

/// Both points at once: A J = -(1 + E) vn. One after the other would set a box that lands flat spinning. False where
/// one of the two would have to pull.
bool collideBoth(RigidBody& a, RigidBody& b, Contact& contact, const std::array<double, 2>& vn, double restitution)
{
    ContactPoint& p = contact.points[0];
    ContactPoint& q = contact.points[1];
    const double k11 = 1.0 / p.normalMass;
    const double k22 = 1.0 / q.normalMass;
    const double k12 = contact.coupling;
    const double determinant = k11 * k22 - k12 * k12;
    if (!(determinant > 1e-9 * k11 * k22))
        return false;
    const double first = -(1.0 + restitution) * (k22 * vn[0] - k12 * vn[1]) / determinant;
    const double second = -(1.0 + restitution) * (k11 * vn[1] - k12 * vn[0]) / determinant;
    if (first < 0.0 || second < 0.0)
        return false;
    collide(a, b, contact, p, first);
    collide(a, b, contact, q, second);
    return true;
}

/// Friction brings the points' relative velocity along the surface towards zero, with at most mu times the normal
/// impulse: being a step towards the least energy along one line, it cannot add any.
void rub(RigidBody& a, RigidBody& b, const Contact& contact, ContactPoint& point, double friction)
{
    const Vec2 tangent = contact.tangent();
    const double vt = glm::dot(relativeVelocity(a, b, point.arms), tangent);
    const double most = friction * point.normalImpact;
    const double before = point.tangentImpact;
    point.tangentImpact = std::clamp(before - vt * point.tangentMass, -most, most);
    applyImpulse(a, b, point.arms, (point.tangentImpact - before) * tangent);
}

/// True if the contact got an impulse.
bool collide(RigidBody& a, RigidBody& b, Contact& contact, const ContactStep& step)
{
    std::array<double, 2> vn{};
    std::size_t approaching = 0;
    std::size_t fastest = 0;
    for (std::size_t i = 0; i < contact.count; ++i)
    {
        ContactPoint& point = contact.points[i];
        vn[i] = point.touching && point.normalMass > 0.0 ? normalVelocity(a, b, contact, point) : 0.0;
        approaching += vn[i] < -step.slowest ? 1 : 0;
        fastest = vn[i] < vn[fastest] ? i : fastest;
    }
    if (approaching == 0)
        return false;
    if (approaching < 2 || !collideBoth(a, b, contact, vn, step.restitution))
    {
        ContactPoint& point = contact.points[fastest];
        collide(a, b, contact, point, -(1.0 + step.restitution) * vn[fastest] * point.normalMass);
    }
    if (step.friction > 0.0)
        for (std::size_t i = 0; i < contact.count; ++i)
            if (contact.points[i].normalImpact > 0.0)
                rub(a, b, contact, contact.points[i], step.friction);
    return true;
}

} // namespace

int solveImpacts(std::vector<RigidBody>& bodies, std::vector<Contact>& contacts, const ContactStep& step,
                 std::vector<unsigned>& changed)
{
    // A contact whose bodies have not changed since it was looked at needs no second look.
    changed.assign(bodies.size(), 0);
    constexpr int mostLooks = 500'000; // each costs ten times what the rest solver's does
    int looks = 0;
    const int limit = std::min(step.iterations, affordableSweeps(contacts.size()));
    for (int i = 0; i < limit && looks < mostLooks; ++i)
    {
        const unsigned now = static_cast<unsigned>(i) + 1;
        bool any = false;
        sweep(contacts, i,
              [&](Contact& contact)
              {
                  if (i > 0 && changed[contact.first] + 1 < now && changed[contact.second] + 1 < now)
                      return;
                  if (step.restitution < 0.0 && contact.struck)
                      return;
                  if (++looks > mostLooks)
                      return;
                  RigidBody& a = bodies[contact.first];
                  RigidBody& b = bodies[contact.second];
                  if (!collide(a, b, contact, step))
                      return;
                  contact.struck = step.restitution < 0.0;
                  changed[contact.first] = a.fixed() ? 0 : now;
                  changed[contact.second] = b.fixed() ? 0 : now;
                  any = true;
              });
        if (!any)
            return i + 1;
    }
    return limit;
}

} // namespace rope
