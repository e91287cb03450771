#pragma once

#include "scenes/recording.hpp"
#include "scenes/recording_writer.hpp"

#include <cstddef>
#include <filesystem>
#include <optional>

namespace ropewalk
{

/// Keeps the recording of a session in a file, up to its last second. A session that ends by itself removes it: one
/// that is found at the start was killed.
class RecordingKeeper
{
public:
    /// With an empty path nothing is kept.
    explicit RecordingKeeper(std::filesystem::path file) : file_(std::move(file)) {}

    /// Of a session that was killed; none where nothing was done in it.
    std::optional<Recording> found() const;
    /// Writes what there is, where a second has passed since, and something has happened. A file that cannot be written
    /// keeps nothing.
    void keep(const RecordingWriter& recorded, double now);
    void forget() const;

private:
    std::filesystem::path file_;
    double due_ = 0.0; ///< [s]
    long long ticks_ = 0;
    std::size_t length_ = 0; ///< of the script that was written
};

} // namespace ropewalk
