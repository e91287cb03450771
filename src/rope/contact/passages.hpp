#pragma once

#include "rope/distance/edge_tree.hpp"

#include <rope/mass.hpp>

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace rope
{

/// Looks whether a rod that does not touch itself passes through itself in a step: two edges, the ends of which go
/// straight on, meet at a place within both. The writhe then jumps by 2.
class Passages
{
public:
    /// Before the step. The last edge of a ring (`closed`) is its first one.
    void begin(const std::vector<Mass>& masses, bool closed);
    /// After it: the first such pair of edges, by their first masses.
    std::optional<std::pair<std::uint32_t, std::uint32_t>> find(const std::vector<Mass>& masses);

private:
    EdgeTree tree_;
    std::vector<Vec3> start_;
    bool closed_ = false;
};

} // namespace rope
