#include "crag.hpp"

#include "scenes/shared/drawing.hpp"
#include "scenes/shared/place.hpp"

#include <rope/elementary.hpp>

#include <fmt/core.h>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace ropewalk
{

namespace
{

constexpr glm::vec3 steel{0.62f, 0.64f, 0.67f};
constexpr glm::vec3 skin{0.80f, 0.60f, 0.47f};
constexpr glm::vec3 trousers{0.20f, 0.23f, 0.30f};
constexpr glm::vec3 shoes{0.12f, 0.12f, 0.13f};

/// Where a right arm and a right leg are from the hips, as parts of a person who is 1.8 m tall; the left ones mirror
/// them.
struct Pose
{
    glm::vec3 elbow;
    glm::vec3 hand;
    glm::vec3 knee;
    glm::vec3 foot;
};

constexpr Pose falling{{0.42f, 0.55f, 0.10f}, {0.58f, 0.82f, 0.16f}, {0.24f, -0.36f, 0.20f}, {0.36f, -0.76f, 0.0f}};
constexpr Pose hanging{{0.26f, 0.42f, 0.22f}, {0.05f, 0.66f, 0.10f}, {0.17f, -0.14f, 0.40f}, {0.19f, -0.56f, 0.30f}};
constexpr Pose standing{{0.27f, 0.22f, 0.06f}, {0.07f, 0.10f, 0.28f}, {0.12f, -0.46f, 0.06f}, {0.13f, -0.94f, 0.0f}};

Pose mixed(const Pose& a, const Pose& b, float part)
{
    return {glm::mix(a.elbow, b.elbow, part), glm::mix(a.hand, b.hand, part), glm::mix(a.knee, b.knee, part),
            glm::mix(a.foot, b.foot, part)};
}

/// Adds a person with the hips there. `size` is 1 for one who is 1.8 m tall.
class Person
{
public:
    Person(Snapshot& snapshot, const Vec3& hips, double size)
        : snapshot_(snapshot), hips_(hips), size_(static_cast<float>(size))
    {
    }

    void add(const Pose& pose, const glm::vec3& jacket, const glm::vec3& helmet)
    {
        limb({0.0f, 0.06f, 0.0f}, {0.0f, 0.40f, 0.0f}, 0.145f, jacket);
        limb({-0.06f, 0.0f, 0.0f}, {0.06f, 0.0f, 0.0f}, 0.125f, trousers);
        ball({0.0f, 0.70f, 0.0f}, 0.105f, skin);
        ball({0.0f, 0.735f, -0.012f}, 0.112f, helmet);
        for (const float side : {1.0f, -1.0f})
        {
            const glm::vec3 mirror(side, 1.0f, 1.0f);
            const glm::vec3 shoulder(0.17f * side, 0.46f, 0.0f);
            const glm::vec3 hip(0.08f * side, -0.02f, 0.0f);
            limb(shoulder, mirror * pose.elbow, 0.058f, jacket);
            limb(mirror * pose.elbow, mirror * pose.hand, 0.046f, skin);
            limb(hip, mirror * pose.knee, 0.078f, trousers);
            limb(mirror * pose.knee, mirror * pose.foot, 0.060f, trousers);
            limb(mirror * pose.foot, mirror * pose.foot + glm::vec3(0.02f * side, -0.02f, 0.12f), 0.050f, shoes);
        }
    }

private:
    glm::vec3 at(const glm::vec3& own) const { return glm::vec3(hips_) + size_ * own; }
    void ball(const glm::vec3& middle, float radius, const glm::vec3& colour)
    {
        snapshot_.solids.push_back(SpatialShape::sphere(at(middle), size_ * radius, colour));
    }
    void limb(const glm::vec3& from, const glm::vec3& to, float radius, const glm::vec3& colour)
    {
        const glm::vec3 along = glm::normalize(to - from);
        const glm::vec3 across = glm::normalize(
            glm::cross(along, std::abs(along.y) < 0.9f ? glm::vec3(0.0f, 1.0f, 0.0f) : glm::vec3(1.0f, 0.0f, 0.0f)));
        SpatialShape& bar = snapshot_.solids.emplace_back();
        bar.kind = SpatialShape::Kind::bar;
        bar.position = at(0.5f * (from + to));
        bar.axes = {across, along, glm::cross(across, along)};
        bar.radius = size_ * radius;
        bar.length = size_ * glm::distance(from, to);
        bar.colour = colour;
    }

    Snapshot& snapshot_;
    Vec3 hips_;
    float size_;
};

/// A number in [0, 1) that looks like chance, the same for the same number.
float scattered(int number)
{
    const double x = 43758.5453 * rope::elementary::sin(12.9898 * number + 4.1);
    return static_cast<float>(x - std::floor(x));
}

/// A face of slabs between `low` and `high`, each tilted a little, before a back that closes the gaps.
void addRock(Snapshot& snapshot, const glm::vec3& low, const glm::vec3& high, float slab)
{
    const glm::vec3 colour(0.50f, 0.485f, 0.46f);
    const glm::vec3 back(0.0f, 0.0f, 1.2f * slab);
    snapshot.furniture.push_back(
        SpatialShape::box(0.5f * (low + high) - back, high - low + glm::vec3(0.0f, 0.0f, slab), 0.6f * colour));
    const int columns = static_cast<int>((high.x - low.x) / slab) + 1;
    const int rows = static_cast<int>((high.y - low.y) / slab) + 1;
    for (int number = 0; number < columns * rows; ++number)
    {
        const auto chance = [number](int kind) { return scattered(8 * number + kind) - 0.5f; };
        const int row = number / columns;
        const float x = static_cast<float>(number - row * columns) + 0.5f * chance(0);
        const float y = static_cast<float>(row) + 0.5f * chance(1);
        const glm::vec3 size(1.25f + 0.7f * chance(2), 1.2f + 0.6f * chance(3), 1.0f);
        const glm::vec3 front = glm::normalize(glm::vec3(0.30f * chance(4), 0.34f * chance(5), 1.0f));
        const glm::vec3 right = glm::normalize(glm::cross(glm::vec3(0.16f * chance(6), 1.0f, 0.0f), front));
        SpatialShape& rock = snapshot.furniture.emplace_back(
            SpatialShape::box({low.x + slab * x, low.y + slab * y, low.z - slab * (0.62f + 0.12f * chance(7))},
                              slab * size, (1.0f + 0.16f * chance(2)) * colour));
        rock.axes = {right, glm::cross(front, right), front};
        rock.castsShadow = false; // the back does
    }
}

/// Holds to climb by, in a line up the wall.
void addHolds(Snapshot& snapshot, const glm::vec3& from, float height, float size)
{
    constexpr std::array<glm::vec3, 3> colours{{{0.83f, 0.37f, 0.16f}, {0.16f, 0.50f, 0.66f}, {0.87f, 0.72f, 0.20f}}};
    const int count = static_cast<int>(height / (0.55f * size));
    for (int i = 0; i < count; ++i)
    {
        const glm::vec3 place =
            from + size * glm::vec3(0.9f * (scattered(3 * i) - 0.5f), 0.55f * static_cast<float>(i), 0.0f);
        snapshot.furniture.push_back(SpatialShape::sphere(place, size * (0.07f + 0.05f * scattered(3 * i + 1)),
                                                          colours[static_cast<std::size_t>(i) % colours.size()]));
    }
}

/// The carabiner hangs from a bolt in the wall by a sling; `rope` [m] is the rope's radius as it is drawn.
void addCarabiner(Snapshot& snapshot, const glm::vec3& place, float wall, float rope)
{
    SpatialShape& ring = snapshot.solids.emplace_back();
    ring.kind = SpatialShape::Kind::ring;
    ring.radius = 3.2f * rope;
    ring.thickness = 0.7f * rope;
    ring.position = place + glm::vec3(0.0f, 2.4f * rope, 0.0f);
    ring.axes = {glm::vec3(0.0f, 1.0f, 0.0f), glm::vec3(1.0f, 0.0f, 0.0f), glm::vec3(0.0f, 0.0f, -1.0f)};
    ring.colour = steel;
    const glm::vec3 bolt(place.x, place.y + 14.0f * rope, wall);
    snapshot.polylines.push_back(
        plainThread({ring.position + glm::vec3(0.0f, ring.radius, 0.0f), bolt}, glm::vec3(0.75f, 0.20f, 0.17f), rope));
    snapshot.solids.push_back(SpatialShape::sphere(bolt, 2.2f * rope, steel));
}

/// The belay's side, and its way over the carabiner.
void addBelaySide(Snapshot& snapshot, const Climber& climber, const glm::vec3& belay, float radius)
{
    const glm::vec3 top(climber.carabiner());
    const float piece = 0.1f * static_cast<float>(climber.settings().climberSide());
    const int pieces = static_cast<int>(glm::distance(belay, top) / piece) + 1;
    Polyline& line = snapshot.polylines.emplace_back();
    line.style = Polyline::Style::braid;
    line.radius = radius;
    line.grabbable = false;
    for (int i = 0; i < pieces; ++i)
        line.points.push_back(glm::mix(belay, top - glm::vec3(1.6f * radius, 0.0f, 0.0f),
                                       static_cast<float>(i) / static_cast<float>(pieces)));
    for (const glm::vec2 arc : {glm::vec2(-1.6f, 0.0f), glm::vec2(-1.1f, 1.1f), glm::vec2(0.0f, 1.5f)})
        line.points.push_back(top + radius * glm::vec3(arc, 0.0f));
    line.points.emplace_back(climber.masses()[1].position);
    line.tension.assign(line.points.size() - 1, static_cast<float>(climber.belayForce()));
    line.tension.back() = static_cast<float>(climber.carabinerForce() - climber.belayForce());
}

} // namespace

void addCrag(Snapshot& snapshot, const Climber& climber)
{
    const ClimberSettings& s = climber.settings();
    const auto size = static_cast<float>(climber.drawnSize());
    const float radius = 0.036f * size;
    const float wall = -0.75f * size;
    Polyline& line = addRope(snapshot, climber.rope(), radius);
    line.style = Polyline::Style::braid;
    snapshot.tensionScale = tensionLegendTop(0.7 * s.formulaPeak());
    addFloor(snapshot, climber.floorHeight());

    const glm::vec3 top(climber.carabiner());
    const glm::vec3 belay = top - static_cast<float>(s.belaySide) * glm::vec3(0.16f, 0.987f, 0.0f);
    addBelaySide(snapshot, climber, belay, radius);
    addCarabiner(snapshot, top, wall, radius);
    const auto caught = static_cast<float>(std::clamp(climber.force() / std::max(1.0, s.weight()), 0.0, 1.0));
    Person(snapshot, climber.climberPosition(), size)
        .add(mixed(falling, hanging, caught), {0.80f, 0.23f, 0.16f}, {0.93f, 0.93f, 0.90f});
    Person(snapshot, Vec3(belay) - Vec3(0.0, 0.0, 0.28 * climber.drawnSize()), size)
        .add(standing, {0.13f, 0.42f, 0.58f}, {0.95f, 0.74f, 0.18f});
    if (snapshot.groundHeight < belay.y - 1.1f * size)
        addSteelBox(snapshot, belay - glm::vec3(0.6f * size, 1.15f * size, 1.0f * size),
                    belay + glm::vec3(0.6f * size, -0.99f * size, 0.25f * size));

    const glm::vec3 start(climber.carabiner() + s.start());
    const auto deepest = static_cast<float>(s.belaySide - 1.42 * s.climberSide());
    const float highest = std::max(start.y, top.y) + 1.3f * size;
    const float height = highest - snapshot.groundHeight;
    addRock(snapshot, {-1.15f * height, snapshot.groundHeight, wall}, {1.15f * height, highest + 0.6f * height, wall},
            0.13f * height);
    addHolds(snapshot, {start.x, snapshot.groundHeight + 0.5f * size, wall + 0.05f * size},
             highest - snapshot.groundHeight - size, size);

    const auto force = [&](const glm::vec3& at, std::string_view what, double newtons) {
        snapshot.labels.push_back({at, fmt::format("{} {:.1f} kN", what, 1e-3 * newtons)});
    };
    force(glm::vec3(climber.climberPosition()) + glm::vec3(0.7f * size, 0.0f, 0.0f), "peak", climber.peakForce());
    force(top + glm::vec3(0.3f * size, 0.5f * size, 0.0f), "anchor", climber.carabinerForce());
    force(belay - glm::vec3(2.7f * size, 0.0f, 0.0f), "belay", climber.belayForce());
    snapshot.labels.push_back(
        {{1.0f * size, snapshot.groundHeight + 0.1f * size, 0.9f * size}, "For learning, not for safety"});

    snapshot.view.yaw = 0.32f;
    snapshot.view.pitch = 0.05f;
    for (const float y :
         {std::max(start.y + 0.7f * size, top.y + 0.4f * size), std::max(deepest - size, snapshot.groundHeight)})
        snapshot.view.points.emplace_back(0.0f, y, 0.0f);
}

} // namespace ropewalk
