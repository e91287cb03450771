#pragma once

#include <filesystem>
#include <string>
#include <vector>

/// What a finished run of the program left.
struct Outcome
{
    int code = -1; ///< exit code; 128 + the signal that ended it
    std::string out;
    std::string error;
};

/// Runs the real program. `shell` is a command line for /bin/sh in which "$P" is the program.
Outcome runProgram(const std::vector<std::string>& arguments);
Outcome runShell(const std::string& shell);

/// A folder of its own, the current one while it lives; vanishes with the test. Its name has a blank and an umlaut.
class WorkFolder
{
public:
    WorkFolder();
    ~WorkFolder();
    WorkFolder(const WorkFolder&) = delete;
    WorkFolder& operator=(const WorkFolder&) = delete;

    void write(const std::string& name, const std::string& text) const;
    std::string read(const std::string& name) const;
    std::vector<std::string> files() const; ///< sorted

private:
    std::filesystem::path before_;
    std::filesystem::path path_;
};

/// The rows of a CSV text, by column.
class Csv
{
public:
    explicit Csv(const std::string& text);

    std::size_t rows() const { return cells_.size(); }
    const std::vector<std::string>& columns() const { return columns_; }
    const std::string& cell(std::size_t row, const std::string& column) const;
    double number(std::size_t row, const std::string& column) const { return std::stod(cell(row, column)); }

private:
    std::vector<std::string> columns_;
    std::vector<std::vector<std::string>> cells_;
};
