#pragma once

#include <rope/export.hpp>
#include <rope/vec.hpp>

#include <vector>

namespace rope
{

/// A mass that is held at a place: it glides there, and no force moves it.
struct Pin
{
    /// Its index at the beginning. A mass that a reel inserts has the index before the one behind it: 0, -1 and so on.
    int mass = 0;
    Vec3 at{0.0}; ///< [m]

    friend bool operator==(const Pin&, const Pin&) = default;
};

using Pins = std::vector<Pin>; ///< by mass, each once

/// The pins in the order of their masses. Throws std::invalid_argument where one mass has two, or a place is not
/// finite.
ROPE_API Pins sorted(Pins pins);

/// The pin of that mass; null where it has none. The pins are sorted.
ROPE_API const Pin* pinOf(const Pins& pins, int mass);

} // namespace rope
