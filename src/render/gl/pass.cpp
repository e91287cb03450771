#include "pass.hpp"

#include <glad/gl.h>

namespace ropewalk
{

void Pass::use() const
{
    const auto set = [](GLenum capability, bool on) { on ? glEnable(capability) : glDisable(capability); };
    set(GL_DEPTH_TEST, depth);
    set(GL_CULL_FACE, cull);
    set(GL_BLEND, blend != Blend::none);
    glDepthFunc(GL_LEQUAL);
    glDepthMask(writesDepth);
    glColorMask(colour, colour, colour, alpha);
    glBlendEquation(blend == Blend::darkest ? GL_MIN : GL_FUNC_ADD);
    glBlendColor(0.0f, 0.0f, 0.0f, 0.55f);
    if (blend == Blend::thin)
        glBlendFunc(GL_CONSTANT_ALPHA, GL_ONE_MINUS_CONSTANT_ALPHA);
    else
        glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ZERO, GL_ONE);
}

} // namespace ropewalk
