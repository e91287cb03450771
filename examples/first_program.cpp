#include <rope/rope.hpp>
#include <cstdio>

int main()
{
    rope::RopeSettings settings;                  // the source tutorial's constants, SI units
    settings.massCount = 40;

    rope::RopeSimulation sim(settings);
    sim.setConnectionVelocity({0.5, 0.0, 0.0});   // [m/s]

    for (int frame = 0; frame < 300; ++frame)
        sim.advance(1.0 / 60.0);                  // [s], split into steps of at most 2 ms

    const rope::Mass& tip = sim.masses().back();
    std::printf("t = %.2f s, free end at y = %.3f m\n", sim.time(), tip.position.y);
}
