#pragma once

#include <rope/detail/aligned.hpp>
#include <rope/detail/glide.hpp>
#include <rope/export.hpp>
#include <rope/rope_settings.hpp>
#include <rope/vec.hpp>

#include <array>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace rope
{

struct FleetConstants;
struct FleetKernel;
struct FleetShape;
struct FleetStep;

/// The instructions by which a processor computes several floats at once.
enum class InstructionSet
{
    best,     ///< the fastest that this processor has
    portable, ///< plain C++, which the compiler turns into vectors where it can
    baseline, ///< that every processor of the family has: SSE2 on x86-64, NEON on 64-bit ARM
    avx2,     ///< AVX2 and FMA
    avx512    ///< AVX-512 (F, CD, DQ, BW)
};

inline constexpr std::array<std::string_view, 5> instructionSetNames{"best", "portable", "baseline", "avx2", "avx512"};

constexpr std::string_view instructionSetName(InstructionSet set)
{
    return instructionSetNames[static_cast<std::size_t>(set)];
}

/// Those that this build and this processor have, slowest first; never empty.
ROPE_API std::vector<InstructionSet> availableInstructionSets();

/// What a fleet is made of; SI units.
struct ROPE_API RopeFleetSettings
{
    int ropeCount = 1000;
    RopeSettings rope; ///< of each rope; no reel and no implicit steps: payoutSpeed is 0, integrator as it is
    Vec3 wind{0.0};    ///< w [m/s]: the air's friction is -b (v - w)
    int threads = 0;   ///< at most; 0 for one a core
    InstructionSet instructionSet = InstructionSet::best;

    friend bool operator==(const RopeFleetSettings&, const RopeFleetSettings&) = default;

    void describe(Parameters& p);
};

/// Many ropes of equal constants, in single precision and with vector instructions: the forces, bends too, the step and
/// the constants of RopeSimulation, thousands of ropes at a time. One rope too: it is then cut into pieces, one a lane.
///
/// Without the reel, the grab, the load and the implicit integrators of RopeSimulation. Each rope's positions are
/// relative to an origin near its middle, so that a rope far out is as exact as one at the origin: within 1e-5 m of
/// RopeSimulation over the first half second, before contact with the ground makes the motion chaotic. The same input
/// gives the same bits on the same instruction set, whatever the number of threads; two instruction sets differ by
/// rounding.
class ROPE_API RopeFleet
{
public:
    /// The ropes lie along +x at rest, as RopeSimulation lays them out, rope i from `connection(i)` [m] on; without a
    /// function all from the origin.
    ///
    /// Throws std::invalid_argument naming the parameter, the value and the range: for a constant out of its range, a
    /// payout_speed (a fleet has no reel), an implicit integrator, more than 200 million masses, an instruction set
    /// that is not available, a position that is not finite.
    explicit RopeFleet(const RopeFleetSettings& settings, const std::function<Vec3(int rope)>& connection = {});
    /// The same from one position for each rope.
    RopeFleet(const RopeFleetSettings& settings, std::span<const Vec3> connections);

    const RopeFleetSettings& settings() const { return settings_; }
    InstructionSet instructionSet() const { return instructionSet_; } ///< never `best`
    int lanes() const;                                                ///< floats that one instruction handles
    int pieces() const; ///< lanes that one rope is cut into; 1 when there are enough ropes

    int ropeCount() const { return settings_.ropeCount; }
    int massCount() const { return settings_.rope.massCount; } ///< of one rope
    std::size_t totalMassCount() const { return index(ropeCount()) * index(massCount()); }
    double time() const { return time_; } ///< [s]

    /// Changes the constants while the ropes move; throws as the constructor does, and then changes nothing. Spring
    /// length and ground height glide to their new values, as in RopeSimulation. The numbers of ropes and masses and
    /// the instruction set are the memory's layout: to change them, make a new fleet.
    void setSettings(const RopeFleetSettings& settings);
    /// The wind alone, without looking at all the other constants again: for gusts. Throws std::invalid_argument unless
    /// it is finite.
    void setWind(const Vec3& wind);

    /// The connection point moves with this velocity [m/s] from the next step on; the ground holds it.
    void setConnectionVelocity(int rope, const Vec3& velocity);
    void setConnectionVelocity(const Vec3& velocity);                                             ///< of all ropes
    const Vec3& connectionPosition(int rope) const { return connections_[index(rope)].position; } ///< [m]
    const Vec3& connectionVelocity(int rope) const { return connections_[index(rope)].velocity; } ///< [m/s]

    /// All masses at rest at these positions [m]. Throws std::invalid_argument at the first that is not finite; the
    /// ropes before it have been laid out by then.
    void layOut(const std::function<Vec3(int rope, int mass)>& position);

    /// Splits h [s] into the fewest equal steps not longer than max_dt, and returns their number. The whole of h is
    /// computed for some ropes, then for the next: call it once a frame, not once a step.
    int advance(double h);
    /// One step of dt [s].
    void step(double dt) { run(1, dt); }

    Vec3 position(int rope, int mass) const; ///< [m]
    Vec3 velocity(int rope, int mass) const; ///< [m/s]
    double length(int rope) const;           ///< [m], sum of the segments' lengths
    double bendingEnergy(int rope) const;    ///< [J]

    /// Points that one rope has in `readPositions`: masses 0, stride, 2 stride ... and always the last.
    int pointsPerRope(int stride = 1) const { return (massCount() - 2) / stride + 2; }
    /// Positions [m] as x, y, z of the points of rope 0, then of rope 1 ...; `xyz` has 3 ropeCount
    /// pointsPerRope(stride) floats, else std::invalid_argument.
    void readPositions(std::span<float> xyz, int stride = 1) const;

    /// The first rope with a position or velocity that is not finite: the sign of a step beyond the limit, which lets
    /// the fastest mode grow to infinity within a fraction of a second. Looks at all masses.
    std::optional<int> runawayRope() const;

    /// Bytes of positions and velocities that one step reads and writes. `advance` does it in the caches: the memory
    /// sees it once for all of its steps.
    double bytesPerStep() const;

private:
    struct Connection
    {
        Vec3 position{0.0}; ///< [m], in double: a float that is added to for minutes drifts
        Vec3 velocity{0.0}; ///< [m/s]
        Vec3 origin{0.0};   ///< [m], of this rope's positions in memory
    };

    static std::size_t index(int rope) { return static_cast<std::size_t>(rope); }
    std::size_t firstFloat(int rope, int mass) const; ///< of a mass: x, and its other five numbers `lanes` apart
    float* block(std::size_t number) { return memory_.data() + number * blockFloats_; }
    std::size_t firstFloatOfRope(int rope) const; ///< of the block, in the lane of the rope's first piece
    std::size_t floatOfSlot(int slot) const;
    void readRope(int rope, int stride, int points, const float* origin, float* out) const;
    void run(int count, double dt);
    void beginBlock(std::size_t block);
    void recentre(int rope);
    void endBlock(std::size_t block, const FleetStep* steps, int count, double dt);
    FleetConstants constants(double dt) const;

    RopeFleetSettings settings_;
    double longestStep_; ///< [s], with these settings
    InstructionSet instructionSet_ = InstructionSet::portable;
    const FleetKernel* kernel_ = nullptr;
    std::shared_ptr<const FleetShape> shape_; ///< the same for all blocks, and for copies of the fleet
    std::size_t blockCount_ = 0;
    std::size_t blockFloats_ = 0;
    AlignedVector<float> memory_;         ///< block after block
    std::vector<Connection> connections_; ///< of each rope, and of the copies in lanes that are left over
    Glide springLength_;
    Glide groundHeight_;
    double time_ = 0.0;
};

} // namespace rope
