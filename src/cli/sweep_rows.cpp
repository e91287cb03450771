#include "sweep_rows.hpp"

#include "files/output_file.hpp"
#include "files/text_file.hpp"

#include <fmt/format.h>

#include <charconv>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <system_error>

namespace ropewalk
{

namespace
{

constexpr std::size_t longestFile = std::size_t{1} << 30; // [bytes]

/// The first line, without its end, which goes from `rest` with it. A line without an end is not whole.
std::optional<std::string_view> takeLine(std::string_view& rest)
{
    const std::size_t end = rest.find('\n');
    if (end == std::string_view::npos)
        return std::nullopt;
    const std::string_view line = rest.substr(0, end);
    rest.remove_prefix(end + 1);
    return line;
}

/// The whole number that the first cell is; 0 where it is none.
std::size_t firstCell(std::string_view row)
{
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(row.data(), row.data() + row.size(), number);
    return error == std::errc{} && end != row.data() + row.size() && *end == ',' ? number : 0;
}

/// The rest of a row behind its first cell.
std::string_view behindFirst(std::string_view row)
{
    return row.substr(row.find(',') + 1);
}

} // namespace

std::string csvCell(const std::string& text)
{
    if (text.find_first_of(",\"\n\r") == std::string::npos)
        return text;
    std::string cell = "\"";
    for (const char letter : text)
        cell += letter == '"' ? std::string("\"\"") : std::string(1, letter == '\n' || letter == '\r' ? ' ' : letter);
    return cell + '"';
}

SweepJournal::SweepJournal(const std::filesystem::path& file, const std::string& sweep) : file_(file), journal_(file)
{
    journal_ += ".part";
    std::error_code ignored;
    std::string kept = sweep + '\n';
    if (std::filesystem::exists(journal_, ignored))
    {
        const std::string text = readTextFile(journal_, longestFile);
        std::string_view rest = text;
        if (takeLine(rest) != sweep)
            throw std::invalid_argument(
                fmt::format("{}: holds the rows of another sweep, or of other files; remove it, or choose another "
                            "--output",
                            shownName(journal_)));
        while (const std::optional<std::string_view> row = takeLine(rest))
            if (const std::size_t run = firstCell(*row); run > 0)
                rows_[run] = std::string(*row) + '\n';
    }
    for (const auto& [run, row] : rows_)
        kept += row;
    writeFile(journal_, kept, OutputFile::Kept::whilePowerLasts); // without a row that was cut off
    stream_.open(journal_, std::ios::binary | std::ios::app);
}

void SweepJournal::add(std::size_t run, const std::string& row)
{
    rows_[run] = row;
    if (!(stream_ << row << std::flush))
        throw std::runtime_error(fmt::format("{}: cannot be written", shownName(journal_)));
}

void SweepJournal::finish(const std::string& header)
{
    OutputFile output(file_);
    output.write(header);
    for (const auto& [run, row] : rows_)
        output.write(row);
    output.commit();
    stream_.close();
    std::error_code ignored;
    std::filesystem::remove(journal_, ignored);
}

std::string mergedSweep(const std::vector<std::string>& files)
{
    std::string header;
    SweepRows rows;
    std::map<std::size_t, std::string> from; // the file of each row
    std::size_t runs = 0;
    for (const std::string& file : files)
    {
        const std::string text = readTextFile(file, longestFile);
        std::string_view rest = text;
        const std::optional<std::string_view> first = takeLine(rest);
        if (!first || !first->starts_with("run,runs,"))
            throw std::invalid_argument(
                fmt::format("{}: is no part of a sweep; its first line must begin with run,runs", shownName(file)));
        header = header.empty() ? std::string(*first) + '\n' : header;
        if (std::string(*first) + '\n' != header)
            throw std::invalid_argument(fmt::format("{}: has other columns than {}; must be of the same sweep",
                                                    shownName(file), shownName(files.front())));
        for (std::size_t line = 2; !rest.empty(); ++line)
        {
            const std::optional<std::string_view> row = takeLine(rest);
            const std::size_t run = row ? firstCell(*row) : 0;
            const std::size_t of = run > 0 ? firstCell(behindFirst(*row)) : 0;
            if (run == 0 || of < run || (runs != 0 && of != runs))
                throw std::invalid_argument(
                    fmt::format("{}: line {} is no row of that sweep; must begin with the number of its run and of all "
                                "runs{}",
                                shownName(file), line, runs != 0 ? fmt::format(", which are {}", runs) : ""));
            runs = of;
            const auto [at, isNew] = rows.emplace(run, std::string(*row) + '\n');
            if (!isNew && at->second != std::string(*row) + '\n')
                throw std::invalid_argument(
                    fmt::format("{}: run {} is another one than in {}; must be of the same sweep", shownName(file), run,
                                shownName(from[run])));
            from.emplace(run, file);
        }
    }
    if (rows.empty())
        throw std::invalid_argument("--merge: the files have no rows");
    if (rows.size() < runs)
    {
        std::size_t missing = 1;
        while (rows.contains(missing))
            ++missing;
        throw std::invalid_argument(
            fmt::format("--merge: {} of {} runs are missing, the first is run {}", runs - rows.size(), runs, missing));
    }
    std::string text = header;
    for (const auto& [run, row] : rows)
        text += row;
    return text;
}

} // namespace ropewalk
