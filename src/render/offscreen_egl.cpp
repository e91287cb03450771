#ifdef ROPEWALK_HAVE_EGL

#include "offscreen.hpp"

#include <glad/egl.h>
#include <glad/gl.h>

#include <fmt/format.h>

#include <array>
#include <string>

namespace ropewalk
{

struct OffscreenContext::Handles
{
    EGLDisplay display = EGL_NO_DISPLAY;
    EGLContext context = EGL_NO_CONTEXT;
    EGLSurface surface = EGL_NO_SURFACE;

    ~Handles()
    {
        if (display == EGL_NO_DISPLAY)
            return;
        eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
        if (surface != EGL_NO_SURFACE)
            eglDestroySurface(display, surface);
        if (context != EGL_NO_CONTEXT)
            eglDestroyContext(display, context);
        // The display itself belongs to the whole process; taking it down would unload the driver under other contexts.
        eglReleaseThread();
    }
};

namespace
{

/// Displays in the order of how little they need: no window system, a graphics device, whatever the system has.
std::array<EGLDisplay, 3> candidateDisplays()
{
    std::array<EGLDisplay, 3> displays{};
    if (GLAD_EGL_VERSION_1_5 || GLAD_EGL_EXT_platform_base)
    {
        const auto platformDisplay = [](EGLenum platform, void* native)
        {
            return glad_eglGetPlatformDisplay ? eglGetPlatformDisplay(platform, native, nullptr)
                                              : eglGetPlatformDisplayEXT(platform, native, nullptr);
        };
        if (GLAD_EGL_MESA_platform_surfaceless)
            displays[0] = platformDisplay(EGL_PLATFORM_SURFACELESS_MESA, nullptr);
        EGLDeviceEXT device = nullptr;
        EGLint count = 0;
        if (GLAD_EGL_EXT_platform_device && glad_eglQueryDevicesEXT && eglQueryDevicesEXT(1, &device, &count) &&
            count > 0)
            displays[1] = platformDisplay(EGL_PLATFORM_DEVICE_EXT, device);
    }
    displays[2] = eglGetDisplay(EGL_DEFAULT_DISPLAY);
    return displays;
}

/// Empty when it worked, else what did not.
std::string makeCurrent(EGLDisplay& display, EGLContext& context, EGLSurface& surface)
{
    constexpr std::array<EGLint, 5> wanted{EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_SURFACE_TYPE, EGL_PBUFFER_BIT,
                                           EGL_NONE};
    EGLConfig config = nullptr;
    EGLint count = 0;
    if (!eglBindAPI(EGL_OPENGL_API))
        return "EGL offers no desktop OpenGL";
    if (!eglChooseConfig(display, wanted.data(), &config, 1, &count) || count == 0)
        config = nullptr; // EGL_KHR_no_config_context: all that is drawn goes into framebuffer objects anyway

    constexpr std::array<EGLint, 7> version{
        EGL_CONTEXT_MAJOR_VERSION,           3,       EGL_CONTEXT_MINOR_VERSION, 3, EGL_CONTEXT_OPENGL_PROFILE_MASK,
        EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT, EGL_NONE};
    context = eglCreateContext(display, config, EGL_NO_CONTEXT, version.data());
    if (context == EGL_NO_CONTEXT)
        return fmt::format("EGL cannot make an OpenGL 3.3 core context (error {:#06x})", eglGetError());
    if (eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context))
        return {};
    constexpr std::array<EGLint, 5> pixel{EGL_WIDTH, 1, EGL_HEIGHT, 1, EGL_NONE};
    surface = eglCreatePbufferSurface(display, config, pixel.data());
    if (surface == EGL_NO_SURFACE || !eglMakeCurrent(display, surface, surface, context))
        return fmt::format("EGL cannot use its OpenGL context without a window (error {:#06x})", eglGetError());
    return {};
}

} // namespace

OffscreenContext::OffscreenContext()
{
    if (gladLoaderLoadEGL(nullptr) == 0)
        throw NoOpenGL("no off-screen OpenGL: libEGL is not installed (Debian: libegl1 and libgl1-mesa-dri)");

    std::string reason = "EGL finds no display";
    for (const EGLDisplay display : candidateDisplays())
    {
        if (display == EGL_NO_DISPLAY || !eglInitialize(display, nullptr, nullptr))
            continue;
        auto handles = std::make_unique<Handles>();
        handles->display = display;
        gladLoaderLoadEGL(display);
        reason = makeCurrent(handles->display, handles->context, handles->surface);
        if (!reason.empty())
            continue;
        if (gladLoadGL(eglGetProcAddress) < GLAD_MAKE_VERSION(3, 3))
        {
            reason = "the driver's OpenGL is older than 3.3";
            continue;
        }
        handles_ = std::move(handles);
        return;
    }
    throw NoOpenGL(fmt::format("no off-screen OpenGL: {} (Debian: libgl1-mesa-dri has a software renderer)", reason));
}

OffscreenContext::~OffscreenContext() = default;

} // namespace ropewalk

#endif
