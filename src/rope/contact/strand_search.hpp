#pragma once

#include "contact_law.hpp"

#include "rope/distance/edge_tree.hpp"
#include "rope/distance/segment_distance.hpp"
#include "rope/solver/outside_force.hpp"

#include <rope/detail/rope_state.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace rope
{

inline Segment edgeAt(const std::vector<Vec3>& positions, std::size_t edge)
{
    return {positions[edge], positions[edge + 1] - positions[edge]};
}

/// Two edges that may touch, by their first masses.
struct NearEdges
{
    std::uint32_t edge = 0;
    std::uint32_t other = 0;
    double distance = 0.0; ///< [m] at the start

    EdgePair pair() const { return {edge, other}; }
};

/// Finds the pairs of edges that may touch in a step: of one rope, those that are farther apart along it than pi r, as
/// far as a rope bent round the radius r keeps apart; and those that no knot of ties holds together.
class StrandSearch
{
public:
    /// From an edge to the next one that it may touch.
    static std::size_t edgesApart(double radius, double segment);

    /// Starts a step of these ropes; `laws` must stay until the last search.
    void begin(const RopeState& state, const std::vector<Mass>& masses, const ContactLaws& laws);
    /// The pairs, in order, that may touch on the straight way from `start` to where each mass ends no farther than
    /// `slack` [m] from these positions.
    const std::vector<NearEdges>& pairs(const std::vector<Vec3>& start, const std::vector<Vec3>& positions,
                                        double slack);

private:
    void findKnots(const std::vector<Tie>& ties);
    Vec3 findNearRopes(const std::vector<Vec3>& start, const std::vector<Vec3>& positions, double margin);
    bool someMayTouch(std::size_t first, std::size_t last) const;
    bool mayTouch(std::size_t i, std::size_t j) const;
    bool inKnot(const std::vector<TiePlace>& knot, std::size_t i, std::size_t j) const;

    const std::vector<Rope>* ropes_ = nullptr;
    const ContactLaws* laws_ = nullptr;
    std::vector<std::vector<TiePlace>> knots_;
    std::vector<std::pair<std::size_t, std::size_t>> nearKnots_; ///< edges, and the knots that may hold them
    std::vector<std::size_t> apart_;    ///< by ropes, from an edge to the next one that it may touch
    std::vector<EdgeTree::Box> starts_; ///< by ropes, of their masses
    std::vector<EdgeTree::Box> ends_;
    EdgeTree ropeTree_;
    std::vector<char> near_; ///< by ropes: may touch something
    EdgeTree tree_;
    std::vector<NearEdges> pairs_;
};

} // namespace rope
