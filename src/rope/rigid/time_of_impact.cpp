#include "time_of_impact.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace rope
{

struct TimeOfImpact::Problem
{
    const RigidBody& first;
    const RigidBody& second;
    const BodyMotion& firstMotion;
    const BodyMotion& secondMotion;
    const Extent& firstExtent;
    const Extent& secondExtent;
    double separation = 0.0;
    double tolerance = 0.0;
    double slop = 0.0;

    /// No point of the two comes nearer to the other than by this in the step.
    double approach() const
    {
        const double t = std::max(firstMotion.interval, secondMotion.interval);
        const bool together = firstMotion.interval == secondMotion.interval && firstMotion.fraction == 1.0 &&
                              secondMotion.fraction == 1.0;
        const auto shift = [t](const Vec2& velocity, const Vec2& acceleration)
        { return t * (glm::length(velocity) + 0.5 * t * glm::length(acceleration)); };
        const auto turned = [t](const BodyMotion& m)
        { return t * (std::abs(m.angularVelocity) + 0.5 * t * std::abs(m.angularAcceleration)); };
        const double shifted = together ? shift(firstMotion.velocity - secondMotion.velocity,
                                                firstMotion.acceleration - secondMotion.acceleration)
                                        : shift(firstMotion.velocity, firstMotion.acceleration) +
                                              shift(secondMotion.velocity, secondMotion.acceleration);
        return shifted + turned(firstMotion) * firstExtent.outer + turned(secondMotion) * secondExtent.outer;
    }
};

double TimeOfImpact::separationAt(const Problem& problem, double fraction)
{
    const auto sizeOf = [](const Shape& shape)
    {
        const Polygon* polygon = std::get_if<Polygon>(&shape);
        return polygon ? polygon->vertices.size() : 0;
    };
    const std::size_t first = sizeOf(problem.first.shape);
    const std::size_t second = sizeOf(problem.second.shape);
    if (corners_.size() < 2 * (first + second))
        corners_.resize(2 * (first + second));
    constexpr std::size_t always = 8; // as many corners cost as much as the rest of a look
    left_ -= std::min(left_, always + first + second);
    const auto placed = [fraction](const RigidBody& body, const BodyMotion& motion, Vec2* corners, std::size_t count)
    {
        const double t = std::min(fraction, motion.fraction) * motion.interval;
        return place(body.shape, body.position + motion.displacement(t), rotation(body.angle + motion.turn(t)), corners,
                     corners + count);
    };
    return separation(placed(problem.first, problem.firstMotion, corners_.data(), first),
                      placed(problem.second, problem.secondMotion, corners_.data() + 2 * first, second));
}

double TimeOfImpact::meeting(const Problem& problem)
{
    const bool touching = problem.separation <= problem.tolerance;
    // What touches already may turn and slide; it must only not sink in.
    const double level = touching ? std::min(-problem.slop, problem.separation - 0.5 * problem.slop) : 0.0;
    const double approach = problem.approach();
    if (problem.separation - approach > level || left_ == 0)
        return 1.0;

    /// The gap that two bodies have at a fraction of the step, less the gap at which they meet.
    struct Look
    {
        double fraction = 0.0;
        double gap = 0.0;
    };
    const auto lookAt = [&](double fraction) { return Look{fraction, separationAt(problem, fraction) - level}; };

    // As many looks as it takes to see a body inside a thin one that it passes through.
    const double thin = std::min(problem.firstExtent.inner, problem.secondExtent.inner);
    const int looks = static_cast<int>(std::clamp(std::ceil(approach / thin), 1.0, 16.0));
    Look apart{0.0, problem.separation - level};
    Look met{2.0, 0.0};
    for (int i = 1; i <= looks && met.fraction > 1.0; ++i)
    {
        const Look look = lookAt(static_cast<double>(i) / looks);
        if (look.gap < -problem.tolerance)
            met = look;
        else if (i < looks)
            apart = look;
    }
    if (met.fraction > 1.0)
        return 1.0;

    // Regula falsi in the Illinois variant, which halves the gap of an end that stays; the result is on the side where
    // the bodies are still apart.
    constexpr int steps = 40;
    for (int i = 0; i < steps && apart.gap > 0.5 * problem.tolerance; ++i)
    {
        const double part = std::clamp(apart.gap / (apart.gap - met.gap), 0.02, 0.98);
        const Look look = lookAt(apart.fraction + (met.fraction - apart.fraction) * part);
        if (look.gap >= 0.0)
        {
            apart = look;
            met.gap *= 0.5;
        }
        else
            met = look;
    }
    return apart.fraction;
}

void TimeOfImpact::limit(const std::vector<RigidBody>& bodies, const std::vector<Extent>& extents,
                         const std::vector<NearPair>& pairs, std::vector<BodyMotion>& motions, double tolerance,
                         double slop)
{
    constexpr std::size_t affordable = 8'000'000; // corners: less than a tenth of a second
    left_ = affordable;
    const auto meetingOf = [&](const NearPair& pair)
    {
        if (motions[pair.first].crowded || motions[pair.second].crowded)
            return 1.0;
        return meeting({bodies[pair.first], bodies[pair.second], motions[pair.first], motions[pair.second],
                        extents[pair.first], extents[pair.second], pair.separation, tolerance, slop});
    };
    const auto stop = [&](const NearPair& pair, double fraction)
    {
        for (const std::uint32_t body : {pair.first, pair.second})
            if (motions[body].stops)
                motions[body].fraction = std::min(motions[body].fraction, fraction);
    };

    for (std::size_t i = 0; i < motions.size(); ++i)
    {
        // A resting body loses no time to one that falls on it.
        BodyMotion& motion = motions[i];
        const double t = motion.interval;
        const bool moves =
            !bodies[i].fixed() &&
            glm::length(motion.displacement(t)) + std::abs(motion.turn(t)) * extents[i].outer > 0.1 * slop;
        motion.stops = moves && !motion.crowded;
        motion.crowded = moves && motion.crowded;
    }
    events_.clear();
    for (std::uint32_t i = 0; i < pairs.size(); ++i)
        if (const double fraction = meetingOf(pairs[i]); fraction < 1.0)
            events_.push_back({fraction, i});
    std::sort(events_.begin(), events_.end(),
              [](const Event& a, const Event& b)
              { return std::tie(a.fraction, a.pair) < std::tie(b.fraction, b.pair); });
    for (const Event& event : events_)
    {
        // One of the two may have been stopped before by a third: then they meet elsewhere, or not at all.
        const NearPair& pair = pairs[event.pair];
        const bool asForeseen =
            motions[pair.first].fraction >= event.fraction && motions[pair.second].fraction >= event.fraction;
        stop(pair, asForeseen ? event.fraction : meetingOf(pair));
    }

    // Those who run into one that was stopped.
    constexpr int rounds = 3;
    bool any = !events_.empty();
    for (int round = 0; round < rounds && any; ++round)
    {
        any = false;
        for (const NearPair& pair : pairs)
        {
            if (motions[pair.first].fraction == 1.0 && motions[pair.second].fraction == 1.0)
                continue;
            const double fraction = meetingOf(pair);
            any = any || fraction < 1.0;
            stop(pair, fraction);
        }
    }
}

} // namespace rope
