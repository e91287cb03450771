#include "rope_card.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

// Cards for simulators of rods: PyElastica, DisMech, Newton.

namespace ropewalk
{

namespace
{

/// The round bar of one material that is as heavy, stretches, bends and twists as the rope: EI/EA = r²/4 and
/// GJ/EI = 1/(1 + nu).
struct RoundBar
{
    double radius;        ///< [m]
    double density;       ///< [kg/m3]
    double youngsModulus; ///< [N/m2]
    double poisson;
};

RoundBar barOf(const CardFacts& f)
{
    const double axial = f.chain.axialStiffness();
    const double bending = f.settings.bendingStiffness;
    const double torsional = f.settings.torsionalStiffness;
    const double radius = bending > 0.0 ? 2.0 * std::sqrt(bending / axial) : 0.5 * f.diameter;
    const double area = std::numbers::pi * radius * radius;
    return {radius, f.massPerLength / area, axial / area,
            bending > 0.0 && torsional > 0.0 ? bending / torsional - 1.0 : 0.5};
}

/// What the bar takes the place of.
std::string barSentence(const CardFacts& f)
{
    const rope::RopeSettings& s = f.settings;
    const std::string_view source = s.bendingStiffness > 0.0 ? "that of the round bar with the rope's EA, EI and mass"
                                                             : "the rope's, and so stiff in bending as a round bar is";
    return fmt::format("The radius is {}; the rope's own is {:.6g} m.", source, 0.5 * f.diameter);
}

std::string leftOutOf(const CardFacts& f, bool friction, std::string_view besides)
{
    const std::string unsaid = unsaidBy({.bends = true, .twist = true, .thickness = true, .friction = friction}, f);
    return fmt::format("Does not carry over: {}{}air, friction of the springs, ground and reel; {}.", unsaid,
                       unsaid.empty() ? "" : ", ", besides);
}

std::string pointText(const rope::Vec3& v)
{
    return fmt::format("{}, {}, {}", doubleText(v.x), doubleText(v.y), doubleText(v.z));
}

} // namespace

std::string pyelasticaCard(const CardFacts& f)
{
    const RoundBar bar = barOf(f);
    const double shortest = std::min(f.settings.springLength, bar.radius); // [m]
    std::string text = comments(f, "# ",
                                {"A rope for PyElastica: a Cosserat rod that hangs from its first node.", expectedOf(f),
                                 barSentence(f), leftOutOf(f, false, "its rod shears besides"),
                                 "dt is half of what a wave takes along an element, or across the radius."});
    return text + fmt::format(R"(import numpy as np
import elastica as ea


class Rope(ea.BaseSystemCollection, ea.Constraints, ea.Forcing):
    pass


simulator = Rope()
rope = ea.CosseratRod.straight_rod(
    n_elements={},
    start=np.zeros(3),
    direction=np.array([0.0, -1.0, 0.0]),
    normal=np.array([0.0, 0.0, 1.0]),
    base_length={},
    base_radius={},
    density={},
    youngs_modulus={},
    shear_modulus={},
)
simulator.append(rope)
simulator.constrain(rope).using(ea.OneEndFixedBC, constrained_position_idx=(0,), constrained_director_idx=(0,))
simulator.add_forcing_to(rope).using(ea.GravityForces, acc_gravity=np.array([{}]))
dt = {}
)",
                              f.settings.massCount - 1, doubleText(f.chain.restLength()), doubleText(bar.radius),
                              doubleText(bar.density), doubleText(bar.youngsModulus),
                              doubleText(0.5 * bar.youngsModulus / (1.0 + bar.poisson)), pointText(f.settings.gravity),
                              doubleText(0.5 * shortest * std::sqrt(bar.density / bar.youngsModulus)));
}

std::string dismechCard(const CardFacts& f)
{
    const RoundBar bar = barOf(f);
    std::string text = comments(
        f, "// ",
        {"A rope for DisMech: discrete elastic rods, the body of an example's robot_description.", expectedOf(f),
         barSentence(f), leftOutOf(f, true, "its first edge is locked, where the rope's first mass is")});
    return text + fmt::format(R"(#include "robot_description.h"

void getRobotDescription(int, char**, const std::shared_ptr<SoftRobots>& soft_robots,
                         const std::shared_ptr<ForceContainer>& forces, std::shared_ptr<BaseLogger>&,
                         SimParams& sim_params, RenderParams&)
{{
    sim_params.dt = {};
    sim_params.integrator = IMPLICIT_MIDPOINT;
    const int nodes = {};
    const double density = {};   // [kg/m3]
    const double radius = {};    // [m]
    const double young_mod = {}; // [N/m2]
    const double poisson = {};
    const double mu = {};
    soft_robots->addLimb(Vec3(0.0, 0.0, 0.0), Vec3(0.0, {}, 0.0), nodes, density, radius, young_mod, poisson, mu);
    soft_robots->lockEdge(0, 0);
    forces->addForce(std::make_shared<GravityForce>(soft_robots, Vec3({})));
}}
)",
                              doubleText(f.step), f.settings.massCount, doubleText(bar.density), doubleText(bar.radius),
                              doubleText(bar.youngsModulus), doubleText(bar.poisson),
                              doubleText(f.settings.contactFriction), doubleText(-f.chain.restLength()),
                              pointText(f.settings.gravity));
}

// A cable's joint is between two capsules: it stretches as a segment does, and bends and twists with one stiffness.
std::string newtonCard(const CardFacts& f)
{
    const rope::RopeSettings& s = f.settings;
    const double radius = 0.5 * f.diameter;
    const std::string twist = unsaidBy({.bends = true, .thickness = true, .friction = true}, f);
    std::string text = comments(
        f, "# ",
        {"A rope for Newton: a rod of capsules for SolverVBD, which hangs from its first capsule.", expectedOf(f),
         fmt::format("Does not carry over: {}{}air, friction of the springs, ground and reel.", twist,
                     twist.empty() ? "" : " (a joint twists as it bends), "),
         "The solver's iterations decide how stiff it is: more of them, or more steps, until the stretch is right."});
    return text + fmt::format(R"(import newton
import warp as wp

segments = {}
segment = {}  # [m]
builder = newton.ModelBuilder(gravity={}, up_axis=newton.Axis.Y)
builder.default_shape_cfg.density = {}  # [kg/m3]
builder.default_shape_cfg.mu = {}
points = [wp.vec3(0.0, -segment * i, 0.0) for i in range(segments + 1)]
bodies, joints = builder.add_rod(
    positions=points,
    quaternions=newton.utils.create_parallel_transport_cable_quaternions(points),
    radius={},
    stretch_stiffness={},  # [N/m], of a joint
    bend_stiffness={},  # [N m], of a joint
)
builder.body_mass[bodies[0]] = builder.body_inv_mass[bodies[0]] = 0.0
builder.color()
model = builder.finalize()
solver = newton.solvers.SolverVBD(model, iterations=20)
dt = {}
)",
                              s.massCount - 1, doubleText(s.springLength), doubleText(s.gravity.y),
                              doubleText(f.massPerLength / (std::numbers::pi * radius * radius)),
                              doubleText(s.contactFriction), doubleText(radius), doubleText(s.springConstant),
                              doubleText(s.bendingStiffness / s.springLength), doubleText(f.step));
}

} // namespace ropewalk
