#include "output_file.hpp"

#include "platform.hpp"
#include "stop_signal.hpp"
#include "text_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <random>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace ropewalk
{

namespace
{

namespace fs = std::filesystem;

[[noreturn]] void failWith(const fs::path& file, int error)
{
    if (error == EINTR) // a pipe had no reader, or a slow one
        throw Interrupted();
    throw std::runtime_error(fmt::format("{}: cannot be written: {}", shownName(file),
                                         std::generic_category().message(error != 0 ? error : EIO)));
}

/// The file that a link names, which need not be there. Renaming onto the link would replace the link.
fs::path followed(fs::path file)
{
    constexpr int most = 40; // as Linux has it
    std::error_code ignored;
    for (int links = 0; fs::is_symlink(fs::symlink_status(file, ignored)); ++links)
    {
        if (links == most)
            failWith(file, ELOOP);
        if (!isTrustedLink(file))
            failWith(file, EACCES);
        file = file.parent_path() / fs::read_symlink(file, ignored);
    }
    return file;
}

} // namespace

OutputFile::OutputFile(fs::path file) : file_(std::move(file))
{
    if (file_.empty())
        throw std::runtime_error("the name of the file to write is empty");
    std::error_code ignored;
    std::error_code error;
    const fs::file_status status = fs::status(file_, error);
    if (error == std::errc::filename_too_long) // now, and not when the file is complete
        failWith(file_, ENAMETOOLONG);
    if (fs::is_directory(status))
        failWith(file_, EISDIR);
    errno = 0;
    // Only a regular file is replaced: a file renamed to /dev/null would take the place of the device.
    if (fs::exists(status) && !fs::is_regular_file(status))
    {
        stream_.reset(std::fopen(file_.string().c_str(), "wb"));
        if (!stream_)
            fail();
        return;
    }

    file_ = followed(file_);
    std::random_device random;
    do
    {
        constexpr std::size_t mostKept = 200; // of the 255 bytes that a name may have
        temporary_ = file_.parent_path() /
                     fmt::format("{}.{:08x}.part", file_.filename().string().substr(0, mostKept), random());
        errno = 0;
        stream_.reset(openNewFile(temporary_, fs::exists(status)));
    } while (!stream_ && errno == EEXIST);
    if (!stream_)
        fail();
    if (fs::exists(status))
        fs::permissions(temporary_, status.permissions(), ignored);
}

OutputFile::~OutputFile()
{
    stream_.reset();
    std::error_code ignored;
    if (!temporary_.empty())
        fs::remove(temporary_, ignored);
}

void OutputFile::write(std::string_view text)
{
    // A signal ends a wait for a pipe's reader only where nothing of the block was written: a pipe takes blocks of this
    // size whole or not at all.
    constexpr std::size_t block = 4096;
    for (; !text.empty(); text.remove_prefix(std::min(block, text.size())))
    {
        const std::string_view part = text.substr(0, block);
        errno = 0;
        if (std::fwrite(part.data(), 1, part.size(), stream_.get()) != part.size())
            fail();
    }
}

void OutputFile::flush()
{
    errno = 0;
    if (std::fflush(stream_.get()) != 0)
        fail();
}

void OutputFile::commit(Kept kept)
{
    flush();
    if (!temporary_.empty() && kept == Kept::always && !writeToDisk(stream_.get()))
        fail();
    if (std::fclose(stream_.release()) != 0)
        fail();
    if (temporary_.empty())
        return;
    std::error_code error;
    fs::rename(temporary_, file_, error);
    if (error)
        failWith(file_, error.value());
    temporary_.clear();
}

void OutputFile::fail() const
{
    failWith(file_, errno);
}

void writeFile(const fs::path& file, std::string_view text, OutputFile::Kept kept)
{
    OutputFile output(file);
    output.write(text);
    output.commit(kept);
}

} // namespace ropewalk
