#pragma once

#include <rope/vec.hpp>

#include <cstdint>
#include <vector>

namespace rope
{

/// Axis-aligned bounding box.
struct Aabb
{
    Vec2 low{0.0};
    Vec2 high{0.0};
};

/// Two bodies whose boxes overlap; first < second.
struct BodyPair
{
    std::uint32_t first = 0;
    std::uint32_t second = 0;

    friend bool operator==(const BodyPair&, const BodyPair&) = default;
};

/// Finds the pairs of bodies that may touch, by sort and sweep: boxes in the order of their lower ends along the axis
/// in which they are spread farthest; only those that begin before a box ends can overlap it.
class BroadPhase
{
public:
    static constexpr std::uint32_t mostPairs = 500;
    /// The pairs of overlapping boxes, in order of (first, second), but none of two bodies that are `still` both, and
    /// none of two that are in `most` others both: memory and time grow with the bodies and not with their square.
    const std::vector<BodyPair>& pairs(const std::vector<Aabb>& boxes, const std::vector<char>& still,
                                       std::uint32_t most = mostPairs);

private:
    struct Entry
    {
        double low = 0.0;
        double high = 0.0;
        double otherLow = 0.0; ///< along the other axis
        double otherHigh = 0.0;
        std::uint32_t body = 0;
    };
    std::vector<Entry> entries_;
    std::vector<std::uint64_t> keys_;   ///< of the pairs: first << 32 | second
    std::vector<std::uint32_t> counts_; ///< of the pairs of each body
    std::vector<BodyPair> pairs_;
};

} // namespace rope
