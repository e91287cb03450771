#pragma once

#include <cstddef>

namespace rope
{

/// Calls work(context, i) for i = 0 .. count-1, in any order, on at most `threads` threads (0: one a core). In a build
/// without oneTBB on the caller's alone.
void forEachInParallel(std::size_t count, int threads, const void* context, void (*work)(const void*, std::size_t));

/// The same with a lambda. (A std::function would allocate at each call, and stepping must not.)
template <class Work>
void forEachInParallel(std::size_t count, int threads, const Work& work)
{
    forEachInParallel(count, threads, &work,
                      [](const void* context, std::size_t i) { (*static_cast<const Work*>(context))(i); });
}

} // namespace rope
