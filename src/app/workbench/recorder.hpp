#pragma once

#include "scenes/scene.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

namespace ropewalk
{

/// The first index below `count` for which `isBefore` does not hold; `count` where it holds for all. It holds for none
/// after that.
template <typename IsBefore>
std::size_t firstNot(std::size_t count, const IsBefore& isBefore)
{
    std::size_t first = 0;
    while (first < count)
    {
        const std::size_t middle = first + (count - first) / 2;
        if (isBefore(middle))
            first = middle + 1;
        else
            count = middle;
    }
    return first;
}

/// The recent past of all diagnostics of a scene and of its free end for the plots: a ring with a sample a tick.
class Recorder
{
public:
    static constexpr std::size_t capacity = 60 * 60 * 2; ///< two minutes of ticks

    void clear();
    /// Adds the present moment. A scene that has begun anew, as when a constant lays it out anew, forgets what was.
    void record(const Scene& scene);
    /// The present moment has changed while time stood: its sample is taken anew.
    void recordAgain(const Scene& scene);
    /// Takes the columns of a scene that has other diagnostics now, as when a thing comes into its set-up: those whose
    /// names remain keep their past.
    void fit(const Scene& scene);
    /// Ends at the present moment of the scene, which has gone back or on again. Later moments come back when the
    /// scene does, until something new is recorded.
    void goTo(const Scene& scene);

    /// A runaway is noticed when it is large; this number of ticks before, it was too small to be seen.
    static constexpr std::size_t ticksUnseen = 30;
    /// How many of the last ticks a scene that has just diverged was unsound, by its total energy; at most `most`.
    std::size_t ticksUnsound(const Scene& scene, std::size_t most) const;

    int beginnings() const { return beginnings_; } ///< counts how often it began anew
    int layouts() const { return layouts_; }       ///< the same, or took other columns

    std::size_t size() const { return size_; }
    /// Oldest first.
    double time(std::size_t sample) const { return times_[slot(sample)]; }
    double value(std::size_t diagnostic, std::size_t sample) const
    {
        return values_[diagnostic * capacity + slot(sample)];
    }

    /// Whether the scene has a last mass in space; bodies in the plane have none.
    bool hasFreeEnd() const { return hasFreeEnd_; }

    /// The first sample that is not before `time`; size() where there is none.
    std::size_t firstFrom(double time) const;
    /// The first sample after `time`; size() where there is none.
    std::size_t firstAfter(double time) const;
    /// The sample nearest to `time`; 0 where there is none at all.
    std::size_t nearest(double time) const;

private:
    std::size_t slot(std::size_t sample) const
    {
        const std::size_t place = begin_ + sample;
        return place < capacity ? place : place - capacity;
    }

    bool fits(const Scene& scene) const;
    void name(const std::vector<rope::Diagnostic>& rows); ///< the columns
    void take(const Scene& scene);                        ///< the last sample

    std::vector<std::string> diagnostics_; ///< names
    bool hasFreeEnd_ = false;
    int beginnings_ = 0;
    int layouts_ = 0;
    std::size_t begin_ = 0;
    std::size_t size_ = 0;
    std::size_t ahead_ = 0; ///< samples behind the last one that are still there
    std::vector<double> times_;
    std::vector<double> values_; ///< one column after the other, each of `capacity`: plots read along a column
};

} // namespace ropewalk
