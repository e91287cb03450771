#pragma once

#include <cstdio>
#include <filesystem>
#include <memory>
#include <string_view>

namespace ropewalk
{

/// A file that appears complete or not at all: it is written under a temporary name in the same folder and renamed by
/// `commit`; without `commit` it is removed. A link stays, and the file that it names is replaced; an existing file
/// passes its permissions on. A device or a pipe is written directly. Throws std::runtime_error naming the file, and
/// Interrupted where a StopSignal ends the wait for a pipe.
class OutputFile
{
public:
    explicit OutputFile(std::filesystem::path file);
    ~OutputFile();
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    void write(std::string_view text);
    /// Where the bytes are until `commit`; for another program that writes them.
    const std::filesystem::path& place() const { return temporary_.empty() ? file_ : temporary_; }
    void flush(); ///< so that another program sees the text so far, under the temporary name

    enum class Kept
    {
        always,         ///< a loss of power leaves the old file or the new one
        whilePowerLasts ///< quicker
    };
    void commit(Kept kept = Kept::always);

private:
    struct Close
    {
        void operator()(std::FILE* stream) const { std::fclose(stream); }
    };
    [[noreturn]] void fail() const; ///< with the message of errno

    std::filesystem::path file_;
    std::filesystem::path temporary_; ///< empty where the file is written directly, and once it is renamed
    std::unique_ptr<std::FILE, Close> stream_;
};

/// Writes a whole file at once.
void writeFile(const std::filesystem::path& file, std::string_view text,
               OutputFile::Kept kept = OutputFile::Kept::always);

} // namespace ropewalk
