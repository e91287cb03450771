#include "catch.hpp"

#include "picture.hpp"

#include "render/gl/gl_objects.hpp"
#include "render/pieces/drawn_ground.hpp"

#include <algorithm>
#include <vector>

using namespace ropewalk;

namespace
{

Snapshot ropeAbove(float height)
{
    Snapshot snapshot;
    snapshot.hasGround = true;
    snapshot.polylines.push_back(straightRope({-1.0f, height, 0.0f}, {1.0f, height, 0.0f}, 0.03f));
    return snapshot;
}

/// The shadow along the column of a picture taken from straight above: how dark it is and between which rows, and how
/// many rows it takes to get dark.
struct Shadow
{
    float darkest = 1.0f;
    int row = 0;
    int width = 0;
};

Shadow shadowIn(const Image& with, const Image& without, int x)
{
    Shadow shadow;
    for (int y = 0; y < with.height; ++y)
    {
        const float part = brightness(pixel(with, x, y)) / brightness(pixel(without, x, y));
        if (part < shadow.darkest)
        {
            shadow.darkest = part;
            shadow.row = y;
        }
        shadow.width += part < 0.985f ? 1 : 0;
    }
    return shadow;
}

} // namespace

TEST_CASE("a rope's shadow is dark, leaves the rope and gets softer as the rope rises")
{
    Studio studio;
    studio.size = {300, 600};
    studio.camera.pitch = 1.5f;
    studio.camera.distance = 4.0f;
    Snapshot empty;
    empty.hasGround = true;
    empty.groundHeight = -0.03f; // where it is drawn below a rope of this radius

    std::vector<Shadow> shadows;
    for (const float height : {0.15f, 0.4f, 0.8f})
    {
        Snapshot snapshot = ropeAbove(height);
        const Image without = studio.take(empty);
        Image with = studio.take(snapshot);
        // Take the rope itself out of the column.
        const int x = studio.pixelAt({0.2f, height, 0.0f}).x;
        const int top = studio.pixelAt({0.2f, height, -0.05f}).y;
        const int bottom = studio.pixelAt({0.2f, height, 0.05f}).y;
        REQUIRE(top < bottom);
        for (int y = top; y <= bottom; ++y)
            for (std::size_t channel = 0; channel < 3; ++channel)
            {
                const std::size_t at = 3 * static_cast<std::size_t>(y * with.width + x) + channel;
                with.pixels[at] = without.pixels[at];
            }
        const Shadow shadow = shadowIn(with, without, x);
        CHECK(shadow.darkest < 0.93f);
        shadows.push_back(shadow);
    }
    // The sun stands on this side of the rope, so its shadow goes away from us: up in the picture.
    CHECK(shadows[1].row < shadows[0].row - 5);
    CHECK(shadows[2].row < shadows[1].row - 5);
    CHECK(shadows[1].darkest > shadows[0].darkest);
    CHECK(shadows[2].darkest > shadows[1].darkest);
    CHECK(shadows[2].width > shadows[0].width);
}

TEST_CASE("shadows that lie on each other do not add up")
{
    Studio studio;
    studio.camera.pitch = 1.2f;
    studio.camera.distance = 4.0f;
    const Snapshot once = ropeAbove(0.5f);
    Snapshot twice = once;
    twice.polylines.push_back(once.polylines[0]);
    CHECK(studio.take(once).pixels == studio.take(twice).pixels);
}

TEST_CASE("a rope that lies on the ground is seen whole")
{
    Studio studio;
    studio.camera.pitch = 1.5f;
    studio.camera.distance = 1.5f;
    Snapshot empty;
    empty.hasGround = true;
    empty.groundHeight = -0.03f;
    const Image without = studio.take(empty);
    const Image with = studio.take(ropeAbove(0.0f));
    CHECK(drawnGroundHeight(ropeAbove(0.0f)) == Approx(-0.03));
    for (const float z : {-0.022f, 0.0f, 0.022f})
    {
        const glm::ivec2 at = studio.pixelAt({0.1f, 0.0f, z});
        CHECK(glm::distance(pixel(with, at.x, at.y), pixel(without, at.x, at.y)) > 0.08f);
    }
}

TEST_CASE("a rope that fell into the soft ground stays in sight from above and below")
{
    Studio studio;
    studio.camera.distance = 3.0f;
    Snapshot empty;
    empty.hasGround = true;
    empty.groundHeight = -0.03f;
    for (const float depth : {0.005f, 0.05f, 0.2f})
        for (const float pitch : {0.6f, -0.6f})
        {
            const Snapshot sunk = ropeAbove(-depth);
            studio.camera.pitch = pitch;
            const Image without = studio.take(empty);
            const Image with = studio.take(sunk);
            const glm::ivec2 at = studio.pixelAt({0.1f, 0.0f, 0.0f});
            CHECK(glm::distance(pixel(with, at.x, at.y), pixel(without, at.x, at.y)) > 0.1f);
        }
}

TEST_CASE("what has sunk deep into the ground shows through it from above, and is seen to be below")
{
    Studio studio;
    studio.camera.distance = 4.0f;
    studio.camera.pitch = 0.7f;
    studio.camera.target = {0.0f, -2.0f, 0.0f};
    Snapshot sunk = ropeAbove(-2.0f);
    const glm::ivec2 at = studio.pixelAt({0.1f, -2.0f, 0.0f});
    const Image with = studio.take(sunk);
    sunk.polylines[0].points.assign(2, glm::vec3(0.0f, -2.0f, 40.0f)); // out of sight
    sunk.polylines[0].tension.assign(1, 0.0f);
    const Image ground = studio.take(sunk);
    Snapshot bare = ropeAbove(-2.0f);
    bare.hasGround = false;
    const Image rope = studio.take(bare);
    CHECK(glm::distance(pixel(with, at.x, at.y), pixel(ground, at.x, at.y)) > 0.08f);
    CHECK(glm::distance(pixel(with, at.x, at.y), pixel(rope, at.x, at.y)) > 0.08f);
}

TEST_CASE("a pin is seen from far away")
{
    Studio studio;
    Snapshot snapshot = ropeAbove(1.0f);
    snapshot.polylines[0].radius = 0.005f;
    studio.camera.distance = 30.0f;
    studio.camera.pitch = 0.2f;
    const glm::vec3 place(0.5f, 1.0f, 0.0f);
    const Image without = studio.take(snapshot);
    Handle pin{place, 0.01f};
    pin.pin = 3;
    snapshot.handles.push_back(pin);
    const Image with = studio.take(snapshot);
    const glm::ivec2 at = studio.pixelAt(place);
    int wide = 0;
    for (int x = at.x - 12; x <= at.x + 12; ++x)
        wide += glm::distance(pixel(with, x, at.y), pixel(without, x, at.y)) > 0.02f ? 1 : 0;
    CHECK(wide >= 9); // pixels
}

TEST_CASE("markers and ropes seen from below are behind the ground, as behind glass")
{
    Studio studio;
    studio.camera.distance = 3.0f;
    studio.camera.pitch = -0.6f;
    Snapshot snapshot = ropeAbove(0.3f);
    const glm::ivec2 at = studio.pixelAt({0.1f, 0.3f, 0.0f});
    const Image with = studio.take(snapshot);
    snapshot.hasGround = false;
    const Image bare = studio.take(snapshot);
    CHECK(glm::distance(pixel(with, at.x, at.y), pixel(bare, at.x, at.y)) > 0.1f);
}

TEST_CASE("the ground's grid has a line every metre")
{
    Studio studio;
    studio.size = {640, 640};
    studio.camera.pitch = 1.5f;
    studio.camera.distance = 8.0f;
    studio.camera.target = {0.5f, 0.0f, 0.5f};
    Snapshot snapshot;
    snapshot.hasGround = true;
    for (const Theme theme : {Theme::light, Theme::dark})
    {
        studio.options.theme = theme;
        const Image image = studio.take(snapshot);
        for (int metre = -2; metre <= 2; ++metre)
        {
            const auto at = [&](float x)
            {
                const glm::ivec2 place = studio.pixelAt({x, 0.0f, 0.5f});
                return brightness(pixel(image, place.x, place.y));
            };
            const auto x = static_cast<float>(metre);
            const float line =
                std::max(std::abs(at(x - 0.005f) - at(x + 0.5f)), std::abs(at(x + 0.005f) - at(x + 0.5f)));
            CHECK(line > 0.04f);
            CHECK(std::abs(at(x + 0.47f) - at(x + 0.5f)) < 0.03f);
        }
    }
}

TEST_CASE("themes differ, and both fill the whole picture")
{
    Studio studio;
    Snapshot snapshot = ropeAbove(0.3f);
    studio.camera.frame(snapshot, 1.5f);
    studio.options.theme = Theme::light;
    const Image light = studio.take(snapshot);
    studio.options.theme = Theme::dark;
    const Image dark = studio.take(snapshot);
    for (int y = 0; y < light.height; y += 7)
        for (int x = 0; x < light.width; x += 7)
        {
            REQUIRE(brightness(pixel(dark, x, y)) > 0.02f);
            REQUIRE(brightness(pixel(light, x, y)) < 0.9999f);
        }
    CHECK(brightness(pixel(light, 5, 5)) > brightness(pixel(dark, 5, 5)) + 0.3f);
    CHECK(brightness(pixel(light, 5, 310)) > brightness(pixel(dark, 5, 310)) + 0.3f);
}

TEST_CASE("a picture of one sample a pixel whose backdrop was kept is what it would be without")
{
    Studio studio;
    studio.options.softEdges = true;
    const Framebuffer framebuffer;
    const Renderbuffer colour;
    const Renderbuffer depth;
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer.id());
    attach(colour, GL_RGBA8, GL_COLOR_ATTACHMENT0, studio.size);
    attach(depth, GL_DEPTH_COMPONENT24, GL_DEPTH_ATTACHMENT, studio.size);
    const auto take = [&studio](Renderer& renderer, const Snapshot& snapshot)
    {
        renderer.draw(snapshot, studio.camera, studio.options, {0, 0}, studio.size);
        return readFramebuffer(studio.size.x, studio.size.y).pixels;
    };
    const auto isAsDrawnAnew = [&](float height)
    {
        Renderer anew;
        const std::vector<std::uint8_t> pixels = take(studio.renderer, ropeAbove(height));
        return pixels == take(anew, ropeAbove(height));
    };
    // The rope moves before a camera that stands, which moves then, and stands again; so does the theme change.
    for (const float height : {1.0f, 1.2f, 0.8f, 0.9f})
        CHECK(isAsDrawnAnew(height));
    for (const float distance : {1.2f, 1.0f, 1.0f, 1.2f, 1.0f, 1.0f, 1.0f})
    {
        studio.camera.distance *= distance;
        CHECK(isAsDrawnAnew(0.5f));
    }
    studio.options.theme = Theme::dark;
    for (const float height : {0.5f, 0.6f, 0.7f, 0.8f})
        CHECK(isAsDrawnAnew(height));
}

TEST_CASE("the picture is drawn into its rectangle only")
{
    Studio studio;
    const Snapshot snapshot = ropeAbove(0.3f);
    const Image whole = studio.take(snapshot);
    CHECK(whole.width == studio.size.x);
    CHECK(whole.height == studio.size.y);
    CHECK(whole.pixels.size() == 3u * 480u * 320u);
    for (const glm::ivec2 size : {glm::ivec2(1, 1), glm::ivec2(1, 200), glm::ivec2(200, 1)})
    {
        studio.size = size;
        CHECK(studio.take(snapshot).pixels.size() == 3u * static_cast<std::size_t>(size.x * size.y));
    }
    studio.size = {0, 5};
    CHECK(complaintOf([&] { studio.take(snapshot); }).find("0x5") != std::string::npos);
}

TEST_CASE("markers are seen from near and far")
{
    Studio studio;
    studio.camera.pitch = 0.1f;
    Snapshot empty;
    Snapshot snapshot;
    for (const auto& [kind, x] : {std::pair{Marker::Kind::connection, -0.5f}, {Marker::Kind::target, 0.5f}})
    {
        Marker marker;
        marker.kind = kind;
        marker.position = {x, 0.0f, 0.0f};
        snapshot.markers.push_back(marker);
    }
    for (const float distance : {2.0f, 8.0f, 100.0f})
    {
        studio.camera.distance = distance;
        const Image without = studio.take(empty);
        const Image with = studio.take(snapshot);
        for (const Marker& marker : snapshot.markers)
        {
            const glm::ivec2 at = studio.pixelAt(marker.position);
            CHECK(glm::distance(pixel(with, at.x, at.y), pixel(without, at.x, at.y)) > 0.15f);
        }
    }
}
