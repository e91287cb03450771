#include "rope_card.hpp"

#include <rope/fixed_timestep.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

// Cards for game engines. Their solvers iterate, so the stretch of a rope depends on the step and the iterations as
// well as on the constants; each card says so.

namespace ropewalk
{

namespace
{

/// The steps dt of a frame for which k dt^2 2/m is at most 0.1. One sweep of XPBD a step leaves an error in the
/// constraints; at 0.1 it makes the hanging rope stretch by some 4 % too much.
int joltIterations(const CardFacts& f)
{
    const double longest = std::sqrt(0.1 * f.settings.mass / (2.0 * f.settings.springConstant));
    return static_cast<int>(rope::fewestSteps(rope::FixedTimestep::usualTick, longest));
}

/// What Jolt's rods would take, in place of the edges.
std::string rodOfJolt(const CardFacts& f)
{
    const rope::RopeSettings& s = f.settings;
    if (f.bend == 0.0)
        return {};
    return fmt::format("Since 5.4 mRodStretchShearConstraints in place of the edges, with mRodBendTwistConstraints of "
                       "the compliance {:.6g} (L/EI, 1/(N m)), bend and twist.",
                       s.springLength / s.bendingStiffness);
}

} // namespace

std::string box2dCard(const CardFacts& f)
{
    const rope::RopeSettings& s = f.settings;
    std::string text = comments(
        f, "// ",
        {"A rope for Box2D 2.4: bodies joined by distance joints with a spring.", expectedOf(f),
         fmt::format("Box2D 3 takes the same joint as hertz = {:.6g}, dampingRatio = {:.4g} with enableSpring = true",
                     f.segmentHertz, f.segmentDampingRatio),
         "(between two free bodies; the ones at the fixed end have hertz over sqrt(2)).",
         "Does not carry over: the third dimension; friction across a segment (theirs acts along it);",
         fmt::format("the ground's spring; a step of 1/60 s: call world.Step({:.6g}, 8, 3) {} times a frame, or the",
                     rope::FixedTimestep::usualTick / stepsOfFrame(f), stepsOfFrame(f)),
         "iterations end before the pull has come from one end to the other and the rope stretches more.",
         doesNotCarryOver({}, f)});
    text +=
        fmt::format(R"(#include <box2d/box2d.h>

#include <vector>

// Hangs the rope straight down at `from` and gives back its bodies, the fixed one first.
inline std::vector<b2Body*> addRope(b2World& world, const b2Vec2& from)
{{
    constexpr int massCount = {};
    constexpr float segment = {}; // [m]
    world.SetGravity(b2Vec2({}, {}));

    std::vector<b2Body*> bodies;
    for (int i = 0; i < massCount; ++i)
    {{
        b2BodyDef body;
        body.type = i == 0 ? b2_kinematicBody : b2_dynamicBody;
        body.position = from - b2Vec2(0.0f, segment * static_cast<float>(i));
        body.linearDamping = {}; // [1/s], air_friction / mass
        body.fixedRotation = true;
        bodies.push_back(world.CreateBody(&body));
        b2MassData point{{}};
        point.mass = {}; // [kg]
        point.center.SetZero(); // b2Vec2 does not begin at zero
        bodies.back()->SetMassData(&point);
        if (i == 0)
            continue;
        b2DistanceJointDef joint;
        joint.bodyA = bodies[static_cast<std::size_t>(i) - 1];
        joint.bodyB = bodies.back();
        joint.length = segment;
        joint.stiffness = {}; // [N/m]
        joint.damping = {}; // [N s/m]
        world.CreateJoint(&joint);
    }}
    return bodies;
}}
)",
                    s.massCount, floatText(s.springLength), floatText(s.gravity.x), floatText(s.gravity.y),
                    floatText(f.airRate), floatText(s.mass), floatText(s.springConstant), floatText(s.springFriction));
    return text;
}

std::string joltCard(const CardFacts& f)
{
    const rope::RopeSettings& s = f.settings;
    std::string text = comments(
        f, "// ",
        {"A rope for Jolt's soft bodies: vertices joined by edge constraints, solved by XPBD.", expectedOf(f),
         "The compliance of an edge is 1 / spring_constant [m/N].",
         fmt::format("Does not carry over: spring_friction ({:.4g} N s/m), edges have no damping of their own;",
                     s.springFriction),
         "the ground's spring (theirs is a contact); gravity is the world's: PhysicsSystem::SetGravity.",
         "Each of mNumIterations is a step of its own with one sweep over the edges, which ends before the pull has",
         fmt::format("come through the rope: {} of them a frame of 1/60 s leave some 4 % too much stretch, {} would",
                     joltIterations(f), stepsOfFrame(f)),
         "leave much more.", doesNotCarryOver({.thickness = true, .friction = true}, f), rodOfJolt(f)});
    const std::string touch =
        s.ropeRadius > 0.0 ? fmt::format("    settings.mFriction = {};\n"
                                         "    settings.mVertexRadius = {}; // [m]; before Jolt 5.4 one of the shared "
                                         "settings\n",
                                         floatText(s.contactFriction), floatText(s.ropeRadius))
                           : std::string();
    text += fmt::format(R"(#include <Jolt/Jolt.h>

#include <Jolt/Physics/SoftBody/SoftBodyCreationSettings.h>
#include <Jolt/Physics/SoftBody/SoftBodySharedSettings.h>

inline JPH::SoftBodyCreationSettings ropeSettings(JPH::RVec3Arg from, JPH::ObjectLayer layer)
{{
    constexpr int massCount = {};
    constexpr float segment = {}; // [m]
    JPH::Ref<JPH::SoftBodySharedSettings> shared = new JPH::SoftBodySharedSettings;
    for (int i = 0; i < massCount; ++i)
    {{
        JPH::SoftBodySharedSettings::Vertex vertex;
        vertex.mPosition = JPH::Float3(0.0f, -segment * static_cast<float>(i), 0.0f);
        vertex.mInvMass = i == 0 ? 0.0f : {}; // [1/kg]
        shared->mVertices.push_back(vertex);
        if (i == 0)
            continue;
        JPH::SoftBodySharedSettings::Edge edge;
        edge.mVertex[0] = static_cast<JPH::uint32>(i - 1);
        edge.mVertex[1] = static_cast<JPH::uint32>(i);
        edge.mRestLength = segment;
        edge.mCompliance = {}; // [m/N]
        shared->mEdgeConstraints.push_back(edge);
    }}
    shared->Optimize();

    JPH::SoftBodyCreationSettings settings(shared, from, JPH::Quat::sIdentity(), layer);
    settings.mLinearDamping = {}; // [1/s], air_friction / mass
    settings.mNumIterations = {}; // each a step, of a frame of 1/60 s
{}    return settings;
}}
)",
                        s.massCount, floatText(s.springLength), floatText(1.0 / s.mass),
                        floatText(1.0 / s.springConstant), floatText(f.airRate), joltIterations(f), touch);
    return text;
}

std::string bulletCard(const CardFacts& f)
{
    const rope::RopeSettings& s = f.settings;
    const int steps = stepsOfFrame(f);
    const double dt = rope::FixedTimestep::usualTick / steps;
    // In one iteration a link removes the share kLST of its error. One XPBD iteration with the stiffness k removes
    // q / (1 + q), where q = k dt^2 (1/m1 + 1/m2).
    const double q = s.springConstant * dt * dt * 2.0 / s.mass;
    std::string text = comments(
        f, "// ",
        {"A rope for Bullet's soft bodies: nodes joined by links, solved by positions.", expectedOf(f),
         "m_kLST is a part of the error, not a stiffness: its effect depends on the step and on piterations. The value",
         fmt::format("is that of one iteration at {:.6g} s: k dt^2 2/m / (1 + k dt^2 2/m). Step the world so:", dt),
         fmt::format("world.stepSimulation(1.0f / 60.0f, {}, {});", steps, floatText(dt)),
         fmt::format("Does not carry over: spring_friction ({:.4g} N s/m), links have no damping of their own;",
                     s.springFriction),
         "the exact stretch; the ground's spring (theirs is a contact).",
         doesNotCarryOver({.thickness = true, .friction = true}, f)});
    const std::string touch =
        s.ropeRadius > 0.0 ? fmt::format("    rope->m_cfg.kDF = {}; // friction where it touches, at most 1\n"
                                         "    rope->getCollisionShape()->setMargin({}); // [m], the rope's radius\n",
                                         floatText(std::min(s.contactFriction, 1.0)), floatText(s.ropeRadius))
                           : std::string();
    text += fmt::format(R"(#include <BulletSoftBody/btSoftBodyHelpers.h>

// Hangs the rope straight down at `from`; add it to a btSoftRigidDynamicsWorld.
inline btSoftBody* makeRope(btSoftBodyWorldInfo& world, const btVector3& from)
{{
    constexpr int massCount = {};
    constexpr int firstIsFixed = 1;
    world.m_gravity = btVector3({}, {}, {});
    btSoftBody* rope = btSoftBodyHelpers::CreateRope(world, from, from - btVector3(0, {}, 0), massCount - 2,
                                                     firstIsFixed);
    rope->m_materials[0]->m_kLST = {};
    rope->m_cfg.kDP = {}; // part of the velocity that air takes in a step
    rope->m_cfg.piterations = 1;
{}    for (int i = 1; i < massCount; ++i)
        rope->setMass(i, {}); // [kg]
    return rope;
}}
)",
                        s.massCount, floatText(s.gravity.x), floatText(s.gravity.y), floatText(s.gravity.z),
                        floatText(f.chain.restLength()), floatText(q / (1.0 + q)),
                        floatText(1.0 - std::exp(-f.airRate * dt)), touch, floatText(s.mass));
    return text;
}

std::string rapierCard(const CardFacts& f)
{
    const rope::RopeSettings& s = f.settings;
    std::string text =
        comments(f, "// ",
                 {"A rope for Rapier (JavaScript): bodies joined by springs, which the engine steps.", expectedOf(f),
                  fmt::format("Step the world so: world.timestep = {:.6g}; {} steps a frame of 1/60 s.",
                              rope::FixedTimestep::usualTick / stepsOfFrame(f), stepsOfFrame(f)),
                  "Does not carry over: friction across a segment (theirs acts along it); the ground's spring.",
                  doesNotCarryOver({}, f)});
    text += fmt::format(R"(// Hangs the rope straight down at `from` and gives back its bodies, the fixed one first.
export function addRope(RAPIER, world, from) {{
  const massCount = {};
  const segment = {}; // [m]
  world.gravity = {{ x: {}, y: {}, z: {} }};
  world.timestep = {}; // [s]
  const none = {{ x: 0, y: 0, z: 0 }};
  const bodies = [];
  for (let i = 0; i < massCount; ++i) {{
    const kind = i === 0 ? RAPIER.RigidBodyDesc.kinematicPositionBased() : RAPIER.RigidBodyDesc.dynamic();
    kind.setTranslation(from.x, from.y - segment * i, from.z).lockRotations();
    kind.setLinearDamping({}).setCanSleep(false); // [1/s], air_friction / mass
    kind.setAdditionalMass({}); // [kg]
    bodies.push(world.createRigidBody(kind));
    if (i === 0) continue;
    const spring = RAPIER.JointData.spring(segment, {}, {}, none, none); // [m], [N/m], [N s/m]
    world.createImpulseJoint(spring, bodies[i - 1], bodies[i], true);
  }}
  return bodies;
}}
)",
                        s.massCount, doubleText(s.springLength), doubleText(s.gravity.x), doubleText(s.gravity.y),
                        doubleText(s.gravity.z), doubleText(rope::FixedTimestep::usualTick / stepsOfFrame(f)),
                        doubleText(f.airRate), doubleText(s.mass), doubleText(s.springConstant),
                        doubleText(s.springFriction));
    return text;
}

std::string xpbdCard(const CardFacts& f)
{
    const rope::RopeSettings& s = f.settings;
    const double dt = rope::FixedTimestep::usualTick / stepsOfFrame(f);
    std::string text = comments(
        f, "# ",
        {"A rope for extended position based dynamics (Macklin, Mueller, Chentanez, XPBD, 2016).", expectedOf(f),
         "alpha = 1/k, alpha~ = alpha/dt^2, and for the damping beta = c: gamma = alpha beta / dt = c / (k dt).",
         "Does not carry over: friction across a segment (XPBD's acts along it); the ground's spring.",
         "Fewer iterations a step leave constraints unsolved and the rope longer: with one, 20 masses with k dt^2/m",
         "= 0.7 stretch by 1.6 times as much; one is enough where k dt^2/m is 0.05 or less."});
    const auto add = [&](std::string_view name, double value, std::string_view unit)
    { text += fmt::format("{} = {:.9g}{}{}\n", name, value, unit.empty() ? "" : "  # ", inWords(f, unit)); };
    add("masses", s.massCount, "the first is held");
    add("inverse_mass", 1.0 / s.mass, "1/kg");
    add("rest_length", s.springLength, "m");
    add("compliance", 1.0 / s.springConstant, "m/N");
    add("damping", s.springFriction, "N s/m, beta");
    add("dt", dt, "s");
    if (f.bend > 0.0)
        add("bend_compliance", 1.0 / f.bend, "m/N, of the constraint |x0 - 2 x1 + x2| = 0 of three masses in a row");
    if (s.torsionalStiffness > 0.0)
        add("twist_compliance", s.springLength / s.torsionalStiffness,
            "1/(N m), of the angle between neighbouring edges of a rod about its own line");
    if (s.ropeRadius > 0.0)
    {
        add("radius", s.ropeRadius, "m, so far the line stays from what it touches");
        add("friction", s.contactFriction, "Coulomb's, where it touches");
    }
    add("iterations", 10, "each step");
    add("alpha_tilde", 1.0 / (s.springConstant * dt * dt), "1/kg");
    add("gamma", s.springFriction / (s.springConstant * dt), "");
    add("velocity_factor", std::exp(-f.airRate * dt), "air, each step before gravity");
    return text;
}

} // namespace ropewalk
