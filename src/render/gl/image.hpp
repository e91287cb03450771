#pragma once

#include <cstdint>
#include <filesystem>
#include <stdexcept>
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

/// Writes a PNG under a temporary name and renames it, so that a file is never half written. Throws std::runtime_error
/// naming the file.
void writePng(const std::filesystem::path& file, const Image& image);

/// The pixels of the current framebuffer.
Image readFramebuffer(int width, int height);

} // namespace ropewalk
