#pragma once

#include "set_up.hpp"

#include <cstddef>
#include <stdexcept>
#include <string>

// What a set-up may be.

namespace ropewalk
{

constexpr std::size_t mostRopes = 24;
constexpr std::size_t mostFreeBodies = 16;
constexpr std::size_t mostTies = 200;
constexpr std::size_t mostHolds = 200;
constexpr std::size_t mostStops = 200; ///< of a rope
constexpr int mostRopeMasses = 3000;   ///< of all ropes

/// A fault of a set-up, and where it is.
class SetUpFault : public std::invalid_argument
{
public:
    SetUpFault(const std::string& message, std::string path) : invalid_argument(message), path_(std::move(path)) {}

    const std::string& path() const { return path_; } ///< of its file: "ropes/2"

private:
    std::string path_;
};

/// Throws SetUpFault: the first thing that is wrong, its value and what would be right.
void validate(const SetUp& setUp);

/// Throws std::invalid_argument where the place is none of the set-up: an unknown name, no such eye, beyond the end.
void checkPlace(const SetUp& setUp, const Place& place);

/// Whether nothing moves the place: a hold keeps a rope there, or the solid is fixed.
bool standsStill(const SetUp& setUp, const Place& place);
/// Whether that place of a rope is held, or tied to something.
bool isHeldOrTied(const SetUp& setUp, const RopePlace& place);

/// Throws std::invalid_argument where nothing of this name is a rope, or a solid.
const SetUpRope& demandRope(const SetUp& setUp, std::string_view name);
const SetUpSolid& demandSolid(const SetUp& setUp, std::string_view name);
void demandThing(const SetUp& setUp, std::string_view name);

} // namespace ropewalk
