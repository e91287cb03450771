#include "image.hpp"

#include <glad/gl.h>
#include <stb_image_write.h>

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

namespace ropewalk
{

namespace
{

void appendBytes(void* context, void* data, int size)
{
    static_cast<std::string*>(context)->append(static_cast<const char*>(data), static_cast<std::size_t>(size));
}

} // namespace

std::string pngOf(const Image& image)
{
    std::string bytes;
    if (stbi_write_png_to_func(appendBytes, &bytes, image.width, image.height, 3, image.pixels.data(),
                               3 * image.width) == 0)
        throw std::runtime_error(fmt::format("an image of {}x{} pixels cannot be encoded", image.width, image.height));
    return bytes;
}

Image readFramebuffer(int width, int height)
{
    Image image;
    image.width = std::max(width, 0);
    image.height = std::max(height, 0);
    const std::size_t row = 3 * static_cast<std::size_t>(image.width);
    image.pixels.resize(row * static_cast<std::size_t>(image.height));
    if (image.pixels.empty())
        return image;

    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, image.width, image.height, GL_RGB, GL_UNSIGNED_BYTE, image.pixels.data());
    const auto rowAt = [&](int y) { return image.pixels.begin() + static_cast<std::ptrdiff_t>(row) * y; };
    for (int y = 0; y < image.height / 2; ++y)
        std::swap_ranges(rowAt(y), rowAt(y + 1), rowAt(image.height - 1 - y));
    return image;
}

} // namespace ropewalk
