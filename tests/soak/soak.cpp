// One scene for a long time, with constants that change all the while. Memory and descriptors are to stay as they are,
// and at the end the scene with its defaults moves with the bits of one that was just opened.
//
//     soak SCENE SECONDS
//
// writes a row of a Markdown table; scripts/soak runs all scenes.

#include "scenes/scene.hpp"
#include "scenes/snapshot.hpp"

#include "sliders.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <unistd.h>

using namespace ropewalk;

namespace
{

double megabytes() ///< that the process has in memory
{
    std::ifstream pages("/proc/self/statm");
    long all = 0;
    long resident = 0;
    pages >> all >> resident;
    return static_cast<double>(resident) * static_cast<double>(sysconf(_SC_PAGESIZE)) / 1e6;
}

std::ptrdiff_t descriptors()
{
    const std::filesystem::directory_iterator open("/proc/self/fd");
    return std::distance(begin(open), end(open));
}

/// Two seconds from the beginning: all numbers of all masses.
std::vector<double> motion(Scene& scene)
{
    scene.reset();
    Controls controls;
    controls.direction = rope::Vec3(1.0, 0.5, 0.0);
    for (int tick = 0; tick < 120; ++tick)
        scene.advance(1.0 / 60.0, controls);
    std::vector<double> all{scene.time()};
    for (std::size_t mass = 0; mass < scene.massCount(); ++mass)
        for (const double number : scene.massRow(mass))
            all.push_back(number);
    return all;
}

void restoreDefaults(Scene& scene)
{
    for (rope::Parameter& row : scene.parameters().rows())
        row.restoreDefault();
}

bool sameBits(const std::vector<double>& a, const std::vector<double>& b)
{
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0;
}

struct Soak
{
    double simulated = 0.0; ///< [s]
    int changes = 0;
    int divergences = 0;
};

/// Half a second with one choice of the sliders, as a window would show it.
void stretch(Scene& scene, Sliders& sliders, Soak& soak)
{
    sliders.move(scene);
    try
    {
        scene.validate();
    }
    catch (const std::invalid_argument&)
    {
        restoreDefaults(scene); // the window would not have moved them
    }
    ++soak.changes;
    if (sliders.chance(0.25))
        scene.reset();
    Controls controls;
    controls.direction = rope::Vec3(sliders.uniform(-1.0, 1.0), sliders.uniform(-1.0, 1.0), sliders.uniform(-1.0, 1.0));
    const std::unique_ptr<SceneState> before = sliders.chance(0.3) ? scene.save() : nullptr;
    const double tick = std::min(1.0 / 60.0, 100.0 * scene.longestStep());
    Snapshot snapshot;
    for (int i = 0; i < 30; ++i)
    {
        scene.advance(tick, controls);
        soak.simulated += tick;
        scene.fill(snapshot);
        if (scene.divergence())
        {
            ++soak.divergences;
            restoreDefaults(scene);
            scene.reset();
            return;
        }
    }
    if (before)
        scene.restore(*before);
}

int run(std::string_view id, double seconds)
{
    using Clock = std::chrono::steady_clock;
    const std::unique_ptr<Scene> fresh = makeScene(id);
    const std::vector<double> expected = motion(*fresh);
    const std::unique_ptr<Scene> scene = makeScene(id);
    Sliders sliders(1);
    Soak soak;
    double early = 0.0; // [MB], after a third of the time
    const std::ptrdiff_t opened = descriptors();
    const Clock::time_point begin = Clock::now();
    for (double elapsed = 0.0; elapsed < seconds; elapsed = std::chrono::duration<double>(Clock::now() - begin).count())
    {
        if (early == 0.0 && elapsed > seconds / 3.0)
            early = megabytes();
        stretch(*scene, sliders, soak);
    }
    const double late = megabytes();
    if (early == 0.0)
        early = late; // one stretch took the whole time
    const std::ptrdiff_t left = descriptors() - opened;
    restoreDefaults(*scene);
    const bool same = sameBits(motion(*scene), expected);
    fmt::print("| `{}` | {:.0f} | {} | {} | {:.1f} | {:.1f} | {} | {} |\n", id, soak.simulated, soak.changes,
               soak.divergences, early, late, left, same ? "same" : "DIFFERENT");
    constexpr double noise = 10.0; // [MB] that a heap may be larger by chance
    return left == 0 && same && late < early + noise ? EXIT_SUCCESS : EXIT_FAILURE;
}

} // namespace

int main(int argc, char** argv)
{
    try
    {
        if (argc != 3)
            throw std::invalid_argument("usage: soak SCENE SECONDS");
        return run(argv[1], std::stod(argv[2]));
    }
    catch (const std::exception& error)
    {
        std::fprintf(stderr, "soak: %s\n", error.what());
        return 2;
    }
}
