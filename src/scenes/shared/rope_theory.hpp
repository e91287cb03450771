#pragma once

#include "scenes/snapshot.hpp"

#include <rope/rope_simulation.hpp>
#include <rope/statics.hpp>

#include <optional>
#include <string_view>
#include <vector>

namespace ropewalk
{

/// What theory says of a running rope with constants that may have changed since its last step: how it rests, and how
/// it swings. Keeps its answers until the rope, its ends or its constants are others.
class RopeTheory
{
public:
    /// Whether there is a rest that can be computed: not where the rope would lie on the ground.
    bool rests(const rope::RopeSimulation& sim, const rope::RopeSettings& settings) const;

    /// A diagnostic of the rope scene at rest.
    std::optional<double> predicted(std::string_view diagnostic, const rope::RopeSimulation& sim,
                                    const rope::RopeSettings& settings) const;

    /// The slowest swings about the rest [Hz]; between two supports those out of the catenary's plane.
    std::vector<double> frequencies(const rope::RopeSimulation& sim, const rope::RopeSettings& settings) const;

    /// Adds the rest, and of a hanging rope what of its motion is its first mode, with how far that swings.
    void fill(Snapshot& snapshot, const rope::RopeSimulation& sim, const rope::RopeSettings& settings) const;

private:
    void update(const rope::RopeSimulation& sim, const rope::RopeSettings& settings) const;
    const std::vector<rope::ChainMode>& modes() const;
    void fillFirstMode(Snapshot& snapshot, const rope::RopeSimulation& sim) const;
    std::optional<double> lyingLowest(const rope::RopeSimulation& sim) const;

    /// What the answers depend on.
    struct Key
    {
        rope::RopeSettings settings;
        rope::Vec3 connection{0.0};
        double firstLength = 0.0;
        double secondLength = 0.0;
        double lastLength = 0.0;
        double load = 0.0;
        double ground = 0.0;
        std::size_t masses = 0;

        friend bool operator==(const Key&, const Key&) = default;
    };
    mutable std::optional<Key> key_;
    mutable std::optional<Key> modesKey_; ///< that of the modes
    mutable rope::Chain chain_;
    mutable std::optional<rope::ChainAtRest> hanging_; ///< or suspended; whether or not the ground is in the way
    mutable bool clear_ = false;                       ///< of the ground
    mutable std::optional<std::vector<rope::ChainMode>> modes_;
};

/// The colours of what theory draws.
namespace theory_colours
{
constexpr glm::vec3 rest{0.0f, 0.62f, 0.45f};
constexpr glm::vec3 mode{0.80f, 0.20f, 0.58f};
} // namespace theory_colours

/// A thread of theory through these points, with a label at one of them.
void addTheoryThread(Snapshot& snapshot, const std::vector<rope::Vec3>& points, const glm::vec3& colour, float radius);

} // namespace ropewalk
