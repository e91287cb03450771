#include "other_run.hpp"

#include "workbench.hpp"

#include "files/plain_name.hpp"
#include "files/quantity.hpp"
#include "scenes/document/scene_file.hpp"
#include "scenes/scene_constants.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <utility>

namespace ropewalk
{
namespace
{

constexpr long long noTick = std::numeric_limits<long long>::max();

/// The lines of a script one after the other, without captions, which move nothing.
class Lines
{
public:
    explicit Lines(const Recording& recording) : rest_(recording.script) { next(); }

    long long tick() const { return tick_; } ///< of the present line; noTick behind the last one
    std::string_view words() const { return words_; }

    void next()
    {
        do
        {
            const std::string_view line = rest_.substr(0, rest_.find('\n'));
            rest_.remove_prefix(std::min(line.size() + 1, rest_.size()));
            words_ = line.substr(std::min(line.find(' '), line.size()));
            long long ticks = 0;
            if (line.empty())
                tick_ = noTick;
            else if (line.front() == '+' &&
                     std::from_chars(line.data() + 1, line.data() + line.size(), ticks).ec == std::errc{})
                tick_ += ticks; // quicker than the whole line
            else
                tick_ = tickOf(parseInputLine(line, static_cast<double>(tick_) * TickRunner::tickLength));
        } while (words_.starts_with(" caption "));
    }

private:
    std::string_view rest_;
    long long tick_ = 0;
    std::string_view words_;
};

std::string doneAt(Workbench& bench, long long tick)
{
    std::string done = "something";
    for (const Caption& caption : bench.captions())
        if (caption.tick <= tick)
            done = caption.text;
    return done;
}

/// "they begin with another mass".
std::string startDifference(const Recording& one, const Recording& two)
{
    const SceneConstants first = constantsOf(*parseScene(one.start, "recording"));
    const SceneConstants second = constantsOf(*parseScene(two.start, "recording"));
    for (const auto* side : {&first, &second})
        for (const auto& [name, value] : side->values)
            if (!first.values.contains(name) || !second.values.contains(name) ||
                first.values.at(name) != second.values.at(name))
                return fmt::format("they begin with another value of {}", plainName(name));
    return "they begin with other things";
}

} // namespace

OtherRun::OtherRun(const Recording& recording, std::function<double()> clock)
    : bench_(std::make_unique<Workbench>(makeScene("rope"), std::move(clock)))
{
    bench_->play(recording);
}

OtherRun::~OtherRun() = default;

const Scene& OtherRun::scene() const
{
    return bench_->scene();
}

const Recorder& OtherRun::recorder() const
{
    return bench_->recorder();
}

void OtherRun::follow(Workbench& present, double seconds)
{
    constexpr long long steps = 30; // ticks: more are a jump
    const long long goal = std::min(present.moment().first, bench_->recorded().recording().ticks);
    const long long here = bench_->moment().first;
    if (goal < here || goal > here + steps)
        bench_->seek(goal, seconds);
    const auto& clock = present.clock();
    for (const double begin = clock(); bench_->moment().first < goal && clock() - begin <= seconds;)
        bench_->tick({});
    findEvent(present);
    if (bench_->moment().first == present.moment().first)
        look(present);
    if (std::exchange(shown_, bench_->moment()) != bench_->moment() || curves_.empty())
        curves_ = ghostCurves(bench_->snapshot());
}

/// The first line that only one of the two has.
void OtherRun::findEvent(Workbench& present)
{
    const Recording& here = present.recorded().recording();
    const Recording& there = bench_->recorded().recording();
    const int stretch = present.recorded().recording().start == there.start ? present.stretch() : -1;
    const bool known = stretch == stretch_ && here.script.size() == bytes_;
    if ((event_ && stretch == stretch_) || (known && here.ticks < differs_))
        return;
    if (stretch != stretch_)
        seen_.reset();
    event_.reset();
    stretch_ = stretch;
    bytes_ = here.script.size();
    if (here.start != there.start)
    {
        event_ = Caption{0, startDifference(here, there)};
        return;
    }
    Lines ours(here);
    Lines theirs(there);
    for (; ours.tick() != noTick && ours.tick() == theirs.tick() && ours.words() == theirs.words(); theirs.next())
        ours.next();
    const long long tickHere = ours.tick();
    const long long tickThere = theirs.tick();
    const long long tick = std::min(tickHere, tickThere);
    differs_ = tickHere == noTick && tick >= here.ticks ? tick : noTick;
    if (tick == noTick || differs_ == tick)
        return;
    event_ = Caption{tick, fmt::format("here: {}; there: {}", tickHere == tick ? doneAt(present, tick) : "nothing",
                                       tickThere == tick ? doneAt(*bench_, tick) : "nothing")};
}

/// Notes the first quantity that differs.
void OtherRun::look(const Workbench& present)
{
    const long long tick = present.moment().first;
    if (seen_ && tick < seen_->tick)
        seen_.reset();
    if (seen_)
        return;
    for (const rope::Diagnostic& row : present.scene().diagnostics().rows())
    {
        const rope::Diagnostic* other = scene().diagnostics().find(row.name);
        const double here = row.value();
        const double there = other ? other->value() : here;
        if (here == there || (std::isnan(here) && std::isnan(there)))
            continue;
        const std::string words = quantityText(here, row.unit, 4);
        const std::string others = quantityText(there, row.unit, 4);
        seen_ = Seen{tick, fmt::format("{} {}, there {}", plainName(row.name), words,
                                       words == others ? quantityText(there - here, row.unit, 2) + " more" : others)};
        return;
    }
}

std::string OtherRun::difference() const
{
    const auto seconds = [](long long tick) { return static_cast<double>(tick) * TickRunner::tickLength; };
    if (!event_ && !seen_)
        return "The same run so far";
    std::string line =
        event_ ? fmt::format("Until {:.2f} s (tick {}) the same; {}", seconds(event_->tick), event_->tick, event_->text)
               : std::string("Nothing else was done");
    if (seen_)
        line += fmt::format(". At {:.2f} s: {}", seconds(seen_->tick), seen_->text);
    return line;
}

} // namespace ropewalk
