#include "recorder.hpp"

#include <optional>

namespace ropewalk
{

void Recorder::clear()
{
    diagnostics_ = 0;
    times_.clear();
    begin_ = 0;
    size_ = 0;
}

void Recorder::record(const Scene& scene)
{
    const std::vector<rope::Diagnostic>& rows = scene.diagnostics().rows();
    const std::optional<Vec3> freeEnd = scene.freeEnd();
    if (diagnostics_ != rows.size() || hasFreeEnd_ != freeEnd.has_value() || times_.empty())
    {
        clear();
        diagnostics_ = rows.size();
        hasFreeEnd_ = freeEnd.has_value();
        times_.resize(capacity);
        values_.resize(capacity * (diagnostics_ + (hasFreeEnd_ ? 3 : 0)));
    }
    if (size_ < capacity)
        ++size_;
    else
        begin_ = (begin_ + 1) % capacity;
    const std::size_t place = slot(size_ - 1);
    times_[place] = scene.time();
    for (std::size_t i = 0; i < diagnostics_; ++i)
        values_[i * capacity + place] = rows[i].value();
    for (int i = 0; freeEnd && i < 3; ++i)
        values_[(diagnostics_ + static_cast<std::size_t>(i)) * capacity + place] = (*freeEnd)[i];
}

void Recorder::dropAfter(double time)
{
    while (size_ > 0 && this->time(size_ - 1) > time)
        --size_;
}

std::size_t Recorder::firstFrom(double time) const
{
    std::size_t from = 0;
    std::size_t to = size_;
    while (from < to)
    {
        const std::size_t middle = from + (to - from) / 2;
        if (this->time(middle) < time)
            from = middle + 1;
        else
            to = middle;
    }
    return from;
}

std::size_t Recorder::nearest(double time) const
{
    const std::size_t after = firstFrom(time);
    if (after == 0 || size_ == 0)
        return 0;
    if (after == size_ || time - this->time(after - 1) < this->time(after) - time)
        return after - 1;
    return after;
}

} // namespace ropewalk
