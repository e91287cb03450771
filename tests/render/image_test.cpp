#include "catch.hpp"

#include "picture.hpp"

#include "render/gl/image.hpp"

#include <stb_image.h>

#include <string>
#include <vector>

using namespace ropewalk;

TEST_CASE("a PNG holds the picture's pixels")
{
    Image image;
    image.width = 3;
    image.height = 2;
    for (int i = 0; i < 18; ++i)
        image.pixels.push_back(static_cast<std::uint8_t>(13 * i));
    const std::string png = pngOf(image);

    int width = 0;
    int height = 0;
    int channels = 0;
    unsigned char* const read = stbi_load_from_memory(reinterpret_cast<const unsigned char*>(png.data()),
                                                      static_cast<int>(png.size()), &width, &height, &channels, 0);
    REQUIRE(read != nullptr);
    const std::vector<std::uint8_t> pixels(read, read + 18);
    stbi_image_free(read);
    CHECK(width == 3);
    CHECK(height == 2);
    CHECK(channels == 3);
    CHECK(pixels == image.pixels);
}

TEST_CASE("a shader folder that is not there is named")
{
    OffscreenContext context;
    CHECK(complaintOf([] { Renderer renderer("/no/shaders/here"); }).find("/no/shaders/here") == 0);
}
