#pragma once

#include "scenes/snapshot.hpp"

#include <span>
#include <string>

namespace ropewalk
{

/// Throws std::invalid_argument where a scene like this is not written: a field of thousands of ropes.
void demandGltf(const Snapshot& snapshot);

/// The bytes of a binary glTF 2.0 file (.glb) of one moment, or of a film of several: ropes as tubes and cloths as
/// sheets that their masses carry as joints, solids as nodes. Metres, seconds, y upwards. A rope is drawn with the most
/// points that it has at any of the moments. Throws std::invalid_argument where there is none, or where it shows a
/// field of thousands of ropes.
std::string gltfOf(std::span<const Snapshot> moments);

} // namespace ropewalk
