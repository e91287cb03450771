#pragma once

#include "files/platform.hpp"
#include "scenes/document/recording.hpp"
#include "scenes/document/recording_writer.hpp"

#include <cstddef>
#include <filesystem>
#include <future>
#include <optional>

namespace ropewalk
{

/// Keeps a session's recording in a file of its own, up to its last second. A session that ends by itself removes it:
/// a file that no session holds is one of a session that was killed.
class RecordingKeeper
{
public:
    /// In `folder`, whose first free file it takes; one of a killed session comes first. With an empty path nothing is
    /// kept.
    explicit RecordingKeeper(const std::filesystem::path& folder);
    RecordingKeeper(const RecordingKeeper&) = delete;
    RecordingKeeper& operator=(const RecordingKeeper&) = delete;
    ~RecordingKeeper(); ///< waits for the thread

    const std::filesystem::path& file() const { return file_; }
    /// The recording of a killed session; none where it did nothing.
    std::optional<Recording> found();
    /// Writes the recording, where a second has passed since the last time and something has happened. A thread of its
    /// own writes, as a long recording takes the time of a frame. A file that cannot be written keeps nothing.
    void keep(const RecordingWriter& recorded, double now);
    void forget();

private:
    bool written(); ///< waits for the thread; false where it could not write

    std::filesystem::path file_;
    std::optional<FileLock> lock_;
    std::future<bool> writing_;
    double due_ = 0.0; ///< [s]
    long long ticks_ = 0;
    std::size_t length_ = 0; ///< of the script that was written
};

} // namespace ropewalk
