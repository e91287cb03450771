#pragma once

#include "render/renderer.hpp"
#include "scenes/scene.hpp"
#include "scenes/snapshot.hpp"

#include <array>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace ropewalk
{

/// A row of the scene list shows a small thumbnail, a card of the search a large one.
enum ThumbnailSize : std::size_t
{
    rowThumbnail,
    cardThumbnail,
    thumbnailSizes
};
constexpr float thumbnailAspect = 16.0f / 9.0f;
/// Widths of the textures at scale 1. A row shows a thumbnail at half its size, which is exact without mipmaps; a card
/// a little smaller.
constexpr std::array<float, thumbnailSizes> thumbnailWidths{112.0f, 256.0f};

/// OpenGL textures (upside down, as OpenGL has them) by the scene's id; none for a thumbnail that is not made yet.
using ThumbnailTextures = std::map<std::string, unsigned, std::less<>>;

/// Brings scenes, one after the other, to the moments that their thumbnails show, a bit in each frame. Uses no OpenGL.
class SceneMoments
{
public:
    /// `clock` gives seconds. Each `work` spends `budget` seconds and at most one tick more; the moments do not depend
    /// on it.
    SceneMoments(const std::vector<SceneEntry>& entries, std::function<double()> clock, double budget);
    void setBudget(double seconds) { budget_ = seconds; }
    /// Advances the first scene that has not reached its moment. False when all have.
    bool work();

    std::size_t size() const { return entries_.size(); }
    std::string_view id(std::size_t scene) const { return entries_[scene].info.id; }
    /// The moment of a scene; null until it is reached.
    const Snapshot* at(std::size_t scene) const;

private:
    std::vector<SceneEntry> entries_;
    std::function<double()> clock_;
    double budget_;
    std::vector<Snapshot> reached_; ///< by the order of the scenes
    std::unique_ptr<Scene> scene_;  ///< the one that has not reached its moment yet
    int ticks_ = 0;                 ///< left until then
};

/// The thumbnails of all scenes as textures, made while a list of scenes is seen. A frame spends a bit of simulation or
/// one thumbnail on them, so that neither the start nor any frame waits for them.
class SceneThumbnails
{
public:
    SceneThumbnails(Renderer& renderer, std::function<double()> clock);
    ~SceneThumbnails();
    SceneThumbnails(const SceneThumbnails&) = delete;
    SceneThumbnails& operator=(const SceneThumbnails&) = delete;

    /// [s] a frame; without end, each frame does the same on every machine.
    void setBudget(double seconds);

    /// One frame's share of the work for thumbnails of that theme; `density` is pixels a length unit at scale 1. False
    /// when all are there. A thumbnail that was drawn enters `textures`; drawn anew, its texture stays the same. Leaves
    /// the framebuffer binding and the viewport changed.
    bool work(ThumbnailSize size, Theme theme, float density, ThumbnailTextures& textures);

    /// After a loss of OpenGL's context: all thumbnails are drawn anew.
    void forget();

private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace ropewalk
