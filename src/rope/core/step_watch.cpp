#include <rope/step_watch.hpp>

#include <utility>

namespace rope
{

namespace
{

thread_local const StepWatch* innermost = nullptr;
thread_local int hasty = 0; // so many StepHaste

} // namespace

StepWatch::StepWatch(std::function<void()> look) : look_(std::move(look)), outer_(std::exchange(innermost, this)) {}

StepWatch::~StepWatch()
{
    innermost = outer_;
}

void StepWatch::look()
{
    if (innermost != nullptr)
        innermost->look_();
}

StepHaste::StepHaste()
{
    ++hasty;
}

StepHaste::~StepHaste()
{
    --hasty;
}

bool StepHaste::any()
{
    return hasty > 0;
}

} // namespace rope
