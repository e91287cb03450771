#include "jobs.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace ropewalk
{

void runJobs(std::size_t count, std::size_t threads, const std::function<void(std::size_t)>& work)
{
    std::atomic<std::size_t> next{0};
    std::mutex mutex;
    std::exception_ptr error;
    const auto take = [&]
    {
        for (std::size_t job = next++; job < count; job = next++)
            try
            {
                work(job);
            }
            catch (...)
            {
                const std::lock_guard lock(mutex);
                error = error ? error : std::current_exception();
                next = count;
            }
    };
    std::vector<std::thread> others;
    try
    {
        for (std::size_t i = 1; i < std::min(threads, count); ++i)
            others.emplace_back(take);
    }
    catch (const std::system_error&)
    {
        // No threads in a browser, or no more of them: those that there are do the work.
    }
    take();
    for (std::thread& thread : others)
        thread.join();
    if (error)
        std::rethrow_exception(error);
}

std::size_t usualThreads()
{
    return std::max(1u, std::thread::hardware_concurrency());
}

} // namespace ropewalk
