#pragma once

#include "scenes/hosts.hpp"
#include "scenes/scene.hpp"

#include <rope/simulation.hpp>
#include <rope/text.hpp>

#include <cstdint>
#include <deque>
#include <optional>

namespace ropewalk
{

/// What the three elementary simulations share: one mass under one force, the trail of its path, the exact solution
/// beside it, slow motion.
class ElementaryScene : public Scene, public SlowMotionHost
{
public:
    void reset() override;
    int advance(double h, const Controls& controls) override;

    double time() const override { return simulation_.time(); }
    double longestStep() const override { return maxDt_; }
    double slowMotion() const override { return slowMotion_; }
    std::string_view booksNote() const override
    {
        return "One mass and at most one force: the plot of its energies says all of it.";
    }

    void fill(Snapshot& snapshot) const override;
    /// The energy of the exact solution.
    std::optional<double> predicted(std::string_view diagnostic) const override;
    std::optional<Divergence> divergence() const override;

    std::unique_ptr<SceneState> save() const override;
    void restore(const SceneState& state) override;

    std::size_t massCount() const override { return 1; }
    std::vector<double> massRow(std::size_t mass) const override;

protected:
    /// A state of motion: position [m] and velocity [m/s].
    struct Motion
    {
        Vec3 position{0.0};
        Vec3 velocity{0.0};
    };

    ElementaryScene();

    virtual Vec3 force(const rope::Mass& mass) const = 0;             ///< [N]
    virtual double potentialEnergy(const rope::Mass& mass) const = 0; ///< [J]
    virtual Motion exact(const Motion& start, double t) const = 0;    ///< after `t` seconds from `start`
    virtual void fillExtras(Snapshot& /*snapshot*/) const {}

    /// The derived scene's constructor calls these around the rows of its own constants.
    void describeStart(const Motion& start);
    void describeRun();

    /// The mass after `steps` steps of `dt` from the start, in a fresh run.
    rope::Mass fresh(double dt, int steps) const;
    Motion start() const { return {position_, velocity_}; }
    double mass() const { return mass_; }

private:
    class OneMass : public rope::Simulation
    {
    public:
        explicit OneMass(const ElementaryScene* scene = nullptr, const rope::Mass& mass = {}) : scene_(scene)
        {
            masses_ = {mass};
        }
        using Simulation::setLongestStep;
        void setMass(double mass) { masses_[0].mass = mass; }

    private:
        void applyForces() override { masses_[0].applyForce(scene_->force(masses_[0])); }
        const ElementaryScene* scene_;
    };
    struct State;

    float drawnRadius() const; ///< [m], of the mass
    Motion exactNow() const { return exact(exactStart_, simulation_.time() - exactStartTime_); }

    double mass_ = 1.0;
    Vec3 position_{0.0};
    Vec3 velocity_{0.0};
    double slowMotion_ = 10.0;
    double maxDt_ = 0.1;

    OneMass simulation_;
    std::optional<std::uint64_t>
        constants_; ///< their revision for which the exact solution holds; with another it begins anew
    Motion exactStart_;
    double exactStartTime_ = 0.0; ///< [s]
    std::deque<glm::vec3> trail_;
    int sincePoint_ = 0; ///< ticks since the last point of the trail
    int forgotten_ = 0;  ///< points of the trail
};

} // namespace ropewalk
