#include "contact_solver.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace rope
{

namespace
{

/// Small systems may sweep more often for the same work: a stack of fifteen boxes then rests exactly.
int sweepLimit(const ContactStep& step, std::size_t points)
{
    constexpr std::size_t enough = 2000; // points swept at the cost the limit is meant for
    constexpr std::size_t most = 20;
    const int wanted =
        step.iterations * static_cast<int>(std::clamp<std::size_t>(enough / std::max<std::size_t>(points, 1), 1, most));
    return std::min(wanted, affordableSweeps(points));
}

RestRow rowOf(const Contact& contact, ContactPoint& point, double dt)
{
    const Vec2 tangent = contact.tangent();
    return {contact.normal,
            cross(point.arms.first, contact.normal),
            cross(point.arms.second, contact.normal),
            cross(point.arms.first, tangent),
            cross(point.arms.second, tangent),
            point.normalMass,
            point.tangentMass,
            1.0 / point.normalMass,
            1.0 / point.tangentMass,
            -std::max(0.0, point.separation) / dt,
            point.normalImpulse,
            point.tangentImpulse,
            contact.first,
            contact.second,
            &point};
}

void apply(RestBody& a, RestBody& b, const RestRow& row, double normal, double tangent)
{
    const Vec2 impulse(normal * row.normal.x - tangent * row.normal.y, normal * row.normal.y + tangent * row.normal.x);
    a.velocity += a.inverseMass * impulse;
    b.velocity -= b.inverseMass * impulse;
    a.angularVelocity += a.inverseInertia * (normal * row.firstNormalArm + tangent * row.firstTangentArm);
    b.angularVelocity -= b.inverseInertia * (normal * row.secondNormalArm + tangent * row.secondTangentArm);
}

/// The impulse of a row times its relative velocity, less what its gap allows: half the sum before and half the sum
/// after all impulses is what the sweeps make smaller, and the energy that the impulses bring is never more than that.
double workOf(const std::vector<RestBody>& bodies, const RestRow& row)
{
    const RestBody& a = bodies[row.first];
    const RestBody& b = bodies[row.second];
    const Vec2 v = a.velocity - b.velocity;
    const double vn =
        glm::dot(row.normal, v) + a.angularVelocity * row.firstNormalArm - b.angularVelocity * row.secondNormalArm;
    const double vt =
        cross(row.normal, v) + a.angularVelocity * row.firstTangentArm - b.angularVelocity * row.secondTangentArm;
    return row.normalImpulse * (vn - row.allowed) + row.tangentImpulse * vt;
}

/// Bodies that hang together by rows, but for those that do not move.
void findIslands(RestWorkspace& work)
{
    std::vector<std::uint32_t>& islands = work.islands;
    islands.resize(work.bodies.size());
    std::iota(islands.begin(), islands.end(), 0u);
    const auto root = [&islands](std::uint32_t body)
    {
        while (islands[body] != body)
            body = islands[body] = islands[islands[body]];
        return body;
    };
    for (const RestRow& row : work.rows)
        if (work.bodies[row.first].inverseInertia > 0.0 && work.bodies[row.second].inverseInertia > 0.0)
        {
            const std::uint32_t a = root(row.first);
            const std::uint32_t b = root(row.second);
            islands[std::max(a, b)] = std::min(a, b);
        }
    for (std::uint32_t body = 0; body < islands.size(); ++body)
        islands[body] = root(body);
}

/// Begins with the impulses of the step before. Where bodies rest that is nearly the end already. Where they part it
/// may be worse than nothing, and then the island begins with nothing: what the sweeps leave of a wrong beginning would
/// push bodies apart as a spring does.
void beginWithEarlier(const std::vector<RigidBody>& bodies, RestWorkspace& work)
{
    findIslands(work);
    const auto islandOf = [&work](const RestRow& row)
    { return work.islands[work.bodies[row.first].inverseInertia > 0.0 ? row.first : row.second]; };
    work.sums.assign(work.bodies.size(), 0.0);
    const auto add = [&]
    {
        for (const RestRow& row : work.rows)
            work.sums[islandOf(row)] += workOf(work.bodies, row);
    };
    add();
    for (const RestRow& row : work.rows)
        apply(work.bodies[row.first], work.bodies[row.second], row, row.normalImpulse, row.tangentImpulse);
    add();
    for (RestRow& row : work.rows)
        if (work.sums[islandOf(row)] > 0.0)
            row.normalImpulse = row.tangentImpulse = 0.0;
    for (std::size_t i = 0; i < bodies.size(); ++i)
        if (work.sums[work.islands[i]] > 0.0)
        {
            work.bodies[i].velocity = bodies[i].velocity;
            work.bodies[i].angularVelocity = bodies[i].angularVelocity;
        }
}

/// One projected Gauss-Seidel update of a row; returns the largest change of a relative velocity. An update goes as far
/// as its own row asks and no farther: over-relaxation would circle instead of settling, because the bound of the
/// friction moves with the normal impulse.
double relax(std::vector<RestBody>& bodies, RestRow& row, double friction)
{
    RestBody& first = bodies[row.first];
    RestBody& second = bodies[row.second];
    RestBody a = first;
    RestBody b = second;
    const Vec2 n = row.normal;
    const double vn = n.x * (a.velocity.x - b.velocity.x) + n.y * (a.velocity.y - b.velocity.y) +
                      a.angularVelocity * row.firstNormalArm - b.angularVelocity * row.secondNormalArm;
    const double normalBefore = row.normalImpulse;
    row.normalImpulse = std::max(0.0, normalBefore - (vn - row.allowed) * row.normalMass);
    const double normal = row.normalImpulse - normalBefore;
    a.angularVelocity += a.inverseInertia * normal * row.firstNormalArm;
    b.angularVelocity -= b.inverseInertia * normal * row.secondNormalArm;

    // The normal impulse has no part along the tangent (-n.y, n.x): there only its turning counts.
    const double vt = n.x * (a.velocity.y - b.velocity.y) - n.y * (a.velocity.x - b.velocity.x) +
                      a.angularVelocity * row.firstTangentArm - b.angularVelocity * row.secondTangentArm;
    const double most = friction * row.normalImpulse;
    const double tangentBefore = row.tangentImpulse;
    row.tangentImpulse = std::clamp(tangentBefore - vt * row.tangentMass, -most, most);
    const double tangent = row.tangentImpulse - tangentBefore;

    const Vec2 impulse(normal * n.x - tangent * n.y, normal * n.y + tangent * n.x);
    first.velocity = a.velocity + a.inverseMass * impulse;
    second.velocity = b.velocity - b.inverseMass * impulse;
    first.angularVelocity = a.angularVelocity + a.inverseInertia * tangent * row.firstTangentArm;
    second.angularVelocity = b.angularVelocity - b.inverseInertia * tangent * row.secondTangentArm;
    return std::max(std::abs(normal) * row.normalK, std::abs(tangent) * row.tangentK);
}

} // namespace

int solveRest(std::vector<RigidBody>& bodies, std::vector<Contact>& contacts, const ContactStep& step,
              RestWorkspace& work)
{
    work.rows.clear();
    for (Contact& contact : contacts)
        for (std::size_t i = 0; i < contact.count && !contact.still; ++i)
        {
            ContactPoint& point = contact.points[i];
            if (point.resting)
                work.rows.push_back(rowOf(contact, point, step.dt));
            point.normalImpulse = point.tangentImpulse = 0.0;
        }
    if (work.rows.empty())
        return 0;
    work.bodies.clear();
    for (const RigidBody& body : bodies)
        work.bodies.push_back({body.velocity, body.angularVelocity, body.inverseMass, body.inverseInertia});
    beginWithEarlier(bodies, work);

    constexpr double settled = 1e-9; // [m/s]: a millimetre in eleven days
    const int limit = sweepLimit(step, work.rows.size());
    int sweeps = 0;
    for (double largest = 1.0; sweeps < limit && largest > settled; ++sweeps)
    {
        largest = 0.0;
        sweep(work.rows, sweeps,
              [&](RestRow& row) { largest = std::max(largest, relax(work.bodies, row, step.friction)); });
    }

    for (const RestRow& row : work.rows)
    {
        row.point->normalImpulse = row.normalImpulse;
        row.point->tangentImpulse = row.tangentImpulse;
    }
    for (std::size_t i = 0; i < bodies.size(); ++i)
    {
        bodies[i].velocity = work.bodies[i].velocity;
        bodies[i].angularVelocity = work.bodies[i].angularVelocity;
    }
    return sweeps;
}

void solveOverlap(std::vector<RigidBody>& bodies, const std::vector<Contact>& contacts, const ContactStep& step,
                  std::vector<Displacement>& displacements)
{
    constexpr double time = 0.05; // [s], in which an overlap falls to 1/e: slow enough not to be seen as a jump
    constexpr int sweeps = 8;
    displacements.assign(bodies.size(), {});
    bool any = false;
    for (int i = 0; i < sweeps; ++i)
        for (const Contact& contact : contacts)
            for (std::size_t k = 0; k < contact.count && !contact.still; ++k)
            {
                const ContactPoint& point = contact.points[k];
                const double wanted = (-point.separation - step.slop) * std::min(1.0, step.dt / time);
                if (wanted <= 0.0)
                    continue;
                const RigidBody& a = bodies[contact.first];
                const RigidBody& b = bodies[contact.second];
                Displacement& da = displacements[contact.first];
                Displacement& db = displacements[contact.second];
                const Arms& r = point.arms;
                const double moved =
                    glm::dot(da.move + cross(da.turn, r.first) - db.move - cross(db.turn, r.second), contact.normal);
                const double push = std::max(0.0, wanted - moved) * point.normalMass;
                da.move += push * a.inverseMass * contact.normal;
                da.turn += push * a.inverseInertia * cross(r.first, contact.normal);
                db.move -= push * b.inverseMass * contact.normal;
                db.turn -= push * b.inverseInertia * cross(r.second, contact.normal);
                any = true;
            }
    if (!any)
        return;
    const double g = glm::length(step.gravity);
    for (std::size_t i = 0; i < bodies.size(); ++i)
    {
        RigidBody& body = bodies[i];
        body.position += displacements[i].move;
        body.angle += displacements[i].turn;
        // A lifted body loses as much speed as if it had flown up there: v^2 = v0^2 - 2 g h.
        const double lift = g > 0.0 ? -glm::dot(step.gravity, displacements[i].move) / g : 0.0;
        if (lift > 0.0)
        {
            const double fall = glm::dot(step.gravity, body.velocity) / g;
            const double left = std::sqrt(std::max(0.0, fall * fall - 2.0 * g * lift));
            body.velocity += (std::copysign(left, fall) - fall) / g * step.gravity;
        }
    }
}

} // namespace rope
