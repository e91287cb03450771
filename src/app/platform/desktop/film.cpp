#include "app/platform/host.hpp"

#include "files/video_file.hpp"
#include "render/gl/image.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <future>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <utility>

namespace ropewalk
{
namespace
{

constexpr double filmRate = 30.0; ///< pictures a second
/// A frame that took longer does not make the film stand still for longer.
constexpr long long mostRepeats = 30;
/// Where ffmpeg falls behind by more pictures, the window does not wait: the film repeats the last one.
constexpr std::size_t mostWaiting = 8;
/// An ffmpeg that stands still for so long must not keep the program from its end.
constexpr std::chrono::seconds filmPatience(20);

/// Gives ffmpeg the pictures from a thread of its own, so that the window waits for none.
class WindowFilm : public Film
{
public:
    WindowFilm(const std::filesystem::path& file, const glm::ivec2& pixels)
        : pixels_(pixels), video_(file, pixels.x, pixels.y, filmRate, [this] { giveUpLate(); }),
          writer_([this] { write(); })
    {
    }
    ~WindowFilm() override
    {
        tell(Wanted::nothing);
        writer_.join();
    }

    void frameDrawn(double time) override
    {
        if (begin_ < 0.0)
            begin_ = time;
        const std::lock_guard lock(mutex_);
        if (failure_)
            std::rethrow_exception(failure_);
        const long long due = static_cast<long long>((time - begin_) * filmRate) + 1 - pictures_;
        if (due <= 0 || waiting_.size() >= mostWaiting)
            return;
        const long long repeats = std::min(due, mostRepeats);
        begin_ += static_cast<double>(due - repeats) / filmRate;
        pictures_ += repeats;
        waiting_.emplace_back(readFramebuffer(pixels_.x, pixels_.y), repeats);
        changed_.notify_one();
    }

    std::future<void> end() override
    {
        tell(Wanted::file);
        return complete_.get_future();
    }

private:
    enum class Wanted
    {
        pictures,
        file,   ///< of the pictures that have come
        nothing ///< the film is thrown away
    };

    void tell(Wanted wanted)
    {
        const std::lock_guard lock(mutex_);
        wanted_ = wanted;
        changed_.notify_one();
    }

    void write()
    {
        try
        {
            for (;;)
            {
                std::unique_lock lock(mutex_);
                changed_.wait(lock, [this] { return wanted_ != Wanted::pictures || !waiting_.empty(); });
                if (wanted_ == Wanted::nothing)
                    return;
                if (waiting_.empty())
                    break;
                const auto [image, repeats] = std::move(waiting_.front());
                waiting_.pop_front();
                lock.unlock();
                for (long long i = 0; i < repeats; ++i)
                {
                    waits_ = Clock::now();
                    video_.add(image.pixels);
                }
            }
            waits_ = Clock::now();
            video_.commit();
            complete_.set_value();
        }
        catch (...)
        {
            complete_.set_exception(std::current_exception());
            const std::lock_guard lock(mutex_);
            failure_ = std::current_exception();
        }
    }

    void giveUpLate() const
    {
        if (Clock::now() - waits_ > filmPatience)
            throw std::runtime_error("no film: ffmpeg has stood still for 20 s");
    }

    using Clock = std::chrono::steady_clock;
    glm::ivec2 pixels_;
    double begin_ = -1.0;                    ///< [s] of the window's clock; below 0 before the first picture
    long long pictures_ = 0;                 ///< that the film has, with those that wait
    Clock::time_point waits_ = Clock::now(); ///< when the writer began to wait for ffmpeg; no other thread uses it
    VideoFile video_;

    std::mutex mutex_; ///< for the members below
    std::condition_variable changed_;
    std::deque<std::pair<Image, long long>> waiting_; ///< pictures, and how often each is shown
    Wanted wanted_ = Wanted::pictures;
    std::exception_ptr failure_;

    std::promise<void> complete_;
    std::thread writer_; ///< the last member: it uses the others
};

} // namespace

std::unique_ptr<Film> startFilm(const std::filesystem::path& file, const glm::ivec2& pixels)
{
    return std::make_unique<WindowFilm>(file, pixels);
}

} // namespace ropewalk
