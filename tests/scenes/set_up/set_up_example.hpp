#pragma once

#include "scenes/set_up/set_up.hpp"
#include "scenes/set_up/set_up_file.hpp"

#include <stdexcept>
#include <string>
#include <string_view>

/// A 2 : 1 tackle: a beam, a pulley, a block with a load, and a rope that a hand holds.
inline constexpr std::string_view tackleJson = R"({
"solids": [
 {"name": "beam", "shape": "box", "position": [0, 2.4, 0], "size": [2, 0.1, 0.2]},
 {"name": "top", "shape": "pulley", "position": [0.2, 2, 0], "axis": [0, 0, 1], "radius": 0.08, "moves": "axle", "mass": 0.3, "axle_radius": 0.008, "axle_friction": 0.1},
 {"name": "block", "shape": "block", "position": [0.1, 1, 0], "radius": 0.06, "moves": "free", "mass": 0.4},
 {"name": "load", "shape": "weight", "position": [0.1, 0.7, 0], "moves": "free", "mass": 20}],
"ropes": [
 {"name": "fall", "path": [{"solid": "beam", "at": [0, -0.05, 0]}, {"round": "block", "side": "left"}, {"round": "top", "side": "right"}, [0.7, 0.5, 0]],
  "length": 4.5, "rope_radius": 0.005, "mass_per_length": 0.05, "axial_stiffness": 20000, "contact_friction": 0.3}],
"ties": [{"a": {"solid": "block", "eye": "bottom"}, "b": {"solid": "load", "eye": "top"}}],
"holds": [{"rope": "fall", "end": "last", "at": [0.7, 0.5, 0]}],
"roles": {"hand": {"rope": "fall", "end": "last"}, "haul": {"rope": "fall", "end": "last"}, "load": {"solid": "load", "eye": "top"}}
})";

inline ropewalk::SetUp setUpOf(std::string_view text)
{
    return ropewalk::parseSetUp(text, "s.json");
}

/// What an action is refused with.
template <typename Action>
std::string refusalOf(const Action& action)
{
    try
    {
        action();
    }
    catch (const std::invalid_argument& error)
    {
        return error.what();
    }
    return "no error";
}
