#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ropewalk
{

struct CardFacts;

/// A system that a card is written for.
struct CardFormat
{
    std::string_view name;  ///< on the command line: "box2d"
    std::string_view title; ///< in the window: "Box2D"
    std::string_view file;  ///< usual file name of its card: "rope_box2d.hpp"
    std::string (*make)(const CardFacts&);
};
const std::vector<CardFormat>& cardFormats();

/// Throws std::invalid_argument naming the nearest known name.
const CardFormat& cardFormat(std::string_view name);
std::string cardFormatList(); ///< "cpp, json, ..."

} // namespace ropewalk
