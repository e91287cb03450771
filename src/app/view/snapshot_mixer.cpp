#include "snapshot_mixer.hpp"

#include <utility>

namespace ropewalk
{

void SnapshotMixer::next(const Scene& scene)
{
    std::swap(before_, after_);
    scene.fill(after_);
    if (showsTheory)
        scene.fillTheory(after_);
}

void SnapshotMixer::jump(const Scene& scene)
{
    next(scene);
    before_ = after_;
    mix(1.0);
}

void SnapshotMixer::mix(double fraction)
{
    ropewalk::mix(before_, after_, static_cast<float>(fraction), mixed_);
    mixed_.tensionScale = colours_.topFor(mixed_);
    if (hint)
        mixed_.markers.push_back(*hint);
}

} // namespace ropewalk
