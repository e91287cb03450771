#include "catch.hpp"

#include "theory/all_experiments.hpp"
#include "theory/experiment_tools.hpp"

#include <cmath>
#include <limits>
#include <set>
#include <string>

using ropewalk::Experiment;
using ropewalk::ExperimentProgress;
using ropewalk::ExperimentResult;
using ropewalk::Finding;
using ropewalk::Theory;

namespace
{

ExperimentResult run(std::string_view id, const Theory& theory = {})
{
    ExperimentProgress progress;
    return ropewalk::experimentOf(id).run(progress, theory);
}

} // namespace

TEST_CASE("every experiment agrees with theory", "[theory]")
{
    for (const Experiment& experiment : ropewalk::experiments())
    {
        CAPTURE(experiment.id);
        const ExperimentResult result = run(experiment.id);
        CAPTURE(result.discrete.predicted, result.discrete.measured, result.discrete.tolerance);
        CHECK(result.discrete.passed());
        if (result.textbook)
        {
            CAPTURE(result.textbook->predicted, result.textbook->measured, result.textbook->tolerance);
            CHECK(result.textbook->passed());
        }
        CHECK(result.textbook.has_value() == !experiment.textbook.formula.empty());
        CHECK(result.discrete.tolerance > 0.0);
        CHECK(result.chart.measured.size() >= 4);
        CHECK(result.chart.predicted.size() >= 2);
        CHECK_FALSE(result.chart.across.empty());
        CHECK_FALSE(result.chart.up.empty());
        for (const auto* points : {&result.chart.measured, &result.chart.predicted})
            for (const rope::Vec2& point : *points)
                REQUIRE((std::isfinite(point.x) && std::isfinite(point.y)));
    }
}

TEST_CASE("with another gravity in the prediction the verdict turns", "[theory]")
{
    Theory heavier;
    heavier.gravity *= 1.005;
    for (const std::string id : {"hang_stretch",
                                 "catenary_1m_tension",
                                 "catenary_2m_sag",
                                 "catenary_2m_tension",
                                 "catenary_3m_sag",
                                 "catenary_3m_tension",
                                 "mode_1",
                                 "mode_2",
                                 "mode_3",
                                 "mode_4",
                                 "mode_5",
                                 "terminal_speed",
                                 "reel_momentum",
                                 "gravity",
                                 "energy_energy_momentum",
                                 "box_slide",
                                 "bend_gravity",
                                 "bend_gravity_limp",
                                 "bend_stiffness",
                                 "contact_slope",
                                 "contact_slide",
                                 "contact_roll",
                                 "cloth_stretch",
                                 "fleet_stretch"})
    {
        CAPTURE(id);
        CHECK_FALSE(run(id, heavier).discrete.passed());
        CHECK_FALSE(run(id, heavier).passed());
    }
}

TEST_CASE("with other masses in the prediction the verdict turns", "[theory]")
{
    Theory heavier;
    heavier.massFactor = 1.005;
    for (const std::string id : {"hang_stretch", "catenary_2m_sag", "mode_1", "damping_mode_1", "wave_transverse",
                                 "wave_longitudinal", "terminal_speed", "reel_momentum", "mass_spring", "restitution",
                                 "bend_gravity", "bend_stiffness", "vibr_string", "vibr_string_loss", "vibr_dispersion",
                                 "vibr_ring", "energy_energy_momentum", "cloth_stretch", "fleet_stretch"})
    {
        CAPTURE(id);
        CHECK_FALSE(run(id, heavier).discrete.passed());
    }
}

TEST_CASE("a finding that is no number has not passed", "[theory]")
{
    CHECK(Finding{1.0, 1.05, 0.1}.passed());
    CHECK_FALSE(Finding{1.0, 1.15, 0.1}.passed());
    CHECK_FALSE(Finding{1.0, std::numeric_limits<double>::quiet_NaN(), 0.1}.passed());
    CHECK_FALSE(Finding{std::numeric_limits<double>::infinity(), 1.0, 0.1}.passed());
}

TEST_CASE("each experiment says what it is", "[theory]")
{
    std::set<std::string_view> ids;
    for (const Experiment* each : ropewalk::allExperiments())
    {
        const Experiment& experiment = *each;
        CAPTURE(experiment.id);
        CHECK(ids.insert(experiment.id).second);
        CHECK_FALSE(experiment.title.empty());
        CHECK_FALSE(experiment.sentence.empty());
        CHECK_FALSE(experiment.discrete.formula.empty());
        CHECK_FALSE(experiment.discrete.source.empty());
        CHECK_FALSE(experiment.discrete.tolerance.empty());
        CHECK(experiment.textbook.formula.empty() == experiment.textbook.source.empty());
        CHECK_FALSE(experiment.sketch.strokes().empty());
        for (const ropewalk::Stroke& stroke : experiment.sketch.strokes())
            for (const rope::Vec2& point : stroke.points)
                CHECK((std::abs(point.x) <= 1.0 && point.y >= 0.0 && point.y <= 1.0));
    }
    CHECK_THROWS_WITH(ropewalk::experimentOf("mode_11"), "unknown experiment 'mode_11'; did you mean 'mode_1'?");
}

TEST_CASE("an experiment tells how far it is and stops when it is asked to", "[theory]")
{
    ExperimentProgress progress;
    ropewalk::experimentOf("hang_stretch").run(progress, {});
    CHECK(progress.done() > 0.9);
    for (const Experiment* experiment : ropewalk::allExperiments())
    {
        CAPTURE(experiment->id);
        ExperimentProgress stopped;
        stopped.stop();
        CHECK_THROWS_AS(experiment->run(stopped, {}), ropewalk::ExperimentStopped);
    }
}

TEST_CASE("an oscillation is recognised by its samples", "[theory]")
{
    const double frequency = GENERATE(1.0, 3.0, 9.0);
    const double decay = GENERATE(0.0, 0.2);
    std::vector<double> samples;
    for (int i = 0; i < 60; ++i)
        samples.push_back(3.0 * std::exp(-decay * 0.1 * i) * std::cos(frequency * 0.1 * i + 0.7));
    const ropewalk::Oscillation found = ropewalk::fittedOscillation(samples, 0.1);
    CHECK(found.frequency == Approx(frequency).epsilon(1e-9));
    CHECK(found.decay == Approx(decay).margin(1e-9));
}
