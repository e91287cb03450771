#include "curve_file.hpp"
#include "text_file.hpp"

#include "text/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <string>

namespace ropewalk
{

namespace
{

constexpr std::size_t largestCurveFile = 4u << 20; // [bytes]
constexpr std::size_t mostPoints = 20'000;         // the writhe takes some seconds then
constexpr double farthest = 1e9;                   // [m], of a coordinate

/// Throws std::invalid_argument with the file's name and the line.
[[noreturn]] void refuse(std::string_view name, std::size_t line, std::string_view why)
{
    throw std::invalid_argument(fmt::format("{}:{}: {}", name, line, why));
}

std::vector<std::string_view> cellsOf(std::string_view line)
{
    std::vector<std::string_view> cells;
    for (std::size_t comma = line.find(','); comma != std::string_view::npos; comma = line.find(','))
    {
        cells.push_back(text::trimmed(line.substr(0, comma)));
        line.remove_prefix(comma + 1);
    }
    cells.push_back(text::trimmed(line));
    return cells;
}

/// Reads line by line.
class CurveReader
{
public:
    CurveReader(std::string_view name, bool joined) : name_(name), joined_(joined) {}

    void take(std::string_view line)
    {
        ++line_;
        const std::string_view words = text::trimmed(line.substr(0, line.find('#')));
        if (!words.empty())
            addPoint(cellsOf(words));
        else if (text::trimmed(line).empty()) // not one with a comment alone
            end();
    }

    std::vector<FileCurve> finish()
    {
        end();
        if (curves_.empty())
            throw std::invalid_argument(fmt::format("{}: has no points; must have lines x,y,z", name_));
        std::vector<rope::SpaceCurve> all;
        for (const FileCurve& read : curves_)
            all.push_back(read.curve);
        if (const std::optional<rope::CurveTouch> touch = rope::touchOf(all))
        {
            const auto lineOf = [&](std::size_t side) { return curves_[touch->curve[side]].lines[touch->edge[side]]; };
            const auto [first, second] = std::minmax({lineOf(0), lineOf(1)});
            refuse(name_, second,
                   fmt::format("the edge from here touches the one from line {}; must pass it at a distance", first));
        }
        return std::move(curves_);
    }

private:
    void addPoint(const std::vector<std::string_view>& cells)
    {
        if (cells.size() != 3)
            refuse(name_, line_, fmt::format("has {} columns, must have 3: x,y,z", cells.size()));
        rope::Vec3 point(0.0);
        for (int axis = 0; axis < 3; ++axis)
        {
            const std::string_view cell = cells[static_cast<std::size_t>(axis)];
            const std::optional<double> number = text::parseNumber(cell);
            if (!number && points_ == 0 && cells == std::vector<std::string_view>{"x", "y", "z"})
                return;
            if (!number || std::abs(*number) > farthest)
                refuse(name_, line_, fmt::format("{} must be a number from -1e9 to 1e9", text::quoted(cell)));
            point[axis] = *number;
        }
        if (++points_ > mostPoints)
            refuse(name_, line_, fmt::format("is point {}; there must be at most {}", points_, mostPoints));
        std::vector<rope::Vec3>& points = read_.curve.points;
        if (!points.empty() && points.back() == point)
            refuse(name_, line_, fmt::format("repeats the point of line {}", read_.lines.back()));
        points.push_back(point);
        read_.lines.push_back(line_);
    }

    /// The curve ends here, if one has begun.
    void end()
    {
        if (read_.lines.empty())
            return;
        std::vector<rope::Vec3>& points = read_.curve.points;
        const bool returns = points.size() > 1 && points.front() == points.back();
        const std::size_t last = read_.lines.back();
        if (returns)
        {
            points.pop_back();
            read_.lines.pop_back();
        }
        const bool ring = joined_ || returns;
        const std::size_t least = ring ? 3 : 2;
        if (points.size() < least)
            refuse(name_, last,
                   fmt::format("ends a curve of {} point{}; {} must have at least {}", points.size(),
                               points.size() == 1 ? "" : "s", ring ? "a closed one" : "an open one", least));
        read_.curve.ends = ring ? rope::CurveEnds::joined : rope::CurveEnds::open;
        curves_.push_back(std::move(read_));
        read_ = {};
    }

    std::string_view name_;
    bool joined_;
    std::size_t line_ = 0;
    std::size_t points_ = 0;
    FileCurve read_;
    std::vector<FileCurve> curves_;
};

} // namespace

std::vector<FileCurve> parseCurves(std::string_view text, std::string_view name, bool joined)
{
    if (constexpr std::string_view mark = "\xEF\xBB\xBF"; text.starts_with(mark)) // some editors begin UTF-8 with it
        text.remove_prefix(mark.size());
    CurveReader reader(name, joined);
    while (!text.empty())
    {
        const std::size_t end = std::min(text.find('\n'), text.size());
        reader.take(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return reader.finish();
}

std::vector<FileCurve> readCurves(const std::filesystem::path& file, bool joined)
{
    return parseCurves(readTextFile(file, largestCurveFile), shownName(file), joined);
}

} // namespace ropewalk
