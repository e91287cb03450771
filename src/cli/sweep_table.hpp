#pragma once

#include "sweep.hpp"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace ropewalk
{

/// The rows of a sweep as they are plotted.
struct SweepTable
{
    struct Row
    {
        std::size_t run = 0;        ///< counted from 0
        std::vector<double> at;     ///< of the constants
        std::vector<double> values; ///< of the columns
        std::string outcome;
        std::string opens;
    };
    std::vector<std::string> constants;
    std::vector<std::string> columns; ///< "efficiency_mean"
    std::vector<Row> rows;
};

/// Of a sweep that has come so far.
SweepTable sweepTable(const Sweep& sweep, const std::map<std::size_t, SweepResult>& results);

/// The table of a CSV file that `ropewalk sweep` has written. Throws std::invalid_argument naming the file and its
/// line.
SweepTable readSweepTable(std::string_view text, std::string_view name);

} // namespace ropewalk
