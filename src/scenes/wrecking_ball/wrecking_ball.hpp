#pragma once

#include "rope_on_bodies.hpp"
#include "wrecking_books.hpp"

#include <rope/detail/advancing.hpp>
#include <rope/impulse.hpp>
#include <rope/parameters.hpp>
#include <rope/rope_simulation.hpp>
#include <rope/stability.hpp>

#include <cstddef>
#include <optional>
#include <vector>

namespace ropewalk
{

using rope::Vec2;
using rope::Vec3;

/// The constants of the wrecking ball; SI units. A wire rope of 6 m that weighs 2.5 kg/m and a ball of 600 times the
/// mass of one of its masses, which stretches it by 1.5 %.
struct WreckingBallSettings
{
    int massCount = 31;
    double mass = 0.5;
    double springConstant = 1e6;
    double springLength = 0.2;
    double springFriction = 100.0;
    double airFriction = 0.2;
    double ballMass = 300.0;
    double ballRadius = 0.45;
    double startAngle = -0.7;
    int stackColumns = 3;
    int stackRows = 5;
    double boxSize = 0.6;
    double boxMass = 20.0;
    double restitution = 0.1;
    double friction = 0.5;
    Vec3 gravity{0.0, -9.81, 0.0};
    double connectionSpeed = 3.0;
    double maxDt = 0.0005;
    bool autoSteps = true;
    double bendingStiffness = 0.0;
    double torsionalStiffness = 0.0;
    double ropeRadius = 0.0;
    double contactFriction = 0.0;
    bool selfContact = false;

    friend bool operator==(const WreckingBallSettings&, const WreckingBallSettings&) = default;

    void describe(rope::Parameters& p);

    rope::RopeSettings ropeSettings() const;
    double longestStep() const; ///< [s]
    rope::ImpulseSettings impulseSettings() const;
    /// [s], at most, of a rod: it takes its step before the bodies, which then shift the ball by h J/M. The last
    /// segment, of the stiffness k along and B/L^3 across it, gains up to k (h J/M)^2/2 by that, and a hit takes about
    /// J^2/(2 M): h^2 k/M of it comes back, 0.3^2 at this step.
    double coupledStep() const;

    Vec3 planeGravity() const { return {gravity.x, gravity.y, 0.0}; }    ///< [m/s2]
    double ropeLength() const { return (massCount - 1) * springLength; } ///< [m], unstretched
    /// [m], by which the rope is longer when it hangs straight in the direction of the unit vector `along`, at rest:
    /// spring j, 0 at the crane, bears the masses below it and the ball, so its stretch is
    /// ((N - 1 - j) m + M) g / k, and the sum over the N - 1 springs is (m N (N - 1) / 2 + (N - 1) M) g / k.
    double staticStretch(const Vec3& along) const;
    double ballHeight() const; ///< [m], of its centre when the rope hangs from the crane at the start
    Vec2 craneTip() const;     ///< [m], where the rope hangs at the start
};

rope::StepLimits worstStepLimits(const WreckingBallSettings& settings);

/// A rope of masses and springs, whose end carries a ball of the impulse engine.
///
/// The ball's centre and the last mass of the rope are one thing of the mass M + m. In a step of dt
///
///     1. the rope moves under all its forces, the ball's weight among them:
///            v' = v + dt F(x, v) / m,   for the last one  v' = v + dt (-T_last + (M + m) g + air) / (M + m),
///     2. the ball takes the last mass's velocity v',
///     3. the bodies collide, rest on each other and move: impulses J change the ball's velocity,
///            v'' = v' + J / (M + m),   x'' = x + dt v'',   w'' = w + (r x J) / I,
///     4. the last mass takes the ball's position x'' and velocity v''.
///
/// Where the ball touches nothing (J = 0), this is semi-implicit Euler for the whole system, as the rope alone has it.
/// Every force and every impulse acts on two partners in the same step, so momentum is kept to rounding. A contact
/// only takes freedom from the ball, which never raises the highest frequency of the springs (Rayleigh): the rope's
/// step limit covers both, and no ball is too heavy, because a heavier end only moves slower.
///
/// A rope with a radius touches the bodies (RopeOnBodies) and itself; where it has one, or twists, a rod takes its
/// steps by implicit Euler. Then the ball takes in 3. what the rope has pushed it with as well. The part of the rope
/// that is between the ball's centre and the end of its sling does not touch it.
class WreckingBall : public rope::Advancing<WreckingBall>
{
public:
    /// Throws std::invalid_argument naming the parameter, the value and the range.
    explicit WreckingBall(const WreckingBallSettings& settings = {});
    /// With other bodies around instead of the ground and the stack.
    WreckingBall(const WreckingBallSettings& settings, const std::vector<rope::BodyDefinition>& surroundings);

    const WreckingBallSettings& settings() const { return settings_; }
    /// Changes the constants while everything moves. Masses, start and stack begin anew when changed.
    void setSettings(const WreckingBallSettings& settings);

    double time() const { return rope_.time(); } ///< [s]
    void step(double dt);

    /// A saved moment, small enough to keep one of every tick.
    struct Moment
    {
        WreckingBallSettings settings;
        rope::RopeSimulation rope;
        rope::ImpulseSimulation::Moment bodies;
        RopeOnBodies touching;
        std::optional<WreckingBooks> books;
    };
    Moment moment() const { return {settings_, rope_, bodies_.moment(), touching_, books_}; }
    /// Back to a moment with the same surroundings, its constants too; from there it goes on with the same bits.
    void restore(const Moment& moment);

    void setConnectionVelocity(const Vec2& velocity) { rope_.setConnectionVelocity(Vec3(velocity, 0.0)); }
    void setBallVelocity(const Vec2& velocity);
    /// Pulls a mass of the rope or a body to `target` [m]. The last mass is the ball; the others go there as a pin
    /// would, as far as the rope reaches.
    void grabMass(std::size_t mass, const Vec2& target);
    void grabBody(std::size_t body, const Vec2& target) { bodies_.grab(body, target); }
    void release();
    /// The pull at a mass of the rope; none at the ball.
    const std::optional<rope::Pin>& grabbedMass() const { return grabbed_; }

    /// Pins masses of the rope in the plane, all but the ball.
    void setPins(const rope::Pins& pins);
    const rope::Pins& pins() const { return pins_; }

    /// Begins a momentum book at this moment, or ends it. No surroundings may be hung: what a hinge takes is unknown.
    void setBooks(bool keep);
    rope::MomentumBook momentumBook() const; ///< empty where none is kept

    static constexpr std::size_t ball = 0; ///< index of its body
    const rope::RopeSimulation& rope() const { return rope_; }
    double groundHeight() const { return rope_.groundHeight(); } ///< [m]
    const rope::ImpulseSimulation& bodies() const { return bodies_; }
    /// [m] from the ball's centre to where its sling begins, in radii of the ball.
    static constexpr double slingReach = 1.9;
    Vec3 push(std::size_t body) const { return touching_.force(body); } ///< [N] of the rope on a body in the last step
    double planeMomentum() const
    {
        return touching_.planeMomentum();
    } ///< [kg m/s] along z, from the rope by ball and bodies

    double kineticEnergy() const;                                  ///< [J] of rope, ball and bodies
    double potentialEnergy() const;                                ///< [J] in gravity, zero at the origin
    double elasticEnergy() const { return rope_.elasticEnergy(); } ///< [J] of the rope's springs
    double totalEnergy() const; ///< [J], with the springs, bends and twist, and the ground under the rope
    Vec2 momentum() const;      ///< [kg m/s] of all but the mass at the crane
    /// Bodies that are farther than the width of a box from where they were at the beginning.
    int fallenCount() const;

    double longestStep() const { return rope_.longestStep(); } ///< [s], that rope and bodies can take together
    rope::StepLimits stepLimits() const { return rope_.stepLimits(); }

private:
    void pinRope();
    void hangBall();
    double ballBodyMass() const { return settings_.ballMass + settings_.mass; } ///< [kg]
    double ballSpin() const { return bodies_.bodies()[ball].inertia * bodies_.bodies()[ball].angularVelocity; }

    WreckingBallSettings settings_;
    rope::RopeSimulation rope_;
    rope::ImpulseSimulation bodies_;
    RopeOnBodies touching_;
    std::vector<Vec2> startPositions_;
    rope::Pins pins_;
    std::optional<rope::Pin> grabbed_;
    std::optional<WreckingBooks> books_;
};

} // namespace ropewalk
