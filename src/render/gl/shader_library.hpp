#pragma once

#include "gl_objects.hpp"

#include <filesystem>
#include <initializer_list>
#include <string>
#include <string_view>

namespace ropewalk
{

/// Makes programs from the files of shaders/. Each stage is a row of files put behind each other; the line with the
/// language version, which differs between desktop and web, comes in front.
class ShaderLibrary
{
public:
    /// `folder` empty: the files inside the binary.
    explicit ShaderLibrary(std::filesystem::path folder) : folder_(std::move(folder)) {}

    /// Throws std::runtime_error with the name of the stage and the compiler's log.
    Program program(std::initializer_list<std::string_view> vertex,
                    std::initializer_list<std::string_view> fragment) const;

private:
    std::string text(std::string_view name) const;
    GLuint compile(GLenum stage, std::initializer_list<std::string_view> files) const;

    std::filesystem::path folder_;
};

} // namespace ropewalk
