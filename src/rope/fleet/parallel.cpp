#include "parallel.hpp"

#ifdef ROPEWALK_HAVE_TBB
#include <algorithm>
#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
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
#else
    static_cast<void>(threads);
#endif
    for (std::size_t i = 0; i < count; ++i)
        work(context, i);
}

} // namespace rope
