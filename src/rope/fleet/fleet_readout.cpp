#include "fleet_kernel.hpp"
#include "parallel.hpp"

#include "rope/core/rope_bending.hpp"

#include <rope/rope_fleet.hpp>

#include <algorithm>
#include <stdexcept>
#include <string>

namespace rope
{

/// Below this number of floats waking another thread costs more than it saves.
constexpr std::size_t leastParallelFloats = 150'000;

Vec3 RopeFleet::position(int rope, int mass) const
{
    const float* first = memory_.data() + firstFloat(rope, mass);
    return connections_[index(rope)].origin + Vec3(first[0], first[lanes()], first[2 * lanes()]);
}

Vec3 RopeFleet::velocity(int rope, int mass) const
{
    const float* first = memory_.data() + firstFloat(rope, mass) + 3 * lanes();
    return {first[0], first[lanes()], first[2 * lanes()]};
}

double RopeFleet::length(int rope) const
{
    double sum = 0.0;
    for (int mass = 1; mass < massCount(); ++mass)
        sum += glm::distance(position(rope, mass - 1), position(rope, mass));
    return sum;
}

double RopeFleet::bendingEnergy(int rope) const
{
    if (settings_.rope.bendingStiffness == 0.0)
        return 0.0;
    const double whole = springLength_.value();
    const double stiffness = hingeStiffness(settings_.rope.bendingStiffness, whole, whole, whole);
    double sum = 0.0;
    for (int mass = 1; mass + 1 < massCount(); ++mass)
    {
        const BentSegment before(position(rope, mass) - position(rope, mass - 1), whole);
        const BentSegment behind(position(rope, mass + 1) - position(rope, mass), whole);
        sum += Bend(stiffness, before, behind).energy();
    }
    return sum;
}

std::optional<int> RopeFleet::runawayRope() const
{
    for (int rope = 0; rope < ropeCount(); ++rope)
        for (int mass = 0; mass < massCount(); ++mass)
        {
            const float* first = memory_.data() + firstFloat(rope, mass);
            float sum = 0.0F; // not finite as soon as one of them is not
            for (int row = 0; row < fleetMassRows; ++row)
                sum += 0.0F * first[row * lanes()];
            if (!(sum == 0.0F))
                return rope;
        }
    return std::nullopt;
}

void RopeFleet::readRope(int rope, int stride, int points, const float* origin, float* out) const
{
    // From slot to slot and piece to piece, as a division for each point would take most of the time.
    const int pieces = shape_->pieces;
    const int longPieces = massCount() % pieces;
    const int shortSlots = massCount() / pieces;
    const std::size_t slotFloats = index(fleetMassRows * lanes());
    const float* firstSlot = memory_.data() + firstFloat(rope, 0);
    int piece = 0;
    int slot = 0;
    const auto write = [&](const float* first)
    {
        for (int c = 0; c < 3; ++c)
            *out++ = first[c * lanes()] + origin[c];
    };
    for (int p = 0; p + 1 < points; ++p, slot += stride)
    {
        for (int slots = 0; slot >= (slots = shortSlots + (piece < longPieces ? 1 : 0)); ++piece)
            slot -= slots;
        write(firstSlot + index(slot) * slotFloats + index(piece));
    }
    write(memory_.data() + firstFloat(rope, massCount() - 1));
}

void RopeFleet::readPositions(std::span<float> xyz, int stride) const
{
    if (stride < 1)
        throw std::invalid_argument("stride = " + std::to_string(stride) + ": must be at least 1");
    const int points = pointsPerRope(stride);
    const std::size_t needed = 3 * index(points) * index(ropeCount());
    if (xyz.size() != needed)
        throw std::invalid_argument("room for " + std::to_string(xyz.size()) + " floats: must be " +
                                    std::to_string(needed));
    const std::size_t ropesPerBlock = index(lanes() / shape_->pieces);
    const int threads = needed < leastParallelFloats ? 1 : settings_.threads;
    forEachInParallel(blockCount_, threads,
                      [&](std::size_t number)
                      {
                          const std::size_t end = std::min((number + 1) * ropesPerBlock, index(ropeCount()));
                          for (std::size_t rope = number * ropesPerBlock; rope < end; ++rope)
                          {
                              float* out = xyz.data() + 3 * index(points) * rope;
                              const Vec3& origin = connections_[rope].origin;
                              const float origins[3] = {static_cast<float>(origin.x), static_cast<float>(origin.y),
                                                        static_cast<float>(origin.z)};
                              readRope(static_cast<int>(rope), stride, points, origins, out);
                          }
                      });
}

} // namespace rope
