#include "app/platform/display_loss.hpp"

#include "cli/command_line.hpp"

#if defined(__unix__) && !defined(__APPLE__)

#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>

namespace ropewalk
{
namespace
{

struct XDisplay; // Xlib's Display and XErrorEvent: its headers are not needed to build

struct XError
{
    int type;
    XDisplay* display;
    unsigned long resource;
    unsigned long serial;
    unsigned char code;
};

[[noreturn]] void leave(const char* what)
{
    std::fprintf(stderr, "ropewalk: the display has gone away (%s)\n", what);
    std::fflush(nullptr);
    std::_Exit(noDisplay);
}

int onConnectionLost(XDisplay*)
{
    leave("the X server closed the connection");
}

int onRequestRefused(XDisplay*, XError* error)
{
    char text[80];
    std::snprintf(text, sizeof text, "X error %d; the window may have been destroyed by another program",
                  static_cast<int>(error->code));
    leave(text);
}

template <typename Handler>
void install(void* library, const char* setter, Handler handler)
{
    using SetHandler = Handler (*)(Handler);
    if (const auto set = reinterpret_cast<SetHandler>(dlsym(library, setter)))
        set(handler);
}

} // namespace

void exitWhenDisplayIsLost()
{
    // Only if GLFW has loaded it already: this neither links nor loads X11.
    void* library = dlopen("libX11.so.6", RTLD_NOW | RTLD_NOLOAD);
    if (library == nullptr)
        return;
    install(library, "XSetIOErrorHandler", onConnectionLost);
    install(library, "XSetErrorHandler", onRequestRefused);
    dlclose(library);
}

} // namespace ropewalk

#else

namespace ropewalk
{

void exitWhenDisplayIsLost() {}

} // namespace ropewalk

#endif
