#ifndef ROPEWALK_HAVE_EGL

#include "offscreen.hpp"

namespace ropewalk
{

struct OffscreenContext::Handles
{
};

OffscreenContext::OffscreenContext()
{
    throw NoOpenGL("no off-screen OpenGL: this build has no EGL; open the window and use --screenshot instead");
}

OffscreenContext::~OffscreenContext() = default;

} // namespace ropewalk

#endif
