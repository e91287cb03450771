#include "knot_runs.hpp"
#include "rod_tools.hpp"

#include "scenes/shared/knot_laws.hpp"

#include <cmath>

// Published experiments with knots, done again.

namespace ropewalk
{

namespace
{

using rope::Vec2;

/// The overhand knot of R = 40 r, whose values at this friction are known.
ExperimentResult overhand(ExperimentProgress& progress, double friction)
{
    constexpr double radii = 40.0;
    progress.report(0.0);
    const std::vector<DrawnOverhand> drawn =
        drawnOverhand(radii, friction, [&progress](double done) { progress.report(done); });
    const auto pull = [friction](double r) { return overhandPull(r) + friction * overhandPressure(r); };
    ExperimentResult result;
    result.chart = {"R/r", "T R\u00b2/B"};
    for (double r = radii - 1.0; r <= radii + 12.0; r += 0.5)
        result.chart.predicted.emplace_back(r, pull(r));
    for (const DrawnOverhand& moment : drawn)
        result.chart.measured.emplace_back(moment.radii, moment.pull);
    const DrawnOverhand& last = drawn.back();
    result.discrete = {pull(last.radii), last.pull, 0.08 * pull(last.radii)};
    result.textbook = Finding{overhandPressure(last.radii), last.pressure, 0.08 * overhandPressure(last.radii)};
    return result;
}

ExperimentResult onPost(ExperimentProgress& progress, const Theory&)
{
    constexpr double stiffness = 0.002; // [N m2]
    constexpr double radius = 0.05;     // [m]
    // Two touches where it leaves the post, and the pressure between them.
    const auto predicted = [](double pull)
    {
        const double free = std::acos(std::max(-1.0, 1.0 - stiffness / (2.0 * radius * radius * pull)));
        const double lies = std::max(0.0, 0.5 * pi - free);
        const double between = 2.0 * lies * (pull - stiffness / (2.0 * radius * radius));
        return lies > 0.0 ? between + 2.0 * pull * std::sin(free) : 2.0 * pull;
    };
    ExperimentResult result;
    result.chart = {"pull [N]", "sum of the pressures [N]"};
    for (double pull = 0.3; pull <= 4.0; pull += 0.1)
        result.chart.predicted.emplace_back(pull, predicted(pull));
    for (const double pull : {0.3, 0.8, 1.2, 2.0, 4.0})
    {
        progress.report(pull / 5.0);
        result.chart.measured.emplace_back(pull, pressureOnPost(pi, pull));
    }
    const Vec2 at = result.chart.measured[2];
    result.discrete = {predicted(at.x), at.y, 0.02 * predicted(at.x)};
    return result;
}

ExperimentResult clove(ExperimentProgress& progress, const Theory&)
{
    constexpr double radii = 4.0; // of the post
    const auto gain = [](double mu, double r)
    {
        const double cosine = 1.0 - 2.0 / (r + 1.0);
        return 2.0 * mu * std::sqrt(1.0 - cosine * cosine) * std::exp(2.0 * pi * mu);
    };
    progress.report(0.0);
    const auto predicted = [&gain](double r)
    { return threshold(0.01, 1.0, [&](double mu) { return gain(mu, r) >= 1.0; }); };
    ExperimentResult result;
    result.chart = {"R/r", "friction from which on it holds"};
    for (double r = 2.0; r <= 10.0; r += 0.25)
        result.chart.predicted.emplace_back(r, predicted(r));
    const double needed =
        frictionNeeded(WorkshopPreset::tied_clove_hitch, [&progress](double done) { progress.report(done); });
    result.chart.measured.emplace_back(radii, needed);
    result.discrete = {predicted(radii), needed, 0.5 * predicted(radii)};
    return result;
}

ExperimentResult granny(ExperimentProgress& progress, const Theory&)
{
    progress.report(0.0);
    const auto half = [&progress](double before)
    { return [&progress, before](double done) { progress.report(before + 0.5 * done); }; };
    const double square = frictionNeeded(WorkshopPreset::tied_square, half(0.0));
    const double granny = frictionNeeded(WorkshopPreset::tied_granny, half(0.5));
    ExperimentResult result;
    result.chart = {"knot: 1 square, 2 granny", "friction from which on it holds 20 N"};
    result.chart.measured = {{1.0, square}, {2.0, granny}};
    result.discrete = {1.5, granny / square, 0.5};
    return result;
}

Sketch knotSketch()
{
    return Sketch().rope(
        [](double t)
        {
            const double s = 2.25 * (2.0 * t - 1.0);
            return Vec2(0.16 * s * (s * s - 3.0), 0.4 - 0.07 * s * s * (s * s - 4.0));
        },
        40);
}

} // namespace

std::vector<Experiment> knotExperiments()
{
    const char* const laws =
        "B. Audoly, N. Clauvelin, S. Neukirch, PRL 99, 164301 (2007); M. K. Jawed et al., PRL 115, "
        "118302 (2015); fitted to a rod program apart from this one";
    std::vector<Experiment> list;
    for (const double friction : {0.0, 0.05})
        list.push_back({friction == 0.0 ? "knot_overhand" : "knot_overhand_friction",
                        friction == 0.0 ? "Pull of a smooth overhand knot" : "Pull of an overhand knot, \u03bc = 0.05",
                        "The ends of a springy rope without weight are drawn apart until the loop has 40 radii of the "
                        "rope. (Textbook: the sum of the forces by which its strands press each other.)",
                        "",
                        {"T R\u00b2/B = 1/2 + 0.79 x + 4.2 x\u00b2 + \u03bc P R\u00b2/B, x = \u221a(r/R)", laws,
                         "8 %: edges of 1.5 radii, and the pull is slow, not still"},
                        {"P R\u00b2/B = (0.492 + 1.61 x + 11 x\u00b2)/x", laws, "8 %"},
                        [friction](ExperimentProgress& progress, const Theory&)
                        { return overhand(progress, friction); },
                        knotSketch()});
    list.push_back(
        {"knot_on_post",
         "A springy rope laid half round a post",
         "Both ends are pulled alike; the sum of the pressures, which friction would take, grows more than "
         "in proportion while the rope comes to lie on. The number is for 1.2 N.",
         "N",
         {"(\u03c0 \u2212 2\u03b8)(T \u2212 B/2R\u00b2) + 2 T sin \u03b8, cos \u03b8 = 1 \u2212 B/2R\u00b2T",
          "planar elastica; its trend is that of J. Sabater et al., arXiv 2604.06962 (2026), read in abstract",
          "2 %: edges of R/20"},
         {},
         onPost,
         knotSketch()});
    list.push_back({"knot_clove",
                    "Friction from which on a clove hitch holds",
                    "The hitch with a free end on a bar of four radii of the rope is pulled with 20 N.",
                    "",
                    {"2 \u03bc sin \u03b2 e^(2\u03c0\u03bc) = 1, cos \u03b2 = 1 \u2212 2r/(R + r)",
                     "after B. F. Bayman, Am. J. Phys. 45 (1977): a model, derived anew",
                     "half of it: strands of a real hitch cross at small angles and have thickness"},
                    {},
                    clove,
                    knotSketch()});
    list.push_back(
        {"knot_granny",
         "Friction that a granny knot needs, by that of a square knot",
         "Both are pulled with 20 N. The literature has the square knot hold better: more than 1.",
         "",
         {"1 to 2", "V. Patil et al., Science 367 (2020); C. Daily-Diamond et al., Proc. R. Soc. A 473 (2017): ranks",
          "0.5: the range"},
         {},
         granny,
         knotSketch()});
    return list;
}

} // namespace ropewalk
