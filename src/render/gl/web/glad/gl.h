#pragma once

// OpenGL ES 3.0 in the place of the loader that is generated for a desktop: in a browser its functions are linked.

#include <GLES3/gl3.h>

#define glad_glGenBuffers glGenBuffers
#define glad_glDeleteBuffers glDeleteBuffers
#define glad_glGenVertexArrays glGenVertexArrays
#define glad_glDeleteVertexArrays glDeleteVertexArrays
#define glad_glGenFramebuffers glGenFramebuffers
#define glad_glDeleteFramebuffers glDeleteFramebuffers
#define glad_glGenRenderbuffers glGenRenderbuffers
#define glad_glDeleteRenderbuffers glDeleteRenderbuffers
#define glad_glGenTextures glGenTextures
#define glad_glDeleteTextures glDeleteTextures
#define glad_glGetShaderiv glGetShaderiv
#define glad_glGetShaderInfoLog glGetShaderInfoLog
#define glad_glGetProgramiv glGetProgramiv
#define glad_glGetProgramInfoLog glGetProgramInfoLog

inline void glClearDepth(double depth)
{
    glClearDepthf(static_cast<float>(depth));
}

template <typename Loader>
int gladLoadGL(Loader)
{
    return 1;
}
