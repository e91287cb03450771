#pragma once

#include "app/workbench/workbench.hpp"

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace ropewalk
{

/// What of the lessons is kept from one start to the next.
struct LessonMemory
{
    bool shown = true;
    std::map<std::string, std::vector<bool>, std::less<>> done; ///< by the scene's id: a tick for each step
};

/// Follows the user through the lesson of the open scene: which step is shown, and whether it is done.
class LessonProgress
{
public:
    /// Drawings over the scene.
    struct Overlays
    {
        bool tensionColours = false;
        bool theoryShapes = false;
    };

    /// Looks at the scene, once a frame; ticks the step that is shown in `memory` when it is done. A scene that was
    /// opened begins with its first step that is not done. What holds as it is opened counts when it has not held
    /// since. The lesson of a file turns its pages by itself, and is not remembered.
    void look(const Workbench& workbench, const Overlays& overlays, LessonMemory& memory);

    std::size_t step() const { return step_; } ///< the one that is shown; the number of steps: the end of the lesson
    void go(int by);                           ///< to the next step, or to one before
    /// A tick for each step of the open scene.
    const std::vector<bool>& done() const { return done_; }

private:
    void begin(const Workbench& workbench);
    void lookAtFile(const LessonCheck& check, std::size_t count);

    std::string scene_;            ///< id; empty: of a file with a lesson
    const Scene* known_ = nullptr; ///< that `now_` looks at
    std::unique_ptr<LessonMoment> now_;
    std::vector<bool> done_;
    std::vector<bool> undone_; ///< of each step, whether its scene has been seen without it
    std::size_t passed_ = 0;   ///< steps of a file's lesson
    std::size_t step_ = 0;
    std::size_t count_ = 0;
    bool begins_ = false; ///< another step is shown since the last look
    int beginnings_ = 0;  ///< of the scene when the step began
    double time_ = 0.0;   ///< [s], of the scene at the last look
};

} // namespace ropewalk
