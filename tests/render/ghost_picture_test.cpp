#include "catch.hpp"

#include "picture.hpp"

#include <glm/common.hpp>

#include <vector>

using namespace ropewalk;

TEST_CASE("the ghost is blended once, also where its curves cross, and not in front of what is nearer")
{
    Studio studio;
    studio.camera.pitch = 0.0f;
    studio.camera.distance = 2.0f;
    const auto thread = [](const glm::vec3& from, const glm::vec3& to)
    {
        Polyline line = straightRope(from, to, 0.08f);
        line.style = Polyline::Style::thread;
        line.colour = {0.42f, 0.46f, 0.85f};
        return line;
    };
    const std::vector<Polyline> cross{thread({-1.0f, 0.0f, 0.0f}, {1.0f, 0.0f, 0.0f}),
                                      thread({0.0f, -1.0f, -0.3f}, {0.0f, 1.0f, -0.3f})};
    Snapshot scene;
    const Image background = studio.take(scene);
    scene.polylines = cross;
    const Image opaque = studio.take(scene);
    scene.polylines.clear();
    studio.options.ghost = cross;
    const Image ghost = studio.take(scene);

    constexpr float opacity = 0.55f; // as Renderer draws it
    for (const glm::vec3& point : {glm::vec3(0.5f, 0.02f, 0.0f), glm::vec3(0.02f, 0.4f, -0.3f), glm::vec3(0.0f)})
    {
        CAPTURE(point.x, point.y);
        const glm::ivec2 at = studio.pixelAt(point);
        const glm::vec3 expected =
            glm::mix(pixel(background, at.x, at.y), pixel(opaque, at.x, at.y), opacity); // c = a s + (1 - a) d
        CHECK(glm::distance(pixel(ghost, at.x, at.y), expected) < 0.015f);               // four steps of 1/255
        CHECK(glm::distance(pixel(opaque, at.x, at.y), pixel(background, at.x, at.y)) > 0.1f);
    }

    // A rope in front of it hides it.
    scene.polylines.push_back(straightRope({-1.0f, 0.0f, 0.3f}, {1.0f, 0.0f, 0.3f}, 0.1f));
    const Image hidden = studio.take(scene);
    studio.options.ghost = {};
    const Image alone = studio.take(scene);
    const glm::ivec2 middle = studio.pixelAt({0.5f, 0.0f, 0.3f});
    CHECK(pixel(hidden, middle.x, middle.y) == pixel(alone, middle.x, middle.y));
}
