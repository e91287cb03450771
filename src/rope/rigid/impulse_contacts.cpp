#include "impulse_workspace.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

// Which bodies touch, which of them hang together, and which may sleep.

namespace rope
{

void PlacedShapes::update(const std::vector<RigidBody>& bodies)
{
    if (entries_.size() != bodies.size())
    {
        entries_.assign(bodies.size(), {});
        std::size_t corners = 0;
        for (std::size_t i = 0; i < bodies.size(); ++i)
        {
            const Polygon* polygon = std::get_if<Polygon>(&bodies[i].shape);
            entries_[i].first = corners;
            corners += polygon ? polygon->vertices.size() : 0;
        }
        corners_.resize(corners);
        normals_.resize(corners);
    }
    for (std::size_t i = 0; i < bodies.size(); ++i)
    {
        const RigidBody& body = bodies[i];
        Entry& entry = entries_[i];
        const PlacedShape placed = place(body.shape, body.position, rotation(body.angle), corners_.data() + entry.first,
                                         normals_.data() + entry.first);
        entry.centre = placed.centre;
        entry.radius = placed.radius;
        entry.count = placed.count;
    }
}

Aabb PlacedShapes::box(std::size_t body) const
{
    const PlacedShape shape = (*this)[body];
    if (shape.circle())
        return {shape.centre - Vec2(shape.radius), shape.centre + Vec2(shape.radius)};
    Aabb box{shape.vertices[0], shape.vertices[0]};
    for (std::size_t i = 1; i < shape.count; ++i)
    {
        box.low = glm::min(box.low, shape.vertices[i]);
        box.high = glm::max(box.high, shape.vertices[i]);
    }
    return box;
}

std::uint32_t PlacedShapes::affordablePairs() const
{
    constexpr std::size_t affordable = 1'500'000; // corners, and four for each body whatever its shape
    constexpr std::size_t fewest = 20;            // more than bodies have that lie side by side
    const std::size_t once = std::max<std::size_t>(1, 4 * entries_.size() + corners_.size());
    return static_cast<std::uint32_t>(std::clamp<std::size_t>(affordable / once, fewest, BroadPhase::mostPairs));
}

void ImpulseSimulation::findBoxes(double margin)
{
    Workspace& work = *workspace_;
    const double g = glm::length(gravity());
    work.shapes.update(bodies_);
    work.boxes.resize(bodies_.size());
    work.still.resize(bodies_.size());
    for (std::size_t i = 0; i < bodies_.size(); ++i)
    {
        const RigidBody& body = bodies_[i];
        work.still[i] = body.fixed() || activities_[i].asleep;
        Aabb box = work.shapes.box(i);
        const double t = work.motions[i].interval;
        const double reach =
            work.still[i] ? 0.0
                          : t * (glm::length(body.velocity) + std::abs(body.angularVelocity) * extents_[i].outer +
                                 t * (g + glm::length(activities_[i].force) * (body.inverseMass)));
        box.low -= Vec2(margin + reach);
        box.high += Vec2(margin + reach);
        work.boxes[i] = box;
    }
}

void ImpulseSimulation::findContacts(double dt)
{
    Workspace& work = *workspace_;
    const double g = glm::length(gravity());
    // A body that comes slower than the collision threshold of 2 g dt, and gains g dt, covers 3 g dt^2 in a step.
    const double margin = std::max(10.0 * tolerance_, 5.0 * g * dt * dt);

    findBoxes(margin);

    // Both lists are in order of their bodies, so the contacts of the last step are found by going along.
    const auto before = [](const Contact& contact, const BodyPair& pair)
    { return std::tie(contact.first, contact.second) < std::tie(pair.first, pair.second); };
    std::swap(work.earlier, solidContacts_);
    solidContacts_.clear();
    work.nearPairs.clear();
    work.contactCounts.assign(bodies_.size(), 0);
    // In a heap of bodies that lie in each other the contacts of the first ones do: each would cost memory and time.
    const std::size_t most = std::clamp<std::size_t>(150'000 / std::max<std::size_t>(1, bodies_.size()), 15, 60);
    auto earlier = work.earlier.cbegin();
    const auto passOver = [&]
    {
        if (work.still[earlier->first] && work.still[earlier->second])
            solidContacts_.push_back(*earlier); // both asleep: nothing has changed
        ++earlier;
    };
    for (const BodyPair& pair : work.broadPhase.pairs(work.boxes, work.still, work.shapes.affordablePairs()))
    {
        while (earlier != work.earlier.cend() && before(*earlier, pair))
            passOver();
        if (bodies_[pair.first].inverseInertia == 0.0 && bodies_[pair.second].inverseInertia == 0.0)
            continue;
        const Manifold manifold = collide(work.shapes[pair.first], work.shapes[pair.second], margin);
        work.nearPairs.push_back({pair.first, pair.second, manifold.separation});
        if (manifold.count == 0)
            continue;
        if (!bodies_[pair.first].fixed() && !bodies_[pair.second].fixed())
        {
            std::size_t& first = work.contactCounts[pair.first];
            std::size_t& second = work.contactCounts[pair.second];
            if (first >= most && second >= most)
                continue;
            ++first;
            ++second;
        }
        const bool known =
            earlier != work.earlier.cend() && earlier->first == pair.first && earlier->second == pair.second;
        solidContacts_.push_back(makeContact(pair.first, pair.second, manifold, bodies_, known ? &*earlier : nullptr));
    }
    while (earlier != work.earlier.cend())
        passOver();
}

bool ImpulseSimulation::wakeTouched()
{
    bool any = false;
    for (const Contact& contact : solidContacts_)
        for (const auto& [one, other] :
             {std::pair(contact.first, contact.second), std::pair(contact.second, contact.first)})
            if (asleep(one) && !asleep(other) && !bodies_[other].fixed())
            {
                wakeIsland(one);
                any = true;
            }
    return any;
}

void ImpulseSimulation::wakeIsland(std::size_t body)
{
    for (Activity& activity : activities_)
        if (activity.island == activities_[body].island)
            activity.asleep = false;
}

void ImpulseSimulation::rouse(std::size_t body)
{
    if (asleep(body))
        wakeIsland(body);
    activities_[body].rest = 0.0;
}

void ImpulseSimulation::findIslands()
{
    // Disjoint sets: every body points towards the smallest of its island.
    for (std::uint32_t i = 0; i < activities_.size(); ++i)
        activities_[i].island = i;
    const auto root = [this](std::uint32_t body)
    {
        while (activities_[body].island != body)
        {
            activities_[body].island = activities_[activities_[body].island].island;
            body = activities_[body].island;
        }
        return body;
    };
    for (const Contact& contact : solidContacts_)
        if (!bodies_[contact.first].fixed() && !bodies_[contact.second].fixed())
        {
            const std::uint32_t a = root(contact.first);
            const std::uint32_t b = root(contact.second);
            activities_[std::max(a, b)].island = std::min(a, b);
        }
    for (std::uint32_t i = 0; i < activities_.size(); ++i)
        activities_[i].island = root(i);
}

void ImpulseSimulation::fallAsleep(double dt)
{
    // A body falls asleep where it is slow and rests on something: at the top of a flight it is slow, too.
    constexpr double patience = 0.5; // [s]
    const double slow = 2e-4 * glm::length(gravity());
    std::vector<double>& islandRest = workspace_->islandRest;
    islandRest.assign(bodies_.size(), std::numeric_limits<double>::max());
    for (std::size_t i = 0; i < bodies_.size(); ++i)
    {
        const RigidBody& body = bodies_[i];
        Activity& activity = activities_[i];
        if (body.fixed() || activity.asleep)
            continue;
        const double speed = glm::length(body.velocity) + std::abs(body.angularVelocity) * extents_[i].outer;
        activity.rest = activity.pressed && speed < slow ? activity.rest + dt : 0.0;
        islandRest[activity.island] = std::min(islandRest[activity.island], activity.rest);
    }
    for (std::size_t i = 0; i < bodies_.size(); ++i)
        if (Activity& activity = activities_[i]; !bodies_[i].fixed() && islandRest[activity.island] >= patience)
        {
            activity.asleep = true;
            bodies_[i].velocity = Vec2(0.0);
            bodies_[i].angularVelocity = 0.0;
        }
}

} // namespace rope
