#include "contact_law.hpp"

#include "rope/ties/rope_ties.hpp"

#include <algorithm>
#include <cmath>

namespace rope
{

ContactLaw contactLaw(const RopeState& state, const Rope& rope, double dt)
{
    const RopeConstants& c = rope.constants;
    const double error = dt > 0.0 ? 0.01 * state.world.tolerance * rope.whole.restLength * c.mass / (dt * dt) : 0.0;
    // A mass must not sink in, however limp the springs are.
    const double firm = c.ropeRadius > 0.0 ? 100.0 * c.mass * glm::length(state.world.gravity) / c.ropeRadius : 0.0;
    const double stiffness = std::max(c.springConstant, firm);
    const double soft = std::min(stiffness, std::max(holdingStiffness(c.mass), firm));
    return {c.ropeRadius, c.contactFriction, stiffness, soft, error, c.surfaceFriction};
}

namespace
{

bool isCurved(SolidShape shape)
{
    return shape == SolidShape::cylinder || shape == SolidShape::capsule || shape == SolidShape::sphere;
}

} // namespace

PressSpring pressOf(const RopeState& state, const ContactLaw& law, std::uint32_t solid)
{
    constexpr double part = 0.02;   // of the radius
    constexpr double onBody = 5e-5; // [m]
    constexpr double onPost = 1e-6; // [m]
    const bool gives = state.isShape(solid);
    if (!gives && !isCurved(state.solids[solid].shape))
        return PressSpring::straight(law.stiffness);
    return {law.soft, law.stiffness, std::min(part * law.radius, gives ? onBody : onPost)};
}

ContactLaw pairLaw(const ContactLaw& one, const ContactLaw& other)
{
    ContactLaw law = one;
    law.radius = 0.5 * (one.radius + other.radius);
    law.stiffness = selfSoftness * std::min(one.stiffness, other.stiffness);
    if (one.friction != other.friction)
        law.friction = std::sqrt(one.friction * other.friction);
    law.surface = one.surface && other.surface;
    return law;
}

void ContactLaws::set(const RopeState& state, double dt)
{
    laws_.clear();
    lawOf_.clear();
    ropeOf_.clear();
    largestRadius_ = 0.0;
    for (const Rope& rope : state.ropes)
    {
        ropeOf_.resize(rope.first + rope.masses(), static_cast<std::uint32_t>(lawOf_.size()));
        const ContactLaw law = contactLaw(state, rope, dt);
        const auto known = std::find(laws_.begin(), laws_.end(), law);
        lawOf_.push_back(static_cast<std::size_t>(known - laws_.begin()));
        if (known == laws_.end())
            laws_.push_back(law);
        largestRadius_ = std::max(largestRadius_, law.radius);
    }
    pairs_.clear();
    for (const ContactLaw& one : laws_)
        for (const ContactLaw& other : laws_)
            pairs_.push_back(pairLaw(one, other));
}

} // namespace rope
