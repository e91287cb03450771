#pragma once

#include "scenes/scene_constants.hpp"

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ropewalk
{

struct SceneState;

/// What the user has changed, to be taken back and made again, across all scenes. Changes of one gesture (a drag, or
/// all constants restored) go together.
class UndoList
{
public:
    static constexpr std::size_t capacity = 1000;

    /// A scene by its id, and what it is set to.
    struct Place
    {
        std::string scene;
        SceneConstants constants;

        friend bool operator==(const Place&, const Place&) = default;
    };
    /// A moment of the scene that the user changed; null: undo changes what it is set to and not what it does.
    using Moment = std::shared_ptr<const SceneState>;
    static constexpr std::size_t mostMoments = 20; ///< of changes that have some
    struct Change
    {
        Place before;
        Place after;
        std::optional<int> gesture; ///< none: goes together with no other
        // Of what happened in the run.
        Moment momentBefore = nullptr;
        Moment momentAfter = nullptr;
        double time = 0.0; ///< [s] of both
    };
    void add(Change change);

    /// The change to be taken back next, and the one to be made again next; null where there is none.
    const Change* last() const { return undo_.empty() ? nullptr : &undo_.back(); }
    const Change* next() const { return redo_.empty() ? nullptr : &redo_.back(); }

    /// Each gives the change that it takes back or makes again; there must be one.
    Change undo();
    Change redo();

private:
    std::deque<Change> undo_;
    std::vector<Change> redo_;
};

} // namespace ropewalk
