#pragma once

#include "scenes/simulation_scene.hpp"

#include <rope/deployment.hpp>
#include <rope/statics.hpp>

namespace ropewalk
{

// Compiled once, in thread_scene.cpp, and not in each scene of a thread.
extern template class SimulationScene<rope::DeploymentSimulation>;

/// What the article's two programs share: a thread that comes out of an anchor.
class ThreadScene : public SimulationScene<rope::DeploymentSimulation>
{
public:
    std::optional<Divergence> divergence() const override;
    std::optional<RopeDescription> ropeDescription() const override;
    std::size_t mostMasses() const override; ///< with the anchor
    bool canPin(std::size_t polyline, int identity) const override
    {
        return polyline == 0 && simulation().massOf(rope::Pin{identity, Vec3(0.0)}).has_value();
    }
    std::vector<Profile> profiles() const override;

    // Of the thread that is out, hanging still.
    void fillTheory(Snapshot& snapshot) const override;
    std::optional<double> predicted(std::string_view diagnostic) const override;
    std::vector<double> naturalFrequencies() const override;

protected:
    /// `grows` false: no masses are inserted.
    ThreadScene(const rope::DeploymentSettings& settings, bool grows);

private:
    rope::DeploymentSimulation made() const override { return rope::DeploymentSimulation(settings_, grows_); }
    int run(double h, const Controls& controls) override
    {
        // The mouse alone moves the anchor: what the keys do is the article's, which has none.
        rope::DeploymentSimulation& sim = simulation();
        sim.setAnchorVelocity(controls.pull ? controls.connectionVelocity(0.0, sim.anchorPosition(), h) : Vec3(0.0));
        sim.release();
        if (const int mass = controls.grab ? controls.grab->identity + sim.reel().netInsertions() : 0; mass > 0)
            sim.grab(static_cast<std::size_t>(mass), controls.grab->target);
        return sim.advance(h);
    }
    void fillShapes(Snapshot& snapshot) const override;

    rope::Chain chain() const { return rope::Chain::of(simulation().masses(), simulation().springs()); }
    std::optional<rope::ChainAtRest> rest() const
    {
        if (!pins().empty())
            return std::nullopt;
        return rope::hangingChain(chain(), simulation().masses().front().position, settings_.gravity);
    }

    bool grows_;
};

} // namespace ropewalk
