#pragma once

#include "scenes/snapshot.hpp"

#include <rope/rope_settings.hpp>
#include <rope/rope_simulation.hpp>
#include <rope/statics.hpp>

#include <optional>
#include <string_view>
#include <vector>

namespace ropewalk
{

/// What theory says of a running rope: how it rests and how it swings with the present constants, which may have
/// changed since its last step. Answers are kept until the rope, its ends or its constants change.
class RopeTheory
{
public:
    /// A diagnostic of the rope scene at rest.
    std::optional<double> predicted(std::string_view diagnostic, const rope::RopeSimulation& sim,
                                    const rope::RopeSettings& settings) const;

    /// The slowest swings about the state of rest [Hz]; between two supports, those out of the catenary's plane.
    std::vector<double> frequencies(const rope::RopeSimulation& sim, const rope::RopeSettings& settings) const;

    /// Adds the shape at rest. For a hanging rope, it also adds its first mode as it is now and at its two extremes.
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
    mutable std::optional<Key> modesKey_; ///< what modes_ depends on
    mutable rope::Chain chain_;
    mutable std::optional<rope::ChainAtRest> hanging_; ///< at rest, as if there were no ground
    mutable bool clear_ = false;                       ///< hanging_ is clear of the ground
    mutable bool bends_ = false;                       ///< the rope resists bending
    mutable std::optional<std::vector<rope::ChainMode>> modes_;
};

/// The energy of a chain at rest that this diagnostic measures; gravity's is zero at the point `zero` [m].
std::optional<double> energyAtRest(std::string_view diagnostic, const rope::ChainAtRest& rest, const rope::Chain& chain,
                                   const rope::Vec3& gravity, const rope::Vec3& zero = rope::Vec3(0.0));

/// The colours of the curves of theory.
namespace theory_colours
{
constexpr glm::vec3 rest{0.0f, 0.62f, 0.45f};
constexpr glm::vec3 mode{0.80f, 0.20f, 0.58f};
} // namespace theory_colours

/// A thread of theory through these points, with a label at one of them.
void addTheoryThread(Snapshot& snapshot, const std::vector<rope::Vec3>& points, const glm::vec3& colour, float radius);

} // namespace ropewalk
