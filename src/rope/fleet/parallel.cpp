#include "parallel.hpp"

#ifdef ROPEWALK_HAVE_TBB
#include <algorithm>
#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#elif defined(ROPEWALK_PLAIN_THREADS)
#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>
#endif

namespace rope
{

void forEachInParallel(std::size_t count, int threads, const void* context, void (*work)(const void*, std::size_t))
{
#ifdef ROPEWALK_HAVE_TBB
    if (threads != 1 && count > 1)
    {
        const auto loop = [&] { tbb::parallel_for(std::size_t{0}, count, [&](std::size_t i) { work(context, i); }); };
        if (threads == 0)
            loop();
        else
            // More than there are cores is refused, with a warning on standard error.
            tbb::task_arena(std::min(threads, tbb::info::default_concurrency())).execute(loop);
        return;
    }
#elif defined(ROPEWALK_PLAIN_THREADS)
    // For the thread sanitizer: it sees what these threads do, and races where there are none in a oneTBB that was
    // built without it.
    if (threads != 1 && count > 1)
    {
        const std::size_t wanted = threads == 0 ? 4 : static_cast<std::size_t>(threads);
        std::atomic<std::size_t> next{0};
        const auto loop = [&]
        {
            for (std::size_t i = next++; i < count; i = next++)
                work(context, i);
        };
        std::vector<std::thread> others;
        for (std::size_t i = 1; i < std::min(wanted, count); ++i)
            others.emplace_back(loop);
        loop();
        for (std::thread& thread : others)
            thread.join();
        return;
    }
#else
    static_cast<void>(threads);
#endif
    for (std::size_t i = 0; i < count; ++i)
        work(context, i);
}

} // namespace rope
