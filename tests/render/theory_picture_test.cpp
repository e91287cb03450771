#include "catch.hpp"

#include "picture.hpp"

using namespace ropewalk;

TEST_CASE("what theory predicts lies over the rope that hides it")
{
    Studio studio;
    studio.camera.pitch = 0.0f;
    studio.camera.distance = 2.0f;
    Snapshot snapshot;
    snapshot.polylines.push_back(straightRope({-2.0f, 0.2f, 0.0f}, {2.0f, 0.2f, 0.0f}, 0.08f));
    const Image without = studio.take(snapshot);

    Polyline thread = straightRope({-2.0f, 0.2f, 0.0f}, {2.0f, 0.2f, 0.0f}, 0.02f);
    thread.style = Polyline::Style::thread;
    thread.colour = {0.0f, 0.62f, 0.45f};
    snapshot.theory.push_back(thread);
    Image with = studio.take(snapshot);
    const glm::ivec2 middle = studio.pixelAt({0.1f, 0.2f, 0.0f});
    const glm::vec3 colour = pixel(with, middle.x, middle.y);
    CHECK(colour.g > colour.r + 0.2f); // green, and the rope is brown
    CHECK(glm::distance(colour, pixel(without, middle.x, middle.y)) > 0.2f);
    // The rope is still there beside it.
    const glm::ivec2 edge = studio.pixelAt({0.1f, 0.25f, 0.0f});
    CHECK(glm::distance(pixel(with, edge.x, edge.y), pixel(without, edge.x, edge.y)) < 0.02f);
    // And the next picture has none.
    snapshot.theory.clear();
    CHECK(studio.take(snapshot).pixels == without.pixels);
}
