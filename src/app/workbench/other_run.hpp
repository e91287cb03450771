#pragma once

#include "captions.hpp"

#include "scenes/document/recording.hpp"
#include "scenes/snapshot.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ropewalk
{

class Recorder;
class Workbench;

/// A recording that runs beside the present run, at the same tick.
class OtherRun
{
public:
    /// Throws std::invalid_argument as Workbench::play().
    OtherRun(const Recording& recording, std::function<double()> clock);
    ~OtherRun();
    OtherRun(const OtherRun&) = delete;
    OtherRun& operator=(const OtherRun&) = delete;

    /// Goes to the tick of the present run, as far as the time [s] allows and the recording goes.
    void follow(Workbench& present, double seconds);

    const std::vector<Polyline>& curves() const { return curves_; } ///< of its picture, as a ghost
    const Scene& scene() const;
    const Recorder& recorder() const; ///< its plots
    /// Where the two became different runs, in a line: by which tick, by what was done, and in which quantity.
    std::string difference() const;

private:
    /// A quantity that was another one in the other run.
    struct Seen
    {
        long long tick = 0;
        std::string text;
    };
    void findEvent(Workbench& present);
    void look(const Workbench& present);

    std::unique_ptr<Workbench> bench_;
    std::vector<Polyline> curves_;
    RecordedMoment shown_; ///< by the curves
    // Of the present run, when the events were compared:
    int stretch_ = 0;
    std::size_t bytes_ = 0;
    long long differs_ = 0;        ///< ticks, from which on an event of the other run is missing
    std::optional<Caption> event_; ///< the first that only one of the two has
    std::optional<Seen> seen_;     ///< the first
};

} // namespace ropewalk
