#include "fleet_kernel.hpp"
#include "instruction_set.hpp"
#include "parallel.hpp"

#include "rope/core/bend.hpp"

#include "text/rough_text.hpp"
#include "text/text.hpp"
#include <rope/parameters.hpp>
#include <rope/rope_fleet.hpp>
#include <rope/simulation.hpp>
#include <rope/step_watch.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

namespace rope
{

namespace
{

/// Steps that a block stays in the cache for.
constexpr int stepsPerVisit = 32;

/// Below this number of masses and steps waking another thread costs more than it saves.
constexpr std::size_t leastParallelWork = 100'000;

RopeFleetSettings validated(RopeFleetSettings settings)
{
    Parameters rows;
    settings.describe(rows);
    rows.validate();
    if (settings.rope.payoutSpeed != 0.0)
        throw std::invalid_argument("payout_speed = " + text::numberText(settings.rope.payoutSpeed) +
                                    " m/s: must be 0, a fleet has no reel");
    if (settings.rope.implicit())
        throw std::invalid_argument("integrator = " + rows.at("integrator").text() +
                                    ": must be semi_implicit_euler, a fleet has no other");
    if (settings.rope.pinFreeEnd)
        throw std::invalid_argument("pin_free_end = true: must be false, a fleet's ropes hang from one end");
    constexpr double most = 2e8;
    const double masses = 1.0 * settings.ropeCount * settings.rope.massCount;
    if (masses > most)
        throw std::invalid_argument("rope_count = " + std::to_string(settings.ropeCount) + ": must be at most " +
                                    text::numberText(std::floor(most / settings.rope.massCount)) + " ropes of " +
                                    std::to_string(settings.rope.massCount) + " masses, as they would take about " +
                                    text::roughText(1e-6 * sizeof(float) * fleetMassRows * masses) + " MB");
    return settings;
}

void requireFinite(const Vec3& v, int rope, std::string_view what)
{
    if (!std::isfinite(v.x) || !std::isfinite(v.y) || !std::isfinite(v.z))
        throw std::invalid_argument(std::string(what) + " of rope " + std::to_string(rope) + ": must be finite");
}

InstructionSet chosen(InstructionSet wanted)
{
    const std::vector<InstructionSet> sets = availableInstructionSets();
    if (wanted == InstructionSet::best)
        return sets.back();
    if (std::find(sets.begin(), sets.end(), wanted) != sets.end())
        return wanted;
    std::string names;
    for (const InstructionSet set : sets)
        names += (names.empty() ? "" : ", ") + std::string(instructionSetName(set));
    throw std::invalid_argument("instruction_set = " + std::string(instructionSetName(wanted)) +
                                ": must be one that this processor and this build have: best, " + names);
}

/// Into how many pieces, a power of two up to the number of lanes, a rope is best cut.
int choosePieces(int ropeCount, int massCount, int lanes)
{
    // A seam costs about as much as four masses: copies, a spring that is computed twice, and nothing to do meanwhile.
    constexpr double seamMasses = 4.0;
    constexpr double cacheBytes = 32.0 * 1024.0;
    constexpr double outOfCache = 1.1;
    int best = 1;
    double least = std::numeric_limits<double>::infinity();
    for (int pieces = 1; pieces <= std::min(lanes, massCount); pieces *= 2)
    {
        const double blocks = std::ceil(1.0 * ropeCount * pieces / lanes);
        const double slots = std::ceil(1.0 * massCount / pieces) + (pieces > 1 ? seamMasses : 0.0);
        const double bytes = slots * fleetMassRows * lanes * sizeof(float);
        const double cost = blocks * slots * (bytes > cacheBytes ? outOfCache : 1.0);
        if (cost < least)
        {
            least = cost;
            best = pieces;
        }
    }
    return best;
}

FleetShape shapeOf(int massCount, int pieces, int lanes)
{
    FleetShape shape;
    shape.pieces = pieces;
    shape.slotCount = (massCount + pieces - 1) / pieces;
    shape.hasShort = massCount % pieces != 0;
    for (int lane = 0; lane < lanes; ++lane)
    {
        const int piece = lane % pieces;
        shape.isFirst[lane] = piece == 0 ? 1.0F : 0.0F;
        shape.isLast[lane] = piece == pieces - 1 ? 1.0F : 0.0F;
        shape.isShort[lane] = shape.hasShort && piece >= massCount % pieces ? 1.0F : 0.0F;
        const int shorter = shape.hasShort ? std::max(0, piece - massCount % pieces) : 0;
        const int first = piece * shape.slotCount - shorter; // mass in slot 0
        shape.firstHinge[lane] = static_cast<float>(0.5 - first);
        shape.lastHinge[lane] = static_cast<float>(massCount - 1.5 - first);
    }
    return shape;
}

} // namespace

RopeFleet::RopeFleet(const RopeFleetSettings& settings, const std::function<Vec3(int)>& connection)
    : settings_(validated(settings)), longestStep_(settings_.rope.longestStep()),
      instructionSet_(chosen(settings_.instructionSet)), kernel_(fleetKernel(instructionSet_)),
      springLength_(settings_.rope.springLength), groundHeight_(settings_.rope.groundHeight)
{
    const int pieces = choosePieces(ropeCount(), massCount(), lanes());
    shape_ = std::make_shared<const FleetShape>(shapeOf(massCount(), pieces, lanes()));
    const auto ropesPerBlock = static_cast<std::size_t>(lanes() / pieces);
    constexpr std::size_t lineFloats = cacheLineBytes / sizeof(float);
    blockCount_ = (index(ropeCount()) + ropesPerBlock - 1) / ropesPerBlock;
    const int rows = fleetHeaderRows + (shape_->slotCount + 2) * fleetMassRows;
    blockFloats_ = (static_cast<std::size_t>(rows * lanes()) + lineFloats - 1) / lineFloats * lineFloats;
    memory_.resize(blockCount_ * blockFloats_);
    // Lanes that are left over hold copies of the last rope: empty ones would fall to the ground and slow the others
    // down.
    connections_.resize(blockCount_ * ropesPerBlock);

    const double spacing = settings_.rope.springLength;
    layOut([&](int rope, int mass)
           { return (connection ? connection(rope) : Vec3(0.0)) + Vec3(mass * spacing, 0.0, 0.0); });
}

RopeFleet::RopeFleet(const RopeFleetSettings& settings, std::span<const Vec3> connections)
    : RopeFleet(settings,
                [&](int rope)
                {
                    if (connections.size() != index(settings.ropeCount))
                        throw std::invalid_argument(std::to_string(connections.size()) +
                                                    " connection points: must be " +
                                                    std::to_string(settings.ropeCount) + ", one for each rope");
                    return connections[index(rope)];
                })
{
}

int RopeFleet::lanes() const
{
    return kernel_->lanes;
}

int RopeFleet::pieces() const
{
    return shape_->pieces;
}

double RopeFleet::bytesPerStep() const
{
    return 2.0 * sizeof(float) * fleetMassRows * static_cast<double>(totalMassCount());
}

void RopeFleet::setSettings(const RopeFleetSettings& settings)
{
    const RopeFleetSettings next = validated(settings);
    const auto keep = [](const char* name, int value, int before)
    {
        if (value != before)
            throw std::invalid_argument(std::string(name) + " = " + std::to_string(value) + ": must stay " +
                                        std::to_string(before) + ", make a new fleet to change it");
    };
    keep("rope_count", next.ropeCount, ropeCount());
    keep("mass_count", next.rope.massCount, massCount());
    if (chosen(next.instructionSet) != instructionSet_)
        throw std::invalid_argument("instruction_set = " + std::string(instructionSetName(next.instructionSet)) +
                                    ": must stay " + std::string(instructionSetName(instructionSet_)) +
                                    ", make a new fleet to change it");
    settings_ = next;
    longestStep_ = settings_.rope.longestStep();
}

void RopeFleet::setWind(const Vec3& wind)
{
    for (int c = 0; c < 3; ++c)
        if (!std::isfinite(wind[c]))
            throw std::invalid_argument("wind = " + text::numberText(wind[c]) + " m/s: must be finite");
    settings_.wind = wind;
}

void RopeFleet::setConnectionVelocity(int rope, const Vec3& velocity)
{
    connections_[index(rope)].velocity = velocity;
    if (rope == ropeCount() - 1)
        for (std::size_t copy = index(rope) + 1; copy < connections_.size(); ++copy)
            connections_[copy].velocity = velocity;
}

void RopeFleet::setConnectionVelocity(const Vec3& velocity)
{
    for (Connection& connection : connections_)
        connection.velocity = velocity;
}

std::size_t RopeFleet::firstFloat(int rope, int mass) const
{
    const int pieces = shape_->pieces;
    const int shortSlots = massCount() / pieces; // the first massCount % pieces pieces have one mass more
    const int longMasses = massCount() % pieces * (shortSlots + 1);
    int piece = 0;
    int slot = 0;
    if (mass < longMasses)
    {
        piece = mass / (shortSlots + 1);
        slot = mass % (shortSlots + 1);
    }
    else
    {
        piece = massCount() % pieces + (mass - longMasses) / shortSlots;
        slot = (mass - longMasses) % shortSlots;
    }
    return firstFloatOfRope(rope) + floatOfSlot(slot) + index(piece);
}

std::size_t RopeFleet::firstFloatOfRope(int rope) const
{
    const std::size_t lane = index(rope * shape_->pieces);
    return lane / index(lanes()) * blockFloats_ + lane % index(lanes());
}

std::size_t RopeFleet::floatOfSlot(int slot) const
{
    return index((fleetHeaderRows + (slot + 1) * fleetMassRows) * lanes());
}

void RopeFleet::layOut(const std::function<Vec3(int, int)>& position)
{
    for (int rope = 0; rope < static_cast<int>(connections_.size()); ++rope)
    {
        const int source = std::min(rope, ropeCount() - 1);
        const Vec3 p = position(source, 0);
        const Vec3 middle = position(source, massCount() / 2);
        requireFinite(p, source, "connection point");
        requireFinite(middle, source, "a position");
        connections_[index(rope)] = {p, Vec3(0.0), middle};
        for (int mass = 0; mass < massCount(); ++mass)
        {
            const Vec3 x = position(source, mass);
            requireFinite(x, source, "a position");
            const Vec3 local = x - middle;
            float* first = memory_.data() + firstFloat(rope, mass);
            for (int c = 0; c < 3; ++c)
            {
                first[c * lanes()] = static_cast<float>(local[c]);
                first[(3 + c) * lanes()] = 0.0F;
            }
        }
    }
    for (std::size_t number = 0; number < blockCount_; ++number)
        kernel_->copySeams(block(number), *shape_);
}

int RopeFleet::advance(double h)
{
    if (!(h > 0.0))
        return 0;
    double longest = longestStep_;
    if (settings_.rope.bendingStiffness > 0.0 && springLength_.value() < settings_.rope.springLength)
    {
        RopeSettings now = settings_.rope; // while the segments grow, bends go by their present length
        now.springLength = springLength_.value();
        longest = now.longestStep();
    }
    const int steps = Simulation::stepCount(h, longest);
    run(steps, h / steps);
    return steps;
}

FleetConstants RopeFleet::constants(double dt) const
{
    const RopeSettings& rope = settings_.rope;
    const double scale = dt / rope.mass;
    FleetConstants k;
    k.dt = static_cast<float>(dt);
    k.stiffness = static_cast<float>(rope.springConstant * scale);
    k.friction = static_cast<float>(rope.springFriction * scale);
    k.loss = static_cast<float>(rope.airFriction * scale);
    for (int c = 0; c < 3; ++c)
        k.drift[c] = static_cast<float>(rope.gravity[c] * dt + rope.airFriction * settings_.wind[c] * scale);
    k.repulsion = static_cast<float>(rope.groundRepulsion * scale);
    k.slowing = static_cast<float>(rope.groundFriction * scale);
    k.absorption = static_cast<float>(rope.groundAbsorption * scale);
    k.axialFriction = rope.frictionDirection == FrictionDirection::axial;
    k.bends = rope.bendingStiffness > 0.0;
    if (!k.axialFriction)
    {
        // keep + 2 friction is the remaining part of a velocity that all masses share. As a float, keep alone is wrong
        // by up to 6e-8, each step: after 250 steps the rope would be 1e-5 m off. So it is rounded down, and what that
        // lacks goes to the friction between neighbours, where 3e-8 is nothing.
        const double left = 1.0 - rope.airFriction * scale;
        const double exact = left - 2.0 * rope.springFriction * scale;
        k.keep = static_cast<float>(exact);
        if (k.keep > exact)
            k.keep = std::nextafter(k.keep, -std::numeric_limits<float>::infinity());
        k.friction = static_cast<float>(0.5 * (left - k.keep));
    }
    return k;
}

void RopeFleet::run(int count, double dt)
{
    const FleetConstants k = constants(dt);
    const double bendByLength = 4.0 * settings_.rope.bendingStiffness * dt / settings_.rope.mass;
    const double pullPerLength = settings_.rope.springConstant * dt / settings_.rope.mass;
    const int threads = totalMassCount() * index(count) < leastParallelWork ? 1 : settings_.threads;
    for (int done = 0; done < count; done += stepsPerVisit)
    {
        const int visit = std::min(stepsPerVisit, count - done);
        StepWatch::look(visit);
        std::array<FleetStep, stepsPerVisit> steps;
        for (int i = 0; i < visit; ++i)
        {
            springLength_.advance(settings_.rope.springLength, springLength_.value(), dt); // at most doubled a second
            groundHeight_.advance(settings_.rope.groundHeight, 1.0, dt);
            steps[index(i)] = {
                static_cast<float>((i + 1) * dt), static_cast<float>(pullPerLength * springLength_.value()),
                static_cast<float>(groundHeight_.value()), static_cast<float>(bendByLength / springLength_.value()),
                static_cast<float>(BentSegment::shortest * springLength_.value())};
        }
        forEachInParallel(blockCount_, threads,
                          [&](std::size_t number)
                          {
                              beginBlock(number);
                              const bool last = number + 1 == blockCount_;
                              kernel_->advance(block(number), *shape_, k, steps.data(), visit,
                                               block(last ? number : number + 1),
                                               last ? 0 : static_cast<int>(blockFloats_));
                              endBlock(number, steps.data(), visit, dt);
                          });
    }
    time_ += count * dt;
}

void RopeFleet::beginBlock(std::size_t number)
{
    float* header = block(number);
    const int width = lanes();
    const int pieces = shape_->pieces;
    std::size_t rope = number * index(width / pieces);
    for (int lane = 0; lane < width; lane += pieces, ++rope)
    {
        recentre(static_cast<int>(rope));
        const Connection& connection = connections_[rope];
        for (int c = 0; c < 3; ++c)
        {
            header[c * width + lane] = static_cast<float>(connection.position[c] - connection.origin[c]);
            header[(3 + c) * width + lane] = static_cast<float>(connection.velocity[c]);
        }
        std::fill_n(header + 6 * width + lane, pieces, static_cast<float>(connection.origin.y));
    }
}

/// Moves the rope's origin where the middle of the rope is far from it. A float has 24 bits: the farther a mass is from
/// the origin, the coarser its position, and each rounding pushes the mass. The origin moves by half metres, which are
/// exact as floats.
void RopeFleet::recentre(int rope)
{
    constexpr float farOut = 0.75F;
    const float* middle = memory_.data() + firstFloat(rope, massCount() / 2);
    const int width = lanes();
    const Vec3 offset(middle[0], middle[width], middle[2 * width]);
    if (!(std::max({std::abs(offset.x), std::abs(offset.y), std::abs(offset.z)}) > farOut))
        return;
    const Vec3 shift = 0.5 * Vec3(std::round(2.0 * offset.x), std::round(2.0 * offset.y), std::round(2.0 * offset.z));
    connections_[index(rope)].origin += shift;
    float* before = memory_.data() + firstFloatOfRope(rope) + index(fleetHeaderRows * width);
    for (int slot = 0; slot < shape_->slotCount + 2; ++slot)
        for (int c = 0; c < 3; ++c)
            for (int piece = 0; piece < shape_->pieces; ++piece)
                before[(slot * fleetMassRows + c) * width + piece] -= static_cast<float>(shift[c]);
}

void RopeFleet::endBlock(std::size_t number, const FleetStep* steps, int count, double dt)
{
    const std::size_t ropes = index(lanes() / shape_->pieces);
    for (std::size_t rope = number * ropes; rope < (number + 1) * ropes; ++rope)
    {
        Connection& connection = connections_[rope];
        connection.position.x += count * dt * connection.velocity.x;
        connection.position.z += count * dt * connection.velocity.z;
        double y = connection.position.y; // in memory, each step would wait for the one before to be stored
        double v = connection.velocity.y;
        for (int i = 0; i < count; ++i)
        {
            y += dt * v;
            if (y < steps[i].groundHeight)
            {
                y = steps[i].groundHeight;
                v = 0.0;
            }
        }
        connection.position.y = y;
        connection.velocity.y = v;
    }
}

} // namespace rope
