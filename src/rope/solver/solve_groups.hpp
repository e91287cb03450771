#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace rope
{

/// What Newton's method solves together. Ropes and bodies are the members; members that a force couples are one group,
/// which has the number of its first member. A group that is solved rests while the others go on: so its members end
/// where they would end without the others.
class SolveGroups
{
public:
    void clear()
    {
        memberOf_.clear();
        groups_.clear();
        rests_.clear();
    }
    /// A member that has the next `points` of the solver.
    void add(std::size_t points)
    {
        memberOf_.insert(memberOf_.end(), points, static_cast<std::uint32_t>(groups_.size()));
        groups_.push_back(static_cast<std::uint32_t>(groups_.size()));
        rests_.push_back(0);
    }
    /// Each member is a group of its own, and none rests.
    void separate()
    {
        for (std::size_t m = 0; m < groups_.size(); ++m)
            groups_[m] = static_cast<std::uint32_t>(m);
        std::fill(rests_.begin(), rests_.end(), 0);
    }

    std::size_t members() const { return groups_.size(); }
    std::uint32_t memberOf(std::size_t point) const { return memberOf_[point]; }
    std::uint32_t groupOf(std::size_t member) const { return groups_[member]; }
    std::uint32_t groupOfPoint(std::size_t point) const { return groups_[memberOf_[point]]; }
    bool isAlone(std::size_t member) const { return std::count(groups_.begin(), groups_.end(), groups_[member]) == 1; }

    bool rests(std::size_t member) const { return rests_[member] != 0; }
    bool pointRests(std::size_t point) const { return rests_[memberOf_[point]] != 0; }
    bool allRest() const
    {
        return std::all_of(rests_.begin(), rests_.end(), [](char rests) { return rests != 0; });
    }
    void letRest(std::size_t member) { rests_[member] = 1; }
    const std::vector<char>& resting() const { return rests_; } ///< by members
    void setResting(const std::vector<char>& rests) { rests_ = rests; }

    /// Makes one group of the groups of two points. True where one of them rested and the other did not: both go on.
    bool join(std::size_t onePoint, std::size_t otherPoint)
    {
        const std::uint32_t one = groupOfPoint(onePoint);
        const std::uint32_t other = groupOfPoint(otherPoint);
        if (one == other)
            return false;
        const bool wakes = rests(one) != rests(other);
        for (std::size_t m = 0; m < groups_.size(); ++m)
        {
            if (groups_[m] != one && groups_[m] != other)
                continue;
            groups_[m] = std::min(one, other);
            rests_[m] = wakes ? 0 : rests_[m];
        }
        return wakes;
    }

private:
    std::vector<std::uint32_t> memberOf_; ///< by points
    std::vector<std::uint32_t> groups_;   ///< by members
    std::vector<char> rests_;             ///< by members
};

} // namespace rope
