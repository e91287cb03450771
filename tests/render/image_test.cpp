#include "catch.hpp"

#include "picture.hpp"

#include "render/gl/image.hpp"

#include <stb_image.h>

#include <filesystem>

using namespace ropewalk;

TEST_CASE("a PNG holds what was written, and nothing is left behind")
{
    const std::filesystem::path folder = std::filesystem::temp_directory_path() / "ropewalk image test";
    std::filesystem::create_directories(folder);
    const std::filesystem::path file = folder / "picture.png";
    Image image;
    image.width = 3;
    image.height = 2;
    for (int i = 0; i < 18; ++i)
        image.pixels.push_back(static_cast<std::uint8_t>(13 * i));
    writePng(file, image);

    int width = 0;
    int height = 0;
    int channels = 0;
    unsigned char* const read = stbi_load(file.string().c_str(), &width, &height, &channels, 0);
    REQUIRE(read != nullptr);
    const std::vector<std::uint8_t> pixels(read, read + 18);
    stbi_image_free(read);
    CHECK(width == 3);
    CHECK(height == 2);
    CHECK(channels == 3);
    CHECK(pixels == image.pixels);
    CHECK(std::distance(std::filesystem::directory_iterator(folder), {}) == 1);
    std::filesystem::remove_all(folder);
}

TEST_CASE("a PNG that cannot be written names its file")
{
    Image image;
    image.width = 1;
    image.height = 1;
    image.pixels = {1, 2, 3};
    CHECK(complaintOf([&] { writePng("/nowhere/at/all/picture.png", image); }).find("/nowhere/at/all/picture.png") ==
          0);
}

TEST_CASE("a shader folder that is not there is named")
{
    OffscreenContext context;
    CHECK(complaintOf([] { Renderer renderer("/no/shaders/here"); }).find("/no/shaders/here") == 0);
}
