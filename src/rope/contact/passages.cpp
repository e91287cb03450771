#include "passages.hpp"

#include "rope/distance/segment_distance.hpp"

#include <algorithm>

namespace rope
{

namespace
{

/// Two edges that are nearer than this along the rod have a mass in common.
constexpr std::size_t leastApart = 2;

Segment between(const Segment& a, const Segment& b, double share)
{
    return {glm::mix(a.start, b.start, share), glm::mix(a.way, b.way, share)};
}

/// The volume that two segments span: it changes its sign where the lines through them meet.
double volume(const Segment& a, const Segment& b)
{
    return glm::dot(glm::cross(a.way, b.way), b.start - a.start);
}

/// Whether the places at which the lines through two segments are nearest lie within both.
bool nearestWithin(const Segment& a, const Segment& b)
{
    const Vec3 n = glm::cross(a.way, b.way);
    const double square = glm::dot(n, n);
    if (square == 0.0)
        return false;
    const Vec3 from = b.start - a.start;
    const double s = glm::dot(glm::cross(from, b.way), n) / square;
    const double t = glm::dot(glm::cross(from, a.way), n) / square;
    return s >= 0.0 && s <= 1.0 && t >= 0.0 && t <= 1.0;
}

/// The volume is of the third degree in time: it changes its sign up to three times.
bool passes(const Segment& a, const Segment& b, const Segment& aAfter, const Segment& bAfter)
{
    constexpr int parts = 8;
    const auto volumeAt = [&](double share) { return volume(between(a, aAfter, share), between(b, bAfter, share)); };
    int passages = 0;
    double before = volumeAt(0.0);
    for (int i = 1; i <= parts; ++i)
    {
        double low = static_cast<double>(i - 1) / parts;
        double high = static_cast<double>(i) / parts;
        const double behind = volumeAt(high);
        if ((before < 0.0) != (behind < 0.0))
        {
            for (int k = 0; k < 40; ++k)
            {
                const double middle = 0.5 * (low + high);
                ((volumeAt(middle) < 0.0) == (before < 0.0) ? low : high) = middle;
            }
            passages += nearestWithin(between(a, aAfter, high), between(b, bAfter, high)) ? 1 : 0;
        }
        before = behind;
    }
    return passages % 2 == 1; // there and back is none
}

} // namespace

void Passages::begin(const std::vector<Mass>& masses, bool closed)
{
    closed_ = closed;
    start_.resize(masses.size());
    for (std::size_t i = 0; i < masses.size(); ++i)
        start_[i] = masses[i].position;
}

std::optional<std::pair<std::uint32_t, std::uint32_t>> Passages::find(const std::vector<Mass>& masses)
{
    // What all masses have in common brings nothing nearer.
    Vec3 common(0.0);
    for (std::size_t i = 0; i < start_.size(); ++i)
        common += masses[i].position - start_[i];
    common /= static_cast<double>(start_.size());
    const auto before = [&](std::size_t i) { return Segment{start_[i], start_[i + 1] - start_[i]}; };
    const auto after = [&](std::size_t i) {
        return Segment{masses[i].position - common, masses[i + 1].position - masses[i].position};
    };
    tree_.build(start_.size() - 1,
                [&](std::size_t edge)
                {
                    EdgeTree::Box box{start_[edge], start_[edge]};
                    box.hold(start_[edge + 1]);
                    box.hold(masses[edge].position - common);
                    box.hold(masses[edge + 1].position - common);
                    return box;
                });
    std::optional<std::pair<std::uint32_t, std::uint32_t>> found;
    tree_.forEachPair(leastApart,
                      [&](std::size_t i, std::size_t j)
                      {
                          if (closed_ && edgesApartInRing(i, j, start_.size() - 1) < leastApart)
                              return;
                          if (!found && passes(before(i), before(j), after(i), after(j)))
                              found = std::pair(static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(j));
                      });
    return found;
}

} // namespace rope
