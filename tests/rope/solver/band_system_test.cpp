#include "rope/solver/band_system.hpp"

#include "catch.hpp"

#include <glm/mat3x3.hpp>

#include <cfenv>
#include <cmath>
#include <cstddef>
#include <vector>

using rope::BandSystem;

namespace
{

constexpr std::size_t points = 6; // two are eliminated from each end, two are the middle

BandSystem<3> blocksOf(const glm::dmat3& block)
{
    BandSystem<3> band;
    band.begin(points);
    for (std::size_t i = 0; i < points; ++i)
        for (std::size_t ahead = 0; ahead < 3 && i + ahead < points; ++ahead)
            band.setBlock<3>(i, ahead, ahead == 0 ? block : glm::dmat3(0.0));
    return band;
}

} // namespace

TEST_CASE("A pivot of 0 counts as negative, and what follows it stays a number", "[rod]")
{
    // 0 1 0
    // 1 0 0   has the eigenvalues -1, 1 and 2, and 0 where elimination begins.
    // 0 0 2
    BandSystem<3> band = blocksOf(glm::dmat3(0.0, 1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 2.0));
    std::feclearexcept(FE_ALL_EXCEPT);
    CHECK(band.factor() == static_cast<int>(points));
    std::vector<double> x;
    for (std::size_t i = 0; i < points; ++i)
        x.insert(x.end(), {3.0, 5.0, 8.0});
    band.solve(x.data());
    CHECK(std::fetestexcept(FE_DIVBYZERO | FE_INVALID) == 0);
    for (const double unknown : x)
        CHECK(std::isfinite(unknown));

    // A column without anything couples with nothing.
    CHECK(blocksOf(glm::dmat3(0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)).factor() == static_cast<int>(points));
}
