#include "recording_keeper.hpp"

#include "files/output_file.hpp"
#include "scenes/scene_file.hpp"

#include <algorithm>
#include <exception>
#include <stdexcept>
#include <system_error>

namespace ropewalk
{

std::optional<Recording> RecordingKeeper::found() const
{
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(file_, ignored))
        return std::nullopt;
    try
    {
        std::optional<Recording> recording = openSceneFile(file_.string()).recording;
        return recording && !recording->script.empty() ? recording : std::nullopt;
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
    if (file_.empty() || !changed || now < due_ || recording.script.empty())
        return;
    ticks_ = recording.ticks;
    length_ = recording.script.size();
    constexpr double bytesPerSecond = 2e5; // a long one is written less often: a frame does not wait for it
    due_ = now + std::max(1.0, static_cast<double>(length_) / bytesPerSecond);
    try
    {
        std::filesystem::create_directories(file_.parent_path());
        writeFile(file_, recordingText(recording), OutputFile::Kept::whilePowerLasts);
    }
    catch (const std::exception&)
    {
        file_.clear();
    }
}

void RecordingKeeper::forget() const
{
    std::error_code ignored;
    if (!file_.empty())
        std::filesystem::remove(file_, ignored);
}

} // namespace ropewalk
