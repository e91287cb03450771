#include "track_limits.hpp"

#include "scenes/shared/cures.hpp"

#include <rope/text.hpp>

#include <fmt/format.h>

#include <exception>
#include <utility>

namespace ropewalk
{

namespace
{

constexpr std::size_t places = 17; // even ones, both ends among them
constexpr int halvings = 7;        // then an edge is known to 1/16/2^7 = 1/2048 of the track, less than a pixel

double placeOf(std::size_t number)
{
    return static_cast<double>(number) / static_cast<double>(places - 1);
}

} // namespace

std::string sentenceOf(const TrackPart& part, int stepBudget, std::string_view unit)
{
    const auto number = [unit](double value)
    { return fmt::format("{:.3g}{}{}", value, unit.empty() ? "" : " ", unit); };
    const std::string where = part.from <= 0.0 ? "Below " + number(part.last)
                              : part.to >= 1.0 ? "Above " + number(part.first)
                                               : "From " + number(part.first) + " to " + number(part.last);
    return part.kind == TrackPart::unstable
               ? where + " the step is longer than the longest stable one: the rope would run away."
               : where + " a frame needs more than " + rope::groupedText(stepBudget) + " steps: time would be slowed.";
}

const std::vector<TrackPart>& TrackLimits::parts(std::string_view parameter) const
{
    static const std::vector<TrackPart> none;
    const auto found = tracks_.find(parameter);
    return found != tracks_.end() ? found->second.parts : none;
}

TrackLimits::Kind TrackLimits::kindAt(double place)
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
        return {}; // constants that do not go together are refused by the panel, and get no colour
    }
    if (plan.step > plan.stable * (1.0 + rounding))
        return TrackPart::unstable;
    return plan.step < shortestStep_ * (1.0 - rounding) ? Kind(TrackPart::slow) : Kind();
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
        search_.emplace().round = round_;
        search_->row = row;
        next_ = (row + 1) % rows.size();
        return true;
    }
    return false;
}

bool TrackLimits::tryOne()
{
    Search& s = *search_;
    if (s.kinds.size() < places)
    {
        s.kinds.push_back(kindAt(placeOf(s.kinds.size())));
        return false;
    }
    while (s.edge + 1 < places && s.kinds[s.edge] == s.kinds[s.edge + 1])
        ++s.edge;
    if (s.edge + 1 >= places)
        return true;
    if (s.halvings == 0)
    {
        s.low = placeOf(s.edge);
        s.high = placeOf(s.edge + 1);
    }
    const double middle = 0.5 * (s.low + s.high);
    (kindAt(middle) == s.kinds[s.edge] ? s.low : s.high) = middle;
    if (++s.halvings == halvings)
    {
        s.edges.push_back(0.5 * (s.low + s.high));
        s.halvings = 0;
        ++s.edge;
    }
    return false;
}

void TrackLimits::finish()
{
    const Search s = std::move(*search_);
    search_.reset();
    const rope::Parameter& parameter = copy_->parameters().rows()[s.row];
    Track& track = tracks_[parameter.name()];
    track.round = s.round;
    track.parts.clear();
    if (s.edges.empty())
        return; // the constant changes nothing: no place of its track is better than another
    const NumberScale scale = NumberScale::of(parameter);
    double from = 0.0;
    std::size_t edge = 0;
    for (std::size_t i = 0; i < places; ++i)
    {
        const bool last = i + 1 == places;
        if (!last && s.kinds[i] == s.kinds[i + 1])
            continue;
        const double to = last ? 1.0 : s.edges[edge++];
        if (s.kinds[i])
            track.parts.push_back({*s.kinds[i], from, to, scale.exact(from), scale.exact(to)});
        from = to;
    }
}

} // namespace ropewalk
