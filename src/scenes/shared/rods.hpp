#pragma once

#include "scenes/scene.hpp"

#include <rope/parameters.hpp>
#include <rope/rope_simulation.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// What the scenes of a rod share.

namespace ropewalk
{

struct RopeDescription;
class KnotWatch;

/// The constants that all scenes of a rod have. Another one gets its field here, its row in a `describe` and, where the
/// rope has it too, its line in `giveTo`.
struct RodWorld
{
    Vec3 gravity{0.0, -9.81, 0.0}; ///< [m/s2]
    double damping = 0.2;          ///< [1/s]
    rope::RopeIntegrator integrator = rope::RopeIntegrator::bdf2;
    double maxDt = 1.0 / 240.0; ///< [s]

    friend bool operator==(const RodWorld&, const RodWorld&) = default;

    /// Gravity, and the air with its sentence.
    void describeAir(rope::Parameters& rows,
                     std::string_view sentence = "How fast air stops the swings: they fall to 1/e in 1/damping.");
    void describeSteps(rope::Parameters& rows);
    void giveTo(rope::RopeByLength& rod) const;
};

/// What the colours of a rod show.
enum class RodColours
{
    tension,
    curvature,
    torque,
    contact,
    crossings
};

/// The ends of the colour legend for each of them.
struct RodColourTops
{
    double tension = 1.0;   ///< [N]
    double curvature = 1.0; ///< [1/m]
    double torque = 1.0;    ///< [N m]
    double contact = 1.0;   ///< [N/m]
};

/// Adds a rod, with its strands turned as it is twisted and with colours; of crossings where a watch says which.
Polyline& addRod(Snapshot& snapshot, const rope::RopeSimulation& rod, double radius, RodColours colours,
                 const RodColourTops& tops, KnotWatch* knot = nullptr);

/// With how much force [N] floor, solids and the rod itself push at each mass; what touches an edge is shared by its
/// masses.
std::vector<double> contactForces(const rope::RopeSimulation& rod);

/// Adds the block that holds an end of a rod.
void addClamp(Snapshot& snapshot, const Vec3& position, double size);

/// Tension, curvature, torque, and the invariant of a rod without loads: the tension and B kappa²/2. In
/// theory the rod has these curvatures by masses, if any are given. Of a rod that may touch something, the contact too.
std::vector<Profile> rodProfiles(const rope::RopeSimulation& rod, const std::vector<double>& curvatures = {});

/// A mass and the place where the mouse pulls it.
struct RodGrab
{
    std::size_t mass = 0;
    Vec3 target{0.0}; ///< [m]

    friend bool operator==(const RodGrab&, const RodGrab&) = default;
};

/// What the mouse has grabbed of the polyline of a rod, whose first mass it does not take. Mass i has the identity
/// i - netInsertions.
std::optional<RodGrab> rodGrab(const Controls& controls, std::size_t masses, int netInsertions = 0);

// The rows that all scenes of a rod have.
void describeRodLength(rope::Parameters& rows, double& length, int& massCount, int fewest, int most);
void describeRodBending(rope::Parameters& rows, double& bendingStiffness);
void describeRodTorsion(rope::Parameters& rows, double& torsionalStiffness, double most);

/// Adds the energies of a rod.
void describeRodEnergies(rope::Diagnostics& diagnostics, const rope::RopeSimulation& rod);

/// Why a rod has left what its constants can explain, if it has: a mass is lost, or the rope has passed through itself.
/// Of a rope whose strands do not touch the cure is the constant `self_contact`.
std::optional<Divergence> rodDivergence(const rope::RopeSimulation& rod);

/// The rod as a rope of its constants, with all that acts on it in its scene.
RopeDescription describedRod(const rope::RopeSettings& rod, std::vector<std::string> besides);

/// The first mass that is not where a double can say, or farther from the origin than a rod of this length can be; none
/// where all is well.
std::optional<std::size_t> lostMass(const rope::RopeSimulation& rod);

} // namespace ropewalk
