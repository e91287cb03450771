#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace ropewalk
{

class Scene;
class Workbench;

/// What the colours of ropes can show in a scene: the choices of its constant `colours`, or the tension alone.
std::vector<std::string_view> ropeColours(const Scene& scene);
/// What they show now, counted in ropeColours.
std::size_t ropeColour(const Scene& scene);
/// Has them show that; undo takes it back.
void setRopeColour(Workbench& workbench, std::size_t number, int gesture);

/// The next after the present one, from the material (`shown` is false) through all that they can show and back to the
/// material. The first is what the scene shows by itself.
void stepRopeColours(Workbench& workbench, bool& shown, int gesture);

} // namespace ropewalk
