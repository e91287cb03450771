#include "race_lane.hpp"

#include <rope/elementary.hpp>
#include <rope/rope_settings.hpp>
#include <rope/stability.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

namespace ropewalk
{

namespace
{

constexpr double frame = rope::FixedTimestep::usualTick; // [s]

rope::ConstrainedRopeSettings constraintSettings(const RaceMethod& method, const RaceSettings& s)
{
    rope::ConstrainedRopeSettings settings;
    settings.massCount = s.massCount;
    settings.mass = s.mass;
    settings.segmentLength = s.springLength;
    settings.gravity = s.gravity;
    settings.airFriction = s.airFriction;
    settings.load = s.load;
    settings.solver = method.solver;
    settings.springConstant = s.springConstant;
    settings.bendingStiffness = s.bendingStiffness;
    settings.clamped = s.clamped;
    settings.iterations = method.iterationsOf(s);
    settings.maxDt = frame / method.stepsOf(s);
    return settings;
}

std::variant<rope::RopeSimulation, rope::ConstrainedRope> makeRope(const RaceMethod& method, const RaceSettings& s)
{
    if (method.kind == RaceMethod::Kind::constraints)
        return rope::ConstrainedRope(constraintSettings(method, s));
    return rope::RopeSimulation(springSettings(method, s));
}

} // namespace

rope::RopeSettings springSettings(const RaceMethod& method, const RaceSettings& s)
{
    rope::RopeSettings settings;
    settings.massCount = s.massCount;
    settings.mass = s.mass;
    settings.springConstant = s.springConstant;
    settings.springLength = s.springLength;
    settings.springFriction = s.springFriction;
    settings.bendingStiffness = s.bendingStiffness;
    // Full friction would brake the swinging too, which no other method does.
    settings.frictionDirection = rope::FrictionDirection::axial;
    settings.gravity = s.gravity;
    settings.airFriction = s.airFriction;
    settings.groundHeight = -1000.0;
    settings.integrator = method.integrator;
    settings.maxDt = s.maxDt;
    settings.autoSteps = s.autoSteps;
    settings.implicitMaxDt = frame / method.stepsOf(s);
    return settings;
}

void RaceSettings::describe(rope::Parameters& p)
{
    p.group("Rope");
    p.add("mass_count", &massCount,
          {.minimum = 2,
           .maximum = 400,
           .sentence = "Masses of each rope; a change starts the race anew.",
           .laysOut = true});
    p.add("mass", &mass, {1e-3, 10.0, "kg", "Mass of each of the masses.", rope::StepRole::mass});
    p.add("spring_length", &springLength,
          {.minimum = 0.005,
           .maximum = 1.0,
           .unit = "m",
           .sentence = "Length of one segment; a change starts the race anew.",
           .laysOut = true});
    p.add("spring_constant", &springConstant,
          {100.0, 1e7, "N/m", "Stiffness of one segment, for the methods that know springs.", rope::StepRole::springs});
    p.add("spring_friction", &springFriction,
          {0.0, 100.0, "N s/m", "Internal friction of one segment along itself, for the methods that know springs.",
           rope::StepRole::springFriction});
    p.add("bending_stiffness", &bendingStiffness,
          {.minimum = 0.0,
           .maximum = 100.0,
           .unit = "N m2",
           .sentence = "EI of each rope, for the methods that know springs.",
           .stepRole = rope::StepRole::bending});
    p.add("load", &load, {0.0, 20.0, "kg", "On the free end, in addition to the last mass."});
    p.group("Surroundings");
    p.add("gravity", &gravity, {-50.0, 50.0, "m/s2", "Acceleration of gravity."});
    p.add("air_friction", &airFriction,
          {0.0, 10.0, "N s/m", "Friction of the air on each mass.", rope::StepRole::airFriction});
    p.group("Run");
    p.add("release_angle", &releaseAngle,
          {.minimum = 0.0,
           .maximum = 90.0,
           .unit = "deg",
           .sentence = "From the vertical, where the ropes are let go; a change starts the race anew.",
           .laysOut = true});
    p.add("clamped", &clamped,
          {.sentence =
               "The ropes begin level, and lanes 8 to 10 are clamped so at their upper ends; a change starts the "
               "race anew.",
           .laysOut = true});
    p.add("connection_speed", &connectionSpeed,
          {0.0, 20.0, "m/s", "Speed of the ropes' upper ends while a key is held."});
    p.add("max_dt", &maxDt,
          {1e-5, frame, "s", "Longest step of the lane of springs; the others go by their own.",
           rope::StepRole::longestStep});
    p.add("auto_steps", &autoSteps,
          "The lane of springs also stays below what is stable. Off, max_dt alone decides, and it may explode.",
          rope::StepRole::automatic);
    p.add("cosserat_steps", &cosseratSteps, {1, 400, "", "Steps in 1/60 s of the lane of Cosserat rods."});
    p.add("cosserat_iterations", &cosseratIterations, {1, 400, "", "Sweeps in each of these steps."});
    p.add("descent_steps", &descentSteps, {1, 400, "", "Steps in 1/60 s of the lane of vertex block descent."});
    p.add("descent_iterations", &descentIterations, {1, 400, "", "Sweeps in each of these steps."});
}

// Each segment's weight stands half at each of its ends; the rest of the last mass adds to the load.
std::optional<rope::CantileverLoad> RaceSettings::cantilever() const
{
    if (!clamped || bendingStiffness == 0.0 || gravity.x != 0.0 || gravity.z != 0.0 || gravity.y > 0.0)
        return std::nullopt;
    return rope::CantileverLoad{bendingStiffness, restLength(), -gravity.y * mass / springLength,
                                -gravity.y * (load + 0.5 * mass)};
}

std::optional<rope::BentShape> RaceSettings::restingRod() const
{
    const std::optional<rope::CantileverLoad> rod = cantilever();
    return rod ? rope::elastica(*rod, massCount - 1) : std::nullopt;
}

std::optional<rope::BentShape> RaceSettings::restingChain() const
{
    const std::optional<rope::CantileverLoad> rod = cantilever();
    return rod ? rope::bentChain(*rod, massCount - 1) : std::nullopt;
}

double RaceSettings::restStretch() const
{
    const double n = massCount;
    return (mass * n * (n - 1.0) / 2.0 + (n - 1.0) * load) * glm::length(gravity) / springConstant;
}

double RaceSettings::longestStep() const
{
    return springSettings(raceMethods().front(), *this).longestStep();
}

rope::StepLimits worstStepLimits(const RaceSettings& settings)
{
    return rope::worstStepLimits(springSettings(raceMethods().front(), settings));
}

const std::vector<RaceMethod>& raceMethods()
{
    using Kind = RaceMethod::Kind;
    using rope::ConstraintSolver;
    using rope::RopeIntegrator;
    constexpr RopeIntegrator none = RopeIntegrator::semi_implicit_euler;
    static const std::vector<RaceMethod> methods = {
        {"springs", "Springs, explicit", "springs", Kind::springs, none, ConstraintSolver::relaxation, 0, 1},
        {"implicit_euler", "Implicit Euler", "implicit", Kind::implicit, RopeIntegrator::implicit_euler,
         ConstraintSolver::relaxation, 0, 1},
        {"energy_momentum", "Energy-momentum", "en.-mom.", Kind::implicit, RopeIntegrator::energy_momentum,
         ConstraintSolver::relaxation, 0, 1},
        {"relaxation_10", "Relaxation, 10 iterations", "10 sweeps", Kind::constraints, none,
         ConstraintSolver::relaxation, 10, 1},
        {"relaxation_50", "Relaxation, 50 iterations", "50 sweeps", Kind::constraints, none,
         ConstraintSolver::relaxation, 50, 1},
        {"small_steps", "20 small steps, 1 iteration", "20 steps", Kind::constraints, none,
         ConstraintSolver::relaxation, 1, 20},
        {"direct", "Direct projection", "direct", Kind::constraints, none, ConstraintSolver::direct, 50, 1},
        {"rod", "Rod, Newton's method", "rod", Kind::implicit, RopeIntegrator::bdf2, ConstraintSolver::relaxation, 0,
         4},
        {"cosserat", "Cosserat rod, XPBD", "XPBD", Kind::constraints, none, ConstraintSolver::cosserat, 1, 100,
         &RaceSettings::cosseratIterations, &RaceSettings::cosseratSteps},
        {"descent", "Vertex block descent", "VBD", Kind::constraints, none, ConstraintSolver::descent, 10, 10,
         &RaceSettings::descentIterations, &RaceSettings::descentSteps},
    };
    return methods;
}

RaceLane::RaceLane(const RaceMethod& method, const RaceSettings& settings, const Vec3& anchor)
    : method_(&method), settings_(settings), rope_(makeRope(method, settings))
{
    const double angle = settings.releaseAngle * std::numbers::pi / 180.0;
    const Vec3 along =
        settings.clamped ? Vec3(1.0, 0.0, 0.0) : Vec3(rope::elementary::sin(angle), -rope::elementary::cos(angle), 0.0);
    std::vector<Vec3> positions;
    positions.reserve(static_cast<std::size_t>(settings.massCount));
    for (int i = 0; i < settings.massCount; ++i)
        positions.push_back(anchor + i * settings.springLength * along);
    std::visit([&](auto& rope) { rope.layOut(positions); }, rope_);
    if (auto* springs = std::get_if<rope::RopeSimulation>(&rope_))
    {
        springs->setLoad(settings.load);
        if (settings.clamped && method.clamps())
            springs->clamp(rope::RopeEnd::first, along);
    }
    takeShapes();
    markEnergy();
}

void RaceLane::takeShapes()
{
    chain_ = method_->clamps() ? settings_.restingChain() : std::nullopt;
    rod_ = method_->clamps() ? settings_.restingRod() : std::nullopt;
}

RaceLane::RaceLane(const RaceLane&) = default;
RaceLane::RaceLane(RaceLane&&) noexcept = default;
RaceLane& RaceLane::operator=(const RaceLane&) = default;
RaceLane& RaceLane::operator=(RaceLane&&) noexcept = default;
RaceLane::~RaceLane() = default;

void RaceLane::setSettings(const RaceSettings& settings)
{
    settings_ = settings;
    takeShapes();
    if (auto* springs = std::get_if<rope::RopeSimulation>(&rope_))
    {
        springs->setSettings(springSettings(*method_, settings));
        springs->setLoad(settings.load);
    }
    else
    {
        std::get<rope::ConstrainedRope>(rope_).setSettings(constraintSettings(*method_, settings));
    }
}

void RaceLane::advance(double h, const Vec3& connectionVelocity)
{
    steps_ = std::visit(
        [&](auto& rope)
        {
            rope.setConnectionVelocity(connectionVelocity);
            return rope.advance(h);
        },
        rope_);
}

void RaceLane::goOn()
{
    steps_ = std::visit([](auto& rope) { return rope.goOn(); }, rope_);
}

const rope::Simulation& RaceLane::simulation() const
{
    return std::visit([](const auto& rope) -> const rope::Simulation& { return rope; }, rope_);
}

double RaceLane::tension(std::size_t segment) const
{
    return springs() ? springs()->tension(segment) : 0.0;
}

double RaceLane::stretch() const
{
    const double length = std::visit([](const auto& rope) { return rope.length(); }, rope_);
    return length / settings_.restLength() - 1.0;
}

double RaceLane::bendError() const
{
    const double droop = masses().front().position.y - masses().back().position.y;
    return rod_ ? droop / rod_->droop() - 1.0 : std::numeric_limits<double>::quiet_NaN();
}

rope::StepLimits RaceLane::stepLimits() const
{
    return springs() ? springs()->stepLimits() : rope::StepLimits{};
}

bool RaceLane::runaway() const
{
    if (springs())
        return springs()->runawayMass().has_value();
    return !std::isfinite(std::get<rope::ConstrainedRope>(rope_).length());
}

double RaceLane::energy() const
{
    double sum = std::visit(
        [](const auto& rope) { return rope.kineticEnergy() + rope.potentialEnergy() + rope.elasticEnergy(); }, rope_);
    if (springs())
        sum += springs()->bendingEnergy();
    return sum - restEnergy();
}

double RaceLane::restEnergy() const
{
    if (!chain_)
        return hangingEnergy();
    // Of rigid segments; the hinge at the clamp has half a segment.
    double sum = 0.0;
    for (std::size_t i = 0; i < masses().size(); ++i)
    {
        const Vec3 place = masses().front().position + Vec3(chain_->points[i], 0.0);
        const double curvature = chain_->curvature[i];
        sum -= masses()[i].mass * glm::dot(settings_.gravity, place);
        sum += (i == 0 ? 0.25 : 0.5) * settings_.bendingStiffness * settings_.springLength * curvature * curvature;
    }
    return sum;
}

double RaceLane::hangingEnergy() const
{
    // In the direction of gravity: mass i is L + the stretches of the springs above it further down.
    const double g = glm::length(settings_.gravity);
    const auto& all = masses();
    double carried = settings_.load + (settings_.massCount - 1) * settings_.mass; // by the segment
    double depth = 0.0;
    double rest = -all[0].mass * glm::dot(settings_.gravity, all[0].position);
    for (std::size_t i = 1; i < all.size(); ++i)
    {
        const double stretch = method_->elastic() ? carried * g / settings_.springConstant : 0.0;
        depth += settings_.springLength + stretch;
        rest += 0.5 * settings_.springConstant * stretch * stretch;
        rest -= all[i].mass * (glm::dot(settings_.gravity, all[0].position) + g * depth);
        carried -= settings_.mass;
    }
    return rest;
}

double RaceLane::energyKept() const
{
    const double weight = glm::length(settings_.gravity) * (settings_.load + settings_.massCount * settings_.mass);
    // Below, rounding and the bounce decide; without weight, rounding alone.
    const double least = std::max(1e-9, 1e-3 * weight * settings_.restLength());
    return energyAtMark_ > least ? energy() / energyAtMark_ : std::numeric_limits<double>::quiet_NaN();
}

Race::Race(const RaceSettings& settings) : settings_(settings)
{
    const std::vector<RaceMethod>& methods = raceMethods();
    constexpr double middle = 3.0; // of the methods that have no orientation: where lanes stand is part of their bits
    for (std::size_t i = 0; i < methods.size(); ++i)
        lanes_.emplace_back(methods[i], settings_, Vec3((static_cast<double>(i) - middle) * laneWidth(), 0.0, 0.0));
}

void Race::setSettings(const RaceSettings& settings)
{
    if (rope::laidOutOtherwise(settings, settings_))
    {
        *this = Race(settings);
        return;
    }
    settings_ = settings;
    for (RaceLane& lane : lanes_)
    {
        lane.setSettings(settings_);
        lane.markEnergy(); // another rope has another energy
    }
}

int Race::advance(double h, const Vec3& connectionVelocity, LaneDone laneDone)
{
    underWay_ = Tick{h, connectionVelocity, std::move(laneDone)};
    return goOn();
}

int Race::goOn()
{
    for (std::size_t& i = underWay_->lane; i < lanes_.size(); ++i)
    {
        if (lanes_[i].rests())
            lanes_[i].goOn();
        else
            lanes_[i].advance(underWay_->length, underWay_->connectionVelocity);
        if (lanes_[i].rests())
            return lanes_.front().steps();
        underWay_->laneDone(i);
    }
    const bool driven = underWay_->connectionVelocity != Vec3(0.0);
    if (driven || driven_) // the moved ends give and take energy: compare with the rest
        for (RaceLane& lane : lanes_)
            lane.markEnergy();
    driven_ = driven;
    time_ += underWay_->length;
    underWay_.reset();
    return lanes_.front().steps();
}

} // namespace ropewalk
