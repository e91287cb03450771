#pragma once

#include "colour_range.hpp"
#include "runaway_film.hpp"

#include "scenes/scene.hpp"
#include "scenes/snapshot.hpp"

#include <optional>

namespace ropewalk
{

/// The snapshot that is drawn: it lies between the last two ticks, so that motion is even whatever the frame
/// rate.
class SnapshotMixer
{
public:
    bool showsTheory = false;   ///< the shapes that theory predicts too
    std::optional<Marker> hint; ///< one more marker: the mass that the mouse would grab

    void next(const Scene& scene); ///< takes the snapshot after one more tick
    void jump(const Scene& scene); ///< shows the scene as it is, without a tick before
    void mix(double fraction);     ///< from the tick before (0) to the last one (1)
    void show(const RunawayFilm& film) { film.mix(mixed_); }

    const Snapshot& mixed() const { return mixed_; }
    const Snapshot& latest() const { return after_; } ///< after the last tick

private:
    Snapshot before_;
    Snapshot after_;
    Snapshot mixed_;
    ColourRange colours_;
};

} // namespace ropewalk
