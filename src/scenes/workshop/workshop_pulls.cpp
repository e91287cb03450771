#include "workshop.hpp"

#include "scenes/set_up/set_up_check.hpp"

#include <glm/geometric.hpp>

#include <algorithm>

// What draws the last ends of ropes, and how far their knots slip.

namespace ropewalk
{

namespace
{

constexpr double growth = 10.0;      ///< [N/s], of a pull
constexpr double settling = 2.0;     ///< [N], up to which the knot only comes to rest
constexpr double fastest = 0.1;      ///< [m/s], of an end that is drawn
constexpr double answer = 0.03;      ///< [s], in which an end gives way to a pull that is too large
constexpr double slippedRadii = 8.0; ///< of the rope, from which on a knot has slipped

} // namespace

bool Workshop::isFree(const SetUpRope& rope, rope::RopeEnd end) const
{
    return !isHeldOrTied(*setUp_, {rope.name, end});
}

/// [m], of the rope between its end and the first place where it touches something; of the end that slipOf() tells
/// of. None where it touches nothing.
std::optional<double> Workshop::outsideOf(const SetUpRope& rope) const
{
    const bool fromFirst = isFree(rope, rope::RopeEnd::first);
    const std::optional<std::size_t> end = massOf({rope.name, fromFirst ? rope::RopeEnd::first : rope::RopeEnd::last});
    if (!end || rope.closed)
        return std::nullopt;
    const rope::Rope& piece = state_.ropeAt(*end);
    const bool fromMass0 = *end == piece.first;
    std::optional<double> least; // in segments
    const auto see = [&](std::size_t mass, double along)
    {
        if (mass < piece.first || mass >= piece.first + piece.masses())
            return;
        const double place = static_cast<double>(mass - piece.first) + along;
        const double outside = fromMass0 ? place : static_cast<double>(piece.segments()) - place;
        least = std::min(least.value_or(outside), outside);
    };
    for (const rope::RopeTouch& touch : selfTouches())
    {
        see(touch.edge, touch.along);
        see(touch.other, touch.otherAlong);
    }
    for (const rope::SolidTouch& touch : touches())
        see(touch.mass, touch.edge ? touch.along : 0.0);
    return least ? std::optional(*least * piece.constants.springLength) : std::nullopt;
}

/// Whether a pull has grown so far that it would draw a knot through: above the weight by which a loose one slides.
bool Workshop::isPulled() const
{
    for (std::size_t i = 0; i < pulls_.size(); ++i)
    {
        const SetUpRope& rope = setUp_->ropes[i];
        const double weight = rope.massPerLength * lengthOf(rope.name) * glm::length(settings_.gravity);
        if (pulls_[i].force >= std::max(settling, weight))
            return true;
    }
    return false;
}

double Workshop::slipOf(std::string_view name) const
{
    const SetUpRope* rope = ropeNamed(*setUp_, name);
    const std::optional<double> outside = rope != nullptr && isPulled() ? outsideOf(*rope) : std::nullopt;
    if (!outside)
        return 0.0;
    const double before = pulls_[static_cast<std::size_t>(rope - setUp_->ropes.data())].outside.value_or(*outside);
    return isFree(*rope, rope::RopeEnd::first) ? before - *outside : *outside - before;
}

std::optional<Workshop::Held> Workshop::heldBy(std::string_view name) const
{
    const SetUpRope* rope = ropeNamed(*setUp_, name);
    if (rope == nullptr || rope->pull == 0.0)
        return std::nullopt;
    return pulls_[static_cast<std::size_t>(rope - setUp_->ropes.data())].held;
}

/// For a step of `dt` [s].
void Workshop::growPulls(double dt)
{
    const std::vector<SetUpRope>& ropes = setUp_->ropes;
    // Between two ends that are held a knot gives what its loops have, and stays.
    const bool slips =
        std::any_of(ropes.begin(), ropes.end(),
                    [this](const SetUpRope& rope) {
                        return isFree(rope, rope::RopeEnd::first) && slipOf(rope.name) > slippedRadii * rope.ropeRadius;
                    });
    const bool pulled = isPulled();
    for (std::size_t i = 0; i < pulls_.size(); ++i)
    {
        Pull& pull = pulls_[i];
        if (!pulled || !pull.outside)
            pull.outside = outsideOf(ropes[i]);
        if (ropes[i].pull == 0.0)
        {
            pull.force = 0.0;
            pull.held = Held{};
            continue;
        }
        pull.held.slipped = pull.held.slipped || slips;
        if (pull.held.slipped)
            continue;
        const double tension = forceAt(RopePlace{ropes[i].name, rope::RopeEnd::last});
        pull.force = std::min(ropes[i].pull, std::max(pull.force + growth * dt, tension));
        pull.held.pull = std::max(pull.held.pull, std::min(tension, pull.force));
    }
}

/// [m/s]; what holds the last end of a rope follows its pull. It stands where the knot has slipped.
Vec3 Workshop::drawnBy(const SetUpHold& hold) const
{
    const SetUpRope& rope = *ropeNamed(*setUp_, hold.rope.rope);
    const Pull& pull = pulls_[static_cast<std::size_t>(&rope - setUp_->ropes.data())];
    if (hold.rope.end != rope::RopeEnd::last || pull.force == 0.0 || pull.held.slipped)
        return Vec3(0.0);
    const double stiffness = rope.axialStiffness / lengthOf(rope.name);
    const double speed = (pull.force - forceAt(hold.rope)) / (stiffness * answer);
    return std::clamp(speed, -fastest, fastest) * pull.direction;
}

} // namespace ropewalk
