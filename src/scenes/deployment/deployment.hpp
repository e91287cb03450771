#pragma once

#include "scenes/scene.hpp"

#include <rope/deployment.hpp>
#include <rope/statics.hpp>
#include <rope/text.hpp>

namespace ropewalk
{

/// What the article's two programs share: a thread that comes out of a fixed anchor.
class DeploymentScene : public Scene
{
public:
    void reset() override
    {
        simulation_ = rope::DeploymentSimulation(settings_, grows_);
        simulation_.setBooks(true);
        energyAtChange_ = 0.0;
    }
    int advance(double h, const Controls& controls) override;

    double time() const override { return simulation_.time(); }
    double longestStep() const override { return present().longestStep(); }
    rope::StepLimits stepLimits() const override { return present().stepLimits(); }
    StepPlan stepPlan() const override;

    void fill(Snapshot& snapshot) const override;
    /// Of the thread that is out, hanging still.
    void fillTheory(Snapshot& snapshot) const override;
    std::optional<double> predicted(std::string_view diagnostic) const override;
    std::vector<double> naturalFrequencies() const override;
    std::vector<Profile> profiles() const override;
    std::optional<Divergence> divergence() const override;
    std::optional<RopeDescription> ropeDescription() const override;

    std::unique_ptr<SceneState> save() const override;
    void restore(const SceneState& state) override;

    std::size_t massCount() const override { return simulation_.masses().size(); }
    std::size_t mostMasses() const override; ///< with the anchor
    std::vector<double> massRow(std::size_t mass) const override;

    std::optional<rope::EnergyBook> energyBook() const override { return simulation_.energyBook(); }
    std::optional<rope::MomentumBook> momentumBook() const override { return simulation_.momentumBook(); }

protected:
    DeploymentScene(const rope::DeploymentSettings& settings, bool grows);

private:
    void applySettings();
    rope::DeploymentSimulation present() const; ///< with the present constants, as the next tick will find it
    rope::Chain chain() const { return rope::Chain::of(simulation_.masses(), simulation_.springs()); }
    std::optional<rope::ChainAtRest> rest() const
    {
        return rope::hangingChain(chain(), simulation_.masses().front().position, settings_.gravity);
    }

    rope::DeploymentSettings settings_;
    bool grows_;
    rope::DeploymentSimulation simulation_;
    double energyAtChange_ = 0.0; ///< [J], kinetic and of springs, when constants were changed last
};

} // namespace ropewalk
