#include "place.hpp"

namespace ropewalk
{

namespace
{

constexpr glm::vec3 paint{0.30f, 0.32f, 0.35f};

} // namespace

void addFloor(Snapshot& snapshot, double height)
{
    snapshot.hasGround = true;
    snapshot.groundHeight = static_cast<float>(height);
}

void addSteelBox(Snapshot& snapshot, const glm::vec3& low, const glm::vec3& high)
{
    snapshot.furniture.push_back(SpatialShape::box(0.5f * (low + high), high - low, paint));
}

void addStand(Snapshot& snapshot, const glm::vec3& top, float radius)
{
    const float height = top.y - snapshot.groundHeight;
    if (!(height > 2.0f * radius))
        return; // moved into the floor
    const glm::vec3 middle(top.x, snapshot.groundHeight + 0.5f * height, top.z);
    const glm::vec3 foot(top.x, snapshot.groundHeight + 0.4f * radius, top.z);
    snapshot.furniture.push_back(SpatialShape::post(middle, radius, height, paint));
    snapshot.furniture.push_back(SpatialShape::post(foot, 4.5f * radius, 0.8f * radius, paint));
}

void addGallows(Snapshot& snapshot, const glm::vec3& held, float reach, float thick)
{
    const glm::vec3 behind = held - glm::vec3(0.0f, 0.0f, reach);
    addStand(snapshot, behind + glm::vec3(0.0f, thick, 0.0f), thick);
    addSteelBox(snapshot, behind - glm::vec3(0.8f * thick, 0.8f * thick, thick),
                held + glm::vec3(0.8f * thick, 0.8f * thick, 0.0f));
}

} // namespace ropewalk
