#pragma once

#include <rope/detail/advancing.hpp>
#include <rope/detail/contact.hpp>
#include <rope/detail/demands.hpp>
#include <rope/detail/sum.hpp>
#include <rope/detail/uncopied.hpp>
#include <rope/export.hpp>
#include <rope/parameters.hpp>
#include <rope/rigid_body.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace rope
{

/// The constants of the impulse engine; SI units.
struct ROPE_API ImpulseSettings
{
    double restitution = 0.5;
    double friction = 0.3;
    Vec3 gravity{0.0, -9.81, 0.0};
    int iterations = 20;
    double maxDt = 1.0 / 240.0;

    friend bool operator==(const ImpulseSettings&, const ImpulseSettings&) = default;

    void describe(Parameters& p);
};

struct BodyImpulses;
struct BodyMotion;

/// Rigid polygons and circles in the plane that collide and rest on each other by impulses.
///
/// A step finds the contacts, lets bodies that approach collide (the impulse of the source tutorial with restitution,
/// at the velocities they have), adds gravity, holds resting contacts, and moves every body, at most up to where it
/// meets the next one. Free flight is exact for constant gravity: x += v dt + g dt^2/2. What slides or rests moves with
/// its new velocity, x += v' dt: a block that friction stops is v dt/2 short of its way. Impulses keep momentum and
/// angular momentum to rounding; an overlap that is pushed out moves bodies, and so changes the sum of x x p a little.
class ROPE_API ImpulseSimulation : public Advancing<ImpulseSimulation>
{
    /// What the engine remembers of a body beside its state.
    struct Activity
    {
        double delay = 0.0;       ///< [s] of the last step that it could not use because it met another
        double rest = 0.0;        ///< [s] since it has been slow and supported
        Vec2 force{0.0};          ///< [N]
        Vec2 impulse{0.0};        ///< [N s]
        double turning = 0.0;     ///< [kg m2/s]
        std::uint32_t island = 0; ///< the same for bodies that hang together by contacts
        bool asleep = false;
        bool pressed = false; ///< a resting contact acts on it
        bool crowded = false; ///< one with another body that can move

        bool pushed() const { return impulse != Vec2(0.0) || turning != 0.0; }
    };

public:
    /// Throws std::invalid_argument naming the parameter, or the body and its fault; also where the bodies
    /// overlap in more than 20 pairs each.
    explicit ImpulseSimulation(const std::vector<BodyDefinition>& bodies = {}, const ImpulseSettings& settings = {});

    const ImpulseSettings& settings() const { return settings_; }
    /// Changes the constants while the bodies move, and wakes them; throws as the constructor does.
    void setSettings(const ImpulseSettings& settings);

    const std::vector<RigidBody>& bodies() const { return bodies_; }
    const std::vector<Contact>& contacts() const { return solidContacts_; } ///< of the last step
    bool asleep(std::size_t body) const { return !bodies_[body].fixed() && activities_[body].asleep; }

    double time() const { return time_; }                  ///< [s] since the beginning
    double longestStep() const { return settings_.maxDt; } ///< [s], the longest that `advance` takes
    void step(double dt) { step(dt, nullptr); }
    /// Adds what acted on the bodies to `impulses`, where that is not null.
    void step(double dt, BodyImpulses* impulses);

    /// A saved moment, without what does not move: shapes and masses.
    class Moment
    {
        friend ImpulseSimulation;
        struct Touch
        {
            ContactState contact;
            std::array<ContactPointState, 2> points;
        };
        double time_ = 0.0;
        std::vector<BodyState> bodies_;
        std::vector<Activity> activities_;
        std::vector<Touch> solidContacts_;
    };
    Moment moment() const;
    /// Back to a moment of the same bodies, with the present constants; from there it goes on with the same bits.
    /// Throws std::invalid_argument if it is one of others.
    void restore(const Moment& moment);

    // What acts on a body does nothing where there is no such body or where it cannot follow: a fixed body never does,
    // and a hung one takes no velocity and no other mass.

    /// Pulls the centre of a body to `target` [m] with a damped spring of bounded force, until released.
    void grab(std::size_t body, const Vec2& target);
    void release() { grab_.reset(); }
    const Vec2& grabTarget() const { return demandGrab(grab_).to; } ///< [m], where a body is grabbed
    std::optional<std::size_t> grabbed() const { return grab_ ? std::optional(grab_->body) : std::nullopt; }

    /// Brings a body to this velocity [m/s], softly; a component that is 0 is left free.
    void drive(std::size_t body, const Vec2& velocity);
    void stopDriving() { drive_.reset(); }

    /// Gives a body this velocity [m/s]: for one that another simulation moves as well.
    void setVelocity(std::size_t body, const Vec2& velocity);

    /// Changes the mass [kg] of a body, and its inertia with it, while it moves. Throws std::invalid_argument unless
    /// the mass is finite and above 0.
    void setMass(std::size_t body, double mass);

    /// A force [N] at the centre of mass during the next step.
    void applyForce(std::size_t body, const Vec2& force);

    /// An impulse [N s] at the centre of mass and a turning impulse [kg m2/s] about it, which the next step gives
    /// before bodies rest on each other: so pressed bodies do not bounce off each other.
    void applyImpulse(std::size_t body, const Vec2& impulse, double turning);

    double kineticEnergy() const { return sumOf(bodies_, &RigidBody::kineticEnergy); } ///< [J]
    double potentialEnergy() const; ///< [J] in gravity, zero at the origin
    double totalEnergy() const { return kineticEnergy() + potentialEnergy(); }
    Vec2 momentum() const { return sumOf(bodies_, &RigidBody::momentum); } ///< [kg m/s]
    double angularMomentum() const
    {
        return sumOf(bodies_, &RigidBody::angularMomentum);
    } ///< [kg m2/s] about the origin
    std::size_t touchingCount() const;
    double deepestOverlap() const;              ///< [m], at the beginning of the last step; 0 if there was none
    std::optional<std::size_t> runaway() const; ///< first body whose position or velocity is not finite

private:
    struct Pull
    {
        std::size_t body = 0;
        Vec2 to{0.0}; ///< [m] or [m/s]
    };
    /// The memory that a step works in.
    struct Workspace;

    /// Such a body is there and not fixed.
    bool canTurn(std::size_t body) const { return body < bodies_.size() && !bodies_[body].fixed(); }
    bool canTravel(std::size_t body) const { return canTurn(body) && !bodies_[body].hung(); }
    /// A box round each body and its way in the step, larger by the margin on all sides.
    void findBoxes(double margin);
    void findContacts(double dt);
    bool wakeTouched();
    void wakeIsland(std::size_t body);
    void rouse(std::size_t body);
    void markTouching();
    void markResting(double slowest);
    BodyMotion motionAhead(std::size_t body, double interval) const;
    void meet(double dt);
    void accelerate();
    void markPressed();
    void move();
    void noteContacts(double ContactPoint::*normal, double ContactPoint::*tangent, BodyImpulses& impulses) const;
    void noteForces(BodyImpulses& impulses);
    void findIslands();
    void fallAsleep(double dt);
    Vec2 acceleration(std::size_t body, double interval) const;
    double collisionThreshold(double dt) const;
    Vec2 gravity() const { return Vec2(settings_.gravity); }

    ImpulseSettings settings_;
    std::vector<RigidBody> bodies_;
    std::vector<Extent> extents_;
    std::vector<Contact> solidContacts_;
    std::vector<Activity> activities_;
    std::optional<Pull> grab_;
    std::optional<Pull> drive_;
    double tolerance_ = 1e-6; ///< [m], bodies that are this near touch
    double slop_ = 5e-4;      ///< [m], overlap that is left alone: pushing it out would make resting bodies tremble
    double time_ = 0.0;
    Uncopied<Workspace> workspace_;
};

} // namespace rope
