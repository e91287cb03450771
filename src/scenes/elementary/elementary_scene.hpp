#pragma once

#include "one_mass.hpp"
#include "scenes/hosts.hpp"
#include "scenes/simulation_scene.hpp"

namespace ropewalk
{

// Compiled once, in elementary_scene.cpp, and not in each lesson.
extern template class SimulationScene<OneMass>;

/// What the three elementary lessons share: one mass under one force, the exact solution beside it, slow motion. A
/// lesson gives its constants and its check.
class ElementaryScene : public SimulationScene<OneMass>, public SlowMotionHost
{
public:
    double slowMotion() const override { return settings_.slowMotion; }
    rope::StepLimits stepLimits() const override
    {
        return {.stable = settings_.stableStep(), .advised = settings_.stableStep()};
    }
    std::string_view booksNote() const override
    {
        return "One mass and at most one force: the plot of its energies says all of it.";
    }

    /// Its energies, its error and its height.
    std::vector<PlotTile> usualPlots() const override;

    /// The energy of the exact solution.
    std::optional<double> predicted(std::string_view diagnostic) const override;
    std::vector<double> naturalFrequencies() const override;
    std::optional<Divergence> divergence() const override;

protected:
    explicit ElementaryScene(const LessonSettings& lesson);

private:
    int run(double h, const Controls& /*controls*/) override
    {
        const int steps = simulation().advance(h);
        simulation().leaveTrail();
        return steps;
    }

    void fillShapes(Snapshot& snapshot) const override;
    float drawnRadius() const; ///< [m], of the mass
};

/// The mass of a lesson after `steps` steps of `dt` [s] from the start, in a fresh run.
rope::Mass freshRun(const LessonSettings& lesson, double dt, int steps);

} // namespace ropewalk
