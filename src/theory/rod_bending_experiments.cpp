#include "rod_tools.hpp"

#include <array>
#include <cmath>
#include <cstddef>

// Rods at rest that bend: cantilevers, and struts that buckle.

namespace ropewalk
{

namespace
{

using rope::BentShape;
using rope::CantileverLoad;
using rope::RopeByLength;
using rope::RopeEnd;
using rope::RopeSimulation;
using rope::Vec2;
using rope::Vec3;

constexpr int beamEdges = 100;

RopeSimulation cantileverAtRest(const RopeByLength& settings, double tipLoad)
{
    RopeSimulation rod(settings);
    rod.clamp(RopeEnd::first, {1.0, 0.0, 0.0});
    rod.setForce(rod.masses().size() - 1, {0.0, -tipLoad, 0.0});
    rod.rest();
    return rod;
}

CantileverLoad loadOf(const RopeByLength& settings, double tipLoad, const Theory& theory)
{
    const double weight = settings.gravity.y == 0.0 ? 0.0 : settings.massPerLength * theory.massFactor * theory.gravity;
    return {settings.bendingStiffness, settings.length, weight, tipLoad};
}

/// How far the free end of a cantilever droops.
ExperimentResult droop(const RopeByLength& settings, double tipLoad, ExperimentProgress& progress, const Theory& theory)
{
    progress.report(0.0);
    const RopeSimulation rod = cantileverAtRest(settings, tipLoad);
    const CantileverLoad load = loadOf(settings, tipLoad, theory);
    const BentShape chain = *rope::bentChain(load, beamEdges);
    const BentShape curve = *rope::elastica(load);
    ExperimentResult result;
    result.chart = {"x [m]", "y [m]", true};
    result.chart.predicted = curve.points;
    for (std::size_t i = 0; i < rod.masses().size(); i += 4)
        result.chart.measured.emplace_back(rod.masses()[i].position);
    const double measured = -rod.masses().back().position.y;
    result.discrete = {chain.droop(), measured, 1e-6};
    result.textbook = Finding{curve.droop(), measured, 1e-3 * curve.droop()};
    return result;
}

/// The stiffness that the droop of a rod tells.
ExperimentResult stiffnessFromDroop(ExperimentProgress& progress, const Theory& theory)
{
    ExperimentResult result;
    result.chart = {"w L\u00b3/B", "droop/reach", false, true};
    constexpr std::array limpness{0.3, 1.0, 3.0, 10.0, 30.0};
    for (std::size_t i = 0; i < limpness.size(); ++i)
    {
        progress.report(0.9 * static_cast<double>(i) / limpness.size());
        const RopeByLength settings = rodOf(beamEdges, 1.0 / limpness[i]);
        const RopeSimulation rod = cantileverAtRest(settings, 0.0);
        const Vec3 tip = rod.masses().back().position;
        result.chart.measured.emplace_back(limpness[i], -tip.y / tip.x);
        CantileverLoad load = loadOf(settings, 0.0, theory);
        const BentShape curve = *rope::elastica(load);
        result.chart.predicted.emplace_back(limpness[i], curve.droop() / curve.reach());
        if (limpness[i] == 3.0)
        {
            const double stiffness = settings.bendingStiffness;
            result.discrete = {stiffness, *rope::stiffnessOfDroop(load, -tip.y / tip.x, beamEdges), 1e-5 * stiffness};
            result.textbook = Finding{stiffness, *rope::stiffnessOfDroop(load, -tip.y / tip.x), 2e-3 * stiffness};
        }
    }
    return result;
}

/// The load P L²/B under which the straight strut is no rest any more.
ExperimentResult strut(bool clamped, ExperimentProgress& progress)
{
    // The mode of the chain is a sine of half a wave, or a whole wave's 1 - cos, at the masses.
    const double waves = clamped ? 1.0 : 0.5;
    const auto ofChain = [waves](double count)
    { return 4.0 * count * count * std::pow(std::sin(waves * pi / count), 2); };
    ExperimentResult result;
    result.chart = {"segments", "P L\u00b2/B"};
    for (int count = 6; count <= 70; count += 2)
        result.chart.predicted.emplace_back(count, ofChain(count));
    for (const int count : {8, 16, 32, 64})
    {
        progress.report(count / 80.0);
        RopeByLength settings = withoutWeight(rodOf(count, 1.0));
        settings.axialStiffness = 1e9;
        RopeSimulation rod(settings);
        rod.pin(0);
        rod.pin(static_cast<std::size_t>(count));
        if (clamped)
        {
            rod.clamp(RopeEnd::first, {1.0, 0.0, 0.0});
            rod.clamp(RopeEnd::last, {1.0, 0.0, 0.0});
        }
        const double load = threshold(1.0, 60.0,
                                      [&rod](double p)
                                      {
                                          layStraight(rod, -p);
                                          return rod.modesBelow(0.0) > 0;
                                      });
        result.chart.measured.emplace_back(count, load);
        result.discrete = {ofChain(count), load, 1e-5 * load};
    }
    const double euler = std::pow(2.0 * waves * pi, 2);
    result.textbook = Finding{euler, result.discrete.measured, 1e-3 * euler};
    return result;
}

/// A rod from a wall: `bend` says how far it hangs down.
Sketch cantileverSketch(double bend, bool loaded)
{
    const auto rope = [bend](double t)
    { return Vec2(-0.75 + 1.3 * std::sin(bend * t) / bend, 0.2 + 1.3 * (1.0 - std::cos(bend * t)) / bend * 0.9); };
    Sketch sketch;
    sketch.line({-0.75, 0.05}, {-0.75, 0.35}, Stroke::Ink::support, 3.0)
        .rope(rope, 12)
        .dashed([](double t) { return Vec2(-0.75 + 1.4 * t, 0.2); });
    const Vec2 tip = rope(1.0);
    if (loaded)
        return sketch.arrow(tip, tip + Vec2(0.0, 0.2), "P");
    return sketch.arrow({tip.x, 0.2}, {tip.x, tip.y - 0.03}, "droop");
}

Sketch strutSketch(bool clamped)
{
    const auto rope = [clamped](double t)
    {
        const double aside = clamped ? 0.5 * (1.0 - std::cos(2.0 * pi * t)) : std::sin(pi * t);
        return Vec2(-0.6 + 1.2 * t, 0.5 - 0.22 * aside);
    };
    Sketch sketch;
    sketch.rope(rope, 13).dashed([](double t) { return Vec2(-0.6 + 1.2 * t, 0.5); });
    for (const double side : {-1.0, 1.0})
    {
        if (clamped)
            sketch.line({0.62 * side, 0.38}, {0.62 * side, 0.62}, Stroke::Ink::support, 3.0);
        else
            sketch.mass({0.6 * side, 0.5}, 6.0);
        sketch.arrow({0.95 * side, 0.5}, {0.68 * side, 0.5});
    }
    return sketch.label({0.78, 0.42}, "P");
}

} // namespace

std::vector<Experiment> rodBendingExperiments()
{
    constexpr std::string_view balance = "balance of rigid segments with hinges, M\u1d62 = (2B/l) t (1 + t\u00b2), t = "
                                         "tan(\u03c6\u1d62/2)";
    constexpr std::string_view byHinges =
        "M. Bergou et al., Discrete elastic rods, SIGGRAPH 2008: the energy of a hinge";
    constexpr std::string_view stretches = "1 \u00b5m: the rod stretches a little";
    std::vector<Experiment> list;
    list.push_back({"bend_gravity",
                    "Droop of a rope by its weight, w L\u00b3/B = 3",
                    "A rope that resists bending is clamped horizontally at one end and comes to rest.",
                    "m",
                    {balance, byHinges, stretches},
                    {"B \u03b8'' = \u2212w (L \u2212 s) cos \u03b8", "the elastica under its weight, by shooting",
                     "0.1 %: the error of 100 segments falls with their square"},
                    [](ExperimentProgress& progress, const Theory& theory)
                    { return droop(rodOf(beamEdges, 1.0 / 3.0), 0.0, progress, theory); },
                    cantileverSketch(0.6, false)});
    list.push_back({"bend_gravity_limp",
                    "The same of a limper rope, w L\u00b3/B = 50",
                    "It turns down in a short piece at the clamp and hangs.",
                    "m",
                    {balance, byHinges, stretches},
                    {"B \u03b8'' = \u2212w (L \u2212 s) cos \u03b8", "the elastica under its weight, by shooting",
                     "0.1 %: the error of 100 segments falls with their square"},
                    [](ExperimentProgress& progress, const Theory& theory)
                    { return droop(rodOf(beamEdges, 0.02), 0.0, progress, theory); },
                    cantileverSketch(1.5, false)});
    list.push_back({"bend_tip",
                    "Droop under a load at the end, P L\u00b2/B = 4",
                    "The rope has no weight; a force pulls its free end down.",
                    "m",
                    {balance, byHinges, stretches},
                    {"\u221a\u03b1 = K(k) \u2212 F(\u03c6\u2081, k), 2k\u00b2 = 1 + sin \u03b8\u2080",
                     "K. E. Bisshopp, D. C. Drucker, Quart. Appl. Math. 3 (1945)",
                     "0.1 %: the error of 100 segments falls with their square"},
                    [](ExperimentProgress& progress, const Theory& theory)
                    { return droop(withoutWeight(rodOf(beamEdges, 1.0)), 4.0, progress, theory); },
                    cantileverSketch(1.0, true)});
    list.push_back(
        {"bend_stiffness",
         "Bending stiffness from the droop",
         "How far a rope of known weight droops tells its bending stiffness, as with a rope in the hand.",
         "N m2",
         {"the B whose chain droops by this part of its reach", byHinges, "0.001 %: the rod stretches a little"},
         {"the B whose elastica droops by it", "the elastica under its weight, by shooting",
          "0.2 %: the error of 100 segments falls with their square"},
         stiffnessFromDroop,
         cantileverSketch(0.6, false)});
    list.push_back(
        {"bend_euler_pinned",
         "Load under which a pinned strut buckles",
         "A straight strut between pins is loaded until a motion of negative stiffness appears.",
         "",
         {"P L\u00b2/B = 4 N\u00b2 sin\u00b2(\u03c0/2N)", "H. Hencky 1920: a chain of N rigid bars with hinges",
          "0.001 %: the strut is a little shorter under its load"},
         {"P L\u00b2/B = \u03c0\u00b2", "L. Euler 1744; S. Timoshenko, J. Gere, Theory of Elastic Stability, ch. 2",
          "0.1 %: 64 segments"},
         [](ExperimentProgress& progress, const Theory&) { return strut(false, progress); },
         strutSketch(false)});
    list.push_back({"bend_euler_clamped",
                    "Load under which a clamped strut buckles",
                    "The same between two clamps, which hold the direction of its ends.",
                    "",
                    {"P L\u00b2/B = 4 N\u00b2 sin\u00b2(\u03c0/N)",
                     "a chain of N rigid bars; a hinge 2B/l at the wall is a chain mirrored in the wall",
                     "0.001 %: the strut is a little shorter under its load"},
                    {"P L\u00b2/B = 4\u03c0\u00b2", "S. Timoshenko, J. Gere, Theory of Elastic Stability, ch. 2",
                     "0.1 %: 64 segments"},
                    [](ExperimentProgress& progress, const Theory&) { return strut(true, progress); },
                    strutSketch(true)});
    return list;
}

} // namespace ropewalk
