#include "segment_distance.hpp"

#include <array>

namespace rope
{

double safeShare(const Segment& a, const Segment& b, const Segment& aAfter, const Segment& bAfter)
{
    // What all ends have in common brings nothing nearer.
    std::array<Vec3, 4> moves{aAfter.start - a.start, aAfter.at(1.0) - a.at(1.0), bAfter.start - b.start,
                              bAfter.at(1.0) - b.at(1.0)};
    const Vec3 common = 0.25 * (moves[0] + moves[1] + moves[2] + moves[3]);
    for (Vec3& move : moves)
        move -= common;
    const double speed = std::max(glm::length(moves[0]), glm::length(moves[1])) +
                         std::max(glm::length(moves[2]), glm::length(moves[3])); // [m] for the whole way
    double gap = distance(a, b);
    if (0.9 * gap > speed)
        return 1.0;
    const double kept = 0.1 * gap;
    const double little = 0.05 * (gap - kept);
    double time = 0.0; // of 1
    constexpr int mostLooks = 64;
    for (int i = 0; i < mostLooks; ++i)
    {
        time += (gap - kept) / speed;
        if (time >= 1.0)
            return 1.0;
        const auto moved = [time](const Segment& segment, const Vec3& start, const Vec3& end) {
            return Segment{segment.start + time * start, segment.way + time * (end - start)};
        };
        gap = distance(moved(a, moves[0], moves[1]), moved(b, moves[2], moves[3]));
        if (!(gap - kept > little))
            break;
    }
    return time;
}

} // namespace rope
