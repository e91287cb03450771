#pragma once

#include "theory/sketch.hpp"

#include <string_view>
#include <vector>

namespace ropewalk
{

/// A figure of the docs as the panels draw it. The build makes its strokes of the SVG file, whose pixels are their
/// unit.
struct Figure
{
    std::string_view file; ///< "reel-tension.svg"
    double width = 0.0;
    double height = 0.0;
    std::vector<Stroke> strokes;
};

const std::vector<Figure>& figures();

} // namespace ropewalk
