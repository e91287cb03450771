#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace ropewalk
{

/// No usable display or OpenGL: the program's exit code 3.
class NoOpenGL : public std::runtime_error
{
public:
    using std::runtime_error::runtime_error;
};

/// Rows from top to bottom, three bytes a pixel (sRGB).
struct Image
{
    int width = 0;
    int height = 0;
    std::vector<std::uint8_t> pixels;
};

/// The bytes of a PNG file.
std::string pngOf(const Image& image);

/// The pixels of the current framebuffer.
Image readFramebuffer(int width, int height);

} // namespace ropewalk
