#include "catch.hpp"

#include "picture.hpp"

#include "render/pieces/curve_points.hpp"

#include <algorithm>
#include <limits>
#include <utility>

using namespace ropewalk;

namespace
{

/// How many pixels of a column differ from the picture without the rope.
int differentInColumn(const Image& with, const Image& without, int x)
{
    int count = 0;
    for (int y = 0; y < with.height; ++y)
        count += glm::distance(pixel(with, x, y), pixel(without, x, y)) > 0.08f ? 1 : 0;
    return count;
}

int differentPixels(const Image& a, const Image& b)
{
    int count = 0;
    for (int x = 0; x < a.width; ++x)
        count += differentInColumn(a, b, x);
    return count;
}

} // namespace

TEST_CASE("the rope is where the camera says and as thick as its radius")
{
    Studio studio;
    studio.camera.pitch = 0.0f;
    studio.camera.distance = 2.0f;
    const float radius = 0.05f;
    Snapshot empty;
    Snapshot snapshot;
    snapshot.polylines.push_back(straightRope({-2.0f, 0.2f, 0.0f}, {2.0f, 0.2f, 0.0f}, radius));
    const Image without = studio.take(empty);
    const Image with = studio.take(snapshot);

    for (const float x : {-0.6f, 0.0f, 0.45f})
    {
        const glm::ivec2 middle = studio.pixelAt({x, 0.2f, 0.0f});
        const glm::ivec2 above = studio.pixelAt({x, 0.2f + 2.0f * radius, 0.0f});
        CHECK(glm::distance(pixel(with, middle.x, middle.y), pixel(without, middle.x, middle.y)) > 0.1f);
        CHECK(pixel(with, above.x, above.y) == pixel(without, above.x, above.y));
        const float expected = 2.0f * radius /
                               (2.0f * studio.camera.distance * std::tan(0.5f * studio.camera.fieldOfView)) *
                               static_cast<float>(studio.size.y);
        // Strands make the outline up to 15 % thinner between their crests. A pixel that it covers in part is different
        // too: one more on the mean.
        const float drawn = static_cast<float>(differentInColumn(with, without, middle.x)) - 1.0f;
        CHECK(drawn == Approx(0.92 * expected).margin(2.5));
    }
}

TEST_CASE("edges of the rope are smoothed")
{
    Studio studio;
    studio.camera.pitch = 0.0f;
    studio.camera.distance = 2.0f;
    studio.options.theme = Theme::dark;
    Snapshot snapshot;
    snapshot.hasGround = true; // far below: a background without lines
    snapshot.groundHeight = -1000.0f;
    snapshot.polylines.push_back(straightRope({-1.0f, -0.4f, 0.0f}, {1.0f, -0.3f, 0.0f}, 0.04f));
    const Image image = studio.take(snapshot);
    // Along a slanting edge a sampled picture has both colours only, a multisampled one the steps between them.
    int between = 0;
    for (int x = 60; x < 420; ++x)
        for (int y = 1; y < image.height; ++y)
        {
            const float before = brightness(pixel(image, x, y - 1));
            const float here = brightness(pixel(image, x, y));
            if (before < 0.25f && here > before + 0.08f)
            {
                const float after = brightness(pixel(image, x, y + 1));
                between += here < 0.75f * after ? 1 : 0;
                break;
            }
        }
    CHECK(between > 60);
}

TEST_CASE("a rope on a solid darkens it beside itself, and the switch leaves it out")
{
    Studio studio;
    studio.camera.pitch = 0.9f;
    studio.camera.distance = 1.5f;
    Snapshot snapshot;
    snapshot.spatialShapes.push_back({.kind = SpatialShape::Kind::box,
                                      .position = {0.0f, -0.35f, 0.0f},
                                      .size = {1.0f, 0.6f, 0.8f},
                                      .colour = glm::vec3(0.6f)});
    Polyline rope = straightRope({-0.4f, 0.0f, 0.0f}, {0.4f, 0.0f, 0.0f}, 0.05f);
    for (std::size_t i = 0; i + 1 < rope.points.size(); ++i)
        rope.touches.push_back({i, 0.5f, {0.0f, -1.0f, 0.0f}, glm::vec3(0.0f)});
    snapshot.polylines.push_back(rope);
    const Image shaded = studio.take(snapshot);
    studio.options.contactShade = false;
    const Image plain = studio.take(snapshot);
    const auto at = [&](const Image& image, float z)
    {
        const glm::ivec2 place = studio.pixelAt({0.05f, -0.05f, z});
        return brightness(pixel(image, place.x, place.y));
    };
    CHECK(at(shaded, 0.07f) < 0.9f * at(plain, 0.07f)); // beside the rope, towards the eye
    CHECK(at(shaded, 0.35f) == Approx(at(plain, 0.35f)).margin(0.005));
}

TEST_CASE("a pixel of one sample that a rope covers in part is blended, over what is behind it")
{
    Studio studio;
    studio.camera.pitch = 0.0f;
    studio.camera.distance = 2.0f;
    Snapshot snapshot;
    snapshot.polylines.push_back(straightRope({-1.0f, -0.13f, 0.0f}, {1.0f, 0.11f, 0.0f}, 0.04f));
    const Image hard = studio.take(snapshot);
    studio.options.softEdges = true;
    const Image soft = studio.take(snapshot);
    // The same rope, with a border of a pixel that is neither.
    CHECK(differentPixels(hard, soft) < 4 * studio.size.x);
    const glm::ivec2 middle = studio.pixelAt(glm::vec3(0.0f, -0.01f, 0.0f));
    CHECK(glm::distance(pixel(soft, middle.x, middle.y), pixel(hard, middle.x, middle.y)) < 0.1f);
}

TEST_CASE("a braid and a wire rope look different from a laid one")
{
    Studio studio;
    studio.camera.distance = 0.5f;
    Snapshot snapshot;
    snapshot.polylines.push_back(straightRope({-0.5f, 0.0f, 0.0f}, {0.5f, 0.0f, 0.0f}, 0.05f));
    const Image laid = studio.take(snapshot);
    snapshot.polylines[0].style = Polyline::Style::braid;
    const Image braid = studio.take(snapshot);
    snapshot.polylines[0].style = Polyline::Style::wire;
    const Image wire = studio.take(snapshot);
    CHECK(differentPixels(laid, braid) > 2000);
    CHECK(differentPixels(wire, braid) > 2000);
    int blue = 0;   // the sheath
    int yellow = 0; // every fourth carrier
    for (int x = 0; x < studio.size.x; ++x)
    {
        const glm::vec3 colour = pixel(braid, x, studio.pixelAt(glm::vec3(0.0f)).y);
        ++(colour.b > colour.r ? blue : yellow);
    }
    CHECK(blue > yellow);
    CHECK(yellow > 50);
}

TEST_CASE("thin ropes far away stay in sight")
{
    Studio studio;
    studio.camera.pitch = 0.0f;
    studio.camera.distance = 60.0f;
    Snapshot empty;
    Snapshot snapshot;
    snapshot.polylines.push_back(straightRope({-10.0f, 0.0f, 0.0f}, {10.0f, 3.0f, 0.0f}, 0.01f));
    const Image without = studio.take(empty);
    const Image with = studio.take(snapshot);
    const int first = studio.pixelAt({-9.5f, 0.0f, 0.0f}).x;
    const int last = studio.pixelAt({9.5f, 0.0f, 0.0f}).x;
    for (int x = first; x <= last; ++x)
        REQUIRE(differentInColumn(with, without, x) >= 1);
}

TEST_CASE("polylines are not joined to each other")
{
    Studio studio;
    studio.camera.pitch = 0.0f;
    studio.camera.distance = 4.0f;
    Snapshot empty;
    Snapshot snapshot;
    snapshot.polylines.push_back(straightRope({-1.0f, 0.5f, 0.0f}, {-0.4f, 0.5f, 0.0f}, 0.03f, 5));
    snapshot.polylines.push_back(straightRope({0.4f, 0.5f, 0.0f}, {1.0f, 0.5f, 0.0f}, 0.03f, 2));
    const Image without = studio.take(empty);
    const Image with = studio.take(snapshot);
    CHECK(differentInColumn(with, without, studio.pixelAt({-0.7f, 0.5f, 0.0f}).x) > 2);
    CHECK(differentInColumn(with, without, studio.pixelAt({0.7f, 0.5f, 0.0f}).x) > 2);
    CHECK(differentInColumn(with, without, studio.pixelAt({0.0f, 0.5f, 0.0f}).x) == 0);
}

TEST_CASE("strange polylines are drawn without holes, black pixels or complaints")
{
    Studio studio;
    studio.camera.pitch = 0.0f;
    studio.camera.distance = 4.0f;
    Snapshot empty;
    const Image without = studio.take(empty);
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();

    Snapshot snapshot;
    snapshot.polylines.resize(1);
    Polyline& rope = snapshot.polylines[0];
    rope.radius = 0.05f;
    bool visible = true;
    SECTION("no point")
    {
        visible = false;
    }
    SECTION("one point")
    {
        rope.points = {{0.0f, 0.0f, 0.0f}};
    }
    SECTION("two points")
    {
        rope.points = {{0.0f, 0.0f, 0.0f}, {1.0f, 0.0f, 0.0f}};
    }
    SECTION("all in one place")
    {
        rope.points.assign(10, {0.0f, 0.3f, 0.0f});
    }
    SECTION("pairs in one place")
    {
        for (int i = 0; i < 20; ++i)
            rope.points.emplace_back(0.1f * static_cast<float>(i / 2), 0.0f, 0.0f);
    }
    SECTION("folded back onto itself")
    {
        for (int i = 0; i < 20; ++i)
            rope.points.emplace_back(i % 2 == 0 ? 0.0f : 0.5f, 0.0f, 0.0f);
    }
    SECTION("tiny and huge segments")
    {
        rope.points = {{0.0f, 0.0f, 0.0f}, {1e-6f, 0.0f, 0.0f}, {0.5f, 0.0f, 0.0f}, {500.0f, 9.0f, -3.0f}};
    }
    SECTION("no tension given")
    {
        rope.points = {{0.0f, 0.0f, 0.0f}, {0.5f, 0.2f, 0.0f}, {1.0f, 0.0f, 0.0f}};
        studio.options.tensionColours = true;
        snapshot.tensionScale = 0.0f;
    }
    SECTION("not a number")
    {
        rope.points = {{0.0f, 0.0f, 0.0f}, {nan, 0.2f, 0.0f}, {1.0f, 0.0f, 0.0f}};
        rope.tension = {nan, 1.0f};
        studio.options.tensionColours = true;
    }
    SECTION("no radius")
    {
        rope.points = {{0.0f, 0.0f, 0.0f}, {1.0f, 0.0f, 0.0f}};
        rope.radius = 0.0f;
        visible = false;
    }

    const Image with = studio.take(snapshot);
    const int different = differentPixels(with, without);
    if (visible)
        CHECK(different > 20);
    else
        CHECK(different == 0);
    // A value that is not a number is written as black.
    float darkest = 1.0f;
    for (int y = 0; y < with.height; ++y)
        for (int x = 0; x < with.width; ++x)
            darkest = std::min(darkest, brightness(pixel(with, x, y)));
    CHECK(darkest > 0.02f);
}

TEST_CASE("frames along a polyline have length 1, are square to it and do not twist")
{
    Polyline helix;
    for (int i = 0; i < 200; ++i)
    {
        const float angle = 0.1f * static_cast<float>(i);
        helix.points.emplace_back(std::cos(angle), 0.05f * angle, std::sin(angle));
    }
    Snapshot snapshot;
    helix.style = Polyline::Style::wire; // its ends are not frayed
    snapshot.polylines.push_back(helix);
    CurvePoints curve;
    curve.pack(snapshot, {});
    REQUIRE(curve.points().size() == 200);
    const auto direction = [](const std::array<std::int16_t, 3>& packed)
    { return glm::vec3(packed[0], packed[1], packed[2]) / 32767.0f; };
    for (std::size_t i = 0; i < 200; ++i)
    {
        const glm::vec3 tangent = direction(curve.points()[i].tangent);
        const glm::vec3 normal = direction(curve.points()[i].normal);
        REQUIRE(glm::length(tangent) == Approx(1.0).margin(1e-3));
        REQUIRE(glm::length(normal) == Approx(1.0).margin(1e-3));
        REQUIRE(glm::dot(tangent, normal) == Approx(0.0).margin(1e-3));
        if (i > 0)
            REQUIRE(glm::dot(normal, direction(curve.points()[i - 1].normal)) > 0.98f);
    }
    CHECK(curve.points().front().fromStart == 0.0f);
    CHECK(curve.points().front().toEnd == Approx(curve.points().back().fromStart));
    CHECK(curve.points().back().toEnd == 0.0f);
}

TEST_CASE("curves of one style stand together, each with its two ends")
{
    Snapshot snapshot;
    for (const auto& [style, points] : {std::pair(Polyline::Style::wire, 5), std::pair(Polyline::Style::thread, 2),
                                        std::pair(Polyline::Style::wire, 3), std::pair(Polyline::Style::braid, 4)})
    {
        Polyline curve = straightRope({0.0f, 0.0f, 0.0f}, {1.0f, 0.0f, 0.0f}, 0.01f, points);
        curve.style = style;
        snapshot.polylines.push_back(curve);
    }
    snapshot.markers.push_back({.position = glm::vec3(0.0f), .radius = 0.1f}); // casts a shadow as a ball does
    CurvePoints curves;
    curves.pack(snapshot, {});
    REQUIRE(curves.runs().size() == 3);
    std::size_t points = 0;
    std::size_t ends = 0;
    for (const CurvePoints::StyleRun& run : curves.runs())
    {
        CHECK(run.firstPoint == points);
        CHECK(run.firstEnd == ends);
        points += run.points;
        ends += run.ends;
        for (std::size_t i = run.firstPoint; i < points; ++i)
            CHECK(curves.points()[i].style == run.style);
        for (std::size_t end = run.firstEnd; end < ends; ++end)
            CHECK((curves.ends()[2 * end].role == CurvePoint::Role::first ||
                   curves.ends()[2 * end + 1].role == CurvePoint::Role::last));
    }
    CHECK(points == 14);
    CHECK(ends == 7); // the thread has one segment, which is both
    CHECK(curves.ends().size() == 2 * ends);
    CHECK(curves.points().size() == points + 2);
}

TEST_CASE("tension is shown in the colours of the legend")
{
    Studio studio;
    studio.camera.pitch = 0.0f;
    studio.camera.distance = 3.0f;
    studio.options.tensionColours = true;
    Snapshot snapshot;
    snapshot.tensionScale = 10.0f;
    snapshot.polylines.push_back(straightRope({0.0f, 0.9f, 0.0f}, {0.0f, -0.9f, 0.0f}, 0.08f, 60));
    Polyline& rope = snapshot.polylines[0];
    for (std::size_t i = 0; i < rope.tension.size(); ++i)
        rope.tension[i] = 10.0f - 10.0f * static_cast<float>(i) / static_cast<float>(rope.tension.size() - 1);
    const Image image = studio.take(snapshot);

    for (const float y : {0.6f, 0.3f, 0.0f, -0.3f, -0.6f})
    {
        const glm::ivec2 middle = studio.pixelAt({0.0f, y, 0.0f});
        glm::vec3 mean(0.0f);
        for (int dx = -3; dx <= 3; ++dx)
            for (int dy = -6; dy <= 6; ++dy)
                mean += pixel(image, middle.x + dx, middle.y + dy);
        const glm::vec3 expected = viridis(0.5f + y / 1.8f);
        INFO("height " << y);
        CHECK(glm::dot(glm::normalize(mean), glm::normalize(expected)) > 0.985f);
    }
}

TEST_CASE("viridis runs from dark violet to yellow and takes any number")
{
    CHECK(glm::distance(viridis(0.0f), {0.267f, 0.005f, 0.329f}) < 0.005f);
    CHECK(glm::distance(viridis(0.5f), {0.128f, 0.567f, 0.551f}) < 0.005f);
    CHECK(glm::distance(viridis(1.0f), {0.993f, 0.906f, 0.144f}) < 0.005f);
    CHECK(viridis(-3.0f) == viridis(0.0f));
    CHECK(viridis(7.0f) == viridis(1.0f));
    CHECK(viridis(std::numeric_limits<float>::quiet_NaN()) == viridis(0.0f));
    float before = -1.0f;
    for (int i = 0; i <= 50; ++i)
    {
        const float now = brightness(viridis(static_cast<float>(i) / 50.0f));
        REQUIRE(now > before);
        before = now;
    }
    // Before the dark ground the scale begins brighter, and ends with the same yellow.
    CHECK(brightness(viridis(0.0f, Theme::dark)) > brightness(viridis(0.3f)));
    CHECK(viridis(1.0f, Theme::dark) == viridis(1.0f));
}
