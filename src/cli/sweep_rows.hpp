#pragma once

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

namespace ropewalk
{

/// A cell of a CSV row: between quotation marks where it has a comma, a quotation mark or the end of a line.
std::string csvCell(const std::string& text);

/// The rows of a sweep by the number of their run, counted from 1.
using SweepRows = std::map<std::size_t, std::string>;

/// Keeps the rows of a sweep that are done beside the file that they are for, in FILE.part, so that the sweep goes on
/// after it was interrupted. The first line says of which sweep they are.
class SweepJournal
{
public:
    /// Reads what an earlier start of the same sweep has left. Throws std::invalid_argument where the journal is of
    /// another sweep or cannot be written.
    SweepJournal(const std::filesystem::path& file, const std::string& sweep);

    const SweepRows& rows() const { return rows_; }
    /// Throws std::runtime_error where it cannot be written.
    void add(std::size_t run, const std::string& row);
    /// Writes all rows under `header` to the file, in the order of their runs, and removes the journal.
    void finish(const std::string& header);

private:
    std::filesystem::path file_;
    std::filesystem::path journal_;
    std::ofstream stream_;
    SweepRows rows_;
};

/// One CSV text of the parts of a sweep, in the order of their runs. Throws std::invalid_argument where a file is no
/// part of the same sweep, or where a run is missing.
std::string mergedSweep(const std::vector<std::string>& files);

} // namespace ropewalk
