#pragma once

#include "scenes/scene.hpp"

#include <cstddef>
#include <vector>

namespace ropewalk
{

/// The recent past of all diagnostics of a scene, a sample a tick, for the plots. A ring: memory is bounded.
class Recorder
{
public:
    static constexpr std::size_t capacity = 60 * 60 * 2; ///< two minutes of ticks

    void clear();
    void record(const Scene& scene);
    void dropAfter(double time); ///< forgets samples later than `time`, when the scene goes back

    std::size_t size() const { return size_; }
    /// Oldest first.
    double time(std::size_t sample) const;
    double value(std::size_t diagnostic, std::size_t sample) const;

private:
    std::size_t slot(std::size_t sample) const { return (begin_ + sample) % capacity; }

    std::size_t columns_ = 0;
    std::size_t begin_ = 0;
    std::size_t size_ = 0;
    std::vector<double> times_;
    std::vector<float> values_; ///< capacity rows of `columns_`
};

} // namespace ropewalk
