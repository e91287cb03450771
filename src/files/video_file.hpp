#pragma once

#include "output_file.hpp"
#include "platform.hpp"

#include <cstdint>
#include <filesystem>
#include <span>

namespace ropewalk
{

/// A film, which ffmpeg makes of pictures. It appears complete or not at all, as an OutputFile does.
class VideoFile
{
public:
    /// Pictures of this size in pixels, `rate` of them a second. The ending of `file` chooses the kind: .webm or .mp4.
    /// `waiting` is called while ffmpeg lets this program wait; what it throws, `add` and `commit` throw.
    /// Throws std::invalid_argument for another ending, std::runtime_error where ffmpeg cannot be started or the file
    /// cannot be written.
    VideoFile(const std::filesystem::path& file, int width, int height, double rate, ChildProgram::Waiting waiting);

    /// The next picture: rows from top to bottom, three bytes a pixel. Waits for ffmpeg; throws std::runtime_error
    /// where that has failed.
    void add(std::span<const std::uint8_t> pixels);
    void commit(); ///< throws as `add` does

private:
    [[noreturn]] void fail() const;

    std::filesystem::path file_;
    ChildProgram::Waiting waiting_;
    OutputFile output_; ///< before the program that writes it: removed after its end
    ChildProgram ffmpeg_;
};

} // namespace ropewalk
