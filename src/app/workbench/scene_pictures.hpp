#pragma once

#include "app/state/ui_state.hpp"

#include "render/renderer.hpp"
#include "scenes/scene.hpp"
#include "scenes/snapshot.hpp"

#include <cstddef>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

namespace ropewalk
{

/// Brings scenes, one after the other, to the moments that their pictures show, a bit in each frame. No OpenGL.
class SceneMoments
{
public:
    /// `clock` gives seconds. Each `work` spends `budget` seconds of it and at most one tick more; what comes out does
    /// not depend on it.
    SceneMoments(const std::vector<SceneEntry>& entries, std::function<double()> clock, double budget);
    void setBudget(double seconds) { budget_ = seconds; }
    /// Goes on with the first scene that is not there yet. False when there is none.
    bool work();

    std::size_t size() const { return entries_.size(); }
    std::string_view id(std::size_t scene) const { return entries_[scene].info.id; }
    /// The moment of a scene; null until it is reached.
    const Snapshot* at(std::size_t scene) const;

private:
    std::vector<SceneEntry> entries_;
    std::function<double()> clock_;
    double budget_;
    std::vector<Snapshot> reached_; ///< of the first scenes
    std::unique_ptr<Scene> scene_;  ///< the one that is under way
    int ticks_ = 0;                 ///< that it still needs
};

/// The pictures of all scenes as textures, made while somebody looks at a list of them: in one frame a bit of
/// simulation or one picture, so that neither the start nor any frame waits for them.
class ScenePictures
{
public:
    ScenePictures(Renderer& renderer, std::function<double()> clock);
    ~ScenePictures();
    ScenePictures(const ScenePictures&) = delete;
    ScenePictures& operator=(const ScenePictures&) = delete;

    /// Without end: each frame does the same whatever the machine.
    void setBudget(double seconds);

    /// One frame's share of the work for pictures of that theme; `density` is pixels a length unit at scale 1. False
    /// when all are there. A picture that was drawn enters `pictures`; drawn anew, its texture stays the same. Leaves
    /// the framebuffer binding and the viewport changed.
    bool work(ScenePictureSize size, Theme theme, float density, UiState::ScenePictures& pictures);

private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace ropewalk
