#include "recorder.hpp"

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
    std::vector<double> last;
    const std::vector<std::string_view> columns = scene.massColumns();
    if (columns.size() >= 3 && columns[0] == "x" && columns[1] == "y" && columns[2] == "z" && scene.massCount() > 0)
        last = scene.massRow(scene.massCount() - 1);
    const bool hasFreeEnd = last.size() >= 3;
    if (diagnostics_ != rows.size() || hasFreeEnd_ != hasFreeEnd || times_.empty())
    {
        clear();
        diagnostics_ = rows.size();
        hasFreeEnd_ = hasFreeEnd;
        times_.resize(capacity);
        values_.resize(capacity * (diagnostics_ + (hasFreeEnd ? 3 : 0)));
    }
    if (size_ < capacity)
        ++size_;
    else
        begin_ = (begin_ + 1) % capacity;
    const std::size_t place = slot(size_ - 1);
    times_[place] = scene.time();
    for (std::size_t i = 0; i < diagnostics_; ++i)
        values_[i * capacity + place] = rows[i].value();
    for (std::size_t i = 0; hasFreeEnd && i < 3; ++i)
        values_[(diagnostics_ + i) * capacity + place] = last[i];
}

void Recorder::dropAfter(double time)
{
    while (size_ > 0 && this->time(size_ - 1) > time)
        --size_;
}

std::size_t Recorder::firstFrom(double time) const
{
    return firstNot(size_, [this, time](std::size_t sample) { return this->time(sample) < time; });
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
