#include "broad_phase.hpp"

#include <algorithm>
#include <tuple>

namespace rope
{

namespace
{

/// The axis (0: x, 1: y) along which the boxes' centres vary most.
int widestAxis(const std::vector<Aabb>& boxes)
{
    Vec2 sum{0.0};
    Vec2 squares{0.0};
    for (const Aabb& box : boxes)
    {
        const Vec2 centre = 0.5 * (box.low + box.high);
        sum += centre;
        squares += centre * centre;
    }
    const Vec2 variance = squares - sum * sum / std::max(1.0, static_cast<double>(boxes.size()));
    return variance.y > variance.x ? 1 : 0;
}

} // namespace

const std::vector<BodyPair>& BroadPhase::pairs(const std::vector<Aabb>& boxes, const std::vector<char>& still,
                                               std::uint32_t most)
{
    const int axis = widestAxis(boxes);
    const int other = 1 - axis;
    entries_.clear();
    for (std::uint32_t body = 0; body < boxes.size(); ++body)
        entries_.push_back(
            {boxes[body].low[axis], boxes[body].high[axis], boxes[body].low[other], boxes[body].high[other], body});
    std::sort(entries_.begin(), entries_.end(),
              [](const Entry& a, const Entry& b) { return std::tie(a.low, a.body) < std::tie(b.low, b.body); });

    // The order of the contacts decides rounding, and so every bit of the result: it must not depend on the axis.
    keys_.clear();
    counts_.assign(boxes.size(), 0);
    for (std::size_t i = 0; i < entries_.size(); ++i)
    {
        const std::uint32_t a = entries_[i].body;
        const double low = boxes[a].low[other];
        const double high = boxes[a].high[other];
        for (std::size_t j = i + 1; j < entries_.size() && entries_[j].low <= entries_[i].high; ++j)
        {
            const Entry& b = entries_[j];
            if (b.otherLow > high || b.otherHigh < low || (still[a] && still[b.body]) ||
                (counts_[a] >= most && counts_[b.body] >= most))
                continue;
            ++counts_[a];
            ++counts_[b.body];
            keys_.push_back(std::uint64_t{std::min(a, b.body)} << 32 | std::max(a, b.body));
        }
    }
    std::sort(keys_.begin(), keys_.end());
    pairs_.clear();
    for (const std::uint64_t key : keys_)
        pairs_.push_back({static_cast<std::uint32_t>(key >> 32), static_cast<std::uint32_t>(key)});
    return pairs_;
}

} // namespace rope
