#include "display_loss.hpp"

#include "cli/command_line.hpp"

#if defined(__unix__) && !defined(__APPLE__)

#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>

namespace ropewalk
{
namespace
{

struct XDisplay; // Xlib's Display, whose header is not needed to build

int leave(XDisplay*)
{
    std::fputs("ropewalk: the display has gone away (the X server closed the connection)\n", stderr);
    std::fflush(nullptr);
    std::_Exit(noDisplay);
}

} // namespace

void exitWhenDisplayIsLost()
{
    // Only if GLFW has loaded it already: this neither links nor loads X11.
    void* library = dlopen("libX11.so.6", RTLD_NOW | RTLD_NOLOAD);
    if (library == nullptr)
        return;
    using Handler = int (*)(XDisplay*);
    using SetHandler = Handler (*)(Handler);
    if (const auto setHandler = reinterpret_cast<SetHandler>(dlsym(library, "XSetIOErrorHandler")))
        setHandler(leave);
    dlclose(library);
}

} // namespace ropewalk

#else

namespace ropewalk
{

void exitWhenDisplayIsLost() {}

} // namespace ropewalk

#endif
