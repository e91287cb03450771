#include "catch.hpp"

#include "picture.hpp"

#include "render/pieces/field_strips.hpp"

#include <glad/gl.h>

#include <algorithm>
#include <limits>

using namespace ropewalk;

namespace
{

/// Upright ropes of 4 m in rows along x and -z, the first at the origin.
RopeField uprightField(int columns, int rows, int points = 21)
{
    RopeField field;
    field.ropeCount = columns * rows;
    field.pointsPerRope = points;
    field.spacing = 0.4f;
    for (int rope = 0; rope < field.ropeCount; ++rope)
        for (int i = 0; i < points; ++i)
        {
            field.xyz.push_back(0.4f * static_cast<float>(rope % columns));
            field.xyz.push_back(4.0f * static_cast<float>(i) / static_cast<float>(points - 1));
            field.xyz.push_back(-0.4f * static_cast<float>(rope / columns));
        }
    return field;
}

/// Looks along -z from `distance` in front of the middle of a rope at the origin.
FieldView viewFrom(float distance)
{
    FieldView view;
    view.eye = {0.0f, 2.0f, distance};
    view.right = {0.6f, 0.0f, 0.0f};
    view.up = {0.0f, 0.35f, 0.0f};
    return view;
}

int drawnStrips = 0;
PFNGLDRAWARRAYSPROC drawArrays = nullptr;

void GLAD_API_PTR countingDrawArrays(GLenum mode, GLint first, GLsizei count)
{
    drawnStrips += mode == GL_TRIANGLE_STRIP && count > 4 ? 1 : 0;
    drawArrays(mode, first, count);
}

} // namespace

TEST_CASE("a near rope has more points than a far one, and one behind the eye none")
{
    FieldStrips strips;
    const RopeField field = uprightField(1, 1);
    const auto corners = [&](float distance)
    {
        strips.pack(field, viewFrom(distance));
        return strips.vertices().size();
    };
    CHECK(corners(2.0f) > corners(9.0f)); // as light changes along a straight one too
    CHECK(corners(9.0f) > 2 * 4);
    CHECK(corners(100.0f) == 2 * 4);
    CHECK(corners(-20.0f) == 0);
    CHECK(strips.ropes() == 0);

    FieldView aside = viewFrom(12.0f);
    aside.eye.x = 30.0f;
    strips.pack(field, aside);
    CHECK(strips.vertices().empty());
}

TEST_CASE("the strip of a bent rope is nowhere a pixel beside it")
{
    RopeField field;
    field.ropeCount = 1;
    field.pointsPerRope = 21;
    for (int i = 0; i < field.pointsPerRope; ++i)
    {
        const float angle = 0.06f * static_cast<float>(i);
        for (const float x : {3.0f - 3.0f * std::cos(angle), 3.0f * std::sin(angle), 0.0f})
            field.xyz.push_back(x);
    }
    FieldStrips strips;
    std::size_t corners = 1000;
    for (const float distance : {2.0f, 8.0f, 30.0f, 120.0f})
    {
        const FieldView view = viewFrom(distance);
        strips.pack(field, view);
        const std::vector<FieldVertex>& vertices = strips.vertices();
        CHECK(vertices.size() <= corners);
        corners = vertices.size();
        float farthest = 0.0f;
        for (int i = 0; i < field.pointsPerRope; ++i)
        {
            const glm::vec3 point = field.point(0, i);
            float nearest = std::numeric_limits<float>::max();
            for (std::size_t j = 2; j + 1 < vertices.size(); j += 2)
            {
                const glm::vec3 from = vertices[j - 2].position;
                const glm::vec3 chord = vertices[j].position - from;
                const float part = std::clamp(glm::dot(point - from, chord) / glm::dot(chord, chord), 0.0f, 1.0f);
                nearest = std::min(nearest, glm::distance(point, from + part * chord));
            }
            farthest = std::max(farthest, nearest);
        }
        CHECK(farthest < view.pixel * distance);
    }
}

TEST_CASE("the ropes of a field are drawn nearest first, and far ones stand for their neighbours")
{
    FieldStrips strips;
    const RopeField field = uprightField(20, 50);
    strips.pack(field, viewFrom(5.0f));
    REQUIRE(strips.ropes() > 500);
    float farthest = std::numeric_limits<float>::max();
    for (const FieldVertex& vertex : strips.vertices())
    {
        CHECK(vertex.position.z < farthest + 0.1f);
        farthest = std::min(farthest, vertex.position.z);
    }

    strips.pack(field, viewFrom(400.0f)); // where a pixel is ten ropes wide
    CHECK(strips.ropes() > 30);
    CHECK(strips.ropes() < 300);
}

TEST_CASE("a field is drawn with one call, in the colours of its ropes from dark roots to light tips")
{
    Studio studio;
    studio.camera.target = {2.0f, 2.0f, 0.0f};
    studio.camera.pitch = 0.1f;
    studio.camera.distance = 9.0f;
    Snapshot snapshot;
    snapshot.hasGround = true;
    const Image without = studio.take(snapshot);
    snapshot.field = uprightField(11, 30);

    drawnStrips = 0;
    drawArrays = glad_glDrawArrays;
    glad_glDrawArrays = countingDrawArrays;
    const Image with = studio.take(snapshot);
    glad_glDrawArrays = drawArrays;
    CHECK(drawnStrips == 1);

    const auto mean = [&](const Image& image, float height)
    {
        const glm::ivec2 left = studio.pixelAt({0.2f, height, 0.0f});
        const glm::ivec2 right = studio.pixelAt({3.8f, height, 0.0f});
        glm::vec3 sum(0.0f);
        for (int x = left.x; x < right.x; ++x)
            sum += pixel(image, x, left.y);
        return sum / static_cast<float>(right.x - left.x);
    };
    CHECK(glm::distance(mean(with, 2.0f), mean(without, 2.0f)) > 0.15f);
    CHECK(brightness(mean(with, 3.5f)) > brightness(mean(with, 0.5f)) + 0.1f);
    const glm::vec3 straw = mean(with, 3.5f);
    CHECK(straw.r > straw.b + 0.1f);
}

TEST_CASE("a field darkens the ground at its foot and in its shadow")
{
    Studio studio;
    studio.camera.pitch = 0.6f;
    studio.camera.distance = 25.0f;
    Snapshot snapshot;
    snapshot.hasGround = true;
    const Image without = studio.take(snapshot);
    snapshot.field = uprightField(11, 11);
    const Image with = studio.take(snapshot);
    const glm::ivec2 shaded = studio.pixelAt({5.2f, 0.0f, -3.0f}); // the sun is on the left
    const glm::ivec2 open = studio.pixelAt({-2.0f, 0.0f, 3.0f});
    CHECK(brightness(pixel(with, shaded.x, shaded.y)) < brightness(pixel(without, shaded.x, shaded.y)) - 0.05f);
    CHECK(glm::distance(pixel(with, open.x, open.y), pixel(without, open.x, open.y)) < 0.02f);
}

TEST_CASE("ropes that are not numbers leave the others in the picture")
{
    Studio studio;
    studio.camera.target = {2.0f, 2.0f, 0.0f};
    studio.camera.distance = 9.0f;
    Snapshot snapshot;
    snapshot.field = uprightField(11, 3);
    const Image sound = studio.take(snapshot);
    for (std::size_t i = 0; i < 63 * 5; ++i)
        snapshot.field.xyz[i] = std::numeric_limits<float>::quiet_NaN();
    const Image image = studio.take(snapshot);
    const glm::ivec2 at = studio.pixelAt({4.0f, 2.0f, 0.0f});
    for (int x = at.x - 3; x < at.x + 3; ++x)
        CHECK(glm::distance(pixel(image, x, at.y), pixel(sound, x, at.y)) < 0.05f);
}
