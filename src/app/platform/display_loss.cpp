#include "display_loss.hpp"

#include "cli/command_line.hpp"

#if defined(__SANITIZE_ADDRESS__)
#define ROPEWALK_LEAK_CHECK 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ROPEWALK_LEAK_CHECK 1
#endif
#endif

#if defined(__unix__) && !defined(__APPLE__)

#include <dlfcn.h>
#ifdef ROPEWALK_LEAK_CHECK
#include <link.h>

#include <string>
#include <vector>
#endif

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

#ifdef ROPEWALK_LEAK_CHECK
void keepDriverForLeakCheck()
{
    std::vector<std::string> loaded;
    const auto collect = [](dl_phdr_info* info, std::size_t, void* names)
    {
        static_cast<std::vector<std::string>*>(names)->emplace_back(info->dlpi_name);
        return 0;
    };
    dl_iterate_phdr(collect, &loaded);
    for (const std::string& name : loaded)
        if (void* library = name.empty() ? nullptr : dlopen(name.c_str(), RTLD_NOW | RTLD_NOLOAD | RTLD_NODELETE))
            dlclose(library);
}
#else
void keepDriverForLeakCheck() {}
#endif

} // namespace ropewalk

#else

namespace ropewalk
{

void exitWhenDisplayIsLost() {}

void keepDriverForLeakCheck() {}

} // namespace ropewalk

#endif
