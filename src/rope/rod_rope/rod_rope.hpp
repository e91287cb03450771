#pragma once

#include "rope_surroundings.hpp"

#include "rope/implicit/implicit_rope.hpp"

#include <rope/detail/uncopied.hpp>
#include <rope/rod.hpp>
#include <rope/rope_settings.hpp>

#include <cstddef>
#include <utility>
#include <vector>

namespace rope
{

/// Takes the steps of a rope that twists, has a thickness or is to be stepped by BDF2: a rod of the rope's masses and
/// springs. Beside them it keeps what such a rope remembers: its twist, where it touches, and the state before the last
/// step. The implicit Euler of a rod where the rope's integrator is that, else BDF2.
///
/// The connection point holds the angle of the rope there, and so does a pinned free end; a loose end turns freely, and
/// the rope has no torque. No twist passes the reel.
class RodRope final : public RodSimulation
{
public:
    RodRope() : RodSimulation(RodSettings{}) { state_.careful = true; } // a rope without bends buckles in any step

    /// The rope's constants, masses and springs from now on. `whole` is the spring of a whole segment.
    void follow(const RopeSettings& settings, const Spring& whole, const std::vector<Mass>& masses,
                const std::vector<Spring>& springs);

    /// Moves all masses by one step, as ImplicitRope::step does.
    void step(const ImplicitStep& step, std::vector<Mass>& masses, const std::vector<Spring>& springs,
              ImplicitEffort& effort);

    /// Solids that a rope with a radius touches besides the ground, in the steps from now on. As many as before are the
    /// same ones, which others have moved meanwhile.
    void setBodies(std::vector<SolidBody> bodies) { bodies_ = std::move(bodies); }
    /// What the last step did to one of them.
    RodPush push(std::size_t body) const
    {
        return body + 1 < state_.pushes.size() ? state_.pushes[body + 1] : RodPush{};
    }

    /// Whether strands are nearer than touching ones of a rope of that radius [m] may be: it could not move.
    static bool strandsMeet(const std::vector<Mass>& masses, double segmentLength, double radius);

    /// The reel has inserted this number of masses behind the first one, or has taken off.
    void followReel(const std::vector<Mass>& masses, int inserted, double restLength);

    /// The next step begins as the first one did: what came before is another motion.
    using RodSimulation::forgetPast;
    /// Without twist and touches too.
    void beginAnew();
    using RodSimulation::noteMemory;
    /// Goes on from a written moment, after `beginAnew`; the masses are its.
    void takeMemory(const WrittenMoment& moment);

private:
    std::vector<OutsideForce*> around() override;
    void pieceEnds(double dt) override;
    void takeMasses(const std::vector<Mass>& masses);
    void takeSprings(const std::vector<Spring>& springs);
    void takeGround(const Ground& ground, double dt);
    void takeBodies();
    void book(const std::vector<Mass>& before, double h);
    template <typename Push>
    void bookTouches(const Push& push, StepWork& work) const;
    double storedInBends() const { return bendingEnergy() + twistEnergy(); }

    const ImplicitStep* step_ = nullptr; ///< the present one
    std::vector<SolidBody> bodies_;      ///< before the step; `solids` has them behind the ground
    Uncopied<std::vector<Mass>> before_; ///< the piece of a step
    Uncopied<RopeSurroundings> surroundings_;
};

} // namespace rope
