#include "video_file.hpp"

#include "text_file.hpp"

#include <fmt/format.h>

#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace ropewalk
{

namespace
{

std::filesystem::path ffmpegProgram()
{
    std::filesystem::path program = findProgram("ffmpeg");
    if (program.empty())
        throw std::runtime_error(
            "a film takes the program ffmpeg, which is not installed (Debian: apt install ffmpeg)");
    return program;
}

/// VP9 as fast as a window needs it, H.264 for players of nothing else.
std::vector<std::string> codecFor(const std::filesystem::path& file)
{
    const std::string ending = file.extension().string();
    if (ending == ".webm")
        return {"-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", "7",  "-row-mt",
                "1",    "-b:v",       "0",         "-crf",     "30",        "-f", "webm"};
    if (ending == ".mp4")
        return {"-c:v", "libx264", "-preset", "veryfast", "-crf", "20", "-movflags", "+faststart", "-f", "mp4"};
    throw std::invalid_argument(fmt::format("{}: a film's name ends in .webm or .mp4", shownName(file)));
}

/// The sizes of its picture are even, as the codecs want them, and its colours are meant for a screen.
std::vector<std::string> arguments(const std::filesystem::path& file, const std::filesystem::path& place, int width,
                                   int height, double rate)
{
    constexpr std::string_view filters =
        "pad=ceil(iw/2)*2:ceil(ih/2)*2,scale=out_color_matrix=bt709:out_range=tv,format=yuv420p";
    // clang-format off
    std::vector<std::string> words{
        "-loglevel", "error", "-xerror", "-y", // -xerror: exit code 1 where the disk is full, too
        "-f", "rawvideo", "-pixel_format", "rgb24", "-video_size", fmt::format("{}x{}", width, height),
        "-framerate", fmt::format("{}", rate), "-i", "pipe:0",
        "-vf", std::string(filters),
        "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709"};
    // clang-format on
    for (const std::string& word : codecFor(file))
        words.push_back(word);
    words.push_back("file:" + std::filesystem::absolute(place).string());
    return words;
}

} // namespace

VideoFile::VideoFile(const std::filesystem::path& file, int width, int height, double rate,
                     ChildProgram::Waiting waiting)
try : file_(file), waiting_(std::move(waiting)), output_(file),
    ffmpeg_(ffmpegProgram(), arguments(file, output_.place(), width, height, rate))
{
}
catch (const std::system_error& error)
{
    throw std::runtime_error(fmt::format("ffmpeg cannot be started: {}", error.code().message()));
}

void VideoFile::add(std::span<const std::uint8_t> pixels)
{
    if (!ffmpeg_.write(pixels, waiting_))
        fail();
}

void VideoFile::commit()
{
    if (ffmpeg_.finish(waiting_) != 0)
        fail();
    output_.commit();
}

void VideoFile::fail() const
{
    throw std::runtime_error(
        fmt::format("{}: ffmpeg could not make the film; what it says is above", shownName(file_)));
}

} // namespace ropewalk
