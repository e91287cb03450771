#pragma once

#include "files/output_file.hpp"
#include "scenes/scene.hpp"

#include <filesystem>
#include <string>

namespace ropewalk
{

/// The log of --log: CSV with a row a tick, and one whenever the run is paused, goes on or is reset. Columns: time, the
/// diagnostics, the numeric parameters, of scenes whose steps are solved by iterations how many pieces of steps ended
/// before their tolerance and in how many the rope stood still, paused (0 or 1). A change of scene writes a new line of
/// column names. Each row is flushed: while the program runs the rows can be followed in the temporary file,
/// FILE.csv.XXXXXXXX.part.
class RunLog
{
public:
    explicit RunLog(const std::filesystem::path& file) : file_(file) {}

    // Each throws std::runtime_error naming the file when it cannot be written.
    void write(const Scene& scene, bool paused);
    void commit() { file_.commit(); }

private:
    OutputFile file_;
    std::string header_;
};

} // namespace ropewalk
