#include "place.hpp"

namespace ropewalk
{

namespace
{

constexpr glm::vec3 paint{0.30f, 0.32f, 0.35f};

SpatialShape& add(Snapshot& snapshot, SpatialShape::Kind kind, const glm::vec3& middle, const glm::vec3& halfSize)
{
    SpatialShape& shape = snapshot.furniture.emplace_back();
    shape.kind = kind;
    shape.position = middle;
    shape.halfSize = halfSize;
    shape.colour = paint;
    return shape;
}

} // namespace

void addFloor(Snapshot& snapshot, double height)
{
    snapshot.hasGround = true;
    snapshot.groundHeight = static_cast<float>(height);
}

void addSteelBox(Snapshot& snapshot, const glm::vec3& low, const glm::vec3& high)
{
    add(snapshot, SpatialShape::Kind::box, 0.5f * (low + high), 0.5f * (high - low));
}

void addStand(Snapshot& snapshot, const glm::vec3& top, float radius)
{
    const float height = top.y - snapshot.groundHeight;
    if (!(height > 2.0f * radius))
        return; // moved into the floor
    const glm::vec3 middle(top.x, snapshot.groundHeight + 0.5f * height, top.z);
    add(snapshot, SpatialShape::Kind::post, middle, {radius, 0.5f * height, 0.0f});
    add(snapshot, SpatialShape::Kind::post, {top.x, snapshot.groundHeight + 0.4f * radius, top.z},
        {4.5f * radius, 0.4f * radius, 0.0f});
}

void addGallows(Snapshot& snapshot, const glm::vec3& held, float reach, float thick)
{
    const glm::vec3 behind = held - glm::vec3(0.0f, 0.0f, reach);
    addStand(snapshot, behind + glm::vec3(0.0f, thick, 0.0f), thick);
    addSteelBox(snapshot, behind - glm::vec3(0.8f * thick, 0.8f * thick, thick),
                held + glm::vec3(0.8f * thick, 0.8f * thick, 0.0f));
}

} // namespace ropewalk
