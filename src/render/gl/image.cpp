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
    const auto columns = static_cast<std::size_t>(image.width);
    const auto rows = static_cast<std::size_t>(image.height);
    if (columns * rows == 0)
        return image;

    std::vector<std::uint8_t> read(4 * columns * rows); // OpenGL ES gives no fewer than four bytes a pixel
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, image.width, image.height, GL_RGBA, GL_UNSIGNED_BYTE, read.data());
    image.pixels.resize(3 * columns * rows);
    std::uint8_t* to = image.pixels.data();
    for (std::size_t row = rows; row-- > 0;)
        for (std::size_t column = 0; column < columns; ++column)
            to = std::copy_n(&read[4 * (columns * row + column)], 3, to);
    return image;
}

} // namespace ropewalk
