#include <rope/advisor.hpp>

#include "wish_checks.hpp"

#include <rope/elementary.hpp>
#include <rope/fixed_timestep.hpp>
#include <rope/parameters.hpp>
#include <rope/stability.hpp>
#include <rope/statics.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <numbers>
#include <stdexcept>

namespace rope
{

namespace
{

constexpr int coarsest = 8;              // segments; fewer look like sticks
constexpr int usual = 79;                // segments, as in the source tutorial
constexpr int usualBudget = 10;          // steps a frame, where nothing else limits the stiffness
constexpr double margin = 0.9;           // of the step limit
constexpr int countless = 1'000'000'000; // steps a frame
constexpr double settled = 0.02;         // part of a bounce that is left when it counts as settled

// Ratios of the source tutorial's constants, so that air and ground suit a light rope too: absorption above mass/step
// would reverse the velocity of a mass that meets the ground.
constexpr double airPerMass = 0.4;          // [1/s]
constexpr double repulsionPerMass = 2000.0; // [1/s2]
constexpr double frictionPerMass = 4.0;     // [1/s]
constexpr double absorptionPerMass = 40.0;  // [1/s]

std::string shortText(double value)
{
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.3g", value);
    return text.data();
}

std::string percentText(double fraction)
{
    return shortText(100.0 * fraction) + " %";
}

/// "1/60 s", "0.004 s".
std::string stepText(double step)
{
    const double rate = std::round(1.0 / step);
    const bool whole = rate > 1.0 && std::abs(rate * step - 1.0) < 1e-9;
    return (whole ? "1/" + shortText(rate) : shortText(step)) + " s";
}

/// The first constant that is out of its range, with the range; empty where there is none.
std::string rangeProblem(RopeSettings settings)
{
    Parameters rows;
    settings.describe(rows);
    for (Parameter& row : rows.rows())
        try
        {
            row.validate();
        }
        catch (const std::invalid_argument& error)
        {
            const std::string text = error.what();
            const std::size_t colon = text.find(':');
            double* const* field = std::get_if<double*>(&row.field());
            return field ? row.name() + " = " + shortText(**field) + text.substr(colon) : text; // three digits of 17
        }
    return {};
}

/// A wish with the rope's mass: finds the stiffness and the number of segments that grant it.
class Adviser
{
public:
    explicit Adviser(const RopeWish& wish) : wish_(wish)
    {
        const double area = 0.25 * std::numbers::pi * wish.diameter.value_or(0.0) * wish.diameter.value_or(0.0);
        if (wish.diameter)
            material_ = &ropeMaterial(wish.material);
        mass_ = material_ ? material_->density * area * wish.length : *wish.mass;
        naturalStiffness_ = material_ ? material_->youngsModulus * area : 0.0;
        if (wish.bendingStiffness)
            bendingStiffness_ = *wish.bendingStiffness;
        else if (material_)
            bendingStiffness_ = bendingStiffnessOf(wish.construction.value_or(material_->construction),
                                                   naturalStiffness_, *wish.diameter);
    }

    RopeAdvice advise() const;
    double massPerLength() const { return mass_ / wish_.length; }

private:
    bool limited() const { return wish_.stepBudget || wish_.costBudget; }
    /// Steps a frame that this number of masses may take: the budget of steps, and the budget of cost divided by the
    /// masses.
    int budget(int masses) const
    {
        const bool open = !limited() && !wish_.stretch && !material_;
        const int byCost = wish_.costBudget ? *wish_.costBudget / masses : countless;
        return std::min(wish_.stepBudget.value_or(open ? usualBudget : countless), byCost);
    }
    bool fits(const RopeAdvice& advice) const
    {
        return advice.granted() && advice.steps <= budget(advice.settings.massCount) &&
               rangeProblem(advice.settings).empty();
    }
    /// Segments of 10 m are the longest that can be simulated.
    int fewestSegments() const { return std::max(1, static_cast<int>(std::ceil(wish_.length / 10.0))); }

    /// EA = (tension in the middle of the rope) / stretch.
    double stiffnessFor(double stretch) const
    {
        const double ropes = wish_.stretchCause == StretchCause::load ? 0.0 : 0.5 * mass_;
        return (ropes + wish_.load) * wish_.gravity / stretch;
    }
    double stretchOf(const RopeAdvice& advice) const
    {
        return wish_.stretchCause == StretchCause::load ? advice.loadStretch : advice.stretch;
    }

    RopeAdvice draft(double stiffness, int segments, bool damped = true) const;
    std::optional<double> smallestStretch(int segments) const;
    std::optional<int> mostSegments(double stiffness, int from, int to) const;
    void damp(RopeAdvice& advice) const;
    std::string wanted(const RopeAdvice& advice) const;
    void refuseStretch(RopeAdvice& advice) const;
    void refuseCost(RopeAdvice& advice, int segments) const;
    RopeAdvice implicitly(RopeAdvice advice) const;

    const RopeWish& wish_;
    const RopeMaterial* material_ = nullptr;
    double mass_ = 0.0;
    double naturalStiffness_ = 0.0;
    double bendingStiffness_ = 0.0;
};

// The bounce decays with c omega^2 / (2 k) by the springs and with b p / (2 m) by the air, p the rope's share of the
// kinetic energy. Air gives at most half of the wished decay, since it brakes swings as well.
void Adviser::damp(RopeAdvice& advice) const
{
    RopeSettings& s = advice.settings;
    const LoadedChain::Bounce bounce = LoadedChain::of(s, wish_.load).bounce();
    const double decay =
        wish_.settlingTime ? -elementary::log(settled) / *wish_.settlingTime : *wish_.dampingRatio * bounce.frequency;
    if (decay > bounce.frequency * (1.0 + 1e-9))
    {
        const double best = -elementary::log(settled) / bounce.frequency;
        const double stretch = stretchOf(advice) * (bounce.frequency / decay) * (bounce.frequency / decay);
        advice.refusal = "settling within " + shortText(*wish_.settlingTime) + " s cannot be had with " +
                         percentText(stretchOf(advice)) + " stretch: the rope bounces with a period of " +
                         shortText(advice.bouncePeriod) + " s and settles in " + shortText(best) +
                         " s at best (damping ratio 1); " + percentText(0.99 * stretch) + " stretch would do";
    }
    s.airFriction = std::min(s.airFriction, decay * s.mass / bounce.ropeShare);
    const double byAir = 0.5 * s.airFriction / s.mass * bounce.ropeShare;
    s.springFriction = 2.0 * s.springConstant * (decay - byAir) / (bounce.frequency * bounce.frequency);
}

RopeAdvice Adviser::draft(double stiffness, int segments, bool damped) const
{
    RopeAdvice advice;
    RopeSettings& s = advice.settings;
    s.massCount = segments + 1;
    s.maxMassCount = std::max(s.maxMassCount, s.massCount);
    s.mass = mass_ / s.massCount;
    s.springLength = wish_.length / segments;
    s.springConstant = stiffness / s.springLength;
    s.bendingStiffness = bendingStiffness_;
    s.gravity = Vec3(0.0, -wish_.gravity, 0.0);
    s.airFriction = airPerMass * s.mass;
    s.groundRepulsion = repulsionPerMass * s.mass;
    s.groundFriction = frictionPerMass * s.mass;
    s.groundAbsorption = absorptionPerMass * s.mass;
    // As in the source tutorial: 1 % of critical for the fastest mode, hardly visible and enough against resonances.
    s.springFriction = 0.01 * std::sqrt(s.springConstant * s.mass);

    LoadedChain chain = LoadedChain::of(s, wish_.load);
    advice.axialStiffness = stiffness;
    advice.stretch = (chain.weightStretch() + chain.loadStretch()) / chain.restLength();
    advice.loadStretch = chain.loadStretch() / chain.restLength();
    advice.bouncePeriod = 2.0 * std::numbers::pi / chain.bounce().frequency;
    advice.swingPeriod = chain.swingPeriod();
    if (damped && (wish_.dampingRatio || wish_.settlingTime))
        damp(advice);

    chain = LoadedChain::of(s, wish_.load);
    advice.dampingRatio = chain.bounceDecay() / chain.bounce().frequency;
    advice.settlingTime = -elementary::log(settled) / chain.bounceDecay();
    // Bends resist across the hanging rope, springs along it: the shorter step counts.
    const double bending = 16.0 * bendingStiffness_ / (s.springLength * s.springLength * s.springLength);
    advice.stableStep = std::min(chain.stableStep(), stableStep(s.mass, segments > 1 ? bending : 0.0, s.airFriction));

    const double onGround = chain.stableStep(s.groundRepulsion, s.groundAbsorption);
    double step = margin * std::min(advice.stableStep, onGround);
    // With next to no friction a whipping rope diverges below the linear limit, by a resonance of third order at
    // step x frequency = sqrt(3).
    if (chain.highestDampingRatio() < 1e-3)
        step = std::min(step, 1.2 / chain.highestFrequency());
    step = std::min(step, s.advisedStep()); // auto_steps would take more steps otherwise
    const double steps = fewestSteps(wish_.step, step);
    advice.steps = steps < countless ? static_cast<int>(steps) : countless;
    s.maxDt = wish_.step / advice.steps;
    return advice;
}

/// The smallest stretch, to three digits and rounded up, that this many segments can have within the budget.
std::optional<double> Adviser::smallestStretch(int segments) const
{
    double fitting = elementary::log(largestWishedStretch);
    double failing = elementary::log(smallestWishedStretch);
    const auto fitsAt = [&](double stretch) { return fits(draft(stiffnessFor(stretch), segments)); };
    if (!fitsAt(largestWishedStretch))
        return std::nullopt;
    for (int i = 0; i < 40; ++i)
    {
        const double middle = 0.5 * (fitting + failing);
        (fitsAt(elementary::exp(middle)) ? fitting : failing) = middle;
    }
    const double stretch = elementary::exp(fitting);
    const double digit = elementary::pow(10.0, std::floor(elementary::log10(stretch)) - 2.0);
    return std::min(largestWishedStretch, std::ceil(stretch / digit) * digit);
}

/// The most segments of from ... to that stay within the budget: the more segments, the stiffer and lighter each.
std::optional<int> Adviser::mostSegments(double stiffness, int from, int to) const
{
    if (from > to || !fits(draft(stiffness, from)))
        return std::nullopt;
    int low = from;
    int high = to + 1;
    while (high - low > 1)
    {
        const int middle = low + (high - low) / 2;
        (fits(draft(stiffness, middle)) ? low : high) = middle;
    }
    return low;
}

std::string Adviser::wanted(const RopeAdvice& advice) const
{
    std::string text = percentText(stretchOf(advice)) + " stretch";
    if (wish_.load > 0.0)
        text += " with " + shortText(wish_.load) + " kg at the end";
    return text + " at " + stepText(wish_.step);
}

/// A load that is light beside its rope hardly stretches one that hangs from itself by kilometres.
void Adviser::refuseStretch(RopeAdvice& advice) const
{
    const char* cure = wish_.stretch ? "less stretch" : material_ ? "a thicker rope or less load" : "a larger budget";
    advice.refusal = wanted(advice) + " needs a rope that weight and load stretch by more than " +
                     percentText(largestWishedStretch) + " in all; " + cure + " would do";
}

void Adviser::refuseCost(RopeAdvice& advice, int segments) const
{
    const double stiffness = advice.axialStiffness;
    const RopeAdvice undamped = draft(stiffness, segments, false);
    std::string text = wanted(advice);
    if (undamped.steps < advice.steps)
        text += " and a damping ratio of " + shortText(advice.dampingRatio) +
                " (spring_friction = " + shortText(advice.settings.springFriction) + " N s/m)";
    text += " needs " + (advice.steps < countless ? std::to_string(advice.steps) : "countless") +
            " steps a frame with " + std::to_string(advice.settings.massCount) + " masses, and the budget is " +
            std::to_string(budget(advice.settings.massCount));
    if (wish_.costBudget)
        text += " (" + std::to_string(*wish_.costBudget) + " masses times steps)";

    std::vector<std::string> cures;
    if (fits(undamped))
        cures.push_back("a damping ratio of " + shortText(undamped.dampingRatio));
    if (const std::optional<double> stretch = smallestStretch(segments))
        cures.push_back(percentText(*stretch) + " stretch");
    if (const std::optional<int> fewer = mostSegments(stiffness, fewestSegments(), segments - 1))
        cures.push_back(std::to_string(*fewer + 1) + " masses");
    if (const RopeAdvice other = implicitly(advice);
        other.steps <= budget(advice.settings.massCount) && rangeProblem(other.settings).empty())
        cures.emplace_back("integrator = energy_momentum");
    for (std::size_t i = 0; i < cures.size(); ++i)
        text += (i == 0 ? ": " : i + 1 == cures.size() ? " or " : ", ") + cures[i];
    advice.refusal = text + (cures.empty() ? "; fewer wishes at once would do" : " would do");
}

/// The same rope with one implicit step a frame, or as many as its bends ask for.
RopeAdvice Adviser::implicitly(RopeAdvice advice) const
{
    advice.settings.integrator = RopeIntegrator::energy_momentum;
    advice.settings.implicitMaxDt = wish_.step;
    advice.settings.maxDt = std::clamp(advice.settings.maxDt, 1e-5, 0.1); // not used, but must be in range
    const double steps = fewestSteps(wish_.step, advice.settings.longestStep());
    advice.steps = steps < countless ? static_cast<int>(steps) : countless;
    return advice;
}

RopeAdvice Adviser::advise() const
{
    int segments =
        wish_.segments.value_or(wish_.massBudget ? *wish_.massBudget - 1 : std::max(usual, fewestSegments()));
    double stiffness = wish_.stretch ? stiffnessFor(*wish_.stretch) : naturalStiffness_;
    std::vector<std::string> notes;
    if (!wish_.stretch && !material_)
    {
        const std::optional<double> stretch = stiffnessFor(1.0) > 0.0 ? smallestStretch(segments) : std::nullopt;
        stiffness = stiffnessFor(stretch.value_or(largestWishedStretch));
        const int carrying = budget(segments + 1);
        notes.push_back("the stretch is the smallest that " + std::to_string(carrying) +
                        (carrying != 1 ? " steps a frame carry" : " step a frame carries"));
    }
    else if (!wish_.segments && limited() && !wish_.implicit)
    {
        const int fewest = std::min(std::max(coarsest, fewestSegments()), segments);
        segments = mostSegments(stiffness, fewest, segments).value_or(fewest);
    }

    RopeAdvice advice = draft(stiffness, segments);
    if (advice.granted() && !(advice.stretch <= largestWishedStretch * (1.0 + 1e-9)))
        refuseStretch(advice);
    if (material_ && wish_.stretch)
        notes.push_back("a real rope of " + std::string(material_->name) + " stretches " +
                        percentText(stretchOf(advice) * stiffness / naturalStiffness_));
    if (advice.granted() && wish_.implicit && advice.steps > (limited() ? budget(advice.settings.massCount) : 1))
    {
        notes.push_back("semi_implicit_euler would need " + std::to_string(advice.steps) + " steps a frame");
        advice = implicitly(advice);
    }
    if (advice.granted() && limited() && advice.steps > budget(advice.settings.massCount))
        refuseCost(advice, segments);
    if (const std::string problem = rangeProblem(advice.settings); advice.granted() && !problem.empty())
        advice.refusal =
            wanted(advice) + " needs " + problem + "; more stretch, less damping or fewer segments would do";
    if (material_)
        advice.breakingForce = material_->breakingForce(*wish_.diameter);
    if (advice.breakingForce > 0.0)
    {
        notes.push_back("breaking force: " + std::string(material_->strengthSource));
        notes.push_back("knots: " + std::string(knotStrengthSource));
    }
    advice.notes = std::move(notes);
    return advice;
}

} // namespace

double massPerLengthOf(const RopeWish& wish)
{
    validateWish(wish);
    return Adviser(wish).massPerLength();
}

RopeAdvice adviseRope(const RopeWish& wish)
{
    validateWish(wish);
    return Adviser(wish).advise();
}

} // namespace rope
