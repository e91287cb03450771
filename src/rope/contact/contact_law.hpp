#pragma once

#include "press_spring.hpp"

#include <rope/detail/rope_state.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace rope
{

/// How a rope touches.
struct ContactLaw
{
    double radius = 0.0;    ///< r [m]; of two ropes half of the distance between their lines
    double friction = 0.0;  ///< mu
    double stiffness = 0.0; ///< k [N/m]
    double soft = 0.0;      ///< [N/m], of a touch that is soft at first and hardly pressed
    double error = 0.0;     ///< [N], of a pressure that is found in a step
    bool surface = false;   ///< friction acts at the rope's surface, else on its line

    friend bool operator==(const ContactLaw&, const ContactLaw&) = default;
};

/// The law of a rope in a step of `dt` [s]; 0 of a rest.
///
/// A contact gives way as much as a segment does under the same force: so it costs the matrix nothing, and under the
/// tension T round the radius R the depth is the strain times l²/R. Its pressure is found where an error moves a mass
/// by no more than a hundredth of the tolerance.
ContactLaw contactLaw(const RopeState& state, const Rope& rope, double dt);

/// How a rope presses a solid. Planes and boxes are as stiff as a segment. A body, which turns and gives way, is soft
/// at first; a round solid that stands is so too, but within a depth that no reference value notices.
PressSpring pressOf(const RopeState& state, const ContactLaw& law, std::uint32_t solid);

/// Where two strands touch, of one rope or of two: both ends of the force are soft, so the spring is `selfSoftness` of
/// the softer rope's; a harder one would say more of the tolerance than of the rope. Friction is the geometric mean.
ContactLaw pairLaw(const ContactLaw& one, const ContactLaw& other);
constexpr double selfSoftness = 0.03;

/// The laws of all ropes in a step, by the masses of all ropes.
class ContactLaws
{
public:
    void set(const RopeState& state, double dt);

    std::size_t rope(std::size_t mass) const { return ropeOf_[mass]; }
    const ContactLaw& of(std::size_t mass) const { return laws_[lawOf_[ropeOf_[mass]]]; }
    /// Of an edge with another, by their first masses.
    const ContactLaw& between(std::size_t edge, std::size_t other) const
    {
        return pairs_[lawOf_[ropeOf_[edge]] * laws_.size() + lawOf_[ropeOf_[other]]];
    }
    /// Whether a mass and the next one are of one rope.
    bool joins(std::size_t mass) const { return mass + 1 < ropeOf_.size() && ropeOf_[mass] == ropeOf_[mass + 1]; }
    /// The slot of the edge behind a mass, among the slots of all ropes.
    std::size_t slot(std::size_t edge) const { return edge + ropeOf_[edge] + 1; }
    double largestRadius() const { return largestRadius_; } ///< [m]

private:
    std::vector<ContactLaw> laws_; ///< that differ
    std::vector<ContactLaw> pairs_;
    std::vector<std::size_t> lawOf_; ///< by ropes
    std::vector<std::uint32_t> ropeOf_;
    double largestRadius_ = 0.0;
};

} // namespace rope
