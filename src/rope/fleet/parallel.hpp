#pragma once

#include <cstddef>
#include <functional>

namespace rope
{

/// Calls `work` for 0 .. count-1, in any order, on at most `threads` threads (0: one a core). In a build without oneTBB
/// on the caller's alone.
void forEachInParallel(std::size_t count, int threads, const std::function<void(std::size_t)>& work);

} // namespace rope
