#include "catch.hpp"

#include "picture.hpp"

#include "render/pieces/body_pieces.hpp"
#include "render/pieces/drawn_ground.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

using namespace ropewalk;

namespace
{

constexpr float notANumber = std::numeric_limits<float>::quiet_NaN();

/// Upright in the plane z = 0 around the origin, front towards +z.
Surface uprightCloth(int columns, int rows, float spacing)
{
    Surface cloth;
    cloth.columns = columns;
    cloth.rows = rows;
    for (int row = 0; row < rows; ++row)
        for (int column = 0; column < columns; ++column)
            cloth.points.emplace_back((static_cast<float>(column) - 0.5f * static_cast<float>(columns - 1)) * spacing,
                                      (0.5f * static_cast<float>(rows - 1) - static_cast<float>(row)) * spacing, 0.0f);
    return cloth;
}

void addCircle(Snapshot& snapshot, const glm::vec2& at, float radius, float angle, int identity)
{
    PlanarShape shape;
    shape.position = at;
    shape.radius = radius;
    shape.angle = angle;
    shape.identity = identity;
    snapshot.planarShapes.push_back(shape);
}

void addBox(Snapshot& snapshot, const glm::vec2& at, const glm::vec2& half, float angle, int identity)
{
    PlanarShape shape;
    shape.position = at;
    shape.angle = angle;
    shape.identity = identity;
    shape.firstVertex = static_cast<std::uint32_t>(snapshot.outlines.size());
    shape.vertexCount = 4;
    for (const glm::vec2 corner : {glm::vec2(-1.0f, -1.0f), {1.0f, -1.0f}, {1.0f, 1.0f}, {-1.0f, 1.0f}})
        snapshot.outlines.push_back(corner * half);
    snapshot.planarShapes.push_back(shape);
}

/// Pictures with and without what is in the snapshot.
struct Comparison
{
    Comparison(Studio& studio, const Snapshot& snapshot) : with(studio.take(snapshot))
    {
        Snapshot empty;
        empty.hasGround = snapshot.hasGround;
        empty.groundHeight = drawnGroundHeight(snapshot); // the same drawn ground
        without = studio.take(empty);
    }
    float differenceAt(const glm::ivec2& at) const
    {
        return glm::distance(pixel(with, at.x, at.y), pixel(without, at.x, at.y));
    }
    int differentPixels() const
    {
        int count = 0;
        for (int y = 0; y < with.height; ++y)
            for (int x = 0; x < with.width; ++x)
                count += differenceAt({x, y}) > 0.04f ? 1 : 0;
        return count;
    }
    Image with;
    Image without;
};

/// A value that is not a number is written as black.
float darkest(const Image& image)
{
    float least = 1.0f;
    for (int y = 0; y < image.height; ++y)
        for (int x = 0; x < image.width; ++x)
            least = std::min(least, brightness(pixel(image, x, y)));
    return least;
}

/// Looks along -z at the origin.
struct FrontStudio : Studio
{
    explicit FrontStudio(float distance)
    {
        camera.pitch = 0.0f;
        camera.distance = distance;
    }
};

} // namespace

TEST_CASE("a thread is plain and has its colour")
{
    FrontStudio studio(2.0f);
    Snapshot snapshot;
    snapshot.polylines.push_back(straightRope({-2.0f, 0.3f, 0.0f}, {2.0f, 0.3f, 0.0f}, 0.05f));
    snapshot.polylines.push_back(straightRope({-2.0f, -0.3f, 0.0f}, {2.0f, -0.3f, 0.0f}, 0.05f));
    snapshot.polylines[1].style = Polyline::Style::thread;
    snapshot.polylines[1].colour = {0.1f, 0.2f, 0.9f};
    for (const bool tension : {false, true})
    {
        studio.options.tensionColours = tension;
        const Image image = studio.take(snapshot);
        const glm::vec3 colour = pixel(image, studio.pixelAt({0.0f, -0.3f, 0.0f}).x, studio.pixelAt({0, -0.3f, 0}).y);
        CHECK(colour.z > 2.0f * colour.x);
        // Along a rope strands follow each other, along a thread nothing changes.
        const auto changes = [&](float y)
        {
            float change = 0.0f;
            const glm::ivec2 from = studio.pixelAt({-0.5f, y, 0.0f});
            for (int x = from.x; x < studio.pixelAt({0.5f, y, 0.0f}).x; ++x)
                change = std::max(change, glm::distance(pixel(image, x, from.y), pixel(image, from.x, from.y)));
            return change;
        };
        CHECK(changes(-0.3f) < 0.05f);
        CHECK(changes(0.3f) > 0.08f);
    }
}

TEST_CASE("cloth is where the camera says, and its sides differ")
{
    FrontStudio studio(4.0f);
    Snapshot snapshot;
    snapshot.surfaces.push_back(uprightCloth(21, 15, 0.1f));
    const Comparison front(studio, snapshot);
    for (const glm::vec3 at : {glm::vec3(0.0f), {-0.95f, 0.65f, 0.0f}, {0.95f, -0.65f, 0.0f}, {0.5f, 0.3f, 0.0f}})
        CHECK(front.differenceAt(studio.pixelAt(at)) > 0.1f);
    for (const glm::vec3 at : {glm::vec3(1.05f, 0.0f, 0.0f), {0.0f, 0.75f, 0.0f}})
        CHECK(front.differenceAt(studio.pixelAt(at)) == 0.0f);

    // From behind, under the same sun: the cloth turned around instead of the camera.
    for (glm::vec3& point : snapshot.surfaces[0].points)
        point.x = -point.x;
    const Comparison back(studio, snapshot);
    const glm::ivec2 middle = studio.pixelAt({0.0f, 0.0f, 0.0f});
    const glm::vec3 a = pixel(front.with, middle.x, middle.y);
    const glm::vec3 b = pixel(back.with, middle.x, middle.y);
    CHECK(back.differenceAt(middle) > 0.05f);
    CHECK(glm::dot(glm::normalize(a), glm::normalize(b)) < 0.97f);
}

TEST_CASE("woven threads are seen from near and gone from afar")
{
    Snapshot snapshot;
    snapshot.surfaces.push_back(uprightCloth(21, 21, 0.1f));
    const auto roughness = [&](float distance)
    {
        FrontStudio studio(distance);
        const Image image = studio.take(snapshot);
        // Within one cell of 0.1 m, away from the stripes.
        const glm::ivec2 from = studio.pixelAt({-0.34f, 0.34f, 0.0f});
        const glm::ivec2 to = studio.pixelAt({-0.26f, 0.26f, 0.0f});
        float least = 1.0f;
        float most = 0.0f;
        for (int y = from.y; y <= to.y; ++y)
            for (int x = from.x; x <= to.x; ++x)
            {
                least = std::min(least, brightness(pixel(image, x, y)));
                most = std::max(most, brightness(pixel(image, x, y)));
            }
        return most - least;
    };
    CHECK(roughness(1.0f) > 0.06f);
    CHECK(roughness(9.0f) < 0.03f);
}

TEST_CASE("cloth, balls, boxes and bodies of the plane throw shadows on the ground")
{
    Studio studio;
    studio.camera.pitch = 0.7f;
    studio.camera.distance = 6.0f;
    Snapshot snapshot;
    snapshot.hasGround = true;
    snapshot.groundHeight = -1.0f;
    SECTION("cloth")
    {
        snapshot.surfaces.push_back(uprightCloth(9, 9, 0.1f));
    }
    SECTION("ball")
    {
        snapshot.solids.push_back(SpatialShape::sphere({0.0f, 0.0f, 0.0f}, 0.3f, {0.2f, 0.4f, 0.8f}));
    }
    SECTION("box")
    {
        snapshot.solids.push_back(SpatialShape::box({0.0f, 0.0f, 0.0f}, glm::vec3(0.6f), {0.2f, 0.4f, 0.8f}));
    }
    SECTION("circle")
    {
        addCircle(snapshot, {0.0f, 0.0f}, 0.4f, 0.0f, 0);
    }
    SECTION("polygon")
    {
        addBox(snapshot, {0.0f, 0.0f}, {0.4f, 0.4f}, 0.3f, 0);
    }
    const Comparison picture(studio, snapshot);
    // The sun's direction is that of both themes.
    const glm::vec3 sun = glm::normalize(glm::vec3(-0.70f, 0.62f, 0.42f));
    const glm::ivec2 shadow = studio.pixelAt(glm::vec3(0.0f) - sun / sun.y);
    const float before = brightness(pixel(picture.without, shadow.x, shadow.y));
    const float after = brightness(pixel(picture.with, shadow.x, shadow.y));
    CHECK(after < 0.75f * before);
    CHECK(picture.differenceAt(studio.pixelAt({0.0f, 0.0f, 0.0f})) > 0.05f);
    const glm::ivec2 elsewhere = studio.pixelAt({-1.6f, -1.0f, 0.0f});
    CHECK(picture.differenceAt(elsewhere) == 0.0f);
}

TEST_CASE("balls and boxes are as large as they are")
{
    FrontStudio studio(5.0f);
    Snapshot snapshot;
    snapshot.solids.push_back(SpatialShape::sphere({-0.8f, 0.2f, 0.0f}, 0.4f, {0.9f, 0.1f, 0.1f}));
    snapshot.solids.push_back(SpatialShape::box({0.8f, 0.2f, 0.0f}, glm::vec3(0.8f), {0.1f, 0.6f, 0.1f}));
    const Comparison picture(studio, snapshot);
    const glm::ivec2 ball = studio.pixelAt({-0.8f, 0.2f, 0.0f});
    const glm::ivec2 box = studio.pixelAt({0.8f, 0.2f, 0.0f});
    CHECK(pixel(picture.with, ball.x, ball.y).x > 1.5f * pixel(picture.with, ball.x, ball.y).y);
    CHECK(pixel(picture.with, box.x, box.y).y > 1.5f * pixel(picture.with, box.x, box.y).x);
    // The corner of the square around the ball is free, that of the box is not.
    CHECK(picture.differenceAt(studio.pixelAt({-0.45f, 0.55f, 0.0f})) == 0.0f);
    CHECK(picture.differenceAt(studio.pixelAt({1.15f, 0.55f, 0.0f})) > 0.1f);
    CHECK(picture.differenceAt(studio.pixelAt({1.4f, 0.2f, 0.0f})) == 0.0f);
}

TEST_CASE("bodies of the plane are where they are, balls are round and show their angle")
{
    FrontStudio studio(5.0f);
    Snapshot snapshot;
    addCircle(snapshot, {-0.8f, 0.1f}, 0.5f, 1.5707963f, 0);
    addBox(snapshot, {0.8f, 0.1f}, {0.6f, 0.2f}, 0.7853982f, 2);
    const Comparison picture(studio, snapshot);
    const auto colourAt = [&](const glm::vec3& point)
    {
        const glm::ivec2 at = studio.pixelAt(point);
        return pixel(picture.with, at.x, at.y);
    };
    // On the ball, this far from its middle to the right and up.
    const auto onBall = [&](float x, float y) {
        return brightness(colourAt({-0.8f + x, 0.1f + y, std::sqrt(0.25f - x * x - y * y)}));
    };
    CHECK(picture.differenceAt(studio.pixelAt({0.8f + 0.38f, 0.1f + 0.38f, 0.0f})) > 0.1f);
    CHECK(picture.differenceAt(studio.pixelAt({0.8f + 0.38f, 0.1f - 0.38f, 0.0f})) == 0.0f);
    CHECK(onBall(0.0f, 0.25f) < 0.75f * onBall(-0.1f, 0.25f)); // the meridian points up
    CHECK(onBall(0.0f, 0.25f) < 0.75f * onBall(0.1f, 0.25f));
    CHECK(onBall(0.0f, 0.25f) < 0.75f * onBall(0.0f, -0.1f)); // and not down
    // The sun (-0.70, 0.62, 0.42) / 1.03 lights (-0.2, 0.2) of the radius 0.5, whose normal is (-0.4, 0.4, 0.82), by
    // their cosine of 0.85, and the opposite place by -0.18, that is not at all; a disc would be equally bright.
    CHECK(onBall(-0.2f, 0.2f) > 1.4f * onBall(0.2f, -0.2f));

    CHECK(glm::distance(colourAt({-0.9f, 0.2f, 0.48f}), colourAt({0.8f, 0.1f, 0.0f})) > 0.15f);
    PlanarShape shape;
    const auto paint = [&shape](int identity, bool fixed)
    {
        shape.identity = identity;
        shape.fixed = fixed;
        return paintOf(shape);
    };
    CHECK(paint(3, true) == paint(4, true));
    CHECK(paint(3, false) != paint(4, false));
    CHECK(paint(-1, false) != paint(-1, true));
}

TEST_CASE("a prism is as deep as it is wide, and floors are deeper")
{
    Snapshot snapshot;
    addBox(snapshot, {0.0f, 0.5f}, {0.5f, 0.5f}, 0.3f, 0);
    addBox(snapshot, {2.0f, 0.5f}, {0.05f, 0.8f}, 0.0f, 1);
    addBox(snapshot, {0.0f, -0.1f}, {9.0f, 0.1f}, 0.0f, 2);
    snapshot.planarShapes.back().fixed = true;
    addBox(snapshot, {5.0f, 0.5f}, {0.5f, 0.5f}, 0.0f, 3);
    snapshot.planarShapes.back().depth = 0.2f;
    snapshot.planarShapes.back().z = 1.0f;
    BodyPieces pieces;
    pieces.pack(snapshot, {0.0f, 1.0f, 0.0f}, {-9.0f, 9.0f, 9.0f});
    // From its lid (0, 0, +-1) to its walls, of which those that face away from the eye are left out.
    const auto extent = [&](int body)
    {
        const Rgba8 paint = paintOf(snapshot.planarShapes[static_cast<std::size_t>(body)]);
        float low = 1e9f;
        float high = -1e9f;
        for (const PrismVertex& vertex : pieces.prisms)
            if (vertex.paint == paint)
            {
                low = std::min(low, vertex.position.z);
                high = std::max(high, vertex.position.z);
            }
        return glm::vec2(low, high);
    };
    const auto near = [](const glm::vec2& a, const glm::vec2& b) { return glm::distance(a, b) < 1e-5f; };
    CHECK(near(extent(0), {-0.5f, 0.5f}));   // a cube
    CHECK(near(extent(1), {-0.2f, 0.2f}));   // sqrt(0.1 m 1.6 m) = 0.4 m
    CHECK(near(extent(2), {-0.75f, 0.75f})); // 1.5 times the deepest that moves
    CHECK(near(extent(3), {0.9f, 1.1f}));
    // The lid is on the side of the eye; the nearest body comes first.
    CHECK(pieces.prisms[0].position.z == Approx(0.5f));
    pieces.pack(snapshot, {0.0f, 1.0f, 0.0f}, {0.0f, 0.5f, -9.0f});
    CHECK(pieces.prisms[0].position.z == Approx(-0.5f));
}

TEST_CASE("materials look different")
{
    FrontStudio studio(2.0f);
    std::vector<glm::vec3> seen;
    for (const Material material : {Material::paint, Material::steel, Material::wood, Material::brick,
                                    Material::concrete, Material::enamel, Material::iron, Material::glass})
    {
        Snapshot snapshot;
        addBox(snapshot, {0.0f, 0.0f}, {0.5f, 0.5f}, 0.0f, 0);
        snapshot.planarShapes[0].material = material;
        const Image image = studio.take(snapshot);
        const glm::ivec2 from = studio.pixelAt({-0.4f, 0.4f, 0.5f});
        const glm::ivec2 to = studio.pixelAt({0.4f, -0.4f, 0.5f});
        glm::vec3 mean(0.0f);
        for (int y = from.y; y <= to.y; ++y)
            for (int x = from.x; x <= to.x; ++x)
                mean += pixel(image, x, y) / static_cast<float>((to.x - from.x + 1) * (to.y - from.y + 1));
        for (const glm::vec3& other : seen)
            CHECK(glm::distance(mean, other) > 0.04f);
        seen.push_back(mean);
    }
}

TEST_CASE("two layers of cloth on the ground show one clean surface")
{
    // Folded along a column-wise line in the middle: the first rows come down last and lie, face down, on the others.
    // Both layers have sunk into the ground by 1 mm and are uneven by up to 0.5 mm, as a cloth of the default constants
    // at rest is (m g / k = 0.005 kg 9.81 m/s2 / 50 N/m = 0.98 mm).
    constexpr int count = 30;
    constexpr float spacing = 0.05f;
    Snapshot snapshot;
    snapshot.hasGround = true;
    snapshot.groundHeight = -1.0f;
    Surface& cloth = snapshot.surfaces.emplace_back();
    cloth.columns = cloth.rows = count;
    for (int row = 0; row < count; ++row)
        for (int column = 0; column < count; ++column)
        {
            const float fromFold = std::abs(static_cast<float>(row) - 14.5f) * spacing;
            const float uneven = 0.0005f * std::sin(static_cast<float>(37 * row + 101 * column));
            cloth.points.emplace_back((static_cast<float>(column) - 14.5f) * spacing, -1.001f + uneven, fromFold);
        }
    Studio studio;
    studio.camera.target = {0.0f, -1.0f, 0.3f};
    studio.camera.pitch = 0.6f;
    studio.camera.distance = 2.0f;
    const Image image = studio.take(snapshot);
    // The colours of the two sides, in a place without a stripe, by the ratio of green to red: 0.4 and 0.9.
    const auto isBack = [](const glm::vec3& colour) { return colour.y > 0.68f * colour.x; };
    int front = 0;
    int back = 0;
    const glm::vec3 inUpper = cloth.points[5 * count + 12]; // rows 4 to 8, columns 10 to 14: between two stripes
    for (float x = -1.5f; x <= 1.5f; x += 0.05f)
        for (float z = -1.5f; z <= 1.5f; z += 0.05f)
        {
            const glm::ivec2 at = studio.pixelAt(inUpper + glm::vec3(x * spacing, 0.0f, z * spacing));
            (isBack(pixel(image, at.x, at.y)) ? back : front) += 1;
        }
    CHECK(back > 3000);
    CHECK(front == 0); // no pixel of the lower layer; two layers in one plane show about half of each
}

TEST_CASE("frame and face fit bodies, cloth and what the view asks for")
{
    Snapshot snapshot;
    addBox(snapshot, {3.0f, 1.0f}, {2.0f, 0.1f}, 1.5707963f, 0);
    addCircle(snapshot, {-2.0f, -1.0f}, 0.5f, 0.0f, 1);
    snapshot.view.points = {{0.0f, -6.0f, 0.0f}};
    Camera camera;
    camera.orbit(1.0f, 0.4f);
    camera.face(snapshot);
    CHECK(camera.yaw == snapshot.view.yaw);
    CHECK(camera.pitch == snapshot.view.pitch);
    camera.frame(snapshot, 1.6f);
    for (const glm::vec3 at : {glm::vec3(3.1f, 3.0f, 0.0f), {3.1f, -1.0f, 0.0f}, {-2.5f, -1.0f, 0.0f}, {0, -6.0f, 0}})
    {
        const glm::vec3 place = camera.project(at, 1.6f);
        CHECK(std::abs(place.x) < 0.95f);
        CHECK(std::abs(place.y) < 0.95f);
    }
    snapshot = Snapshot();
    snapshot.view.yaw = 0.7f;
    camera.face(snapshot);
    CHECK(camera.yaw == 0.7f);
}

TEST_CASE("bodies that make no sense are left out, the others are drawn")
{
    FrontStudio studio(5.0f);
    Snapshot snapshot;
    snapshot.hasGround = GENERATE(false, true);
    snapshot.groundHeight = -1.0f;
    bool visible = false;
    SECTION("cloth without points")
    {
        snapshot.surfaces.resize(1);
    }
    SECTION("cloth of one row")
    {
        snapshot.surfaces.push_back(uprightCloth(5, 1, 0.1f));
    }
    SECTION("cloth with the wrong number of points")
    {
        snapshot.surfaces.push_back(uprightCloth(5, 5, 0.1f));
        snapshot.surfaces[0].columns = 6;
    }
    SECTION("cloth in one place")
    {
        snapshot.surfaces.push_back(uprightCloth(5, 5, 0.0f));
    }
    SECTION("cloth with points that are not numbers")
    {
        visible = true;
        snapshot.surfaces.push_back(uprightCloth(9, 9, 0.1f));
        snapshot.surfaces[0].points[0].x = notANumber;
        snapshot.surfaces[0].points[40].y = notANumber;
    }
    SECTION("the smallest cloth")
    {
        visible = true;
        snapshot.surfaces.push_back(uprightCloth(2, 2, 0.5f));
    }
    SECTION("solids")
    {
        snapshot.solids.push_back(SpatialShape::sphere({notANumber, 0.0f, 0.0f}, 0.4f, {}));
        snapshot.solids.push_back(SpatialShape::sphere({0.0f, 0.0f, 0.0f}, -0.4f, {}));
        snapshot.solids.push_back(SpatialShape::box({0.0f, 0.0f, 0.0f}, glm::vec3(notANumber), {}));
    }
    SECTION("a solid whose colour is not a number")
    {
        visible = true;
        snapshot.solids.push_back(SpatialShape::box({0.0f, 0.0f, 0.0f}, glm::vec3(0.6f), {0.8f, notANumber, 7.0f}));
    }
    SECTION("shapes")
    {
        addCircle(snapshot, {0.0f, 0.0f}, 0.0f, 0.0f, 0);
        addCircle(snapshot, {0.0f, notANumber}, 1.0f, 0.0f, 0);
        addBox(snapshot, {0.0f, 0.0f}, {0.0f, 0.0f}, 0.0f, 0);
        addBox(snapshot, {0.0f, 0.0f}, {notANumber, 1.0f}, 0.0f, 0);
        addBox(snapshot, {0.0f, 0.0f}, {1.0f, 1.0f}, 0.0f, 0);
        snapshot.planarShapes.back().vertexCount = 9;
        addBox(snapshot, {0.0f, 0.0f}, {1.0f, 1.0f}, 0.0f, 0);
        snapshot.planarShapes.back().vertexCount = 2;
    }
    const Comparison picture(studio, snapshot);
    if (visible)
        CHECK(picture.differentPixels() > 100);
    else
        CHECK(picture.differentPixels() == 0);
    CHECK(darkest(picture.with) > 0.02f);
    studio.camera.frame(snapshot, 1.5f);
    CHECK(std::isfinite(studio.camera.distance));
}

TEST_CASE("a thousand bodies are some thousand triangles in few calls")
{
    Snapshot snapshot;
    for (int i = 0; i < 1000; ++i)
        if (i % 2 == 0)
            addCircle(snapshot, {0.1f * static_cast<float>(i % 40), 0.1f * static_cast<float>(i / 40)}, 0.04f, 0.0f, i);
        else
            addBox(snapshot, {0.1f * static_cast<float>(i % 40), 0.1f * static_cast<float>(i / 40)}, {0.04f, 0.04f},
                   0.1f * static_cast<float>(i), i);
    BodyPieces pieces;
    pieces.pack(snapshot, {0.0f, 1.0f, 0.0f}, {0.0f, 0.0f, 9.0f});
    CHECK(pieces.balls.size() == 500);
    CHECK(pieces.prisms.size() <= 500 * 4 * 9); // a lid and a wall for each edge, less what faces away
    CHECK(pieces.prisms.size() >= 500 * 4 * 3);
    CHECK(pieces.shadows.vertices().empty());
    const PrismVertex* const memory = pieces.prisms.data();
    pieces.pack(snapshot, {0.0f, 1.0f, 0.0f}, {0.0f, 0.0f, -9.0f});
    CHECK(pieces.prisms.data() == memory);
}
