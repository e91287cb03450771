#include "lesson_progress.hpp"

#include <algorithm>
#include <utility>

namespace ropewalk
{

void LessonProgress::go(int by)
{
    const auto last = static_cast<int>(count_);
    step_ = static_cast<std::size_t>(std::clamp(static_cast<int>(step_) + by, 0, last));
    begins_ = true;
}

void LessonProgress::begin(const Workbench& workbench)
{
    known_ = &workbench.scene();
    now_ = std::make_unique<LessonMoment>(*known_);
    beginnings_ = workbench.recorder().beginnings();
    time_ = known_->time();
    begins_ = false;
}

void LessonProgress::lookAtFile(const LessonCheck& check, std::size_t count)
{
    const std::size_t before =
        scene_.empty() ? static_cast<std::size_t>(std::count(done_.begin(), done_.end(), true)) : 0;
    const std::size_t now = check.doneAt().size();
    if (!scene_.empty() || now != before)
        step_ = now;
    scene_.clear();
    count_ = count;
    done_.assign(count, false);
    std::fill_n(done_.begin(), now, true);
}

void LessonProgress::look(const Workbench& workbench, const Overlays& overlays, LessonMemory& memory)
{
    const Scene& scene = workbench.scene();
    const std::span<const LessonStep> lesson = scene.lesson();
    if (const LessonCheck* check = workbench.lessonCheck())
        return lookAtFile(*check, lesson.size());
    std::vector<bool>& done = memory.done[std::string(scene.info().id)];
    done.resize(lesson.size());
    count_ = lesson.size();
    if (std::exchange(scene_, scene.info().id) != scene.info().id)
    {
        step_ = static_cast<std::size_t>(std::find(done.begin(), done.end(), false) - done.begin());
        begins_ = true;
    }
    if (begins_ || known_ != &scene)
        begin(workbench);
    LessonMoment& now = *now_;
    now.sound = !workbench.divergence();
    now.ranAway |= !now.sound;
    now.restarted |= now.sound && workbench.recorder().beginnings() != beginnings_;
    // What was pulled before time stopped is no pose, and a way back is no way.
    if (scene.time() < time_ || (workbench.paused() && !now.paused))
        now.begin();
    time_ = scene.time();
    now.paused = workbench.paused();
    const std::vector<Marker>& markers = workbench.snapshot().markers;
    now.held = std::any_of(markers.begin(), markers.end(),
                           [](const Marker& marker) { return marker.kind == Marker::Kind::target; });
    now.tensionColours = overlays.tensionColours;
    now.theoryShapes = overlays.theoryShapes;
    if (step_ < lesson.size() && !done[step_] && lesson[step_].done(now))
        done[step_] = true;
    done_ = done;
}

} // namespace ropewalk
