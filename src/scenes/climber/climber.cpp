#include "climber.hpp"

#include <rope/elementary.hpp>
#include <rope/rope_by_length.hpp>
#include <rope/rope_settings.hpp>

#include <fmt/core.h>

#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <stdexcept>

namespace ropewalk
{

namespace
{

constexpr double wrapAngle = std::numbers::pi; // [rad], up to the carabiner and down again
constexpr double liftTime = 2.0;               // [s], back to where the next fall begins
constexpr double beside = 0.06;                // of the climber's side: a fall beside the carabiner, not onto it
/// A segment that is pushed together to this part gives way so much more easily. As a stiff strut it would hold a fold
/// shut against the pull, as steps are longer than a fold takes to open.
constexpr double foldedLength = 0.98;
constexpr double softness = 0.01;
constexpr double waist = 1.0; // [m] above the floor

} // namespace

const RopeNorm& ropeNorm(RopeClass ropeClass)
{
    static constexpr std::array<RopeNorm, 3> norms{{{}, {55.0, 8e3, 0.12, 0.40, 5}, {80.0, 12e3, 0.10, 0.40, 12}}};
    return norms[static_cast<std::size_t>(ropeClass)];
}

void ClimberSettings::describe(rope::Parameters& p)
{
    const auto laying = [](double minimum, double maximum, std::string_view unit, std::string_view sentence)
    {
        return rope::ParameterRow{
            .minimum = minimum, .maximum = maximum, .unit = unit, .sentence = sentence, .laysOut = true};
    };
    const auto stiffness = [](std::string_view sentence) {
        return rope::ParameterRow{
            .minimum = 100.0, .maximum = 1e6, .unit = "N", .sentence = sentence, .byDecades = true};
    };
    p.group("Fall");
    p.add("climber_mass", &climberMass, {1.0, 500.0, "kg", "Mass of the climber."});
    p.add("fall_factor", &fallFactor,
          laying(0.0, 2.0, "",
                 "Height of the fall until the rope is taut, by the rope's length; at most twice the rope above the "
                 "carabiner. A change begins anew."));
    p.add("rope_length", &ropeLength,
          laying(1.0, 60.0, "m", "Rope from the belay to the climber; a change begins anew."));
    p.add("belay_side", &belaySide,
          laying(0.1, 59.0, "m", "Of it, the rope from the belay up to the carabiner; a change begins anew."));
    p.add("falls", &falls, {1.0, 20.0, "", "Falls one after the other, into the same rope."});
    p.add("fall_interval", &fallInterval,
          {4.0, 600.0, "s", "From one fall to the next; in the last 2 s the climber is lifted."});

    p.group("Rope");
    p.add("rope_model", &ropeModel, {"spring", "zener", "stiffening"},
          "One spring; a standard linear solid; a rope that stiffens and whose friction sets in late.");
    p.add("axial_stiffness", &axialStiffness, stiffness("EA of one spring, set by the certified peak of 9 kN."));
    p.add("static_stiffness", &staticStiffness,
          stiffness("E of the other two at rest, set by 8 % elongation under 80 kg."));
    p.add("fast_stiffness", &fastStiffness, stiffness("F of the standard linear solid in a sudden blow."));
    p.add("relaxation_time", &relaxationTime, {1e-3, 10.0, "s", "\u03c4, in which it gives way from F to E."});
    p.add("early_stiffness", &earlyStiffness, stiffness("F of the stiffening rope, before its friction sets in."));
    p.add("cubic_stiffness", &cubicStiffness, {0.0, 1e6, "N", "D: it stiffens by the strain's cube."});
    p.add("friction_delay", &frictionDelay, {0.0, 2.0, "s", "Time under load until its friction is in full play."});
    p.add("late_relaxation", &lateRelaxation, {1e-3, 10.0, "s", "\u03c4 of the stiffening rope from then on."});
    p.add("hardening", &hardening, {0.0, 1.0, "", "By this part each fall leaves the rope stiffer."});
    p.add("breaking_force", &breakingForce, {0.0, 1e5, "N", "It breaks at the carabiner; 0: never."});
    p.add("rope_class", &ropeClass, {"single", "half", "twin"},
          "Whose limits of EN 892 hold; of a twin rope all constants are of both strands.");
    p.add("mass_per_length", &massPerLength, {1e-3, 1.0, "kg/m", "Mass of a metre of rope."});
    p.add("mass_count", &massCount, laying(5.0, 200.0, "", "Masses of the climber's side; a change begins anew."));

    p.group("Carabiner and belay");
    p.add("carabiner_friction", &carabinerFriction,
          {0.0, 2.0, "", "\u03bc: the belay's side carries e^(-\u03bc\u03c0) of the force."});
    p.add("belay_grip", &belayGrip, {10.0, 1e5, "N", "Force from which on rope slips through the belay."});

    p.group("Surroundings");
    describeAir(p);

    p.group("Run");
    describeSteps(p);
}

void ClimberSettings::validate() const
{
    if (!(belaySide <= 0.95 * ropeLength))
        throw std::invalid_argument(fmt::format("belay_side = {:g} m: must be at most {:g} m, 95 % of rope_length",
                                                belaySide, 0.95 * ropeLength));
}

RopeLaw ClimberSettings::law(RopeModel model, double hardened) const
{
    switch (model)
    {
    case RopeModel::zener:
        return {hardened * staticStiffness, hardened * fastStiffness, 0.0, relaxationTime, 0.0};
    case RopeModel::stiffening:
        return {hardened * staticStiffness, hardened * earlyStiffness, hardened * cubicStiffness, lateRelaxation,
                frictionDelay};
    case RopeModel::spring:
        break;
    }
    return {hardened * axialStiffness, hardened * axialStiffness};
}

BelayedRope::Constants ClimberSettings::belayed(RopeModel model, double hardened) const
{
    return {law(model, hardened), climberSide(), belaySide, rope::elementary::exp(carabinerFriction * wrapAngle),
            belayGrip};
}

Vec3 ClimberSettings::start() const
{
    const double x = beside * climberSide();
    const double taut = std::sqrt(climberSide() * climberSide() - x * x); // [m], below the carabiner
    return {x, std::min(taut, fallHeight() - taut), 0.0};
}

double ClimberSettings::formulaPeak() const
{
    const double length = climberSide() + belaySide / rope::elementary::exp(carabinerFriction * wrapAngle);
    return springPeak(weight(), axialStiffness, fallHeight() / length);
}

rope::RopeSettings ClimberSettings::rope() const
{
    rope::RopeByLength rod;
    rod.massCount = massCount;
    rod.length = climberSide();
    rod.massPerLength = massPerLength;
    rod.axialStiffness = law(ropeModel).fast;
    rod.bendingStiffness = 5e-3;
    rod.torsionalStiffness = 0.0;
    giveTo(rod);
    rod.airFriction = 2.0 * damping * massPerLength * rod.segment();
    rope::RopeSettings made = rod;
    // Neighbours do not swing against each other for long; in a fall, segments one after the other take next to
    // nothing.
    made.springFriction = std::sqrt(made.springConstant * made.mass);
    made.frictionDirection = rope::FrictionDirection::axial;
    return made;
}

Climber::Climber(const ClimberSettings& settings)
    : DrivenRope(rope::validated(settings).rope()), settings_(rope::validated(settings))
{
    // As an arc of equal segments: the sum of their parts along the chord is its length.
    const Vec3 chord = settings_.start();
    const int segments = settings_.massCount - 1;
    const double segment = settings_.climberSide() / segments;
    double bow = 0.0; // [rad], of the whole arc
    double most = 2.0 * std::numbers::pi;
    for (int i = 0; i < 60; ++i)
    {
        const double half = 0.25 * (bow + most);
        const bool longer =
            segment * rope::elementary::sin(half) > glm::length(chord) * rope::elementary::sin(half / segments);
        (longer ? bow : most) = 2.0 * half;
    }
    const Vec3 along = segment * glm::normalize(chord);
    const Vec3 across(along.y, -along.x, 0.0);
    std::vector<Vec3> positions{carabiner()};
    for (int i = 0; i < segments; ++i)
    {
        const double angle = bow * (0.5 - (i + 0.5) / segments);
        positions.push_back(positions.back() + rope::elementary::cos(angle) * along +
                            rope::elementary::sin(angle) * across);
    }
    layOut(positions);
    pin(0);
    setLoad(settings_.climberMass);
    belayed_.begin(constants(), 0.0, 0.0, 0.0);
    beginning_ = mechanical();
    beginFall();
}

void Climber::setSettings(const ClimberSettings& settings)
{
    if (beginAnew(*this, settings))
        return;
    endSegments();
    settings_ = rope::validated(settings);
    const double before = elasticEnergy();
    RopeSimulation::setSettings(settings_.rope());
    if (keepsBooks())
        beginning_ -= elasticEnergy() - before; // booked as constants changed, but the law sets the segments anew
    setLoad(settings_.climberMass);
    strain();
}

BelayedRope::Constants Climber::constants() const
{
    return settings_.belayed(settings_.ropeModel, rope::elementary::pow(1.0 + settings_.hardening, fall_ - 1));
}

void Climber::beginFall()
{
    began_ = time();
    peak_ = largestStretch_ = way_ = 0.0;
}

double Climber::force() const
{
    return std::max(0.0, tension(springs().size() - 1));
}

double Climber::carabinerForce() const
{
    return std::max(0.0, tension(0)) + belayForce();
}

double Climber::stretch() const
{
    return std::max(0.0, belayed_.stretch(constants(), glm::distance(climberPosition(), carabiner())));
}

double Climber::floorHeight() const
{
    return std::min(0.0, settings_.belaySide - 1.45 * settings_.climberSide() - 0.3 * settings_.belaySide) -
           waist * drawnSize();
}

void Climber::measure()
{
    peak_ = std::max(peak_, force());
    largestStretch_ = std::max(largestStretch_, stretch());
    way_ = std::max(way_, glm::distance(climberPosition(), carabiner()) - settings_.climberSide());
    broken_ = broken_ || (settings_.breakingForce > 0.0 && tension(0) > settings_.breakingForce);
}

double Climber::mechanical() const
{
    double sum = kineticEnergy() + potentialEnergy() + bendingEnergy();
    if (!keepsBooks())
        return sum;
    const rope::EnergyBook book = energyBook();
    for (std::size_t i = 0; i < rope::energyLines.size(); ++i)
        sum -= book.gained(static_cast<rope::EnergyLine>(i));
    return sum;
}

/// All accounts are at the start of a step here.
void Climber::account()
{
    if (broken_)
        return;
    const RopeEnergy& account = ropeEnergy();
    takenBySteps_ = toSegments_ - account.stored - account.flow - account.carabiner - account.belay -
                    energyBook().gained(rope::EnergyLine::integrator);
    unbooked_ = beginning_ - mechanical() - toSegments_;
}

/// Before the next fall of a series the climber goes back to where the first one began.
void Climber::lift(double dt)
{
    const std::size_t last = masses().size() - 1;
    const double left = began_ + settings_.fallInterval - time();
    if (broken_ && climberPosition().y < floorHeight() + waist * drawnSize())
        pin(last);
    if (broken_ || fall_ >= settings_.falls || left > liftTime)
        return;
    if (left > 0.5 * dt)
        return pin(last, (carabiner() + settings_.start() - climberPosition()) / std::max(left, dt));
    pin(last);
    unpin(last);
    ++fall_;
    beginFall();
}

/// Gives the segments the tension of the law, as springs of this step.
void Climber::strain()
{
    const LinearPull& pull = belayed_.climberPull();
    std::vector<rope::Spring>& segments = RopeSimulation::rope().springs;
    const double segment = belayed_.climberRest(constants()) / static_cast<double>(segments.size());
    for (rope::Spring& spring : segments)
    {
        spring.restLength = segment * (1.0 + pull.relaxed);
        const bool folded = segmentLength(spring.first) < foldedLength * spring.restLength;
        spring.springConstant = (folded ? softness : 1.0) * pull.stiffness / segment;
    }
    if (broken_)
        segments.front().springConstant = segments.front().friction = 0.0;
    inSegments_ = elasticEnergy();
}

/// Books what the segments have gained as springs of one step.
void Climber::endSegments()
{
    toSegments_ += elasticEnergy() - inSegments_;
    inSegments_ = elasticEnergy();
}

void Climber::drive(double dt)
{
    endSegments();
    measure();
    lift(dt);
    const Vec3 along = climberPosition() - carabiner();
    const double distance = std::max(glm::length(along), 1e-9);
    belayed_.begin(constants(), distance, distance + dt * glm::dot(along, masses().back().velocity) / distance, dt);
    account();
    strain();
}

} // namespace ropewalk
