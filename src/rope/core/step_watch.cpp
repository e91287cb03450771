#include <rope/step_watch.hpp>

#include <utility>

namespace rope
{

namespace
{

thread_local StepWatch* innermost = nullptr;

} // namespace

StepWatch::StepWatch(std::function<void(int)> look) : look_(std::move(look)), outer_(std::exchange(innermost, this)) {}

StepWatch::~StepWatch()
{
    innermost = outer_;
}

void StepWatch::look(int steps)
{
    if (innermost != nullptr)
        innermost->look_(steps);
}

void StepWatch::askForRest()
{
    if (innermost != nullptr)
        innermost->restAsked_ = true;
}

bool StepWatch::restAsked()
{
    return innermost != nullptr && innermost->restAsked_;
}

} // namespace rope
