#include "recorder.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

namespace ropewalk
{

namespace
{

std::ptrdiff_t offset(std::size_t column)
{
    return static_cast<std::ptrdiff_t>(column * Recorder::capacity);
}

} // namespace

void Recorder::clear()
{
    ++beginnings_;
    ++layouts_;
    diagnostics_.clear();
    times_.clear();
    begin_ = 0;
    size_ = 0;
    ahead_ = 0;
}

bool Recorder::fits(const Scene& scene) const
{
    const std::vector<rope::Diagnostic>& rows = scene.diagnostics().rows();
    return std::equal(rows.begin(), rows.end(), diagnostics_.begin(), diagnostics_.end(),
                      [](const rope::Diagnostic& row, const std::string& name) { return row.name == name; });
}

void Recorder::fit(const Scene& scene)
{
    if (times_.empty() || fits(scene))
        return;
    ++layouts_;
    const std::vector<rope::Diagnostic>& rows = scene.diagnostics().rows();
    std::vector<double> values(capacity * (rows.size() + (hasFreeEnd_ ? 3 : 0)),
                               std::numeric_limits<double>::quiet_NaN());
    const auto keep = [&](std::size_t column, std::size_t as)
    { std::copy_n(values_.begin() + offset(column), capacity, values.begin() + offset(as)); };
    for (std::size_t i = 0; i < rows.size(); ++i)
    {
        const auto old = std::find(diagnostics_.begin(), diagnostics_.end(), rows[i].name);
        if (old != diagnostics_.end())
            keep(static_cast<std::size_t>(old - diagnostics_.begin()), i);
        else if (size_ > 0)
            values[i * capacity + slot(size_ - 1)] = rows[i].value();
    }
    for (std::size_t i = 0; hasFreeEnd_ && i < 3; ++i)
        keep(diagnostics_.size() + i, rows.size() + i);
    values_ = std::move(values);
    name(rows);
}

void Recorder::name(const std::vector<rope::Diagnostic>& rows)
{
    diagnostics_.clear();
    for (const rope::Diagnostic& row : rows)
        diagnostics_.push_back(row.name);
}

void Recorder::record(const Scene& scene)
{
    const std::vector<rope::Diagnostic>& rows = scene.diagnostics().rows();
    const std::optional<Vec3> freeEnd = scene.freeEnd();
    const bool restarted = size_ > 0 && scene.time() < time(size_ - 1);
    if (restarted || hasFreeEnd_ != freeEnd.has_value() || times_.empty())
    {
        clear();
        name(rows);
        hasFreeEnd_ = freeEnd.has_value();
        times_.resize(capacity);
        values_.resize(capacity * (rows.size() + (hasFreeEnd_ ? 3 : 0)));
    }
    fit(scene);
    ahead_ = 0;
    if (size_ < capacity)
        ++size_;
    else
        begin_ = (begin_ + 1) % capacity;
    times_[slot(size_ - 1)] = scene.time();
    take(scene);
}

void Recorder::take(const Scene& scene)
{
    const std::vector<rope::Diagnostic>& rows = scene.diagnostics().rows();
    const std::size_t place = slot(size_ - 1);
    for (std::size_t i = 0; i < rows.size(); ++i)
        values_[i * capacity + place] = rows[i].value();
    const std::optional<Vec3> freeEnd = scene.freeEnd();
    for (int i = 0; freeEnd && i < 3; ++i)
        values_[(rows.size() + static_cast<std::size_t>(i)) * capacity + place] = (*freeEnd)[i];
}

void Recorder::recordAgain(const Scene& scene)
{
    fit(scene);
    if (size_ == 0 || time(size_ - 1) != scene.time() || hasFreeEnd_ != scene.freeEnd().has_value())
        return;
    ahead_ = 0;
    take(scene);
}

void Recorder::goTo(const Scene& scene)
{
    for (; size_ > 0 && time(size_ - 1) > scene.time(); --size_)
        ++ahead_;
    for (; ahead_ > 0 && time(size_) <= scene.time(); ++size_)
        --ahead_;
    if (size_ > 0 && time(size_ - 1) == scene.time() && hasFreeEnd_ == scene.freeEnd().has_value())
        return take(scene); // it may have been posed since
    clear();                // a moment from before the scene began anew
    record(scene);
}

std::size_t Recorder::ticksUnsound(const Scene& scene, std::size_t most) const
{
    const rope::Diagnostic* energy = scene.totalEnergy();
    const std::size_t samples = std::min(size_, most);
    if (energy == nullptr || samples < ticksUnseen + 2)
        return ticksUnseen;
    const auto column = static_cast<std::size_t>(energy - scene.diagnostics().rows().data());
    const auto before = [&](std::size_t ticks) { return value(column, size_ - 1 - ticks); };
    double lowest = std::numeric_limits<double>::infinity();
    for (std::size_t ticks = 0; ticks < samples; ++ticks)
        if (std::isfinite(before(ticks)))
            lowest = std::min(lowest, before(ticks));

    // Energy that doubles within a quarter of a second comes from the integrator: back to where it did not double.
    constexpr std::size_t quarter = 15;
    const double little = 1e-6 * std::abs(before(ticksUnseen) - lowest);
    std::size_t back = ticksUnseen;
    while (back + 1 < samples)
    {
        const double earlier = before(std::min(back + quarter, samples - 1));
        if (before(back) - lowest <= 2.0 * std::max(0.0, earlier - lowest) + little)
            break; // not for a value that is not a number
        ++back;
    }
    return back > ticksUnseen ? back + quarter : back;
}

std::size_t Recorder::firstFrom(double time) const
{
    return firstNot(size_, [this, time](std::size_t sample) { return this->time(sample) < time; });
}

std::size_t Recorder::firstAfter(double time) const
{
    return firstNot(size_, [this, time](std::size_t sample) { return this->time(sample) <= time; });
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
