#pragma once

#include <cstdint>

namespace ropewalk
{

class Scene;

/// A hash of the time and of the masses, bit by bit; of very many masses some hundred count.
std::uint32_t stateHash(const Scene& scene);

} // namespace ropewalk
