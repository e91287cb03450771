#include <rope/rope_simulation.hpp>

#include <algorithm>
#include <cmath>

// When a rope moves as its constants cannot explain: the sign of a step that was too long.

namespace rope
{

std::optional<std::size_t> RopeSimulation::runawayMass() const
{
    for (std::size_t i = 0; i < masses_.size(); ++i)
        if (!std::isfinite(glm::length(masses_[i].position) + glm::length(masses_[i].velocity)))
            return i;

    // The constants can explain this length: every segment carries the whole weight, and the friction of air and ground
    // on the whole rope at the speed of the connection point, of the reel or of a fall from the rope's length; and the
    // whole rope stops at once from that speed. A rope that is taken in turns faster as it gets shorter, as its angular
    // momentum stays.
    const double count = static_cast<double>(masses_.size());
    const double before = count + std::max(0, -netInsertions()); // masses, with those that the reel has taken in
    const double fall = std::sqrt(2.0 * glm::length(settings_.gravity) * before * springLength_.value());
    const double speed =
        before / count *
        std::max({settings_.connectionSpeed, std::abs(settings_.payoutSpeed), glm::length(connectionVelocity_), fall});
    const double gravity = glm::length(settings_.gravity);
    const bool onGround = std::any_of(masses_.begin(), masses_.end(),
                                      [this](const Mass& mass) { return mass.position.y < groundHeight_.value(); });
    const double friction =
        settings_.airFriction + (onGround ? settings_.groundFriction + settings_.groundAbsorption : 0.0);
    const double pull = count * (settings_.mass * gravity + friction * speed) + load_ * gravity;
    const double k = settings_.springConstant;
    if (k == 0.0)
        return std::nullopt; // no spring joins the masses: any length is right
    const double stretch = count * pull / k + speed * std::sqrt((settings_.mass * count + load_) * count / k);
    // Two pinned ends may stretch the rope to any length.
    const double span = settings_.pinFreeEnd ? glm::distance(masses_.front().position, masses_.back().position) : 0.0;
    // A change of constants may leave a great energy E in the rope, as where a stretched soft rope becomes stiff. With
    // all of E in the n springs, sum of k e^2/2 = E, their strains e add up to at most sqrt(2 n E / k).
    const double released = std::sqrt(2.0 * count * energyAtChange_ / k);
    const double longest = 4.0 * (restLength() + stretch + span) + released;
    if (length() <= longest)
        return std::nullopt;
    std::size_t worst = 0;
    for (std::size_t i = 1; i < springs_.size(); ++i)
        if (segmentLength(i) > segmentLength(worst))
            worst = i;
    return springs_[worst].second;
}

} // namespace rope
