#include "text/text.hpp"
#include <rope/rod.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

// A rod's moment as numbers, for a file: the masses, and lists of what else the next step goes on from.

namespace rope
{

namespace
{

// The fields of what a list holds, in their order.

template <typename Visit>
void forFields(double& number, const Visit& visit)
{
    visit(number);
}

template <typename Visit>
void forFields(unsigned char& number, const Visit& visit)
{
    visit(number);
}

template <typename Visit>
void forFields(Vec3& vector, const Visit& visit)
{
    visit(vector);
}

template <typename Visit>
void forFields(EndHold& end, const Visit& visit)
{
    visit(end.clamped);
    visit(end.angleHeld);
    visit(end.tangent);
    visit(end.tangentBefore);
    visit(end.angle);
    visit(end.torque);
}

template <typename Visit>
void forFields(SolidBody& solid, const Visit& visit)
{
    visit(solid.position);
    visit(solid.velocity);
    visit(solid.spin);
    for (int i = 0; i < 3; ++i)
        visit(solid.axes[i]);
}

template <typename Visit>
void forFields(RodTouch& touch, const Visit& visit)
{
    visit(touch.solid);
    visit(touch.mass);
    visit(touch.edge);
    visit(touch.along);
    visit(touch.point);
    visit(touch.normal);
    visit(touch.pressure);
    visit(touch.friction);
    visit(touch.slip);
    visit(touch.slips);
    visit(touch.overlap);
    visit(touch.stiffness);
}

template <typename Visit>
void forFields(RodSelfTouch& touch, const Visit& visit)
{
    visit(touch.edge);
    visit(touch.other);
    visit(touch.along);
    visit(touch.otherAlong);
    visit(touch.point);
    visit(touch.normal);
    visit(touch.distance);
    visit(touch.pressure);
    visit(touch.friction);
    visit(touch.slip);
    visit(touch.slips);
    visit(touch.overlap);
}

template <typename Visit>
void forFields(RodPassage& passage, const Visit& visit)
{
    visit(passage.time);
    visit(passage.edge);
    visit(passage.other);
}

/// Where a reel is.
struct ReelMoment
{
    double first = 0.0; ///< [m], rest length of the first segment
    double fed = 0.0;   ///< [m], the same, summed over the pieces of steps: other last digits
    double speed = 0.0; ///< [m/s]
    double insertions = 0.0;
    double length = 0.0; ///< [m], of all segments if the first one were whole
};

template <typename Visit>
void forFields(ReelMoment& reel, const Visit& visit)
{
    visit(reel.first);
    visit(reel.fed);
    visit(reel.speed);
    visit(reel.insertions);
    visit(reel.length);
}

struct Writer
{
    std::vector<double>& list;

    template <typename Number>
    void operator()(const Number& number) const
    {
        list.push_back(static_cast<double>(number));
    }
    void operator()(const Vec3& vector) const { list.insert(list.end(), {vector.x, vector.y, vector.z}); }
};

struct Reader
{
    const std::vector<double>& list;
    std::string_view name;
    std::size_t& at;

    void operator()(double& number) const { number = list[at++]; }
    void operator()(bool& flag) const { flag = list[at++] != 0.0; }
    void operator()(Vec3& vector) const
    {
        for (int i = 0; i < 3; ++i)
            vector[i] = list[at++];
    }
    template <typename Whole>
    void operator()(Whole& number) const
    {
        const double most = std::numeric_limits<Whole>::max();
        const double value = list[at];
        if (!(value >= 0.0 && value <= most && value == std::floor(value)))
            throw std::invalid_argument("number " + std::to_string(at) + " of list " + std::string(name) + " = " +
                                        text::numberText(value) + ": must be whole and 0 to " + text::numberText(most));
        number = static_cast<Whole>(list[at++]);
    }
};

template <typename Item>
void note(WrittenMoment& moment, std::string_view name, const std::vector<Item>& items)
{
    if (items.empty())
        return;
    std::vector<double>& list = moment.lists[std::string(name)];
    for (Item item : items)
        forFields(item, Writer{list});
}

/// The items of a list, none where it is not there.
template <typename Item>
std::vector<Item> read(const WrittenMoment& moment, std::string_view name)
{
    std::vector<Item> items;
    const auto found = moment.lists.find(name);
    if (found == moment.lists.end())
        return items;
    const std::vector<double>& list = found->second;
    std::vector<double> one;
    Item sample{};
    forFields(sample, Writer{one});
    if (list.size() % one.size() != 0)
        throw std::invalid_argument("list " + std::string(name) + " has " + std::to_string(list.size()) +
                                    " numbers: must have a multiple of " + std::to_string(one.size()));
    for (std::size_t at = 0; at < list.size();)
        forFields(items.emplace_back(), Reader{list, name, at});
    return items;
}

/// The same where there must be `count`, or none.
template <typename Item>
std::vector<Item> read(const WrittenMoment& moment, std::string_view name, std::size_t count)
{
    std::vector<Item> items = read<Item>(moment, name);
    if (!items.empty() && items.size() != count)
        throw std::invalid_argument("list " + std::string(name) + " is of " + std::to_string(items.size()) +
                                    " entries: must be of " + std::to_string(count));
    return items;
}

template <typename Item>
std::vector<Item> readOr(const WrittenMoment& moment, std::string_view name, const std::vector<Item>& usual)
{
    std::vector<Item> items = read<Item>(moment, name, usual.size());
    return items.empty() ? usual : items;
}

/// In 64 bits, as the next of the largest 32 bits is 0 where a size has no more.
void demandMasses(std::string_view name, std::uint64_t last, std::size_t count)
{
    if (last >= count)
        throw std::invalid_argument("list " + std::string(name) + " names mass " + std::to_string(last) +
                                    ": must be below " + std::to_string(count));
}

} // namespace

const std::vector<std::string_view>& RodSimulation::listNames()
{
    static const std::vector<std::string_view> names{
        "rod_twist",       "rod_angles",     "rod_spins",    "rod_references",     "rod_ends",
        "rod_placed",      "rod_past_step",  "rod_restarts", "rod_past_positions", "rod_past_velocities",
        "rod_past_angles", "rod_past_spins", "rod_touches",  "rod_self_touches",   "rod_passage",
        "rod_solids",      "rod_reel"};
    return names;
}

void RodSimulation::noteMemory(WrittenMoment& moment) const
{
    note(moment, "rod_twist", std::vector<double>{rope().twist.total});
    note(moment, "rod_angles", rope().twist.angle);
    note(moment, "rod_spins", rope().twist.spin);
    note(moment, "rod_references", rope().twist.reference);
    note(moment, "rod_ends", std::vector<EndHold>(rope().ends.begin(), rope().ends.end()));
    note(moment, "rod_placed", std::vector<double>{state_.placed ? 1.0 : 0.0});
    note(moment, "rod_past_step", std::vector<double>{rope().past.dt});
    note(moment, "rod_restarts", std::vector<double>{static_cast<double>(rope().past.restarts)});
    if (rope().past.dt > 0.0)
    {
        note(moment, "rod_past_positions", rope().past.positions);
        note(moment, "rod_past_velocities", rope().past.velocities);
        note(moment, "rod_past_angles", rope().past.angle);
        note(moment, "rod_past_spins", rope().past.spin);
    }
    note(moment, "rod_touches", state_.touches);
    note(moment, "rod_self_touches", state_.selfTouches);
    if (state_.passed)
        note(moment, "rod_passage", std::vector<RodPassage>{*state_.passed});
    note(moment, "rod_solids", state_.solids);
    if (reel_)
        note(moment, "rod_reel",
             std::vector<ReelMoment>{{reel_->restLength(), rope().feed.length, reel_->feedSpeed(),
                                      static_cast<double>(reel_->netInsertions()), settings_.length}});
}

void RodSimulation::takeMemory(const WrittenMoment& moment)
{
    const std::size_t count = masses_.size();
    const std::vector<double> slots(rope().twist.angle.size(), 0.0);
    rope().twist.total = readOr<double>(moment, "rod_twist", {0.0}).front();
    rope().twist.angle = readOr(moment, "rod_angles", slots);
    rope().twist.spin = readOr(moment, "rod_spins", slots);
    rope().twist.reference = readOr(moment, "rod_references", std::vector<double>(rope().twist.reference.size(), 0.0));
    const std::vector<EndHold> ends =
        readOr(moment, "rod_ends", std::vector<EndHold>(rope().ends.begin(), rope().ends.end()));
    std::copy(ends.begin(), ends.end(), rope().ends.begin());
    state_.placed = readOr<double>(moment, "rod_placed", {1.0}).front() != 0.0;

    rope().past.dt = readOr<double>(moment, "rod_past_step", {0.0}).front();
    // Older moments have a number for each mass.
    rope().past.restarts = 0;
    for (const unsigned char restarts : read<unsigned char>(moment, "rod_restarts"))
        rope().past.restarts = std::max(rope().past.restarts, restarts);
    rope().past.positions = read<Vec3>(moment, "rod_past_positions", count);
    rope().past.velocities = read<Vec3>(moment, "rod_past_velocities", count);
    rope().past.angle = readOr(moment, "rod_past_angles", slots);
    rope().past.spin = readOr(moment, "rod_past_spins", slots);
    if (rope().past.positions.empty() || rope().past.velocities.empty() || !(rope().past.dt > 0.0))
        rope().past.dt = 0.0;

    const std::vector<SolidBody> solids = read<SolidBody>(moment, "rod_solids", state_.solids.size());
    for (std::size_t i = 0; i < solids.size(); ++i)
    {
        state_.solids[i].position = solids[i].position;
        state_.solids[i].velocity = solids[i].velocity;
        state_.solids[i].spin = solids[i].spin;
        state_.solids[i].axes = solids[i].axes;
    }
    state_.touches = read<RodTouch>(moment, "rod_touches");
    for (const RodTouch& touch : state_.touches)
    {
        demandMasses("rod_touches", std::uint64_t{touch.mass} + (touch.edge ? 1 : 0), count);
        if (touch.solid >= state_.solids.size())
            throw std::invalid_argument("list rod_touches names solid " + std::to_string(touch.solid) +
                                        ": must be below " + std::to_string(state_.solids.size()));
    }
    state_.selfTouches = read<RodSelfTouch>(moment, "rod_self_touches");
    for (const RodSelfTouch& touch : state_.selfTouches)
        demandMasses("rod_self_touches", std::uint64_t{std::max(touch.edge, touch.other)} + 1, count);
    const std::vector<RodPassage> passages = read<RodPassage>(moment, "rod_passage", 1);
    state_.passed = passages.empty() ? std::nullopt : std::optional(passages.front());
}

WrittenMoment RodSimulation::written() const
{
    WrittenMoment moment = writtenMasses();
    noteMemory(moment);
    return moment;
}

void RodSimulation::beginAt(const WrittenMoment& moment)
{
    const std::size_t count = masses_.size();
    const std::vector<ReelMoment> reels = read<ReelMoment>(moment, "rod_reel", 1);
    if (reel_ && !reels.empty())
    {
        const ReelMoment& reel = reels.front();
        if (!(reel.first > 0.0 && reel.fed > 0.0 && reel.length > 0.0 && std::abs(reel.insertions) < 1e9))
            throw std::invalid_argument("list rod_reel: must have a first segment and a length above 0");
        moment.check(3, static_cast<std::size_t>(1'000'000));
        const int inserted = static_cast<int>(moment.positions.size()) - static_cast<int>(count);
        const std::vector<Mass> before = masses_;
        const Mass inner = masses_[1];
        if (inserted > 0)
            masses_.insert(masses_.begin() + 1, static_cast<std::size_t>(inserted), inner);
        else
            masses_.erase(masses_.begin() + 1, masses_.begin() + 1 - inserted);
        followReel(before, inserted, reel.fed);
        settings_.length = reel.length;
        reel_ = Reel(reel.first, reel.speed, static_cast<int>(reel.insertions));
    }
    moment.check(masses_.size(), masses_.size());
    placeMasses(moment);
    takeMemory(moment);
    setBooks(keepsBooks());
}

} // namespace rope
