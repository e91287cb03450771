#include "recording_keeper.hpp"

#include "files/output_file.hpp"
#include "scenes/document/scene_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <memory>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <utility>

namespace ropewalk
{
namespace
{

bool writeRecording(const std::filesystem::path& file, const Recording& recording)
try
{
    writeFile(file, recordingText(recording), OutputFile::Kept::whilePowerLasts);
    return true;
}
catch (const std::exception&)
{
    return false;
}

bool saysSomething(const Recording& recording)
{
    const std::vector<InputEvent> events = eventsOf(recording);
    return std::any_of(events.begin(), events.end(),
                       [](const InputEvent& event) { return event.kind != InputEvent::Kind::caption; });
}

} // namespace

RecordingKeeper::RecordingKeeper(const std::filesystem::path& folder)
{
    constexpr int most = 16; // windows at a time
    std::error_code ignored;
    if (!folder.empty())
        std::filesystem::create_directories(folder, ignored);
    for (int number = 1; !folder.empty() && number <= most; ++number)
    {
        const std::filesystem::path file = folder / fmt::format("recording-{}.json", number);
        const bool killed = std::filesystem::exists(file, ignored);
        if (lock_ && !killed)
            continue;
        FileLock lock(std::filesystem::path(file).replace_extension(".lock"));
        if (!lock.held())
            continue;
        lock_ = std::move(lock);
        file_ = file;
        if (killed)
            return;
    }
}

RecordingKeeper::~RecordingKeeper()
{
    if (writing_.valid())
        writing_.wait();
}

std::optional<Recording> RecordingKeeper::found()
{
    std::error_code ignored;
    if (!written() || !std::filesystem::is_regular_file(file_, ignored))
        return std::nullopt;
    try
    {
        std::optional<Recording> recording = openSceneFile(file_.string()).recording;
        return recording && saysSomething(*recording) ? recording : std::nullopt;
    }
    catch (const std::invalid_argument&)
    {
        return std::nullopt;
    }
}

void RecordingKeeper::keep(const RecordingWriter& recorded, double now)
{
    const Recording& recording = recorded.recording();
    const bool changed = recording.ticks != ticks_ || recording.script.size() != length_;
    const bool writes = writing_.valid() && writing_.wait_for(std::chrono::seconds(0)) != std::future_status::ready;
    if (file_.empty() || !changed || now < due_ || recording.script.empty() || !recorded.complete() || writes)
        return;
    if (!written())
        return file_.clear();
    ticks_ = recording.ticks;
    length_ = recording.script.size();
    constexpr double bytesPerSecond = 2e5; // a long one is written less often
    due_ = now + std::max(1.0, static_cast<double>(length_) / bytesPerSecond);
    // No asynchronous call of the library: a page has no threads, and its result would wait for ever for one to begin.
    const auto task = std::make_shared<std::packaged_task<bool()>>([file = file_, recording]
                                                                   { return writeRecording(file, recording); });
    writing_ = task->get_future();
    try
    {
        std::thread([task] { (*task)(); }).detach();
    }
    catch (const std::system_error&)
    {
        (*task)();
    }
}

bool RecordingKeeper::written()
{
    return !writing_.valid() || writing_.get();
}

void RecordingKeeper::forget()
{
    std::error_code ignored;
    written();
    if (!file_.empty())
        std::filesystem::remove(file_, ignored);
}

} // namespace ropewalk
