#pragma once

#include "app/panels/frame/number_scale.hpp"

#include "scenes/scene.hpp"

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace ropewalk
{

/// Part of a slider's track where the constant would not do.
struct TrackPart
{
    enum Kind
    {
        slow,    ///< the advised step needs more steps than the budget
        unstable ///< the step is beyond the longest stable one
    };
    Kind kind = slow;
    double from = 0.0; ///< place in [0, 1]
    double to = 1.0;
    double first = 0.0; ///< value at `from`
    double last = 0.0;  ///< value at `to`
};

/// "Above 1.3e+06 N/m a frame needs more than 500 steps: time would be slowed."
std::string sentenceOf(const TrackPart& part, int stepBudget, std::string_view unit);

/// Finds these parts by trying values, a few in each frame, and again when a constant has changed.
class TrackLimits
{
public:
    static constexpr double budget = 0.25e-3; ///< [s] a frame

    /// Tries values until the clock says that the time is up; `stepBudget` steps a tick are allowed.
    void work(Scene& scene, int stepBudget, const std::function<double()>& clock);
    /// Empty while nothing is known yet.
    const std::vector<TrackPart>& parts(std::string_view parameter) const;
    bool complete() const; ///< nothing is left to try
    void clear();          ///< for another scene

private:
    struct Track
    {
        std::string constants; ///< for which `parts` were found
        std::vector<TrackPart> parts;
    };
    /// The track that is being looked at: values at even places, then the edges between them.
    struct Search
    {
        std::string constants;
        std::size_t row = 0;
        std::vector<int> kinds; ///< at even places; -1 where the constant does
        std::vector<double> edges;
        std::size_t edge = 0; ///< the one that is being closed in
        double low = 0.0;
        double high = 0.0;
        int rounds = 0;
    };

    bool begin(const Scene& scene);                ///< false when all tracks are known
    bool tryOne(Scene& scene, int stepBudget);     ///< true when the track is done
    void finish(const rope::Parameter& parameter); ///< takes over what was found
    static int kindAt(Scene& scene, rope::Parameter& parameter, double place, int stepBudget);

    std::map<std::string, Track, std::less<>> tracks_;
    std::string constants_; ///< of the scene, and the budget of steps
    std::size_t next_ = 0;  ///< row to look at next
    bool searching_ = false;
    bool tooSlow_ = false; ///< a scene whose limit costs more than a frame's share
    bool complete_ = false;
    Search search_;
};

} // namespace ropewalk
