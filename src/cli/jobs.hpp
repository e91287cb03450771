#pragma once

#include <cstddef>
#include <functional>

namespace ropewalk
{

/// Calls work(i) for i = 0 .. count - 1, in any order, on at most `threads` threads, of which this is one; on this one
/// alone where there are no others, as in a browser. After an exception no further work begins; the exception comes out
/// once all that had begun has ended.
void runJobs(std::size_t count, std::size_t threads, const std::function<void(std::size_t)>& work);

/// As many threads as there are cores.
std::size_t usualThreads();

} // namespace ropewalk
