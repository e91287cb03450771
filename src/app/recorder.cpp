#include "recorder.hpp"

namespace ropewalk
{

void Recorder::clear()
{
    columns_ = 0;
    begin_ = 0;
    size_ = 0;
}

void Recorder::record(const Scene& scene)
{
    const std::vector<rope::Diagnostic>& rows = scene.diagnostics().rows();
    if (columns_ != rows.size() || times_.empty())
    {
        clear();
        columns_ = rows.size();
        times_.resize(capacity);
        values_.resize(capacity * columns_);
    }
    if (size_ < capacity)
        ++size_;
    else
        begin_ = (begin_ + 1) % capacity;
    const std::size_t place = slot(size_ - 1);
    times_[place] = scene.time();
    for (std::size_t column = 0; column < columns_; ++column)
        values_[place * columns_ + column] = static_cast<float>(rows[column].value());
}

void Recorder::dropAfter(double time)
{
    while (size_ > 0 && this->time(size_ - 1) > time)
        --size_;
}

double Recorder::time(std::size_t sample) const
{
    return times_[slot(sample)];
}

double Recorder::value(std::size_t diagnostic, std::size_t sample) const
{
    return static_cast<double>(values_[slot(sample) * columns_ + diagnostic]);
}

} // namespace ropewalk
