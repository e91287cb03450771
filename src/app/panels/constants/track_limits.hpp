#pragma once

#include "app/panels/frame/number_scale.hpp"

#include "scenes/scene.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ropewalk
{

/// Part of a slider's track whose values would slow time or make the scene run away.
struct TrackPart
{
    enum Kind
    {
        slow,    ///< a tick needs more steps than the budget allows
        unstable ///< the step is longer than the longest stable one
    };
    Kind kind = slow;
    double from = 0.0; ///< place in [0, 1]
    double to = 1.0;
    double first = 0.0; ///< value at `from`
    double last = 0.0;  ///< value at `to`
};

/// "Above 1.3e+06 N/m a frame needs more than 500 steps: time would be slowed."
std::string sentenceOf(const TrackPart& part, int stepBudget, std::string_view unit);

/// Finds these parts by trying values in a copy of the constants, a few in each frame, and again when one has changed.
class TrackLimits
{
public:
    static constexpr double budget = 0.25e-3; ///< [s] a frame

    /// Tries values until the clock says that the time is up. Steps shorter than `shortestStep` [s] slow time down.
    void work(const Scene& scene, double shortestStep, const std::function<double()>& clock);
    /// The parts of a parameter's track; empty while nothing is known yet.
    const std::vector<TrackPart>& parts(std::string_view parameter) const;
    bool complete() const { return complete_; } ///< nothing is left to try
    void clear() { *this = {}; }                ///< for another scene

private:
    using Kind = std::optional<TrackPart::Kind>; ///< nothing where the value is good

    struct Track
    {
        int round = 0; ///< of the constants for which `parts` were found
        std::vector<TrackPart> parts;
    };
    /// The track that is being searched: values at even places, then halfway between two of different kinds.
    struct Search
    {
        struct Sample
        {
            double place;
            Kind kind;
        };
        int round;
        std::size_t row;
        std::vector<Sample> samples; ///< by place
    };

    bool begin();  ///< false when all tracks are known
    bool tryOne(); ///< true when the track is done
    void finish(); ///< notes what was found
    Search::Sample sampleAt(double place);

    std::unique_ptr<Scene> copy_; ///< in which values are tried
    std::uint64_t revision_ = 0;  ///< of the scene's constants, as copied last
    double shortestStep_ = 0.0;
    int round_ = 0; ///< counts the changes of these
    std::map<std::string, Track, std::less<>> tracks_;
    std::size_t next_ = 0; ///< row to look at next
    std::optional<Search> search_;
    bool tooSlow_ = false; ///< a scene whose step plan costs more than a frame's share
    bool complete_ = false;
};

} // namespace ropewalk
