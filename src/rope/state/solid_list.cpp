#include "solid_list.hpp"

#include <vector>

namespace rope
{

void insertSolid(RopeState& state, std::size_t number, const SolidBody& solid)
{
    state.solids.insert(state.solids.begin() + static_cast<std::ptrdiff_t>(number), solid);
    const auto follow = [number](std::uint32_t& touched) { touched += touched >= number ? 1 : 0; };
    for (SolidTouch& touch : state.touches)
        follow(touch.solid);
    for (BodyTouch& touch : state.bodyTouches)
    {
        follow(touch.shape);
        follow(touch.solid);
    }
    state.placed = true;
}

void eraseSolid(RopeState& state, std::size_t number)
{
    std::erase_if(state.touches, [number](const SolidTouch& touch) { return touch.solid == number; });
    std::erase_if(state.bodyTouches,
                  [number](const BodyTouch& touch) { return touch.solid == number || touch.shape == number; });
    state.solids.erase(state.solids.begin() + static_cast<std::ptrdiff_t>(number));
    const auto follow = [number](std::uint32_t& touched) { touched -= touched > number ? 1 : 0; };
    for (SolidTouch& touch : state.touches)
        follow(touch.solid);
    for (BodyTouch& touch : state.bodyTouches)
    {
        follow(touch.shape);
        follow(touch.solid);
    }
    if (number < state.pushes.size())
        state.pushes.erase(state.pushes.begin() + static_cast<std::ptrdiff_t>(number));
}

} // namespace rope
