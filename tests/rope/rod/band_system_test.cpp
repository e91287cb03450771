#include "rope/rod/band_system.hpp"

#include "catch.hpp"

#include <cfenv>
#include <cmath>
#include <cstddef>
#include <vector>

using rope::BandSystem;

TEST_CASE("A pivot of 0 counts as negative, and what follows it stays a number", "[rod]")
{
    // 0 1 0
    // 1 0 0   has the eigenvalues -1, 1 and 2, and 0 where elimination begins.
    // 0 0 2
    BandSystem<3> band;
    band.begin(2);
    band.at(1, 0) = 1.0;
    band.at(2, 2) = 2.0;
    for (const std::size_t unknown : {3, 4, 5})
        band.hold(unknown);
    std::feclearexcept(FE_ALL_EXCEPT);
    CHECK(band.factor() == 1);
    std::vector<double> x{3.0, 5.0, 8.0, 0.0, 0.0, 0.0};
    band.solve(x);
    CHECK(std::fetestexcept(FE_DIVBYZERO | FE_INVALID) == 0);
    for (const double unknown : x)
        CHECK(std::isfinite(unknown));

    // A column without anything couples with nothing.
    band.begin(1);
    band.at(1, 1) = 1.0;
    band.at(2, 2) = 1.0;
    CHECK(band.factor() == 1);
}
