#pragma once

#include "gl_objects.hpp"

#include <filesystem>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace ropewalk
{

/// The first line of every shader: the version of GLSL of the current context, which may be OpenGL's or OpenGL ES's.
const char* glslVersion();

/// Makes programs from the files of shaders/. A stage is compiled from several files, one after the other.
class ShaderLibrary
{
public:
    /// `folder` empty: the files inside the binary.
    explicit ShaderLibrary(std::filesystem::path folder) : folder_(std::move(folder)) {}

    const std::filesystem::path& folder() const { return folder_; }

    /// Where the uniform block `Frame` of frame.glsl is bound.
    static constexpr GLuint frameBinding = 0;

    /// Both stages begin with frame.glsl, the fragment stage also with dither.glsl and colour.glsl; the files given
    /// here follow. `defines` are lines that both stages begin with. Throws std::runtime_error with the name of the
    /// stage and the compiler's log.
    Program program(std::initializer_list<std::string_view> vertex, std::initializer_list<std::string_view> fragment,
                    std::string_view defines = {}) const;

private:
    std::string text(std::string_view name) const;
    GLuint compile(GLenum stage, std::string_view defines, const std::vector<std::string_view>& files) const;

    std::filesystem::path folder_;
};

} // namespace ropewalk
