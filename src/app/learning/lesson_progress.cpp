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
    const std::vector<long long>& doneAt = check.doneAt();
    if (std::exchange(passed_, doneAt.size()) != doneAt.size() || !scene_.empty())
        step_ = doneAt.size();
    scene_.clear();
    count_ = count;
    done_.assign(count, false);
    std::transform(doneAt.begin(), doneAt.end(), done_.begin(), [](long long tick) { return tick > 0; });
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
    if (known_ != &scene)
        undone_.assign(count_, false);
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
    for (std::size_t i = 0; i < count_; ++i)
        undone_[i] = undone_[i] || !lesson[i].done(now);
    if (step_ < lesson.size() && !done[step_] && undone_[step_] && lesson[step_].done(now))
        done[step_] = true;
    done_ = done;
}

} // namespace ropewalk
