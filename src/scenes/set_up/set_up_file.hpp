#pragma once

#include "set_up.hpp"

#include <nlohmann/json_fwd.hpp>

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

// A set-up as scene files and links hold it:
// {"solids": [{"name": "top", "shape": "pulley", "position": [0.2, 2, 0], "axis": [0, 0, 1], "moves": "axle"}],
//  "ropes": [{"name": "fall", "path": [[0, 1, 0], {"round": "top", "side": "right"}, [0.7, 0.5, 0]], "length": 3}],
//  "ties": [{"a": {"solid": "block", "eye": "bottom"}, "b": {"rope": "fall", "along": 1.3}}],
//  "holds": [{"rope": "fall", "end": "last", "at": [0.7, 0.5, 0]}],
//  "roles": {"hand": {"rope": "fall", "end": "last"}}}

namespace ropewalk
{

/// The keys of a scene file that make a set-up.
constexpr std::array<std::string_view, 5> setUpKeys{"solids", "ropes", "ties", "holds", "roles"};

/// Reads those keys of a file, of which others are left alone. Throws std::invalid_argument that names the thing and
/// what would be right, and then leaves in `path` where it stands.
SetUp readSetUp(const nlohmann::json& file, std::string& path);

/// Reads a text with those keys and no others. Throws std::invalid_argument: "NAME:LINE:COLUMN: message".
SetUp parseSetUp(std::string_view text, std::string_view name);

/// An object with those keys.
nlohmann::ordered_json setUpJson(const SetUp& setUp);

constexpr std::size_t longestSetUpLine = 6000; ///< characters that a link may hold

/// The set-up in a line without spaces. Throws std::invalid_argument where it is too long for a link.
std::string setUpLine(const SetUp& setUp);

} // namespace ropewalk
