#pragma once

// ROPE_API marks what a shared library shows to the programs that link it; all else in it is hidden. The build defines
// ROPE_SHARED where it makes or links the shared library, and ROPE_MAKES_SHARED while it makes it.

#if defined(_WIN32) && defined(ROPE_SHARED) && defined(ROPE_MAKES_SHARED)
#define ROPE_API __declspec(dllexport)
#elif defined(_WIN32) && defined(ROPE_SHARED)
#define ROPE_API __declspec(dllimport)
#elif defined(__GNUC__) // also without ROPE_SHARED: the static and the shared library are made of the same object files
#define ROPE_API __attribute__((visibility("default")))
#else
#define ROPE_API
#endif
