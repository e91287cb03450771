#include "experiment_tools.hpp"

#include <rope/rope_settings.hpp>

#include <array>
#include <cmath>
#include <cstddef>

// Ropes at rest: how far they stretch, and how they hang between two supports.

namespace ropewalk
{

namespace
{

using rope::Chain;
using rope::ChainAtRest;
using rope::RopeSettings;
using rope::RopeSimulation;
using rope::Vec2;
using rope::Vec3;

ExperimentResult stretchOfEverySpring(ExperimentProgress& progress, const Theory& theory)
{
    RopeSettings settings = ropeInTheAir();
    settings.airFriction = 0.2;
    RopeSimulation sim(settings);
    std::vector<Vec3> straightDown;
    straightDown.reserve(static_cast<std::size_t>(settings.massCount));
    for (int i = 0; i < settings.massCount; ++i)
        straightDown.emplace_back(0.0, -i * settings.springLength, 0.0);
    sim.layOut(straightDown);
    runFor(sim, 30.0, progress);

    const Chain chain = chainOf(settings, theory);
    const ChainAtRest rest = hangingChain(chain, theory);
    ExperimentResult result;
    result.chart = {"segment, from the top", "stretch [mm]"};
    double worst = -1.0;
    for (std::size_t j = 0; j < rest.length.size(); ++j)
    {
        const double predicted = rest.length[j] - chain.restLength[j];
        const double measured = sim.segmentLength(j) - settings.springLength;
        result.chart.predicted.emplace_back(j + 1, 1e3 * predicted);
        result.chart.measured.emplace_back(j + 1, 1e3 * measured);
        if (std::abs(measured - predicted) > worst)
        {
            worst = std::abs(measured - predicted);
            result.discrete = {predicted, measured, 1e-10};
        }
    }
    // A uniform rod under its own weight w L0: w L0^2 / (2 EA).
    const double length = (settings.massCount - 1) * settings.springLength;
    const double weight = settings.mass * theory.massFactor * theory.gravity / settings.springLength;
    const double stiffness = settings.springConstant * settings.springLength;
    const double whole = weight * length * length / (2.0 * stiffness);
    result.textbook = Finding{whole, sim.length() - sim.restLength(), 0.015 * whole};
    return result;
}

Sketch hangingSketch()
{
    // Each spring bears what hangs below it.
    const auto y = [](double t) { return 0.04 + 0.9 * (1.45 * t - 0.45 * t * t); };
    constexpr int masses = 9;
    const double second = y(1.0 / (masses - 1));
    return Sketch()
        .support({0.0, y(0.0)})
        .rope([&](double t) { return Vec2(0.0, y(t)); }, masses)
        .arrow({0.3, 0.35}, {0.3, 0.7}, "m g")
        .line({-0.08, y(0.0)}, {-0.08, second}, Stroke::Ink::accent, 2.0)
        .label({-0.3, 0.5 * (y(0.0) + second)}, "e\u1d62");
}

enum class Measured
{
    sag,
    endTension
};

ExperimentResult catenary(double span, Measured what, ExperimentProgress& progress, const Theory& theory)
{
    RopeSettings settings = ropeInTheAir();
    settings.airFriction = 0.3;
    settings.pinFreeEnd = true;
    settings.freeEndPosition = {span, 0.0, 0.0};
    RopeSimulation sim(settings);
    // It starts as a wedge, so that the run has to find the shape.
    const double half = 0.5 * (settings.massCount - 1);
    const double depth = std::sqrt(std::pow(half * settings.springLength, 2) - 0.25 * span * span);
    std::vector<Vec3> wedge;
    wedge.reserve(static_cast<std::size_t>(settings.massCount));
    for (int i = 0; i < settings.massCount; ++i)
        wedge.emplace_back(span * i / (2.0 * half), -depth * (1.0 - std::abs(i / half - 1.0)), 0.0);
    sim.layOut(wedge);
    runFor(sim, 25.0, progress);

    const Chain chain = chainOf(settings, theory);
    const ChainAtRest rest =
        *rope::suspendedChain(chain, Vec3(0.0), settings.freeEndPosition, {0.0, -theory.gravity, 0.0});
    const rope::ElasticCatenary continuous = rope::elasticCatenary(
        settings.springConstant * settings.springLength,
        settings.mass * theory.massFactor * theory.gravity / settings.springLength, chain.totalRestLength(), span);

    ExperimentResult result;
    result.chart = {"x [m]", "y [m]"};
    result.chart.equalScales = true;
    double predictedSag = 0.0;
    double measuredSag = 0.0;
    for (std::size_t i = 0; i < rest.positions.size(); ++i)
    {
        const Vec3& at = sim.masses()[i].position;
        result.chart.predicted.emplace_back(rest.positions[i].x, rest.positions[i].y);
        result.chart.measured.emplace_back(at.x, at.y);
        predictedSag = std::max(predictedSag, -rest.positions[i].y);
        measuredSag = std::max(measuredSag, -at.y);
    }
    if (what == Measured::sag)
    {
        result.discrete = {predictedSag, measuredSag, 1e-8};
        result.textbook = Finding{continuous.sag, measuredSag, 1e-3 * continuous.sag};
    }
    else
    {
        result.discrete = {rest.tension.front(), sim.tension(0), 1e-6};
        result.textbook = Finding{continuous.endTension, sim.tension(0), 0.015 * continuous.endTension};
    }
    return result;
}

/// A catenary as it is drawn.
struct Curve
{
    double half = 0.0; ///< half its span [heights]
    double sag = 0.0;  ///< [heights]
    double bend = 0.0; ///< half its span in units of H / w
};

Sketch catenarySketch(const Curve& curve, Measured what)
{
    const double top = 0.08;
    const auto rope = [&](double t)
    {
        const double x = 2.0 * t - 1.0;
        const double down = 1.0 - (std::cosh(curve.bend * x) - 1.0) / (std::cosh(curve.bend) - 1.0);
        return Vec2(curve.half * x, top + curve.sag * down);
    };
    Sketch sketch;
    sketch.rope(rope, 15).support(rope(0.0)).support(rope(1.0));
    if (what == Measured::sag)
        return sketch.dashed([&](double t) { return Vec2((2.0 * t - 1.0) * curve.half, top); })
            .arrow({0.0, top}, {0.0, top - 0.02 + curve.sag}, "sag");
    const Vec2 end = rope(1.0) + Vec2(0.06, 0.0); // beside the rope
    const Vec2 along = glm::normalize(rope(1.0) - rope(0.96));
    return sketch.arrow(end - 0.3 * along, end - 0.06 * along, "T");
}

} // namespace

std::vector<Experiment> staticExperiments()
{
    std::vector<Experiment> list;
    list.push_back(
        {"hang_stretch",
         "Stretch of a hanging rope",
         "The rope hangs until it is at rest; of its 79 springs the one counts that is farthest from its prediction.",
         "m",
         {"e\u1d62 = (m g / k) (N \u2212 i)", "Hooke's law: spring i bears the N \u2212 i masses below it",
          "0.1 nm: what is left of the motion after 30 s"},
         {"e = w L\u00b2 / (2 EA)", "S. Timoshenko, Strength of Materials, part I: a bar stretched by its own weight",
          "1.5 %: of 80 masses 79 hang on the first spring, half a mass more than an even rope has below its middle"},
         stretchOfEverySpring,
         hangingSketch()});

    struct Row
    {
        double span; // [m]
        Curve curve;
        std::string_view sagId;
        std::string_view tensionId;
        std::string_view sagTitle;
        std::string_view tensionTitle;
    };
    constexpr std::array rows{Row{1.0,
                                  {0.25, 0.85, 3.2},
                                  "catenary_1m_sag",
                                  "catenary_1m_tension",
                                  "Catenary over 1 m: sag",
                                  "Catenary over 1 m: end tension"},
                              Row{2.0,
                                  {0.5, 0.75, 2.2},
                                  "catenary_2m_sag",
                                  "catenary_2m_tension",
                                  "Catenary over 2 m: sag",
                                  "Catenary over 2 m: end tension"},
                              Row{3.0,
                                  {0.75, 0.55, 1.5},
                                  "catenary_3m_sag",
                                  "catenary_3m_tension",
                                  "Catenary over 3 m: sag",
                                  "Catenary over 3 m: end tension"}};
    constexpr std::string_view sentence =
        "The rope of 3.95 m, pinned at both ends (pin_free_end), falls from a wedge and comes to rest.";
    constexpr std::string_view chain = "balance of the masses, solved by Newton's method for H and V\u2081";
    constexpr std::string_view irvine = "H. M. Irvine, Cable Structures, MIT Press 1981, chapter 2";
    for (const Row& row : rows)
    {
        list.push_back(
            {row.sagId,
             row.sagTitle,
             sentence,
             "m",
             {"\u03a3 (L + T\u1d62/k) H/T\u1d62 = span, T\u1d62 = \u221a(H\u00b2 + V\u1d62\u00b2), V\u1d62 = "
              "V\u2081 \u2212 (i\u22121) m g",
              chain, "10 nm: what is left of the motion after 25 s"},
             {"w L\u00b2/(8 EA) + (H/w) (\u221a(1 + (wL/2H)\u00b2) \u2212 1)", irvine,
              "0.1 %: the polygon of 79 segments lies inside the curve"},
             [span = row.span](ExperimentProgress& progress, const Theory& theory)
             { return catenary(span, Measured::sag, progress, theory); },
             catenarySketch(row.curve, Measured::sag)});
        list.push_back(
            {row.tensionId,
             row.tensionTitle,
             sentence,
             "N",
             {"T\u2081 = \u221a(H\u00b2 + V\u2081\u00b2)", chain, "1 \u00b5N: what is left of the motion after 25 s"},
             {"T = \u221a(H\u00b2 + (wL/2)\u00b2)", irvine,
              "1.5 %: half a mass hangs on the support itself, not on the first spring"},
             [span = row.span](ExperimentProgress& progress, const Theory& theory)
             { return catenary(span, Measured::endTension, progress, theory); },
             catenarySketch(row.curve, Measured::endTension)});
    }
    return list;
}

} // namespace ropewalk
