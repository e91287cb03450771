#include "table.hpp"

#include <algorithm>
#include <cstddef>

namespace ropewalk
{

namespace
{

/// The number of characters that the UTF-8 text shows.
std::size_t width(const std::string& text)
{
    return static_cast<std::size_t>(std::count_if(
        text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0u) != 0x80u; }));
}

std::string escaped(const std::string& text)
{
    std::string result;
    for (const char c : text)
    {
        if (c == '|')
            result += '\\';
        result += c;
    }
    return result;
}

} // namespace

std::string Table::text() const
{
    std::vector<std::size_t> widths;
    for (std::size_t i = 0; i < columns_.size(); ++i)
    {
        widths.push_back(width(columns_[i].title));
        for (const std::vector<std::string>& row : rows_)
            widths[i] = std::max(widths[i], width(row[i]));
    }
    std::string result;
    const auto addRow = [&](const auto& cellOf)
    {
        std::string line;
        for (std::size_t i = 0; i < columns_.size(); ++i)
        {
            const std::string& cell = cellOf(i);
            const std::string padding(widths[i] - width(cell), ' ');
            line.append(i > 0 ? "  " : "").append(columns_[i].number ? padding + cell : cell + padding);
        }
        line.erase(line.find_last_not_of(' ') + 1);
        result.append(line).append("\n");
    };
    addRow([this](std::size_t i) -> const std::string& { return columns_[i].title; });
    for (const std::vector<std::string>& row : rows_)
        addRow([&row](std::size_t i) -> const std::string& { return row[i]; });
    return result;
}

std::string Table::markdown() const
{
    std::string result;
    for (const Column& column : columns_)
        result.append("| ").append(column.title).append(" ");
    result += "|\n";
    for (const Column& column : columns_)
        result += column.number ? "|---:" : "|---";
    result += "|\n";
    for (const std::vector<std::string>& row : rows_)
    {
        for (const std::string& cell : row)
            result.append("| ").append(escaped(cell)).append(cell.empty() ? "" : " ");
        result += "|\n";
    }
    return result;
}

} // namespace ropewalk
