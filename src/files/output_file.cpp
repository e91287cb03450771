#include "output_file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <random>
#include <stdexcept>
#include <system_error>

namespace ropewalk
{

namespace
{

[[noreturn]] void fail(const std::filesystem::path& file, int error)
{
    throw std::runtime_error(
        fmt::format("{}: cannot be written: {}", file.string(), std::generic_category().message(error ? error : EIO)));
}

} // namespace

OutputFile::OutputFile(std::filesystem::path file)
{
    namespace fs = std::filesystem;
    if (file.empty())
        throw std::runtime_error("the name of the file to write is empty");
    std::error_code ignored;
    // Renaming onto a link would replace the link instead of the file that it names.
    if (fs::is_symlink(fs::symlink_status(file, ignored)))
        if (fs::path target = fs::weakly_canonical(file, ignored); !ignored)
            file = std::move(target);
    file_ = std::move(file);
    const fs::file_status status = fs::status(file_, ignored);
    if (fs::is_directory(status))
        fail(file_, EISDIR);
    // Only a regular file is replaced: a file renamed to /dev/null would take the place of the device.
    temporary_ = file_;
    if (!fs::exists(status) || fs::is_regular_file(status))
        temporary_ += fmt::format(".{:08x}.part", std::random_device{}());

    errno = 0;
    stream_.open(temporary_, std::ios::binary);
    if (!stream_)
        fail(file_, errno);
    if (fs::is_regular_file(status))
        fs::permissions(temporary_, status.permissions(), ignored);
}

OutputFile::~OutputFile()
{
    if (temporary_.empty() || temporary_ == file_)
        return;
    stream_.close();
    std::error_code ignored;
    std::filesystem::remove(temporary_, ignored);
}

void OutputFile::write(std::string_view text)
{
    errno = 0;
    if (!stream_.write(text.data(), static_cast<std::streamsize>(text.size())))
        fail(file_, errno);
}

void OutputFile::commit()
{
    errno = 0;
    stream_.close();
    if (!stream_)
        fail(file_, errno);
    if (temporary_ != file_)
    {
        std::error_code error;
        std::filesystem::rename(temporary_, file_, error);
        if (error)
            fail(file_, error.value());
    }
    temporary_.clear();
}

void writeTextFile(const std::filesystem::path& file, std::string_view text)
{
    OutputFile output(file);
    output.write(text);
    output.commit();
}

} // namespace ropewalk
