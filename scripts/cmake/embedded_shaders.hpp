// The files of shaders/, put into the binary when it is built. They have no #version line: the renderer puts the one of
// the context in front.
#pragma once

#include <span>
#include <string_view>

namespace ropewalk
{

struct EmbeddedFile
{
    std::string_view name; // without the folder: "tube.vert"
    std::string_view text;
};

std::span<const EmbeddedFile> embeddedShaders();

} // namespace ropewalk
