#pragma once

#include "scene.hpp"

#include <rope/deployment_simulation.hpp>

namespace ropewalk
{

/// What the article's two programs share: a thread that comes out of a fixed anchor.
class DeploymentScene : public Scene
{
public:
    void reset() override { simulation_ = rope::DeploymentSimulation(settings_, grows_); }
    int advance(double h, const Controls& controls) override;

    double time() const override { return simulation_.time(); }
    double maxDt() const override { return settings_.maxDt; }
    double stableStep() const override { return simulation_.stableStep(); }
    void setMaxDt(double maxDt) override { parameters_.set("max_dt", rope::numberText(maxDt)); }

    void fill(Snapshot& snapshot) const override;
    std::vector<Profile> profiles() const override;
    std::optional<Divergence> divergence() const override;

    std::unique_ptr<SceneState> save() const override;
    void restore(const SceneState& state) override;

    std::size_t massCount() const override { return simulation_.masses().size(); }
    std::size_t mostMasses() const override; ///< with the anchor
    std::vector<double> massRow(std::size_t mass) const override;

protected:
    DeploymentScene(const rope::DeploymentSettings& settings, bool grows);

private:
    void applySettings();

    rope::DeploymentSettings settings_;
    bool grows_;
    rope::DeploymentSimulation simulation_;
};

} // namespace ropewalk
