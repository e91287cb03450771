#pragma once

#include "scenes/snapshot.hpp"

#include <cstddef>
#include <vector>

namespace ropewalk
{

/// All that moves in a snapshot, as curves in the colour of ghosts.
std::vector<Polyline> ghostCurves(const Snapshot& snapshot);

/// The run before the last change of a constant, to be drawn beside the present run at the same time since the
/// beginning.
class Ghost
{
public:
    static constexpr double longest = 30.0;              ///< [s], of a run
    static constexpr std::size_t mostPoints = 2'000'000; ///< of a run: 24 MB
    /// A scene with more masses would have a ghost of a moment only.
    static constexpr std::size_t mostMasses = 20'000;

    void clear(); ///< for another scene
    /// Takes the present moment of the present run. The beginning of the scene begins a run.
    void record(const Snapshot& snapshot);
    void forgetAfter(double time); ///< of the present run, which has gone back
    /// The run so far becomes the ghost, unless it was too short to be looked at. What follows is a run of two sets of
    /// constants: nothing of it is recorded until the scene begins anew.
    void constantsChanged();

    bool empty() const { return ghost_.moments.empty(); }
    /// Sets `curves` to the time [s] since the beginning; none once the ghost's run has ended.
    void seek(double time);
    const std::vector<Polyline>& curves() const { return mixed_.polylines; }

private:
    struct Run
    {
        std::vector<Snapshot> moments; ///< with polylines only
        std::size_t points = 0;
    };
    Run run_;
    Run ghost_;
    bool recording_ = true;
    Snapshot mixed_;
};

} // namespace ropewalk
