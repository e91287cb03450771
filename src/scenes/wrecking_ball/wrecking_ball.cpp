#include "wrecking_ball.hpp"

#include <rope/detail/body_impulses.hpp>
#include <rope/rope_settings.hpp>

#include <algorithm>
#include <cmath>

namespace ropewalk
{

namespace
{

Vec3 startDirection(const WreckingBallSettings& settings)
{
    const rope::Rotation start = rope::rotation(settings.startAngle);
    return {start.s, -start.c, 0.0};
}

/// Straight, each segment as long as its tension asks for, so that the rope does not start with a jolt.
std::vector<Vec3> ropeAtStart(const WreckingBallSettings& s)
{
    const Vec3 along = startDirection(s);
    const double pull = std::max(0.0, glm::dot(s.planeGravity(), along)) / s.springConstant;
    std::vector<Vec3> positions{Vec3(s.craneTip(), 0.0)};
    for (int below = s.massCount - 1; below > 0; --below)
        positions.push_back(positions.back() + (s.springLength + (below * s.mass + s.ballMass) * pull) * along);
    return positions;
}

/// The ground, and a stack whose near side the ball touches a little after the lowest point of its swing.
std::vector<rope::BodyDefinition> groundAndStack(const WreckingBallSettings& s)
{
    constexpr double depth = 1.0; // [m] of the ground
    constexpr double width = 2000.0;
    constexpr double gap = 0.01; // between the columns
    std::vector<rope::BodyDefinition> bodies{rope::boxBody({width, depth}, 0.0, {0.0, -0.5 * depth})};
    const double near = s.craneTip().x + s.ballRadius + 0.3;
    for (int row = 0; row < s.stackRows; ++row)
        for (int column = 0; column < s.stackColumns; ++column)
            bodies.push_back(
                rope::boxBody(Vec2(s.boxSize), s.boxMass,
                              {near + 0.5 * s.boxSize + column * (s.boxSize + gap), (row + 0.5) * s.boxSize}));
    return bodies;
}

std::vector<rope::BodyDefinition> withBall(const WreckingBallSettings& s, const Vec3& position,
                                           const std::vector<rope::BodyDefinition>& surroundings)
{
    std::vector<rope::BodyDefinition> bodies{rope::circleBody(s.ballRadius, s.ballMass + s.mass, Vec2(position))};
    bodies.insert(bodies.end(), surroundings.begin(), surroundings.end());
    return bodies;
}

} // namespace

void WreckingBallSettings::describe(rope::Parameters& p)
{
    p.group("Rope");
    p.add("mass_count", &massCount,
          {.minimum = 2, .maximum = 1000, .sentence = "Masses of the rope; a change begins anew.", .laysOut = true});
    p.add("mass", &mass,
          {1e-4, 100.0, "kg", "Mass of each of them; the last one is a part of the ball.", rope::StepRole::mass});
    p.add("spring_constant", &springConstant, {1.0, 1e7, "N/m", "Stiffness of one segment.", rope::StepRole::springs});
    p.add("spring_length", &springLength, {1e-3, 10.0, "m", "Rest length of one segment; the rope glides to it."});
    p.add("spring_friction", &springFriction,
          {0.0, 1000.0, "N s/m", "Internal friction of one segment.", rope::StepRole::springFriction});
    p.add("air_friction", &airFriction,
          {0.0, 100.0, "N s/m", "Friction of the air on each mass and on the ball.", rope::StepRole::airFriction});

    p.group("Ball");
    p.add("ball_mass", &ballMass, {0.0, 100'000.0, "kg", "Mass of the ball that the rope carries."});
    p.add("ball_radius", &ballRadius,
          {.minimum = 0.05,
           .maximum = 5.0,
           .unit = "m",
           .sentence = "Radius of the ball; a change begins anew.",
           .laysOut = true});
    p.add("start_angle", &startAngle,
          {.minimum = -1.5,
           .maximum = 1.5,
           .unit = "rad",
           .sentence = "Where the ball is let go, from straight down to the right; a change begins anew.",
           .laysOut = true});

    p.group("Stack");
    p.add("stack_columns", &stackColumns,
          {.minimum = 0, .maximum = 30, .sentence = "Boxes side by side; a change begins anew.", .laysOut = true});
    p.add("stack_rows", &stackRows,
          {.minimum = 0, .maximum = 30, .sentence = "Boxes on each other; a change begins anew.", .laysOut = true});
    p.add("box_size", &boxSize,
          {.minimum = 0.05,
           .maximum = 5.0,
           .unit = "m",
           .sentence = "Width and height of a box; a change begins anew.",
           .laysOut = true});
    p.add("box_mass", &boxMass,
          {.minimum = 0.01,
           .maximum = 10'000.0,
           .unit = "kg",
           .sentence = "Mass of a box; a change begins anew.",
           .laysOut = true});

    p.group("Collision");
    p.add("restitution", &restitution,
          {0.0, 1.0, "", "Speed after a collision by speed before: 1 keeps the energy, 0 leaves bodies together."});
    p.add("friction", &friction,
          {0.0, 10.0, "", "Coulomb friction of the bodies: largest force along a surface by force upon it."});

    p.group("Surroundings");
    p.add("gravity", &gravity, {-50.0, 50.0, "m/s2", "Acceleration of gravity; z has no effect in the plane."});

    p.group("Run");
    p.add("connection_speed", &connectionSpeed, {0.0, 100.0, "m/s", "Speed of the crane's end while a key is held."});
    p.add("max_dt", &maxDt,
          {1e-5, 0.1, "s", "Longest step; a tick is split into the fewest that fit.", rope::StepRole::longestStep});
    p.add("auto_steps", &autoSteps,
          "Steps also stay below what is stable with these constants. Off, max_dt alone decides, and the rope may "
          "explode.",
          rope::StepRole::automatic);

    p.group("Rod");
    p.add("bending_stiffness", &bendingStiffness,
          {.minimum = 0.0,
           .maximum = 1000.0,
           .unit = "N m2",
           .sentence = "Resistance to bending (EI): a bend of the radius R takes the moment EI / R. 0 bends freely.",
           .stepRole = rope::StepRole::bending,
           .byDecades = true});
    p.add("torsional_stiffness", &torsionalStiffness,
          {.minimum = 0.0,
           .maximum = 1000.0,
           .unit = "N m2",
           .sentence = "C = GJ: the torque that twists 1 m of rope by 1 rad. The ball lets its end turn.",
           .byDecades = true});
    p.add("rope_radius", &ropeRadius,
          {0.0, 0.2, "m",
           "So far the rope's line stays from boxes, ball and ground, which it pushes as they push it. At 0 the rope "
           "touches the ground only, softly."});
    p.add("contact_friction", &contactFriction,
          {0.0, 10.0, "", "Coulomb friction of a rope with a radius on boxes, ball, ground and itself."});
    p.add("self_contact", &selfContact, "A rope with a radius touches itself too.");
}

double WreckingBallSettings::longestStep() const
{
    return ropeSettings().longestStep();
}

rope::StepLimits worstStepLimits(const WreckingBallSettings& settings)
{
    return rope::worstStepLimits(settings.ropeSettings());
}

rope::RopeSettings WreckingBallSettings::ropeSettings() const
{
    rope::RopeSettings s;
    s.massCount = massCount;
    s.mass = mass;
    s.springConstant = springConstant;
    s.springLength = springLength;
    s.springFriction = springFriction;
    s.airFriction = airFriction;
    s.gravity = planeGravity();
    s.groundHeight = 0.0;
    s.groundRepulsion = 2000.0; // a mass of it sinks in by millimetres
    s.groundFriction = s.groundAbsorption = 20.0;
    s.connectionSpeed = connectionSpeed;
    s.maxMassCount = std::max(s.maxMassCount, massCount);
    s.maxDt = maxDt;
    s.autoSteps = autoSteps;
    s.bendingStiffness = bendingStiffness;
    s.torsionalStiffness = torsionalStiffness;
    s.ropeRadius = ropeRadius;
    s.contactFriction = contactFriction;
    s.selfContact = selfContact;
    if (s.byNewton())
    {
        // What the bodies get, the rope must lose in the same step; and they step no longer than max_dt.
        s.integrator = rope::RopeIntegrator::implicit_euler;
        s.implicitMaxDt = autoSteps ? std::min(maxDt, coupledStep()) : maxDt;
    }
    return s;
}

double WreckingBallSettings::coupledStep() const
{
    constexpr double part = 0.3;
    const double stiffness = std::max(springConstant, bendingStiffness / (springLength * springLength * springLength));
    constexpr double least = 1e-5; // [s], of implicit_max_dt
    return std::max(least, part * std::sqrt((ballMass + mass) / stiffness));
}

rope::ImpulseSettings WreckingBallSettings::impulseSettings() const
{
    rope::ImpulseSettings s;
    s.restitution = restitution;
    s.friction = friction;
    s.gravity = planeGravity();
    s.iterations = 6; // the rope's steps are so short that contacts can settle over many of them
    s.maxDt = maxDt;
    return s;
}

double WreckingBallSettings::staticStretch(const Vec3& along) const
{
    const double n = massCount;
    const double pull = std::max(0.0, glm::dot(planeGravity(), along));
    return (mass * n * (n - 1.0) / 2.0 + (n - 1.0) * ballMass) * pull / springConstant;
}

double WreckingBallSettings::ballHeight() const
{
    // Well above the middle of the stack, where a push topples more than it shifts; clear of the ground.
    return std::max(0.6 * stackRows * boxSize, ballRadius + 0.2);
}

Vec2 WreckingBallSettings::craneTip() const
{
    return {0.0, ballHeight() + ropeLength() + staticStretch({0.0, -1.0, 0.0})};
}

WreckingBall::WreckingBall(const WreckingBallSettings& settings)
    : WreckingBall(settings, groundAndStack(rope::validated(settings)))
{
}

WreckingBall::WreckingBall(const WreckingBallSettings& settings, const std::vector<rope::BodyDefinition>& surroundings)
    : settings_(rope::validated(settings)), rope_(settings_.ropeSettings())
{
    const std::vector<Vec3> positions = ropeAtStart(settings_);
    rope_.layOut(positions);
    rope_.setLoad(settings_.ballMass);
    bodies_ = rope::ImpulseSimulation(withBall(settings_, positions.back(), surroundings), settings_.impulseSettings());
    for (const rope::RigidBody& body : bodies_.bodies())
        startPositions_.push_back(body.position);
    touching_.choose(bodies_, rope_.groundHeight());
    hangBall();
}

void WreckingBall::hangBall()
{
    const double within =
        std::max(slingReach * settings_.ballRadius, settings_.ballRadius + 2.0 * settings_.ropeRadius);
    const int masses = static_cast<int>(std::min(within / settings_.springLength, 1e4)) + 1;
    touching_.hang(ball, static_cast<std::size_t>(std::max(settings_.massCount - masses, 0)));
}

void WreckingBall::setSettings(const WreckingBallSettings& settings)
{
    if (rope::laidOutOtherwise(settings_, settings))
    {
        const bool keep = books_.has_value();
        *this = WreckingBall(settings);
        setBooks(keep);
        return;
    }
    const double spin = ballSpin();
    settings_ = rope::validated(settings);
    rope_.setSettings(settings_.ropeSettings());
    rope_.setLoad(settings_.ballMass);
    bodies_.setSettings(settings_.impulseSettings());
    bodies_.setMass(ball, ballBodyMass());
    if (books_)
        books_->gain(rope::MomentumLine::constants, {0.0, Vec3(0.0), {0.0, 0.0, ballSpin() - spin}});
    hangBall();
}

void WreckingBall::restore(const Moment& moment)
{
    if (settings_ != moment.settings)
        setSettings(moment.settings); // the masses of the bodies follow, and the layout
    rope_ = moment.rope;
    grabbed_.reset();
    pinRope();
    bodies_.restore(moment.bodies);
    touching_ = moment.touching;
    books_ = moment.books;
}

void WreckingBall::setBooks(bool keep)
{
    books_.reset();
    if (keep)
        books_.emplace(rope_, bodies_, ball);
    else
        rope_.setBooks(false);
}

rope::MomentumBook WreckingBall::momentumBook() const
{
    return books_ ? books_->book(rope_, bodies_) : rope::MomentumBook();
}

void WreckingBall::setBallVelocity(const Vec2& velocity)
{
    const rope::Mass& last = rope_.masses().back();
    if (books_)
    {
        rope::Effect thrown;
        thrown.add(last.mass * (Vec3(velocity, 0.0) - last.velocity), Vec3(0.0), last.position);
        books_->gain(rope::MomentumLine::constants, thrown);
    }
    rope_.setFreeEnd(last.position, Vec3(velocity, 0.0));
    bodies_.setVelocity(ball, velocity);
}

void WreckingBall::step(double dt)
{
    const bool touches = settings_.ropeRadius > 0.0;
    if (touches)
        touching_.meet(rope_, bodies_);
    rope_.step(dt);
    const rope::Mass& last = rope_.masses().back();
    const rope::RigidBody& body = bodies_.bodies()[ball];
    if (books_)
        books_->takeOver(last, body.position);
    touching_.hold(last);
    bodies_.setVelocity(ball, Vec2(last.velocity));
    bodies_.applyForce(ball, -ballBodyMass() * Vec2(settings_.planeGravity())); // the rope has applied its weight
    if (touches)
        touching_.push(rope_, bodies_, dt);
    if (touches && books_)
        books_->addPushes(rope_, bodies_, touching_.touched());
    rope::BodyImpulses impulses;
    bodies_.step(dt, books_ ? &impulses : nullptr);
    if (books_)
        books_->addBodies(impulses);
    rope_.setFreeEnd(Vec3(body.position, 0.0), Vec3(body.velocity, 0.0));
}

void WreckingBall::grabMass(std::size_t mass, const Vec2& target)
{
    // The rope's own grab is as stiff as the step allows: on the ball it would tear at the rope.
    if (mass + 1 == rope_.masses().size())
        bodies_.grab(ball, target);
    else if (mass > 0 && rope::pinOf(pins_, static_cast<int>(mass)) == nullptr)
    {
        // The rope's grab is as stiff as the step allows, which is not enough for the weight of the ball.
        const Vec2 tip(rope_.connectionPosition());
        const double reach = 1.02 * settings_.springLength * static_cast<double>(mass);
        const double away = glm::distance(tip, target);
        grabbed_ = {static_cast<int>(mass),
                    Vec3(tip + std::min(1.0, reach / std::max(away, 1e-9)) * (target - tip), 0.0)};
        pinRope();
    }
}

void WreckingBall::setPins(const rope::Pins& pins)
{
    pins_ = pins;
    pinRope();
}

void WreckingBall::pinRope()
{
    rope::Pins ofRope;
    for (const rope::Pin& pin : pins_)
        if (pin.mass + 1 < settings_.massCount)
            ofRope.push_back({pin.mass, Vec3(Vec2(pin.at), 0.0)});
    if (grabbed_ && grabbed_->mass + 1 < settings_.massCount)
        ofRope.push_back(*grabbed_);
    rope_.setPins(ofRope);
}

void WreckingBall::release()
{
    if (grabbed_)
    {
        grabbed_.reset();
        pinRope();
    }
    bodies_.release();
}

double WreckingBall::kineticEnergy() const
{
    // The ball's centre is in the rope's sum already.
    const rope::RigidBody& body = bodies_.bodies()[ball];
    return rope_.kineticEnergy() + bodies_.kineticEnergy() - 0.5 * body.mass * glm::dot(body.velocity, body.velocity);
}

double WreckingBall::potentialEnergy() const
{
    const rope::RigidBody& body = bodies_.bodies()[ball];
    return rope_.potentialEnergy() + bodies_.potentialEnergy() +
           body.mass * glm::dot(Vec2(settings_.planeGravity()), body.position);
}

double WreckingBall::totalEnergy() const
{
    return kineticEnergy() + potentialEnergy() + rope_.elasticEnergy() + rope_.groundEnergy() + rope_.bendingEnergy() +
           rope_.twistEnergy();
}

Vec2 WreckingBall::momentum() const
{
    Vec2 sum = bodies_.momentum();
    for (std::size_t i = 1; i + 1 < rope_.masses().size(); ++i) // the last one is the ball
        sum += rope_.masses()[i].mass * Vec2(rope_.masses()[i].velocity);
    return sum;
}

int WreckingBall::fallenCount() const
{
    int count = 0;
    for (std::size_t i = ball + 1; i < startPositions_.size(); ++i)
        if (glm::distance(bodies_.bodies()[i].position, startPositions_[i]) > settings_.boxSize)
            ++count;
    return count;
}

} // namespace ropewalk
