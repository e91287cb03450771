#include "rope/solver/solve_groups.hpp"

#include "catch.hpp"

using rope::SolveGroups;

namespace
{

/// Two ropes of three masses, and two bodies of two points.
SolveGroups fourMembers()
{
    SolveGroups groups;
    for (const std::size_t points : {3u, 3u, 2u, 2u})
        groups.add(points);
    return groups;
}

} // namespace

TEST_CASE("Members are groups of their own until a coupling joins them")
{
    SolveGroups groups = fourMembers();
    REQUIRE(groups.members() == 4);
    CHECK(groups.memberOf(5) == 1);
    CHECK(groups.isAlone(3));
    CHECK_FALSE(groups.join(8, 4));
    CHECK_FALSE(groups.join(9, 1));
    CHECK(groups.groupOf(3) == 0);
    CHECK(groups.groupOfPoint(3) == 0);
    CHECK(groups.isAlone(2));
    CHECK_FALSE(groups.isAlone(1));
    groups.separate();
    CHECK(groups.isAlone(1));
}

TEST_CASE("A group that rests goes on where it is joined to one that does not")
{
    SolveGroups groups = fourMembers();
    groups.join(0, 6);
    groups.letRest(0);
    groups.letRest(2);
    CHECK(groups.pointRests(7));
    CHECK_FALSE(groups.allRest());
    CHECK(groups.join(2, 9));
    for (const std::size_t member : {0u, 2u, 3u})
        CHECK_FALSE(groups.rests(member));
    for (const std::size_t member : {0u, 1u, 2u, 3u})
        groups.letRest(member);
    CHECK(groups.allRest());
    CHECK_FALSE(groups.join(3, 9)); // both rest
    CHECK(groups.allRest());
}
