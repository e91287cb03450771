#include "card.hpp"
#include "stretch.hpp"

int main()
{
    URopeComponent rope;
    rope.BeginPlay();
    for (int frame = 0; frame < 7200; ++frame) // two minutes
        rope.TickComponent(1.0f / 60.0f, LEVELTICK_All, nullptr);
    double length = 0.0;
    for (int32 i = 1; i < URopeComponent::MassCount; ++i)
        length += 0.01 * (rope.PositionOf(i) - rope.PositionOf(i - 1)).Size();
    return cards::report("Unreal's component", length, 1e-5);
}
