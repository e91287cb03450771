#include "track_limits.hpp"

#include "step_advice.hpp"

#include "scenes/shared/trial.hpp"

#include <rope/fixed_timestep.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <variant>

namespace ropewalk
{

namespace
{

constexpr std::size_t places = 17; ///< even ones, both ends among them
constexpr int refinements = 7;     ///< then an edge is known to 1/2000 of the track, less than a pixel

double placeOf(std::size_t number)
{
    return static_cast<double>(number) / static_cast<double>(places - 1);
}

/// All constants as one text: whatever has changed, it is another.
std::string textOf(const Scene& scene, int stepBudget)
{
    std::string result = std::to_string(stepBudget);
    for (const rope::Parameter& parameter : scene.parameters().rows())
        result.append(" ").append(parameter.text());
    return result;
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
               : where + " a frame needs more than " + grouped(stepBudget) + " steps: time would be slowed.";
}

void TrackLimits::clear()
{
    *this = {};
}

bool TrackLimits::complete() const
{
    return complete_;
}

const std::vector<TrackPart>& TrackLimits::parts(std::string_view parameter) const
{
    static const std::vector<TrackPart> none;
    const auto found = tracks_.find(parameter);
    return found != tracks_.end() ? found->second.parts : none;
}

int TrackLimits::kindAt(Scene& scene, rope::Parameter& parameter, double place, int stepBudget)
{
    const Trial trial(parameter, NumberScale::of(parameter).exact(place));
    try
    {
        const StepPlan plan = scene.stepPlan();
        constexpr double rounding = 1e-9;
        if (plan.step > plan.stable * (1.0 + rounding))
            return TrackPart::unstable;
        if (rope::FixedTimestep().tick() / plan.step * (1.0 - rounding) > stepBudget)
            return TrackPart::slow;
    }
    catch (const std::exception&)
    {
        // Constants that do not go together are refused by the panel: no business of the track's.
    }
    return -1;
}

void TrackLimits::work(Scene& scene, int stepBudget, const std::function<double()>& clock)
{
    if (tooSlow_)
        return;
    const double start = clock();
    std::string now = textOf(scene, stepBudget);
    if (now != constants_)
    {
        constants_ = std::move(now);
        complete_ = false;
        next_ = next_ % std::max<std::size_t>(1, scene.parameters().rows().size());
    }
    while (!complete_)
    {
        if (!searching_ && !begin(scene))
        {
            complete_ = true;
            break;
        }
        const double before = clock();
        if (tryOne(scene, stepBudget))
            finish(scene.parameters().rows()[search_.row]);
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

bool TrackLimits::begin(const Scene& scene)
{
    const std::vector<rope::Parameter>& rows = scene.parameters().rows();
    for (std::size_t looked = 0; looked < rows.size(); ++looked)
    {
        const std::size_t row = (next_ + looked) % rows.size();
        if (!Trial::possible(rows[row]) || tracks_[rows[row].name()].constants == constants_)
            continue;
        search_ = {};
        search_.constants = constants_;
        search_.row = row;
        searching_ = true;
        next_ = (row + 1) % rows.size();
        return true;
    }
    return false;
}

bool TrackLimits::tryOne(Scene& scene, int stepBudget)
{
    rope::Parameter& parameter = scene.parameters().rows()[search_.row];
    Search& s = search_;
    if (s.kinds.size() < places)
    {
        s.kinds.push_back(kindAt(scene, parameter, placeOf(s.kinds.size()), stepBudget));
        return false;
    }
    while (s.edge + 1 < places && s.kinds[s.edge] == s.kinds[s.edge + 1])
        ++s.edge;
    if (s.edge + 1 >= places)
        return true;
    if (s.rounds == 0)
    {
        s.low = placeOf(s.edge);
        s.high = placeOf(s.edge + 1);
    }
    const double middle = 0.5 * (s.low + s.high);
    (kindAt(scene, parameter, middle, stepBudget) == s.kinds[s.edge] ? s.low : s.high) = middle;
    if (++s.rounds == refinements)
    {
        s.edges.push_back(0.5 * (s.low + s.high));
        s.rounds = 0;
        ++s.edge;
    }
    return false;
}

void TrackLimits::finish(const rope::Parameter& parameter)
{
    Track& track = tracks_[parameter.name()];
    track.constants = search_.constants;
    track.parts.clear();
    searching_ = false;
    if (search_.edges.empty())
        return; // whatever it is, it changes nothing: no place of the track is better than another
    const NumberScale scale = NumberScale::of(parameter);
    double from = 0.0;
    std::size_t edge = 0;
    for (std::size_t i = 0; i < places; ++i)
    {
        const bool last = i + 1 == places;
        if (!last && search_.kinds[i] == search_.kinds[i + 1])
            continue;
        const double to = last ? 1.0 : search_.edges[edge++];
        if (search_.kinds[i] >= 0)
            track.parts.push_back(
                {static_cast<TrackPart::Kind>(search_.kinds[i]), from, to, scale.exact(from), scale.exact(to)});
        from = to;
    }
}

} // namespace ropewalk
