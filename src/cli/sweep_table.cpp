#include "sweep_table.hpp"

#include "text/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <stdexcept>

namespace ropewalk
{
namespace
{

/// The cells of the first line, which goes from `rest`; a cell may stand between quotation marks.
std::vector<std::string> takeCells(std::string_view& rest)
{
    std::vector<std::string> cells(1);
    bool quoted = false;
    std::size_t at = 0;
    for (; at < rest.size() && (quoted || rest[at] != '\n'); ++at)
    {
        const char letter = rest[at];
        const bool twice = quoted && letter == '"' && at + 1 < rest.size() && rest[at + 1] == '"';
        if (letter == '"' && !twice)
            quoted = !quoted;
        else if (letter == ',' && !quoted)
            cells.emplace_back();
        else if (letter != '\r')
            cells.back() += letter;
        at += twice ? 1 : 0;
    }
    rest.remove_prefix(std::min(at + 1, rest.size()));
    return cells;
}

/// A number that is not there is "nan".
std::optional<double> numberIn(const std::string& cell)
{
    return cell == "nan" ? std::numeric_limits<double>::quiet_NaN() : text::parseNumber(cell);
}

} // namespace

SweepTable sweepTable(const Sweep& sweep, const std::map<std::size_t, SweepResult>& results)
{
    SweepTable table;
    for (const Variation& variation : sweep.grid().variations())
        table.constants.push_back(variation.name);
    for (const std::string& column : sweep.columns())
        table.columns.push_back(fmt::format("{}_{}", column, sweep.plan().statistic));
    for (const auto& [run, result] : results)
    {
        SweepTable::Row row{run, {}, result.values, result.outcome, result.opens};
        for (const auto& [name, value] : sweep.grid().at(run))
            row.at.push_back(text::parseNumber(value).value());
        table.rows.push_back(std::move(row));
    }
    return table;
}

SweepTable readSweepTable(std::string_view text, std::string_view name)
{
    const std::vector<std::string> header = takeCells(text);
    const std::size_t count = header.size();
    const auto refuse = [name](std::size_t line, std::string_view why)
    { throw std::invalid_argument(fmt::format("{}:{}: {}", name, line, why)); };
    if (count < 6 || header[0] != "run" || header[1] != "runs" || header[count - 2] != "outcome" ||
        header[count - 1] != "opens")
        refuse(1,
               "is no row of names that 'ropewalk sweep' writes; must begin with run,runs and end with outcome,opens");
    // All columns end with the statistic, and no constant before them does.
    const std::string statistic = header[count - 3].substr(header[count - 3].rfind('_') + 1);
    std::size_t columns = count - 2;
    while (columns > 3 && header[columns - 1].ends_with('_' + statistic))
        --columns;
    SweepTable table;
    table.constants.assign(header.begin() + 2, header.begin() + static_cast<std::ptrdiff_t>(columns));
    table.columns.assign(header.begin() + static_cast<std::ptrdiff_t>(columns), header.end() - 2);
    for (std::size_t line = 2; !text.empty(); ++line)
    {
        const std::vector<std::string> cells = takeCells(text);
        if (cells.size() != count)
            refuse(line, fmt::format("has {} cells; must have {}", cells.size(), count));
        SweepTable::Row row;
        row.outcome = cells[count - 2];
        row.opens = cells[count - 1];
        for (std::size_t i = 0; i < count - 2; ++i)
        {
            const std::optional<double> number = numberIn(cells[i]);
            if (!number)
                refuse(line, fmt::format("{} of {} is no number", text::quoted(cells[i]), header[i]));
            if (i == 0)
                row.run = static_cast<std::size_t>(std::max(1.0, *number)) - 1;
            else if (i > 1)
                (i < columns ? row.at : row.values).push_back(*number);
        }
        table.rows.push_back(std::move(row));
    }
    return table;
}

} // namespace ropewalk
