#include "course.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <utility>

namespace ropewalk
{
namespace
{

constexpr RecordedMoment noEnd{std::numeric_limits<long long>::max(), 0};

/// With fewer ticks and events; none where there are not as many.
std::optional<RecordedMoment> renamed(const RecordedMoment& name, const std::pair<long long, long long>& fewer)
{
    const long long ticks = name.first - fewer.first;
    const long long events = static_cast<long long>(name.second) - fewer.second;
    if (ticks < 0 || events < 0)
        return std::nullopt;
    return RecordedMoment(ticks, static_cast<std::size_t>(events));
}

} // namespace

void Course::start(const Scene& scene, int stretch, bool here)
{
    *this = Course();
    writer_.start(scene, here);
    stretches_ = {{stretch, noEnd}};
}

void Course::take(const Recording& recording, int stretch)
{
    *this = Course();
    writer_.take(recording, {recording.ticks, eventsOf(recording).size()});
    stretches_ = {{stretch, noEnd}};
}

void Course::cut(const RecordedMoment& at, int stretch)
{
    writer_.take(recording(), at);
    keyframes_.erase(firstAfter(at), keyframes_.end());
    auto kept = std::make_shared<Goals>(*goals_); // another branch may have these
    kept->erase(kept->upper_bound(at), kept->end());
    goals_ = std::move(kept);
    std::erase_if(lost_, [&at](const Lost& lost) { return lost.event >= at.second; });
    for (Stretch& earlier : stretches_)
        earlier.until = std::min(earlier.until, at);
    stretches_.push_back({stretch, noEnd});
}

bool Course::fold()
{
    const auto shift = writer_.fold();
    if (!shift)
        return false;
    for (Stretch& each : stretches_)
    {
        each.ticks += shift->first;
        each.events += shift->second;
        if (each.until != noEnd)
            each.until = renamed(each.until, *shift).value_or(RecordedMoment(-1, 0));
    }
    auto kept = std::make_shared<Goals>();
    for (const auto& [name, state] : *goals_)
        if (const auto now = renamed(name, *shift))
            kept->emplace(*now, state);
    goals_ = std::move(kept);
    std::vector<Lost> lost;
    for (const Lost& each : lost_)
        if (const auto now = renamed(each.goal, *shift))
            lost.push_back({*now, static_cast<std::size_t>(static_cast<long long>(each.event) - shift->second)});
    lost_ = std::move(lost);
    std::erase_if(keyframes_, [this](const SavedMomentPtr& keyframe) { return !nameOf(*keyframe); });
    return true;
}

std::optional<RecordedMoment> Course::nameOf(const SavedMoment& moment) const
{
    const auto own = std::find_if(stretches_.begin(), stretches_.end(),
                                  [&moment](const Stretch& stretch) { return stretch.number == moment.stretch; });
    if (own == stretches_.end())
        return std::nullopt;
    const std::optional<RecordedMoment> name = renamed(moment.name, {own->ticks, own->events});
    return name && *name <= own->until ? name : std::nullopt;
}

std::vector<SavedMomentPtr>::const_iterator Course::firstAfter(const RecordedMoment& moment) const
{
    return std::partition_point(keyframes_.begin(), keyframes_.end(),
                                [&](const SavedMomentPtr& kept) { return nameOf(*kept) <= moment; });
}

void Course::forgetGoals(std::size_t most)
{
    if (goals_->size() <= most)
        return;
    const std::vector<InputEvent> events = eventsOf(recording());
    auto kept = std::make_shared<Goals>(*goals_); // another branch may have these
    for (; kept->size() > most; kept->erase(kept->begin()))
    {
        const RecordedMoment goal = kept->begin()->first;
        std::erase_if(lost_, [&goal](const Lost& lost) { return lost.goal == goal; });
        for (std::size_t i = 0; i < events.size(); ++i)
            if (events[i].kind == InputEvent::Kind::back && goalOf(events[i]) == goal)
                lost_.push_back({goal, i});
    }
    goals_ = std::move(kept);
}

bool Course::hasGoalsFrom(const RecordedMoment& moment) const
{
    return std::none_of(lost_.begin(), lost_.end(),
                        [&](const Lost& lost)
                        { return lost.event >= moment.second && lost.goal < moment && !goals_->contains(lost.goal); });
}

SavedMomentPtr Course::keyframeFor(const RecordedMoment& goal) const
{
    for (auto after = firstAfter(goal); after != keyframes_.begin();)
        if (hasGoalsFrom(*nameOf(**--after)))
            return *after;
    return nullptr;
}

void Course::keep(const SavedMomentPtr& moment)
{
    const std::optional<RecordedMoment> name = nameOf(*moment);
    const auto after = firstAfter(*name);
    if (after == keyframes_.begin() || nameOf(**std::prev(after)) != name)
        keyframes_.insert(after, moment);
}

bool Course::thin()
{
    if (keyframes_.size() < 2)
        return false;
    std::size_t number = 0;
    std::erase_if(keyframes_, [&](const SavedMomentPtr&) { return number++ % 2 == 1; });
    spacing_ *= 2.0;
    return true;
}

} // namespace ropewalk
