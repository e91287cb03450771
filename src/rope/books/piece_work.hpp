#pragma once

#include <rope/detail/book_keeper.hpp>
#include <rope/mass.hpp>

#include <cstddef>
#include <utility>
#include <vector>

namespace rope
{

/// What a mass hits in a step.
enum class Hit : unsigned char
{
    nothing,
    aSolid,
    theGround ///< of the world
};

/// What each force did to ropes in a piece of a step: its value at the end times the way.
struct PieceWork
{
    Effect stretch;
    Effect bending;
    Effect twist;
    Effect gravity;
    Effect air;
    Effect load;
    Effect pull;     ///< the mouse's
    Effect push;     ///< of touches, but of those on the world's ground; of guests with their friction
    Effect friction; ///< of touches, but of those on the world's ground and on guests
    Effect onGround; ///< of touches on the world's ground as a solid
    Effect groundPush;
    Effect groundFriction;
    Effect groundAbsorption;
    Effect springFriction;
    Effect support;            ///< of the holds of pinned masses
    Effect unsolved;           ///< the change of the free masses that the forces do not explain
    double blows = 0.0;        ///< [J] of it, what a blow on a solid took: it stops a mass within a step
    double groundBlows = 0.0;  ///< [J] of `unsolved`, the same of the world's ground
    double lost = 0.0;         ///< [J], by slip where ropes touch, but for the world's ground
    double groundLost = 0.0;   ///< [J], the same of the world's ground
    double solids = 0.0;       ///< [J], by solids that moved, but for the world's ground
    double flow = 0.0;         ///< [J], of `springFriction` on the rope that flows out of a reel
    double motors = 0.0;       ///< [J], by axles that turn bodies
    double axles = 0.0;        ///< [J], lost by the friction of axles
    double spins = 0.0;        ///< [J], of twist on the spins
    double turned = 0.0;       ///< [J], of the torques on the ends
    double held = 0.0;         ///< [J], of the holds of spins
    double uniformTurns = 0.0; ///< [J] of `turned`, by uniform twist, which stores them
};

/// Adds the forces on the masses, one after the other, in a piece of a step of `dt` [s]. `before` and `masses` are all
/// masses before and after it.
class ForceSum
{
public:
    ForceSum(double dt, std::vector<Mass> before, const std::vector<Mass>& masses, std::size_t bodies)
        : dt_(dt), before_(std::move(before)), masses_(masses), net_(masses.size(), Vec3(0.0)),
          rubbing_(masses.size(), 0.0), moved_(masses.size(), Vec3(0.0)), onBodies_(bodies)
    {
    }

    void add(std::size_t i, const Vec3& force, Effect& effect)
    {
        effect.add(dt_ * force, meanVelocity(i), masses_[i].position);
        net_[i] += force;
    }
    /// A force at a place between mass i and the next one.
    void add(std::size_t i, double along, const Vec3& force, Effect& effect)
    {
        add(i, (1.0 - along) * force, effect);
        if (along != 0.0)
            add(i + 1, along * force, effect);
    }
    /// The same with the arm at the start of the piece, as what pushes back counts it.
    void addAtStart(std::size_t i, double along, const Vec3& force, Effect& effect)
    {
        for (const auto& [mass, share] : {std::pair(i, 1.0 - along), std::pair(i + 1, along)})
        {
            if (share == 0.0)
                continue;
            const Vec3 arm = before_[mass].position - masses_[mass].position;
            const Vec3 turning = glm::cross(arm, dt_ * share * force);
            add(mass, share * force, effect);
            effect.turning += turning;
            moved_[mass] += turning;
        }
    }
    /// A force on the piece of a body that has gone `way` [m] to `point` [m].
    void addToBody(std::size_t body, const Vec3& force, const Vec3& way, const Vec3& point, Effect& effect)
    {
        Effect own;
        own.add(dt_ * force, way / dt_, point);
        effect = effect + own;
        onBodies_[body] = onBodies_[body] + own;
    }
    /// A torque [N m] on a body that has turned by `turn` [rad].
    void turnBody(std::size_t body, const Vec3& torque, const Vec3& turn, Effect& effect)
    {
        const Effect own{glm::dot(torque, turn), Vec3(0.0), dt_ * torque};
        effect = effect + own;
        onBodies_[body] = onBodies_[body] + own;
    }
    const Effect& onBody(std::size_t body) const { return onBodies_[body]; }

    /// A torque [N m] of friction about the edge behind a mass.
    void rub(std::size_t edge, double torque) { rubbing_[edge] += torque; }
    double rubbing(std::size_t edge) const { return rubbing_[edge]; }

    /// What all of them did to a mass.
    Effect on(std::size_t i) const
    {
        Effect all;
        all.add(dt_ * net_[i], meanVelocity(i), masses_[i].position);
        all.turning += moved_[i];
        return all;
    }
    /// What holds a mass, against all of them.
    void support(std::size_t i, Effect& effect) const { effect = effect - on(i); }
    const Mass& before(std::size_t i) const { return before_[i]; }
    const Mass& after(std::size_t i) const { return masses_[i]; }
    double dt() const { return dt_; }

private:
    Vec3 meanVelocity(std::size_t i) const { return (masses_[i].position - before_[i].position) / dt_; }

    double dt_;
    std::vector<Mass> before_;
    const std::vector<Mass>& masses_;
    std::vector<Vec3> net_; ///< [N]
    std::vector<double> rubbing_;
    std::vector<Vec3> moved_;      ///< [kg m2/s], by arms at the start instead of the end
    std::vector<Effect> onBodies_; ///< what all forces did to bodies
};

} // namespace rope
