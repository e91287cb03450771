#pragma once

#include <rope/knot.hpp>

#include <cstddef>
#include <filesystem>
#include <string_view>
#include <vector>

namespace ropewalk
{

/// Curves of a file, of which no two touch.
struct FileCurve
{
    rope::SpaceCurve curve;
    std::vector<std::size_t> lines; ///< of the file, counted from 1, of each point
};

/// Reads points as lines x,y,z [m]; an empty line parts two curves, what follows # is left out, and so is a first line
/// of names. Where the last point of a curve is its first, it is left out and the curve is joined; `joined` joins all.
/// Throws std::invalid_argument with the file's name and the line that is no point, repeats the one before, or
/// touches another.
std::vector<FileCurve> readCurves(const std::filesystem::path& file, bool joined);

/// The same from a text; `name` is the file's, for messages.
std::vector<FileCurve> parseCurves(std::string_view text, std::string_view name, bool joined);

} // namespace ropewalk
