#include <rope/detail/free_end.hpp>

#include <algorithm>
#include <cmath>

namespace rope
{

int FreeEnd::advance(int missing, double segmentLength, double dt, int massCount)
{
    const int left = std::max(missing, 2 - massCount);
    // 2 m/s, or faster where that would take more than about two seconds.
    due_ += std::max(2.0 / segmentLength, 0.5 * std::abs(missing)) * dt;
    const int now = static_cast<int>(std::min(std::floor(due_), static_cast<double>(std::abs(left))));
    due_ = now == std::abs(left) ? 0.0 : due_ - now;
    return left < 0 ? -now : now;
}

Mass FreeEnd::beyond(const Mass& last, const Vec3& way, double segmentLength, double floor)
{
    Mass next = last;
    const double r = glm::length(way);
    Vec3 along = r > 0.0 ? way / r : Vec3(1.0, 0.0, 0.0);
    const double lowest = std::min(next.position.y, floor);
    if (next.position.y + segmentLength * along.y < lowest)
    {
        const double down = lowest - next.position.y;
        const double level = std::sqrt(along.x * along.x + along.z * along.z);
        const Vec3 ahead = level > 0.0 ? Vec3(along.x / level, 0.0, along.z / level) : Vec3(1.0, 0.0, 0.0);
        const double share = std::sqrt(1.0 - down * down / (segmentLength * segmentLength));
        along = share * ahead + Vec3(0.0, down / segmentLength, 0.0);
    }
    next.position += segmentLength * along;
    return next;
}

} // namespace rope
