#pragma once

#include "scenes/scene.hpp"

#include <filesystem>
#include <fstream>
#include <string>

namespace ropewalk
{

/// The log of --log: CSV with a row a tick, and one whenever the run is paused, goes on or is reset. Columns: time, the
/// diagnostics, the numeric parameters, paused (0 or 1). A change of scene writes a new line of column names. Each row
/// is flushed, so that the file can be followed while the program runs.
class RunLog
{
public:
    /// Throws std::invalid_argument naming the file when it cannot be written.
    explicit RunLog(const std::filesystem::path& file);

    void write(const Scene& scene, bool paused);

private:
    std::ofstream stream_;
    std::string header_;
};

} // namespace ropewalk
