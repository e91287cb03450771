#include "rod_tools.hpp"

#include <rope/rope_settings.hpp>

#include <glm/geometric.hpp>

#include <array>
#include <cmath>
#include <cstddef>

// Ropes that touch: round a post, on slopes and floors, and themselves.

namespace ropewalk
{

namespace
{

using rope::RopeByLength;
using rope::RopeSimulation;
using rope::SolidBody;
using rope::Vec2;
using rope::Vec3;

constexpr double stepLength = 1.0 / 240.0; // [s]

constexpr double postFriction = 0.3;
constexpr int cornersPerTurn = 64;

/// The ratio that masses hold, each a corner of this angle: (1 + mu tan(b/2))/(1 - mu tan(b/2)) a mass.
double ratioOfCorners(double angle, int corners)
{
    const double share = postFriction * std::tan(0.5 * angle / corners);
    return std::pow((1.0 + share) / (1.0 - share), corners);
}

/// The tensions' ratio of a rope that is drawn slowly round a post of the radius 1 by this angle, held with 1 N.
double drawnRatio(double angle, int corners)
{
    constexpr int tail = 4;
    constexpr double radius = 0.1;
    const double turn = angle / corners;
    const double segment = 2.0 * std::sin(0.5 * turn);
    // The first corner lies half a turn behind the top of the circle.
    std::vector<Vec3> points{Vec3(std::sin(0.5 * turn) - tail * segment, std::cos(0.5 * turn), 0.0)};
    double heading = 0.0;
    for (int i = 1; i < corners + 2 * tail; ++i)
    {
        heading -= i > tail && i <= tail + corners ? turn : 0.0;
        points.push_back(points.back() + segment * Vec3(std::cos(heading), std::sin(heading), 0.0));
    }
    RopeByLength settings;
    settings.massCount = static_cast<int>(points.size());
    settings.length = segment * (settings.massCount - 1);
    settings.massPerLength = 0.1;
    settings.axialStiffness = 1e5;
    settings.bendingStiffness = settings.torsionalStiffness = 0.0;
    settings.gravity = Vec3(0.0);
    settings.radius = radius;
    settings.contactFriction = postFriction;
    settings.airFriction = 2.0 * settings.massPerLength * segment; // swings fall to 1/e in a second
    RopeSimulation rod(settings);
    rod.layOut(points);
    rod.addSolid(SolidBody::cylinder(Vec3(0.0, 0.0, -1.0), Vec3(0.0, 0.0, 1.0), 1.0 - radius));
    rod.setForce(0, {-1.0, 0.0, 0.0});
    constexpr double seconds = 2.0;
    constexpr double part = 0.01; // of a segment: more than it stretches, and no mass comes or goes
    rod.pin(points.size() - 1, part * segment / seconds * Vec3(std::cos(heading), std::sin(heading), 0.0));
    for (int i = 0; i < static_cast<int>(seconds / stepLength); ++i)
        rod.step(stepLength);
    return rod.tension(rod.springs().size() - 1) / rod.tension(0);
}

ExperimentResult capstan(ExperimentProgress& progress, const Theory&)
{
    ExperimentResult result;
    result.chart = {"\u03c6 [rad]", "T\u2082/T\u2081"};
    for (int i = 0; i <= 40; ++i)
        result.chart.predicted.emplace_back(0.25 * pi * i * 0.3, std::exp(postFriction * 0.25 * pi * i * 0.3));
    constexpr std::array turns{0.25, 0.5, 1.0, 1.5};
    for (std::size_t i = 0; i < turns.size(); ++i)
    {
        progress.report(static_cast<double>(i) / turns.size());
        const double angle = 2.0 * pi * turns[i];
        const int corners = static_cast<int>(std::lround(cornersPerTurn * turns[i]));
        const double ratio = drawnRatio(angle, corners);
        result.chart.measured.emplace_back(angle, ratio);
        const double ofCorners = ratioOfCorners(angle, corners);
        result.discrete = {ofCorners, ratio, 2e-3 * ofCorners};
        result.textbook = Finding{std::exp(postFriction * angle), ratio, 1e-2 * ratio};
    }
    return result;
}

constexpr double slopeFriction = 0.35;

/// [m/s2], of a straight rope that is let go on a slope.
double accelerationOn(double slope)
{
    RopeByLength settings = rodOf(20, 0.01);
    settings.radius = 0.01;
    settings.contactFriction = slopeFriction;
    RopeSimulation rod(settings);
    const Vec3 down(std::cos(slope), -std::sin(slope), 0.0);
    const Vec3 normal(std::sin(slope), std::cos(slope), 0.0);
    std::vector<Vec3> points;
    for (std::size_t i = 0; i < rod.masses().size(); ++i)
        points.push_back(rod.springs().front().restLength * static_cast<double>(i) * down + settings.radius * normal);
    rod.layOut(points);
    rod.addSolid(SolidBody::plane(Vec3(0.0), normal));
    constexpr int steps = 120;
    const auto speedAfter = [&]
    {
        for (int i = 0; i < steps; ++i)
            rod.step(stepLength);
        return glm::dot(rod.masses()[10].velocity, down);
    };
    const double before = speedAfter();
    return (speedAfter() - before) / (steps * stepLength);
}

ExperimentResult slope(ExperimentProgress& progress, const Theory& theory)
{
    const auto predicted = [&theory](double angle)
    { return std::max(0.0, theory.gravity * (std::sin(angle) - slopeFriction * std::cos(angle))); };
    ExperimentResult result;
    result.chart = {"slope [rad]", "acceleration [m/s\u00b2]"};
    for (double angle = 0.0; angle <= 0.9; angle += 0.02)
        result.chart.predicted.emplace_back(angle, predicted(angle));
    constexpr std::array slopes{0.1, 0.3, 0.334, 0.34, 0.4, 0.5, 0.7, 0.85};
    for (std::size_t i = 0; i < slopes.size(); ++i)
    {
        progress.report(static_cast<double>(i) / slopes.size());
        result.chart.measured.emplace_back(slopes[i], accelerationOn(slopes[i]));
    }
    const double angle = pi / 6.0;
    result.discrete = {predicted(angle), accelerationOn(angle), 1e-4 * predicted(angle)};
    return result;
}

constexpr double floorFriction = 0.4;
constexpr double gravity = 9.81; // [m/s2], of the simulations

/// A solid rope of 9 masses at rest on a floor, with the weight that presses it on a slope; friction acts at its
/// surface, or at its line.
RopeSimulation ropeOnFloor(bool atSurface, double slope)
{
    RopeByLength settings;
    settings.massCount = 9;
    settings.length = 0.16;
    settings.radius = 0.01;
    settings.bendingStiffness = 0.0; // each mass then presses with its own weight
    settings.contactFriction = floorFriction;
    settings.tolerance = 1e-10;
    settings.gravity = Vec3(0.0, -gravity * std::cos(slope), 0.0);
    settings.surfaceFriction = atSurface;
    settings.torsionalStiffness = 0.0;
    if (atSurface)
    {
        settings.torsionalStiffness = 0.01;
        settings.twist = rope::TwistModel::waves;
        settings.spinInertia = 0.5 * settings.massPerLength * settings.radius * settings.radius;
    }
    RopeSimulation rod(settings);
    // As deep in the floor as its weight brings it: a touch has the stiffness of a segment.
    const double stiffness = rod.springs().front().springConstant;
    std::vector<Vec3> points;
    for (const rope::Mass& mass : rod.masses())
        points.emplace_back(mass.position.x, settings.radius + mass.mass * settings.gravity.y / stiffness, 0.0);
    rod.layOut(points);
    rod.addSolid(SolidBody::plane(Vec3(0.0), {0.0, 1.0, 0.0}));
    rod.advance(1.0);
    return rod;
}

ExperimentResult slide(ExperimentProgress& progress, const Theory& theory)
{
    // The floor sets off under the rope, and friction takes the rope along.
    constexpr double speed = 2.0;
    RopeSimulation rod = ropeOnFloor(false, 0.0);
    const double deceleration = rod.settings().contactFriction * theory.gravity;
    SolidBody floor = rod.solid(rope::SolidId{});
    floor.velocity = Vec3(0.0, 0.0, speed);
    rod.setSolid(rope::SolidId{}, floor);
    ExperimentResult result;
    result.chart = {"time [s]", "speed on the floor [m/s]"};
    const double start = rod.masses()[4].position.z;
    const int seen = static_cast<int>(0.8 * speed / deceleration / stepLength); // it slides still
    const int steps = static_cast<int>(1.5 * speed / deceleration / stepLength);
    for (int n = 1; n <= steps; ++n)
    {
        progress.report(static_cast<double>(n) / steps);
        rod.step(stepLength);
        const double gained = rod.masses()[4].velocity.z;
        // BDF2 from rest under a steady pull: v = a h (n - 1/2 + 3^-n/2)
        const double stepped = deceleration * stepLength * (n - 0.5 + 0.5 * std::pow(3.0, -n));
        if (n % 8 == 0)
            result.chart.measured.emplace_back(n * stepLength, speed - gained);
        if (n == seen)
            result.discrete = {speed - stepped, speed - gained, 1e-6 * speed};
    }
    result.chart.predicted = {{0.0, speed}, {speed / deceleration, 0.0}, {steps * stepLength, 0.0}};
    const double way = speed * speed / (2.0 * deceleration);
    const double slid = steps * stepLength * speed - (rod.masses()[4].position.z - start);
    result.textbook = Finding{way, slid, 0.51 * speed * stepLength};
    return result;
}

/// [m/s2], of a rope that lies across a slope and is let go. BDF2 takes half a step to start.
double rollingOn(double slope)
{
    RopeSimulation rod = ropeOnFloor(true, slope);
    rope::RopeSettings settings = rod.settings();
    settings.gravity.z = gravity * std::sin(slope);
    rod.setSettings(settings);
    constexpr int steps = 120;
    for (int i = 0; i < steps; ++i)
        rod.step(stepLength);
    return rod.masses()[4].velocity.z / (stepLength * (steps - 0.5));
}

ExperimentResult roll(ExperimentProgress& progress, const Theory& theory)
{
    const auto rolling = [&theory](double angle) { return 2.0 / 3.0 * theory.gravity * std::sin(angle); };
    const auto sliding = [&theory](double angle)
    { return theory.gravity * (std::sin(angle) - floorFriction * std::cos(angle)); };
    ExperimentResult result;
    result.chart = {"slope [rad]", "acceleration [m/s\u00b2]"};
    for (double angle = 0.0; angle <= 1.3; angle += 0.02)
        result.chart.predicted.emplace_back(angle, std::max(rolling(angle), 0.0));
    for (Vec2& point : result.chart.predicted)
        if (std::tan(point.x) > 3.0 * floorFriction)
            point.y = sliding(point.x);
    constexpr std::array slopes{0.1, 0.3, 0.5, 0.7, 0.85, 0.92, 1.05, 1.2};
    for (std::size_t i = 0; i < slopes.size(); ++i)
    {
        progress.report(static_cast<double>(i) / slopes.size());
        const double measured = rollingOn(slopes[i]);
        result.chart.measured.emplace_back(slopes[i], measured);
        if (slopes[i] == 0.7)
            result.discrete = {rolling(slopes[i]), measured, 1e-5 * rolling(slopes[i])};
        if (slopes[i] == 1.05)
            result.textbook = Finding{sliding(slopes[i]), measured, 1e-5 * sliding(slopes[i])};
    }
    return result;
}

/// The tensions' ratio of a limp strand that is drawn slowly over another one of its rope, half a turn round it, held
/// with 1 N. The strand below is pinned; slack rope joins the two.
double ratioOverItself(int corners, double friction)
{
    constexpr double radius = 0.005;
    constexpr double round = 2.0 * radius; // of the line of the strand above
    constexpr int tail = 12;               // edges that hang down, on each side
    constexpr int slack = 40;              // half a circle of edges
    const double segment = 2.0 * round * std::sin(0.5 * pi / corners);
    const double across = segment / std::sin(0.5 * pi / slack);
    const double end = std::sqrt(across * across - round * round - tail * tail * segment * segment); // of the bar
    const Vec3 from(0.0, 0.0, -end);
    const Vec3 to(-round, -tail * segment, 0.0);
    const Vec3 middle = 0.5 * (from + to);
    const Vec3 aside = 0.5 * across * glm::normalize(glm::cross(to - from, Vec3(0.0, 1.0, 0.0)));
    std::vector<Vec3> points;
    const int bar = static_cast<int>(2.0 * end / segment);
    for (int i = bar; i > 0; --i)
        points.push_back(from + static_cast<double>(i) * segment * Vec3(0.0, 0.0, 1.0));
    for (int i = 0; i < slack; ++i)
        points.push_back(middle + std::cos(pi * i / slack) * (from - middle) + std::sin(pi * i / slack) * aside);
    const std::size_t first = points.size();
    for (int i = 0; i < tail; ++i)
        points.emplace_back(-round, -(tail - i) * segment, 0.0);
    for (int i = 0; i <= corners; ++i)
        points.emplace_back(-round * std::cos(pi * i / corners), round * std::sin(pi * i / corners), 0.0);
    for (int i = 1; i <= tail; ++i)
        points.emplace_back(round, -i * segment, 0.0);
    RopeByLength settings;
    settings.massCount = static_cast<int>(points.size());
    settings.length = segment * (settings.massCount - 1);
    settings.massPerLength = 0.05;
    settings.axialStiffness = 2e3;
    settings.bendingStiffness = settings.torsionalStiffness = 0.0;
    settings.gravity = Vec3(0.0);
    settings.radius = radius;
    settings.contactFriction = friction;
    settings.selfContact = true;
    settings.airFriction = 50.0 * settings.massPerLength * segment;
    settings.integrator = rope::RopeIntegrator::implicit_euler; // which damps what corner after corner leaves
    RopeSimulation rod(settings);
    rod.layOut(points);
    for (std::size_t i = 0; i <= static_cast<std::size_t>(bar); ++i)
        rod.pin(i);
    rod.setForce(first, {0.0, -1.0, 0.0});
    const std::size_t last = points.size() - 1;
    constexpr int steps = 96;
    rod.pin(last, Vec3(0.0, -0.2 * radius / (steps * stepLength), 0.0));
    double ratio = 0.0; // mean of the second half
    for (int i = 0; i < steps; ++i)
    {
        rod.step(stepLength);
        if (i >= steps / 2)
            ratio += rod.tension(last - 1) / rod.tension(first) / (steps / 2);
    }
    return ratio;
}

ExperimentResult drawnOverItself(ExperimentProgress& progress, const Theory&)
{
    // At the surface of both strands friction has half the arm of the tension.
    ExperimentResult result;
    result.chart = {"\u03bc", "T\u2082/T\u2081"};
    const auto textbook = [](double friction) { return std::exp(0.5 * pi * friction); };
    for (int i = 0; i <= 50; ++i)
        result.chart.predicted.emplace_back(0.005 * i, textbook(0.005 * i));
    constexpr std::array frictions{0.0, 0.05, 0.1, 0.15, 0.2};
    for (std::size_t i = 0; i < frictions.size(); ++i)
    {
        progress.report(static_cast<double>(i) / frictions.size());
        const double ratio = ratioOverItself(13, frictions[i]);
        result.chart.measured.emplace_back(frictions[i], ratio);
        result.discrete = {textbook(frictions[i]), ratio, 0.03 * textbook(frictions[i])};
    }
    return result;
}

Sketch slideSketch()
{
    return Sketch()
        .line({-0.8, 0.72}, {0.8, 0.72}, Stroke::Ink::support, 3.0)
        .rope([](double t) { return Vec2(-0.35 + 0.7 * t, 0.67); }, 9)
        .arrow({-0.2, 0.82}, {0.3, 0.82})
        .label({0.33, 0.82}, "w")
        .arrow({-0.1, 0.57}, {0.12, 0.57})
        .label({0.15, 0.57}, "v");
}

Sketch rollSketch()
{
    return Sketch()
        .line({-0.7, 0.25}, {0.7, 0.85}, Stroke::Ink::support, 3.0)
        .line({-0.7, 0.85}, {0.7, 0.85}, Stroke::Ink::faint, 1.0)
        .disc({-0.1, 0.37}, 0.11)
        .arrow({0.1, 0.4}, {0.4, 0.53}, "a");
}

Sketch overItselfSketch()
{
    constexpr double radius = 0.2;
    const auto half = [](double t) { return Vec2(-radius * std::cos(pi * t), 0.42 - radius * std::sin(pi * t)); };
    return Sketch()
        .disc({0.0, 0.42}, 0.5 * radius)
        .rope(half, 13)
        .rope([](double t) { return Vec2(-radius, 0.42 + 0.28 * t); }, 4)
        .rope([](double t) { return Vec2(radius, 0.42 + 0.28 * t); }, 4)
        .arrow({-radius, 0.72}, {-radius, 0.82}, "T\u2081")
        .arrow({radius, 0.72}, {radius, 0.95}, "T\u2082");
}

Sketch capstanSketch()
{
    constexpr double radius = 0.2;
    const auto round = [](double t)
    {
        const double angle = pi * (1.0 + t);
        return Vec2(-0.05 + radius * std::cos(angle), 0.42 + radius * std::sin(angle));
    };
    Sketch sketch;
    sketch.disc({-0.05, 0.42}, 0.92 * radius)
        .rope(round, 13)
        .rope([](double t) { return Vec2(-0.05 - radius, 0.42 + 0.28 * t); }, 4)
        .rope([](double t) { return Vec2(-0.05 + radius, 0.42 + 0.28 * t); }, 4)
        .arrow({-0.05 - radius, 0.72}, {-0.05 - radius, 0.82}, "T\u2081")
        .arrow({-0.05 + radius, 0.72}, {-0.05 + radius, 0.95}, "T\u2082");
    return sketch;
}

Sketch slopeSketch()
{
    Sketch sketch;
    sketch.line({-0.7, 0.25}, {0.7, 0.85}, Stroke::Ink::support, 3.0)
        .line({-0.7, 0.85}, {0.7, 0.85}, Stroke::Ink::faint, 1.0)
        .rope([](double t) { return Vec2(-0.4 + 0.5 * t, 0.34 + 0.5 * t * 0.6 / 1.4); }, 9)
        .arrow({0.16, 0.58}, {0.36, 0.665}, "a");
    return sketch;
}

} // namespace

std::vector<Experiment> rodContactExperiments()
{
    std::vector<Experiment> list;
    list.push_back(
        {"contact_capstan",
         "Tensions of a rope that slides round a post",
         "A limp rope lies round a post, held with 1 N at one end; the other end is drawn slowly.",
         "",
         {"T\u2082/T\u2081 = ((1 + \u03bc tan \u03b2/2)/(1 \u2212 \u03bc tan \u03b2/2))\u207f",
          "balance of a mass at each of n corners of the angle \u03b2 = \u03c6/n, with friction \u03bcN",
          "0.2 %: the rope swings a little, in air"},
         {"T\u2082/T\u2081 = e^(\u03bc\u03c6)", "L. Euler 1762; J. A. Eytelwein 1808", "1 %: 64 corners a turn"},
         capstan,
         capstanSketch()});
    list.push_back(
        {"contact_slope",
         "A rope on a rough slope, \u03bc = 0.35",
         "A straight rope is let go on slopes from 6 to 49 degrees; it stays up to tan \u03b1 = \u03bc.",
         "m/s2",
         {"a = g (sin \u03b1 \u2212 \u03bc cos \u03b1)", "C. A. Coulomb 1785; a block on a slope of 30 degrees",
          "0.01 %: Newton's method ends with a correction of a ten thousandth of a segment"},
         {},
         slope,
         slopeSketch()});
    list.push_back(
        {"contact_slide",
         "A rope slides to rest on a floor",
         "A floor sets off under a rope at 2 m/s and takes it along: how fast it slides on the floor while it "
         "does. (Textbook: how far it slides.)",
         "m/s",
         {"w \u2212 \u03bcgh (n \u2212 1/2 + 3\u207b\u207f/2)",
          "Coulomb's law in steps of BDF2, the first of which is implicit Euler", "1e-6 of w: Newton's method"},
         {"x = w\u00b2/(2\u03bcg)", "C. A. Coulomb 1785", "4.25 mm: w h/2, as BDF2 takes half a step to start"},
         slide,
         slideSketch()});
    list.push_back(
        {"contact_roll",
         "A rope rolls down a slope",
         "A rope lies across a slope; friction at its surface turns it about its line. The number is for a slope "
         "of 40 degrees. (Textbook: of 60 degrees, where it slides.)",
         "m/s2",
         {"a = 2/3 g sin \u03b1", "a solid cylinder: L. D. Landau, E. M. Lifshitz, Mechanics, section 38",
          "1e-5 of it: Newton's method"},
         {"a = g (sin \u03b1 \u2212 \u03bc cos \u03b1), tan \u03b1 > 3\u03bc", "C. A. Coulomb 1785",
          "1e-5 of it: Newton's method"},
         roll,
         rollSketch()});
    list.push_back(
        {"contact_self",
         "A strand drawn over another of the same rope",
         "One strand of a limp rope lies half a turn round another, held with 1 N at one end; the other end is "
         "drawn slowly.",
         "",
         {"T\u2082/T\u2081 = e^(\u03bc\u03c0/2)",
          "L. Euler 1762, with friction at the surface of both: half the arm of the tension",
          "3 %: 13 corners, which it goes over one by one"},
         {},
         drawnOverItself,
         overItselfSketch()});
    return list;
}

} // namespace ropewalk
