#include "track_limits.hpp"

#include "scenes/shared/cures.hpp"

#include "files/quantity.hpp"

#include "text/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <utility>

namespace ropewalk
{

namespace
{

constexpr std::size_t evenPlaces = 17;  // both ends among them
constexpr double finest = 1.0 / 2048.0; // of the track, less than a pixel: 1/16 halved seven times

} // namespace

std::string sentenceOf(const TrackPart& part, int stepBudget, std::string_view unit)
{
    const auto number = [unit](double value) { return quantityText(value, unit); };
    const std::string where = part.from <= 0.0 ? "Below " + number(part.last)
                              : part.to >= 1.0 ? "Above " + number(part.first)
                                               : "From " + number(part.first) + " to " + number(part.last);
    return part.kind == TrackPart::unstable
               ? where + " the step is longer than the longest stable one: the rope would run away."
               : where + " a frame needs more than " + text::groupedText(stepBudget) + " steps: time would be slowed.";
}

const std::vector<TrackPart>& TrackLimits::parts(std::string_view parameter) const
{
    static const std::vector<TrackPart> none;
    const auto found = tracks_.find(parameter);
    return found != tracks_.end() ? found->second.parts : none;
}

TrackLimits::Search::Sample TrackLimits::sampleAt(double place)
{
    constexpr double rounding = 1e-9;
    rope::Parameter& parameter = copy_->parameters().rows()[search_->row];
    StepPlan plan;
    try
    {
        holdsAt(parameter, NumberScale::of(parameter).exact(place),
                [&]
                {
                    plan = copy_->stepPlan();
                    return true;
                });
    }
    catch (const std::exception&)
    {
        return {place, {}}; // constants that do not go together are refused by the panel, and get no colour
    }
    if (plan.step > plan.stable * (1.0 + rounding))
        return {place, TrackPart::unstable};
    return {place, plan.step < shortestStep_ * (1.0 - rounding) ? Kind(TrackPart::slow) : Kind()};
}

void TrackLimits::work(const Scene& scene, double shortestStep, const std::function<double()>& clock)
{
    if (tooSlow_)
        return;
    const double start = clock();
    const std::uint64_t revision = scene.parameters().revision();
    if (!copy_ || revision != revision_ || shortestStep != shortestStep_)
    {
        if (copy_)
            copyConstants(scene.parameters(), copy_->parameters());
        else
            copy_ = copyOfConstants(scene);
        revision_ = revision;
        shortestStep_ = shortestStep;
        ++round_;
        complete_ = !copy_;
    }
    while (!complete_)
    {
        if (!search_ && !begin())
        {
            complete_ = true;
            break;
        }
        const double before = clock();
        if (tryOne())
            finish();
        const double after = clock();
        // A scene that has no quick answer gets no colours: a slow frame would be worse.
        if (after - before > 4.0 * budget)
        {
            clear();
            tooSlow_ = true;
            return;
        }
        if (after - start > budget)
            return;
    }
}

bool TrackLimits::begin()
{
    const std::vector<rope::Parameter>& rows = copy_->parameters().rows();
    for (std::size_t looked = 0; looked < rows.size(); ++looked)
    {
        const std::size_t row = (next_ + looked) % rows.size();
        if (!rows[row].isNumber() || tracks_[rows[row].name()].round == round_)
            continue;
        search_ = Search{round_, row, {}};
        next_ = (row + 1) % rows.size();
        return true;
    }
    return false;
}

bool TrackLimits::tryOne()
{
    std::vector<Search::Sample>& samples = search_->samples;
    if (samples.size() < evenPlaces)
    {
        samples.push_back(sampleAt(static_cast<double>(samples.size()) / (evenPlaces - 1)));
        return false;
    }
    const auto edge = std::adjacent_find(samples.begin(), samples.end(),
                                         [](const auto& low, const auto& high)
                                         { return low.kind != high.kind && high.place - low.place > finest; });
    if (edge == samples.end())
        return true;
    samples.insert(edge + 1, sampleAt(0.5 * (edge[0].place + edge[1].place)));
    return false;
}

void TrackLimits::finish()
{
    const Search search = std::move(*search_);
    search_.reset();
    const rope::Parameter& parameter = copy_->parameters().rows()[search.row];
    Track& track = tracks_[parameter.name()];
    track.round = search.round;
    track.parts.clear();
    const std::vector<Search::Sample>& samples = search.samples;
    const NumberScale scale = NumberScale::of(parameter);
    double from = 0.0;
    for (std::size_t i = 0; i < samples.size(); ++i)
    {
        const bool last = i + 1 == samples.size();
        if (!last && samples[i].kind == samples[i + 1].kind)
            continue;
        const double to = last ? 1.0 : 0.5 * (samples[i].place + samples[i + 1].place);
        // A constant that changes nothing gets no colour: no place of its track is better than another.
        if (samples[i].kind && to - from < 1.0)
            track.parts.push_back({*samples[i].kind, from, to, scale.exact(from), scale.exact(to)});
        from = to;
    }
}

} // namespace ropewalk
