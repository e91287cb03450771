#pragma once

#include "scenes/scene.hpp"
#include "scenes/snapshot.hpp"

#include <cstddef>
#include <functional>
#include <vector>

namespace ropewalk
{

/// How a scene runs away, step by step from its last sound moment on, to be played slowly: within a tick of the run
/// there is more than the eye could follow.
class RunawayFilm
{
public:
    static constexpr double seconds = 2.0; ///< that it takes to play

    /// Takes the steps that the scene takes next, until it has left the picture, and puts it back where it was. Steps
    /// are no longer taken where `clock` [s] says that they take too long.
    RunawayFilm(Scene& scene, const Divergence& divergence, const std::function<double()>& clock);

    void play(double elapsed) { age_ += elapsed; }
    bool over() const { return age_ >= seconds; }
    void mix(Snapshot& shown) const; ///< the frame to show now

    const Divergence& divergence() const { return divergence_; }
    double time() const;                                   ///< [s] of the scene
    std::size_t step() const;                              ///< since the last sound moment
    std::size_t steps() const { return first_ + count(); } ///< in all
    double slowness() const;                               ///< how many times slower it is played than it was

private:
    std::size_t count() const { return pictures_.size() - 1; }
    double place() const; ///< among the pictures

    Divergence divergence_;
    std::vector<Snapshot> pictures_; ///< one a step, the last ones; at least two
    std::size_t first_ = 0;          ///< steps before the first picture
    double age_ = 0.0;               ///< [s]
};

} // namespace ropewalk
