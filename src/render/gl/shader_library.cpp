#include "shader_library.hpp"

#include "embedded_shaders.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <fstream>
#include <iterator>
#include <stdexcept>

namespace ropewalk
{

namespace
{

template <typename GetLength, typename GetText>
std::string logOf(GLuint object, GetLength getLength, GetText getText)
{
    GLint length = 0;
    getLength(object, GL_INFO_LOG_LENGTH, &length);
    std::string log(static_cast<std::size_t>(length > 0 ? length : 1), '\0');
    GLsizei written = 0;
    getText(object, static_cast<GLsizei>(log.size()), &written, log.data());
    log.resize(static_cast<std::size_t>(written));
    return log;
}

} // namespace

const char* glslVersion()
{
    const auto* version = reinterpret_cast<const char*>(glGetString(GL_VERSION));
    const bool embedded = version != nullptr && std::string_view(version).starts_with("OpenGL ES");
    return embedded ? "#version 300 es" : "#version 330 core";
}

std::string ShaderLibrary::text(std::string_view name) const
{
    if (!folder_.empty())
    {
        const std::filesystem::path file = folder_ / name;
        std::ifstream stream(file, std::ios::binary);
        if (!stream)
            throw std::runtime_error(
                fmt::format("{}: cannot be read; is this the folder of the shaders?", file.string()));
        return {std::istreambuf_iterator<char>(stream), {}};
    }
    for (const EmbeddedFile& file : embeddedShaders())
        if (file.name == name)
            return std::string(file.text);
    throw std::runtime_error(fmt::format("shader {} is not inside the program", name));
}

GLuint ShaderLibrary::compile(GLenum stage, std::string_view defines, const std::vector<std::string_view>& files) const
{
    // OpenGL ES has no precision of its own for the fragment stage; OpenGL ignores this one.
    std::string source = fmt::format("{}\nprecision highp float;\nprecision highp int;\n{}", glslVersion(), defines);
    int number = 0;
    for (const std::string_view file : files)
        source += fmt::format("#line 1 {}\n", number++) + text(file);

    const GLuint shader = glCreateShader(stage);
    const char* const start = source.c_str();
    glShaderSource(shader, 1, &start, nullptr);
    glCompileShader(shader);
    GLint compiled = GL_FALSE;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &compiled);
    if (compiled == GL_TRUE)
        return shader;
    const std::string log = logOf(shader, glad_glGetShaderiv, glad_glGetShaderInfoLog);
    glDeleteShader(shader);
    throw std::runtime_error(fmt::format("shader {} does not compile (file 0 is the first of {}): {}", files.back(),
                                         fmt::join(files, ", "), log));
}

Program ShaderLibrary::program(std::initializer_list<std::string_view> vertex,
                               std::initializer_list<std::string_view> fragment, std::string_view defines) const
{
    std::vector<std::string_view> vertexFiles{"frame.glsl"};
    vertexFiles.insert(vertexFiles.end(), vertex);
    std::vector<std::string_view> fragmentFiles{"frame.glsl", "dither.glsl", "colour.glsl"};
    fragmentFiles.insert(fragmentFiles.end(), fragment);
    Program program;
    for (const auto& [stage, files] :
         {std::pair{GLenum{GL_VERTEX_SHADER}, vertexFiles}, {GL_FRAGMENT_SHADER, fragmentFiles}})
    {
        const GLuint shader = compile(stage, defines, files);
        glAttachShader(program.id(), shader);
        glDeleteShader(shader); // lives as long as the program does
    }
    glLinkProgram(program.id());
    GLint linked = GL_FALSE;
    glGetProgramiv(program.id(), GL_LINK_STATUS, &linked);
    if (linked != GL_TRUE)
        throw std::runtime_error(fmt::format("shaders {} and {} do not link: {}", fmt::join(vertexFiles, ", "),
                                             fmt::join(fragmentFiles, ", "),
                                             logOf(program.id(), glad_glGetProgramiv, glad_glGetProgramInfoLog)));
    glUniformBlockBinding(program.id(), glGetUniformBlockIndex(program.id(), "Frame"), frameBinding);
    return program;
}

} // namespace ropewalk
