#include <rope/reel.hpp>

#include <algorithm>

namespace rope
{

namespace
{

// A rope that is paid out and taken in by the same length must end with the masses that it began with. Rounding makes
// its lengths slightly wrong by then, so a threshold counts as passed only beyond this fraction of a segment.
constexpr double slack = 1e-9;

double insertionLength(const ReelSettings& s, int massCount)
{
    if (s.insertion == Insertion::article)
        return s.segmentLength * (1.0 + slack);
    const double length = 1.5 * s.segmentLength * (1.0 + slack);
    // The last segment ends at its full length, which may be less than half a segment.
    const bool last = massCount + 1 == s.maxMassCount;
    return last ? std::min(length, s.segmentLength + s.fullLength * (1.0 - slack)) : length;
}

double takeOffLength(const ReelSettings& s, int massCount)
{
    if (s.insertion == Insertion::article)
        return slack * s.segmentLength;
    const double half = 0.5 * s.segmentLength;
    return (massCount < s.maxMassCount ? half : std::min(half, s.fullLength)) * (1.0 - slack);
}

} // namespace

double Reel::nextRestLength(const ReelSettings& settings, double dt, int massCount) const
{
    const double next = restLength_ + settings.payoutSpeed * dt;
    if (settings.payoutSpeed > 0.0)
    {
        const double left = std::max(0, settings.maxMassCount - massCount) * settings.segmentLength;
        return std::min(next, std::max(restLength_, left + settings.fullLength));
    }
    if (settings.payoutSpeed < 0.0 && massCount <= settings.minMassCount)
        return std::max(next, std::min(restLength_, 0.5 * settings.segmentLength));
    return next;
}

bool Reel::changesMasses(const ReelSettings& settings, double dt, int massCount) const
{
    const double next = nextRestLength(settings, dt, massCount);
    return (next > insertionLength(settings, massCount) && massCount < settings.maxMassCount) ||
           (next < takeOffLength(settings, massCount) && massCount > settings.minMassCount);
}

bool Reel::advance(const ReelSettings& settings, double dt, std::vector<Mass>& masses, std::size_t first,
                   std::size_t massCount)
{
    const std::size_t others = masses.size() - massCount;
    const auto count = [&] { return static_cast<int>(masses.size() - others); };
    const double before = restLength_;
    const int countBefore = count();
    // The whole step's length goes in before a mass does, so that both pieces have the strain of the undivided segment.
    restLength_ = nextRestLength(settings, dt, count());
    feedSpeed_ = (restLength_ - before) / dt;
    // A step that the end of the rope cuts short feeds less on the whole, but flows at the payout speed until there.
    const bool cutShort = restLength_ < before + settings.payoutSpeed * dt;
    const double flowSpeed = cutShort ? settings.payoutSpeed : feedSpeed_;

    // Also with the reel at rest: a segment that is very short by one rule would be very stiff by the other.
    while (restLength_ > insertionLength(settings, count()) && count() < settings.maxMassCount)
        insertMass(settings, flowSpeed, masses, first);
    while (restLength_ < takeOffLength(settings, count()) && count() > settings.minMassCount)
        takeOffMass(settings, masses, first);
    restLength_ = std::max(restLength_, slack * settings.segmentLength);
    return restLength_ != before || count() != countBefore;
}

void Reel::insertMass(const ReelSettings& settings, double flowSpeed, std::vector<Mass>& masses, std::size_t first)
{
    const Mass& anchor = masses[first];
    const Mass& next = masses[first + 1];
    const double l = restLength_;
    const double left = l - settings.segmentLength; // rest length between the anchor and the new mass
    const Vec3 d = next.position - anchor.position;

    Mass inserted = next;
    inserted.clearForce();
    if (settings.insertion == Insertion::consistent)
    {
        const double f = left / l;
        inserted.position = anchor.position + f * d;
        inserted.velocity = anchor.velocity + f * (next.velocity - anchor.velocity) + (1.0 - f) * (flowSpeed / l) * d;
    }
    else
    {
        const double r = glm::length(d);
        const double speed = glm::length(next.velocity);
        inserted.position = anchor.position + (r > 0.0 ? left / r * d : Vec3(0.0));
        inserted.velocity = speed > 0.0 ? left / speed * next.velocity : Vec3(0.0);
    }
    masses.insert(masses.begin() + static_cast<std::ptrdiff_t>(first + 1), inserted);
    restLength_ = left;
    ++netInsertions_;
    insertedMomentum_ += inserted.mass * inserted.velocity;
}

void Reel::takeOffMass(const ReelSettings& settings, std::vector<Mass>& masses, std::size_t first)
{
    const auto taken = masses.begin() + static_cast<std::ptrdiff_t>(first + 1);
    insertedMomentum_ -= taken->mass * taken->velocity;
    masses.erase(taken);
    restLength_ += settings.segmentLength;
    --netInsertions_;
}

void Reel::shapeSegment(const ReelSettings& settings, double restLength, Spring& spring)
{
    spring.restLength = restLength;
    if (settings.insertion == Insertion::article)
        return;
    const double ratio = settings.segmentLength / restLength;
    spring.springConstant *= ratio;
    spring.friction *= ratio;
}

Vec3 Reel::flowVelocity(const ReelSettings& settings, const Vec3& d) const
{
    return settings.insertion == Insertion::consistent ? feedSpeed_ / restLength_ * d : Vec3(0.0);
}

} // namespace rope
