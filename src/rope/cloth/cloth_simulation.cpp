#include "text/rough_text.hpp"
#include <rope/cloth.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>
#include <string>
#include <utility>

namespace rope
{

namespace
{

/// A pin that is not in its place moves there, and a constraint that is switched on begins with its present length:
/// jumps would throw the cloth.
constexpr double pinSpeed = 2.0;      // [m/s]
constexpr double shrinkingRate = 4.0; // [1/s] of the spacing

ClothSettings checked(const ClothSettings& settings)
{
    const ClothSettings result = validated(settings);
    result.validate();
    return result;
}

} // namespace

void ClothSettings::validate() const
{
    constexpr int most = 4'000'000;
    constexpr double each = 25e-9; // [s] on a core of 2.8 GHz
    const int masses = columns * rows;
    if (iterations > most / masses)
        throw std::invalid_argument(
            "iterations = " + std::to_string(iterations) + ": must be at most " + std::to_string(most / masses) +
            " with " + std::to_string(masses) + " masses, as a step would take about " +
            text::roughText(each * iterations * masses) + " s: fewer columns, rows or iterations");
}

ClothSimulation::ClothSimulation(const ClothSimulation& other) = default;
ClothSimulation::ClothSimulation(ClothSimulation&& other) noexcept = default;
ClothSimulation& ClothSimulation::operator=(const ClothSimulation& other) = default;
ClothSimulation& ClothSimulation::operator=(ClothSimulation&& other) noexcept = default;
ClothSimulation::~ClothSimulation() = default;

ClothSimulation::ClothSimulation(const ClothSettings& settings)
    : settings_(checked(settings)), spacing_(settings_.spacing), groundHeight_(settings_.groundHeight)
{
    setLongestStep(settings_.longestStep());
    layOut();
    runaway_.begin(energies());
}

void ClothSimulation::setSettings(const ClothSettings& settings)
{
    const ClothSettings next = checked(settings);
    const bool sound = !runawayMass();
    const ClothSettings before = settings_;
    settings_ = next;
    setLongestStep(settings_.longestStep());
    const bool laidOut = settings_.columns != before.columns || settings_.rows != before.rows;
    if (laidOut)
        layOut();
    else if (settings_.pointConstraints && !before.pointConstraints)
        pinCorners();
    if (settings_.lengthConstraints && !before.lengthConstraints)
        for (LengthConstraint& constraint : constraints_)
            constraint.length = glm::length(masses_[constraint.first].position - masses_[constraint.second].position);
    updateConstants();
    if (sound || laidOut) // another change of constants does not excuse a runaway
        runaway_.begin(energies());
}

int ClothSimulation::pose(double h)
{
    const bool sound = !runawayMass();
    const Vec3 gravity = std::exchange(settings_.gravity, Vec3(0.0));
    const Vec3 wind = std::exchange(settings_.wind, Vec3(0.0));
    const int steps = advanceStill(h);
    settings_.gravity = gravity;
    settings_.wind = wind;
    setConnectionVelocity(Vec3(0.0));
    if (sound)
        runaway_.begin(energies());
    return steps;
}

std::array<StateNumber, 11> ClothSimulation::state() const
{
    constexpr double far = 1e6;
    const bool settling = std::any_of(constraints_.begin(), constraints_.end(),
                                      [this](const LengthConstraint& c) { return c.length != spacing_.value(); });
    return {{{"spacing", spacing_.value(), settings_.spacing, 1e-9, far},
             {"spacing_rate", spacing_.rate(), 0.0, -far, far},
             {"ground_height", groundHeight_.value(), settings_.groundHeight, -far, far},
             {"ground_height_rate", groundHeight_.rate(), 0.0, -far, far},
             {"connection_x", connectionPosition_.x, 0.0, -far, far},
             {"connection_y", connectionPosition_.y, 0.0, -far, far},
             {"connection_z", connectionPosition_.z, 0.0, -far, far},
             {"apart_x", apart_.x, 0.0, -far, far},
             {"apart_y", apart_.y, 0.0, -far, far},
             {"apart_z", apart_.z, 0.0, -far, far},
             {"constraints_settle", settling ? 1.0 : 0.0, 0.0, 0.0, 1.0}}};
}

WrittenMoment ClothSimulation::written() const
{
    WrittenMoment moment = writtenMasses();
    moment.note(state());
    return moment;
}

void ClothSimulation::beginAt(const WrittenMoment& moment)
{
    const auto count = static_cast<std::size_t>(settings_.columns) * static_cast<std::size_t>(settings_.rows);
    moment.check(count, count);
    const auto [spacing, spacingRate, ground, groundRate, x, y, z, apartX, apartY, apartZ, settling] =
        moment.numbers(state());
    spacing_ = Glide(spacing, spacingRate);
    groundHeight_ = Glide(ground, groundRate);
    layOut();
    placeMasses(moment);
    pinCorners();
    connectionPosition_ = Vec3(x, y, z);
    apart_ = Vec3(apartX, apartY, apartZ);
    for (LengthConstraint& constraint : constraints_)
        constraint.length = settling != 0.0
                                ? glm::length(masses_[constraint.first].position - masses_[constraint.second].position)
                                : spacing;
    predicted_ = moment.positions;
    relaxed_ = predicted_;
    runaway_.begin(energies());
}

void ClothSimulation::layOut()
{
    columns_ = static_cast<std::size_t>(settings_.columns);
    rows_ = static_cast<std::size_t>(settings_.rows);
    masses_.assign(columns_ * rows_, Mass{});
    const double middle = 0.5 * static_cast<double>(columns_ - 1);
    connectionPosition_.y = std::max(connectionPosition_.y, groundHeight_.value()); // the ground would throw it out
    for (std::size_t j = 0; j < rows_; ++j)
        for (std::size_t i = 0; i < columns_; ++i)
        {
            const Vec3 steps((static_cast<double>(i) - middle) * settings_.pinGap, 0.0, static_cast<double>(j));
            masses_[j * columns_ + i].position = connectionPosition_ + spacing_.value() * steps;
        }
    joinNeighbours();
    release();
    pinCorners();
    updateConstants();

    predicted_.clear();
    for (const Mass& mass : masses_)
        predicted_.push_back(mass.position);
    relaxed_ = predicted_;
}

void ClothSimulation::joinNeighbours()
{
    springs_.clear();
    constraints_.clear();
    struct Edge
    {
        std::size_t fromColumn; ///< relative to a node, as are the others
        std::size_t toColumn;
        std::size_t toRow;
    };
    const auto join = [this](const std::array<Edge, 2>& edges)
    {
        for (std::size_t j = 0; j < rows_; ++j)
            for (std::size_t i = 0; i < columns_; ++i)
                for (const auto& [from, to, down] : edges)
                    if (i + std::max(from, to) < columns_ && j + down < rows_)
                        springs_.push_back({j * columns_ + i + from, (j + down) * columns_ + i + to});
    };

    join({{{0, 1, 0}, {0, 0, 1}}});
    for (const Spring& spring : springs_)
        constraints_.push_back({spring.first, spring.second, spacing_.value()});
    structuralCount_ = springs_.size();
    join({{{0, 1, 1}, {1, 0, 1}}});
    shearCount_ = springs_.size() - structuralCount_;
    join({{{0, 2, 0}, {0, 0, 2}}});
}

void ClothSimulation::updateConstants()
{
    const std::array stiffness{settings_.structuralStiffness, settings_.shearStiffness, settings_.bendStiffness};
    constexpr std::array lengths{1.0, std::numbers::sqrt2, 2.0}; // in units of the spacing
    for (std::size_t i = 0; i < springs_.size(); ++i)
    {
        const std::size_t kind = i < structuralCount_ ? 0 : i < structuralCount_ + shearCount_ ? 1 : 2;
        springs_[i].friction = settings_.springFriction;
        springs_[i].springConstant = stiffness[kind];
        springs_[i].restLength = lengths[kind] * spacing_.value();
    }
    for (Mass& mass : masses_)
        mass.mass = settings_.mass;
    inverseMasses_.assign(masses_.size(), 1.0 / settings_.mass);
    if (settings_.pointConstraints)
        for (const PointConstraint& pin : corners_)
            inverseMasses_[pin.point] = 0.0;
    for (const Pin& pin : pins_)
        if (const std::optional<std::size_t> mass = massOf(pin))
            inverseMasses_[*mass] = 0.0;
    if (const std::optional<std::size_t> held = grabbed())
        inverseMasses_[*held] = 1.0 / inertia(*held);
}

void ClothSimulation::pinCorners()
{
    corners_ = {PointConstraint{0, masses_[0].position}, PointConstraint{columns_ - 1, masses_[columns_ - 1].position}};
    connectionPosition_ = 0.5 * (corners_[0].target + corners_[1].target);
    apart_ = Vec3(0.0);
}

void ClothSimulation::setPins(const Pins& pins)
{
    pins_ = sorted(pins);
    updateConstants();
}

std::optional<std::size_t> ClothSimulation::massOf(const Pin& pin) const
{
    const auto mass = static_cast<std::size_t>(pin.mass);
    const bool corner = settings_.pointConstraints && (mass == corners_[0].point || mass == corners_[1].point);
    return pin.mass >= 0 && mass < masses_.size() && !corner ? std::optional(mass) : std::nullopt;
}

void ClothSimulation::grab(std::size_t mass, const Vec3& target)
{
    const Vec3 lead = grabbed() == mass ? grab_->lead : Vec3(0.0);
    release();
    if (mass >= masses_.size() || pinned(mass))
        return;
    grab_ = Grab{mass, target, lead};
    inverseMasses_[mass] = 1.0 / inertia(mass);
}

void ClothSimulation::release()
{
    if (const std::optional<std::size_t> held = grabbed())
        inverseMasses_[*held] = 1.0 / settings_.mass;
    grab_.reset();
}

double ClothSimulation::inertia(std::size_t mass) const
{
    // Relaxation gives way to the heavier end: a light mass would lose against all the masses behind it.
    const double hand = grabbed() == mass ? settings_.mass * static_cast<double>(masses_.size()) / 3.0 : 0.0;
    return settings_.mass + hand;
}

std::optional<std::size_t> ClothSimulation::grabbed() const
{
    return grab_ && !pinned(grab_->mass) ? std::optional(grab_->mass) : std::nullopt;
}

void ClothSimulation::prepare(double dt)
{
    const double before = spacing_.value();
    const bool glides = before != settings_.spacing || groundHeight_.value() != settings_.groundHeight;
    const EnergyByForm energyBefore = glides ? energies() : EnergyByForm{};
    if (spacing_.advance(settings_.spacing, before, dt)) // at most doubled a second
        updateConstants();
    const double longest = shrinkingRate * spacing_.value() * dt;
    for (LengthConstraint& constraint : constraints_)
        constraint.length += std::clamp(spacing_.value() - constraint.length, -longest, longest);
    groundHeight_.advance(settings_.groundHeight, 1.0, dt);
    if (glides)
        runaway_.putIn(EnergyLine::constants, energyBefore, energies());
}

void ClothSimulation::applyForces()
{
    if (settings_.springs)
        for (const Spring& spring : springs_)
        {
            Mass& first = masses_[spring.first];
            Mass& second = masses_[spring.second];
            // Axial: full friction would brake the folding and swinging of the cloth as well.
            const Vec3 force = spring.force(first.position - second.position, first.velocity - second.velocity,
                                            FrictionDirection::axial);
            first.applyForce(force);
            second.applyForce(-force);
        }
    const Ground ground = this->ground();
    for (Mass& mass : masses_)
    {
        mass.applyForce(settings_.gravity * mass.mass);
        mass.applyForce(-settings_.mediumDrag * (mass.velocity - settings_.wind));
        ground.applyForce(mass);
    }
    if (const std::optional<std::size_t> index = grabbed())
    {
        constexpr double most = 120.0; // [m/s2], so that a far mouse does not tear the cloth
        Mass& mass = masses_[*index];
        const Vec3 before = mass.force;
        const double w = grabFrequency();
        const Vec3 towards = w * w * (grab_->target + grab_->lead - mass.position);
        const double size = glm::length(towards);
        const Vec3 pull = size > most ? towards * (most / size) : towards;
        // `integrate` divides by the mass alone.
        mass.force *= mass.mass / inertia(*index);
        mass.applyForce(mass.mass * (pull - 2.0 * w * mass.velocity));
        grab_->force = mass.force - before;
    }
}

void ClothSimulation::integrate(double dt)
{
    velocitiesBefore_->resize(masses_.size());
    for (std::size_t i = 0; i < masses_.size(); ++i)
        (*velocitiesBefore_)[i] = masses_[i].velocity;
    held_->clear();
    for (const Pin& pin : pins_)
        if (const std::optional<std::size_t> mass = massOf(pin))
            held_->push_back(gliding(*mass, masses_[*mass], pin.at, dt));
    Simulation::integrate(dt);
    if (settings_.pointConstraints)
        moveCorners(dt);
    for (const HeldMass& held : *held_)
        held.place(masses_[held.mass]);
    relaxLengths(dt);
    countSources(dt);
    leadGrab(dt);
}

/// The grab's spring gives way to the cloth by centimetres: it pulls beyond its target by the way that has been
/// missing.
void ClothSimulation::leadGrab(double dt)
{
    const std::optional<std::size_t> mass = grabbed();
    if (!mass)
        return;
    constexpr double rate = 4.0;       // [1/s], far below the grab's frequency
    constexpr double strongest = 60.0; // [m/s2], half of the most that a grab gives
    const double w = grabFrequency();
    const double most = strongest / (w * w);
    Vec3& lead = grab_->lead;
    lead += rate * dt * (grab_->target - masses_[*mass].position);
    if (const double size = glm::length(lead); size > most)
        lead *= most / size;
}

/// Counts the work from outside of the cloth's own forces: of pins and constraints, of the wind and of the mouse. Pins
/// and constraints make the changes of velocity that no force explains.
void ClothSimulation::countSources(double dt)
{
    double constraints = 0.0;
    Vec3 velocities(0.0); // sum of the mean velocities
    for (std::size_t i = 0; i < masses_.size(); ++i)
    {
        const Mass& mass = masses_[i];
        const Vec3& before = (*velocitiesBefore_)[i];
        const Vec3 mean = 0.5 * (before + mass.velocity);
        constraints += glm::dot(mass.mass * (mass.velocity - before) - dt * mass.force, mean);
        velocities += mean;
    }
    runaway_.putIn(EnergyLine::connection, constraints);
    runaway_.putIn(EnergyLine::air, dt * settings_.mediumDrag * glm::dot(settings_.wind, velocities));
    if (const std::optional<std::size_t> mass = grabbed())
        runaway_.putIn(EnergyLine::grab,
                       0.5 * dt * glm::dot(grab_->force, (*velocitiesBefore_)[*mass] + masses_[*mass].velocity));
}

void ClothSimulation::moveCorners(double dt)
{
    connectionPosition_ += connectionVelocity_ * dt;
    apart_ += apartVelocity_ * dt;
    if (apart_.y == 0.0)
        connectionPosition_.y = std::max(connectionPosition_.y, groundHeight_.value());
    for (const double side : {-1.0, 1.0}) // the ground holds each of them, and the other stays
        if (const double below = groundHeight_.value() - (connectionPosition_.y + side * apart_.y); below > 0.0)
        {
            connectionPosition_.y += 0.5 * below;
            apart_.y += side * 0.5 * below;
        }

    const double longest = (glm::length(connectionVelocity_) + glm::length(apartVelocity_) + pinSpeed) * dt;
    const double half = 0.5 * static_cast<double>(columns_ - 1) * spacing_.value() * settings_.pinGap;
    for (std::size_t side = 0; side < corners_.size(); ++side)
    {
        PointConstraint& pin = corners_[side];
        Vec3 displacement =
            connectionPosition_ + (side == 0 ? -1.0 : 1.0) * (apart_ + Vec3(half, 0.0, 0.0)) - pin.target;
        if (const double length = glm::length(displacement); length > longest)
            displacement *= longest / length;
        pin.target += displacement;
        masses_[pin.point].position = pin.target;
        masses_[pin.point].velocity = displacement / dt;
    }
}

void ClothSimulation::relaxLengths(double dt)
{
    for (std::size_t i = 0; i < masses_.size(); ++i)
        predicted_[i] = masses_[i].position;
    relaxed_ = predicted_;
    for (int i = 0; i < sweeps(); ++i)
        relax(relaxed_, inverseMasses_, constraints_, settings_.correctionRule);
    for (std::size_t i = 0; i < masses_.size(); ++i)
    {
        masses_[i].velocity += (relaxed_[i] - predicted_[i]) / dt;
        masses_[i].position = relaxed_[i];
    }
}

std::vector<double> ClothSimulation::residuals() const
{
    std::vector<Vec3> positions = predicted_;
    std::vector<double> values{largestError(positions, constraints_)};
    for (int i = 0; i < sweeps(); ++i)
    {
        relax(positions, inverseMasses_, constraints_, settings_.correctionRule);
        values.push_back(largestError(positions, constraints_));
    }
    return values;
}

double ClothSimulation::largestStretch() const
{
    double largest = -1.0;
    for (std::size_t i = 0; i < structuralCount_; ++i)
        largest = std::max(largest, springLength(masses_, springs_[i]) / springs_[i].restLength - 1.0);
    return largest;
}

double ClothSimulation::meanStretch() const
{
    double sum = 0.0;
    for (std::size_t i = 0; i < structuralCount_; ++i)
        sum += springLength(masses_, springs_[i]) / springs_[i].restLength - 1.0;
    return sum / static_cast<double>(structuralCount_);
}

Ground ClothSimulation::ground() const
{
    Ground ground = settings_.ground();
    ground.height = groundHeight_.value();
    return ground;
}

} // namespace rope
