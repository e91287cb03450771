#pragma once

#include <filesystem>
#include <fstream>
#include <string_view>

namespace ropewalk
{

/// A file that appears complete or not at all: it is written under a temporary name in the same folder and renamed by
/// `commit`; without `commit` it is removed. A device or a pipe is written directly. Throws std::runtime_error naming
/// the file.
class OutputFile
{
public:
    explicit OutputFile(std::filesystem::path file);
    ~OutputFile();
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    void write(std::string_view text);
    void commit();

private:
    std::filesystem::path file_;
    std::filesystem::path temporary_;
    std::ofstream stream_;
};

/// Writes a whole text to such a file.
void writeTextFile(const std::filesystem::path& file, std::string_view text);

} // namespace ropewalk
