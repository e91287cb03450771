#pragma once

#include <cstdint>

namespace ropewalk
{

class Scene;

/// Of the time and of what the scene says of its masses, bit by bit; of very many masses some hundred count.
std::uint32_t stateHash(const Scene& scene);

} // namespace ropewalk
