// What it costs that all of a run is recorded: a scene is played for some minutes by somebody who drags and moves
// sliders, then jumps go to ticks anywhere in it. Times are those of the processor, so that a busy machine measures the
// same.
//
//     recorded SCENE MINUTES [NAME=VALUE...]
//
// writes a row of a Markdown table (its head with no arguments at all) and names jumps that arrive at another state.

#include "app/state/recording_keeper.hpp"
#include "app/workbench/workbench.hpp"
#include "scenes/document/state_hash.hpp"
#include "scenes/scene.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <filesystem>
#include <fstream>
#include <optional>
#include <random>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

#include <unistd.h>

using namespace ropewalk;

namespace
{

double processorSeconds()
{
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// [MB], of this process.
double residentMegabytes()
{
    std::ifstream status("/proc/self/statm");
    double pages = 0.0;
    status >> pages >> pages;
    return pages * 4096e-6;
}

class Player
{
public:
    explicit Player(Workbench& bench) : bench_(bench) {}

    /// What is done in the next tick: something begins every second or so, and lasts for up to one.
    Controls next()
    {
        if (--left_ < 0)
            begin();
        Controls controls;
        if (what_ == What::drag)
        {
            at_ += Vec3(uniform(-0.03, 0.03), uniform(-0.03, 0.03), 0.0);
            controls.grab = Controls::Grab{0, mass_, at_};
        }
        else if (what_ == What::key)
            controls.direction = Vec3(key_, 0.0, 0.0);
        else if (what_ == What::slider && left_ % 3 == 0)
            moveSlider();
        return controls;
    }

private:
    enum class What
    {
        nothing,
        drag,
        key,
        slider
    };

    double uniform(double from, double to) { return std::uniform_real_distribution<double>(from, to)(random_); }

    void begin()
    {
        left_ = 20 + static_cast<int>(random_() % 60);
        const double choice = uniform(0.0, 1.0);
        what_ = choice < 0.6 ? What::nothing : choice < 0.75 ? What::drag : choice < 0.85 ? What::key : What::slider;
        key_ = uniform(0.0, 1.0) < 0.5 ? -1.0 : 1.0;
        const Snapshot& seen = bench_.snapshot();
        if (what_ == What::drag && (seen.polylines.empty() || seen.polylines[0].points.empty()))
            what_ = What::nothing;
        if (what_ == What::drag)
        {
            const auto& points = seen.polylines[0].points;
            const std::size_t point = random_() % points.size();
            mass_ = static_cast<int>(point);
            at_ = Vec3(points[point]);
        }
        const auto& rows = bench_.scene().parameters().rows();
        row_ = random_() % rows.size();
        const rope::Parameter& row = rows[row_];
        const bool moves = std::holds_alternative<double*>(row.field()) && row.number() > 0.0 && row.name() != "max_dt";
        if (what_ == What::slider && !moves)
            what_ = What::nothing;
        ++gesture_;
    }

    void moveSlider()
    {
        const rope::Parameter& row = bench_.scene().parameters().rows()[row_];
        try
        {
            const double value = std::clamp(row.number() * uniform(0.9, 1.1), row.minimum(), row.maximum());
            bench_.setParameter(row, row.read(value), gesture_);
        }
        catch (const std::invalid_argument&)
        {
            what_ = What::nothing; // constants that do not go together
        }
    }

    Workbench& bench_;
    std::mt19937 random_{1};
    What what_ = What::nothing;
    int left_ = 0;
    int mass_ = 0;
    Vec3 at_;
    double key_ = 1.0;
    std::size_t row_ = 0;
    int gesture_ = 0;
};

/// Plays a scene and measures what its recording takes.
class Recorded
{
public:
    Recorded(const std::string& id, long long ticks)
        : folder_(std::filesystem::temp_directory_path() / fmt::format("ropewalk-recorded-{}", getpid())),
          keeper_(folder_), bench_(makeScene(id), processorSeconds), ticks_(ticks)
    {
    }
    ~Recorded()
    {
        keeper_.forget();
        std::error_code ignored;
        std::filesystem::remove_all(folder_, ignored);
    }
    Recorded(const Recorded&) = delete;
    Recorded& operator=(const Recorded&) = delete;

    void set(const std::string& name, const std::string& value) { bench_.setParameter(name, value, 0); }

    void play()
    {
        bench_.reset();
        bench_.setTickBudget(1e9);
        bench_.setStepBudget(1'000'000);
        Player player(bench_);
        RecordingWriter shadow; // notes the same ticks, to be timed
        shadow.start(bench_.scene());
        startMegabytes_ = residentMegabytes();
        const double begin = processorSeconds();
        for (long long tick = 1; tick <= ticks_; ++tick)
        {
            const Controls controls = player.next();
            bench_.tick(controls);
            if (bench_.divergence())
                bench_.reset();
            const double noted = processorSeconds();
            shadow.noteTick(bench_.scene(), rounded(controls));
            const double kept = processorSeconds();
            keeper_.keep(bench_.recorded(), static_cast<double>(tick) / 60.0);
            noting_ += kept - noted;
            keeping_ += processorSeconds() - kept;
            mostSaved_ = std::max(mostSaved_, tick % 60 == 0 ? bench_.savedBytes() : 0);
            mostMegabytes_ = std::max(mostMegabytes_, tick % 60 == 0 ? residentMegabytes() : 0.0);
        }
        spent_ = processorSeconds() - begin - noting_ - keeping_;
    }

    /// Returns how many of them arrive at another state than the recorded one.
    int jump(int jumps)
    {
        std::mt19937 random(2);
        const std::vector<std::uint32_t> hashes = bench_.recorded().recording().hashes;
        if (hashes.empty())
            throw std::runtime_error("the recording was full and has begun anew: play fewer minutes");
        int wrong = 0;
        for (int i = 0; i < jumps; ++i)
        {
            const long long second = 1 + static_cast<long long>(random() % hashes.size());
            const long long tick = second * Recording::ticksPerHash;
            const double begin = processorSeconds();
            for (bench_.seek(tick); bench_.seekGoal();)
                bench_.advance(0.0, {});
            seconds_.push_back(processorSeconds() - begin);
            if (stateHash(bench_.scene()) != hashes[static_cast<std::size_t>(second - 1)] && ++wrong)
                std::fprintf(stderr, "recorded: tick %lld is another state\n", tick);
        }
        std::sort(seconds_.begin(), seconds_.end());
        return wrong;
    }

    std::string row(const std::string& name)
    {
        const auto ticks = static_cast<double>(ticks_);
        constexpr double megabyte = 1e6;
        const double tick = spent_ / ticks;
        return fmt::format("| {} | {} | {:.0f} | {:.1f} | {} | {:.0f} | {:.2f} | {:.2f} | {:.0f} | {:.0f} | {:.0f} | "
                           "{:.3f} | {:.3f} |\n",
                           name, bench_.scene().massCount(), 1.0 / (60.0 * tick), 1e3 * tick,
                           bench_.recorded().moment().second,
                           static_cast<double>(recordingText(bench_.recorded().recording()).size()) / 1e3,
                           1e6 * noting_ / ticks, 1e6 * keeping_ / ticks, static_cast<double>(mostSaved_) / megabyte,
                           startMegabytes_, mostMegabytes_, seconds_[seconds_.size() / 2], seconds_.back());
    }

private:
    std::filesystem::path folder_;
    RecordingKeeper keeper_;
    Workbench bench_;
    long long ticks_;
    double spent_ = 0.0;   ///< [s] in ticks
    double noting_ = 0.0;  ///< [s]
    double keeping_ = 0.0; ///< [s], of the thread that is seen
    std::size_t mostSaved_ = 0;
    double startMegabytes_ = 0.0;
    double mostMegabytes_ = 0.0;
    std::vector<double> seconds_; ///< of jumps
};

int recorded(const std::vector<std::string>& arguments)
{
    if (arguments.size() < 2)
    {
        std::fputs(
            "| scene | masses | times real time | ms a tick | events | kB | us to note a tick | us to keep it | MB "
            "saved, reckoned | MB at first | MB at most | s a jump, median | longest |\n"
            "|---|---|---|---|---|---|---|---|---|---|---|---|---|\n",
            stdout);
        return arguments.empty() ? 0 : 2;
    }
    Recorded run(arguments[0], std::llround(3600.0 * std::strtod(arguments[1].c_str(), nullptr)));
    std::string name = arguments[0];
    for (std::size_t i = 2; i < arguments.size(); ++i)
    {
        const std::size_t equals = std::min(arguments[i].find('='), arguments[i].size() - 1);
        run.set(arguments[i].substr(0, equals), arguments[i].substr(equals + 1));
        name += ", " + arguments[i];
    }
    run.play();
    const int wrong = run.jump(200);
    std::fputs(run.row(name).c_str(), stdout);
    return wrong > 0 ? 1 : 0;
}

} // namespace

int main(int argc, char** argv)
try
{
    return recorded(std::vector<std::string>(argv + 1, argv + argc));
}
catch (const std::exception& error)
{
    std::fprintf(stderr, "recorded: %s\n", error.what());
    return 2;
}
