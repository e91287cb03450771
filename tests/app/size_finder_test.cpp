#include "app/size_finder.hpp"

#include "catch.hpp"

#include <functional>

using ropewalk::SizeFinder;

namespace
{

/// The size that is found where a frame of n costs `cost(n)` seconds, and how many frames that takes.
struct Found
{
    int size = 0;
    int frames = 0;
    int biggest = 0; ///< that was tried
};

Found find(const std::function<double(int size, int frame)>& cost, int small = 600, int wanted = 12'500)
{
    SizeFinder finder(small, wanted, 0.030);
    Found found;
    for (; !finder.done() && found.frames < 1000; ++found.frames)
    {
        found.biggest = std::max(found.biggest, finder.size());
        finder.add(cost(finder.size(), found.frames));
    }
    found.size = finder.size();
    return found;
}

} // namespace

TEST_CASE("a fast machine gets the whole scene", "[size]")
{
    const Found found = find([](int n, int) { return 0.001 + 1e-6 * n; });
    CHECK(found.size == 12'500);
    CHECK(found.frames < 40);
}

TEST_CASE("a slower machine gets what fits into its frame", "[size]")
{
    const Found found = find([](int n, int) { return 0.004 + 1e-5 * n; }); // 2600 fit
    CHECK(found.size <= 2600);
    CHECK(found.size >= 2000);
    CHECK(found.frames < 60);
    CHECK(found.biggest < 2 * 2600);
}

TEST_CASE("a machine too slow even for the smallest gets that", "[size]")
{
    CHECK(find([](int n, int) { return 2e-4 * n; }).size == 600);
    const Found hopeless = find([](int, int) { return 1.0; }); // what costs is not the scene
    CHECK(hopeless.size == 600);
    CHECK(hopeless.frames < 20);
}

TEST_CASE("frames that another program made slow do not matter", "[size]")
{
    const Found found = find([](int n, int frame) { return frame % 6 == 4 ? 0.004 + 1e-5 * n : 0.5; });
    CHECK(found.size <= 2600);
    CHECK(found.size >= 2000);
}
