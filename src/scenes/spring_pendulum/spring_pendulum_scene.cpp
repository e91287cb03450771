#include "scenes/rope_description.hpp"
#include "scenes/shared/book_diagnostics.hpp"
#include "scenes/shared/cures.hpp"
#include "scenes/shared/diagnostics.hpp"
#include "scenes/shared/drawing.hpp"
#include "scenes/shared/place.hpp"
#include "scenes/simulation_scene.hpp"
#include "spring_pendulum.hpp"

#include <rope/elementary.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace ropewalk
{

namespace
{

constexpr SceneInfo pendulumInfo{"spring_pendulum",
                                 "Basics",
                                 "Pendulum",
                                 "Spring pendulum",
                                 "Move the cube with the keys; set medium_drag and spring_friction to 0 and see which "
                                 "integrator gains, loses or keeps energy.",
                                 "mass spring_constant spring_friction medium_drag integrator gravity",
                                 33};

class SpringPendulumScene : public SimulationScene<SpringPendulum>
{
public:
    SpringPendulumScene();

    std::optional<double> predicted(std::string_view diagnostic) const override;
    std::vector<double> naturalFrequencies() const override;
    std::optional<Divergence> divergence() const override;
    std::optional<RopeDescription> ropeDescription() const override;

    /// Mass 0 is the cube, mass 1 the sphere.
    std::size_t massCount() const override { return 2; }
    std::vector<double> massRow(std::size_t mass) const override
    {
        const SpringPendulum& p = simulation();
        return mass == 0 ? massRowOf(p.cube(), p.cubeVelocity()) : massRowOf(p.sphere().position, p.sphere().velocity);
    }

    std::vector<CheckRow> check() const override;

private:
    int run(double h, const Controls& controls) override
    {
        const bool grabbed = controls.grab && controls.grab->identity == 1;
        simulation().setGrab(grabbed ? std::optional(controls.grab->target) : std::nullopt);
        simulation().setCubeVelocity(controls.connectionVelocity(settings_.connectionSpeed, simulation().cube(), h));
        return controls.posing ? simulation().pose(h) : simulation().advance(h);
    }
    void fillShapes(Snapshot& snapshot) const override;
};

SpringPendulumScene::SpringPendulumScene()
{
    const SpringPendulum& p = simulation();
    rope::Diagnostics& d = diagnostics_;
    describeEnergies(d, p, {.elastic = "Energy stored in the spring."});
    d.add("energy_error", "J", "Total energy less that of the exact motion: what the integrator gained or lost.",
          [&p] { return p.totalEnergy(p.sphere()) - p.totalEnergy(p.exact()); });
    d.add("position_error", "m", "Distance from the exact motion.",
          [&p] { return glm::distance(p.sphere().position, p.exact().position); });
    d.add("spring_length", "m", "Distance of cube and sphere.", [&p] { return p.springLength(p.sphere()); });
    d.add("tension", "N", "Tension of the spring; negative when compressed.",
          [&p] { return p.spring().tension(p.springLength(p.sphere())); });
    describeVector(d, "", "m", "Sphere", [&p] { return p.sphere().position; });
    describeBooks(d, p, [&p] { return p.momentum(); });
}

std::optional<double> SpringPendulumScene::predicted(std::string_view diagnostic) const
{
    const SpringPendulum& p = simulation();
    const double g = glm::length(settings_.gravity);
    if (g == 0.0 || settings_.springConstant == 0.0)
        return std::nullopt;
    const double length = p.spring().restLength + settings_.mass * g / settings_.springConstant; // L + m g / k
    const Motion rest{p.cube() + length / g * settings_.gravity, Vec3(0.0)};
    if (diagnostic == "kinetic_energy")
        return 0.0;
    if (diagnostic == "potential_energy")
        return p.potentialEnergy(rest);
    if (diagnostic == "elastic_energy")
        return p.elasticEnergy(rest);
    if (diagnostic == "total_energy")
        return p.totalEnergy(rest);
    if (diagnostic == "spring_length")
        return length;
    if (diagnostic == "tension")
        return settings_.mass * g;
    if (diagnostic.size() == 1 && diagnostic[0] >= 'x' && diagnostic[0] <= 'z')
        return rest.position[diagnostic[0] - 'x'];
    return std::nullopt;
}

/// It swings with sqrt(g / (L + m g/k)) and bounces with sqrt(k / m).
std::vector<double> SpringPendulumScene::naturalFrequencies() const
{
    const std::optional<double> length = predicted("spring_length");
    if (!length)
        return {};
    std::vector<double> result{std::sqrt(glm::length(settings_.gravity) / *length),
                               std::sqrt(settings_.springConstant / settings_.mass)};
    std::sort(result.begin(), result.end());
    for (double& frequency : result)
        frequency /= 2.0 * std::numbers::pi;
    return result;
}

void SpringPendulumScene::fillShapes(Snapshot& snapshot) const
{
    constexpr float size = 0.3f;
    constexpr glm::vec3 cubeColour{0.45f, 0.45f, 0.48f};
    constexpr glm::vec3 sphereColour{0.10f, 0.42f, 0.60f};
    constexpr glm::vec3 exactColour{0.85f, 0.45f, 0.15f};

    const SpringPendulum& pendulum = simulation();
    const glm::vec3 cube(pendulum.cube());
    const glm::vec3 sphere(pendulum.sphere().position);
    snapshot.solids.push_back(SpatialShape::box(cube, glm::vec3(2.0f * size), cubeColour));
    snapshot.handles.push_back({cube, size});
    addFloor(snapshot, -9.0);
    addGallows(snapshot, cube, 1.6f, 0.16f);
    snapshot.solids.push_back(SpatialShape::sphere(sphere, size, sphereColour));
    snapshot.solids.push_back(SpatialShape::sphere(glm::vec3(pendulum.exact().position), 0.5f * size, exactColour));

    const auto tension = static_cast<float>(pendulum.spring().tension(pendulum.springLength(pendulum.sphere())));
    snapshot.polylines.push_back(plainThread({cube, sphere}, cubeColour, 0.015f));
    snapshot.polylines.back().grabbable = true;
    snapshot.polylines.push_back(plainThread(coil(cube, sphere, 0.24f, 14), cubeColour, 0.04f));
    for (Polyline& line : snapshot.polylines)
        std::fill(line.tension.begin(), line.tension.end(), tension);

    snapshot.view.yaw = 0.3f;
    snapshot.view.pitch = 0.12f;
    for (const float side : {-3.0f, 3.0f})
        snapshot.view.points.push_back(cube + glm::vec3(side, -7.8f, 0.0f)); // as far down as it bounces
    if (pendulum.grabTarget())
        snapshot.markers.push_back({Marker::Kind::target, glm::vec3(*pendulum.grabTarget()), 0.5f * size});
}

std::optional<RopeDescription> SpringPendulumScene::ropeDescription() const
{
    if (!(simulation().spring().restLength > 0.0))
        return std::nullopt;
    RopeDescription spring;
    rope::RopeSettings& r = spring.settings;
    r.massCount = 2;
    r.mass = settings_.mass;
    r.springConstant = settings_.springConstant;
    r.springLength = simulation().spring().restLength;
    r.springFriction = settings_.springFriction;
    r.gravity = settings_.gravity;
    r.airFriction = settings_.mediumDrag;
    r.groundRepulsion = r.groundFriction = r.groundAbsorption = 0.0;
    r.connectionSpeed = settings_.connectionSpeed;
    r.autoSteps = settings_.autoSteps;
    if (settings_.integrator != rope::Integrator::semi_implicit_euler)
        spring.besides.push_back(fmt::format("its integrator, {}", parameters_.find("integrator")->text()));
    return spring;
}

std::optional<Divergence> SpringPendulumScene::divergence() const
{
    constexpr double far = 1e6; // [m], beyond anything the ranges of the constants explain
    const Motion& m = simulation().sphere();
    if (glm::length(m.position) < far && glm::length(m.velocity) < far) // false for infinity and NaN
        return std::nullopt;
    return Divergence{time(), 1,
                      fmt::format("the sphere diverged at t = {:.3f} s: the step of {:.4g} s is beyond the stable "
                                  "{:.4g} s",
                                  time(), longestStep(), settings_.stableStep()),
                      std::size_t{0}, curesOf(settings_, [](const PendulumSettings& s) { return s.advisedStep(); })};
}

std::vector<CheckRow> SpringPendulumScene::check() const
{
    constexpr std::array<std::string_view, 5> names{"forward Euler", "semi-implicit Euler", "velocity Verlet",
                                                    "Runge-Kutta 4", "implicit midpoint"};
    constexpr std::array<double, 5> orders{1.0, 1.0, 2.0, 4.0, 2.0};

    // Without friction the sphere bounces straight down: y = -b (1 - cos wt), w^2 = k/m, b = m g / k.
    PendulumSettings free;
    free.springFriction = 0.0;
    free.mediumDrag = 0.0;
    const double w = std::sqrt(free.springConstant / free.mass);
    const double b = 9.81 / (w * w);
    const auto run = [&free](Integrator integrator, double seconds, int steps)
    {
        PendulumSettings settings = free;
        settings.integrator = integrator;
        SpringPendulum pendulum(settings);
        for (int i = 0; i < steps; ++i)
            pendulum.step(seconds / steps);
        return pendulum.sphere();
    };
    const auto error = [&](Integrator integrator, int steps)
    {
        const Motion m = run(integrator, 1.0, steps);
        return rope::elementary::hypot(m.position.y + b * (1.0 - rope::elementary::cos(w)),
                                       (m.velocity.y + b * w * rope::elementary::sin(w)) / w);
    };
    // Energy about the point of rest, in units of that at the start.
    const auto energy = [&](Integrator integrator)
    {
        const Motion m = run(integrator, 10.0, 600);
        return (rope::elementary::pow(m.position.y + b, 2) + rope::elementary::pow(m.velocity.y / w, 2)) / (b * b);
    };

    std::vector<CheckRow> rows;
    for (std::size_t i = 0; i < names.size(); ++i)
    {
        const auto integrator = static_cast<Integrator>(i);
        rows.push_back({fmt::format("{}, order of accuracy", names[i]), "", orders[i],
                        rope::elementary::log2(error(integrator, 60) / error(integrator, 120)), 0.1,
                        "log2 of the error ratio when the step is halved"});
    }

    const double z = w / 60.0; // w h
    const double theta = 2.0 * rope::elementary::asin(0.5 * z);
    const double swing = 600.0 * theta;
    // x_n = b cos(theta (n + 1/2)) / cos(theta/2), v_n = (x_n - x_(n-1)) / h
    const double semiX = rope::elementary::cos(swing + 0.5 * theta) / rope::elementary::cos(0.5 * theta);
    const double semiV = (semiX - rope::elementary::cos(swing - 0.5 * theta) / rope::elementary::cos(0.5 * theta)) / z;
    const std::array<double, 5> energies{
        rope::elementary::pow(1.0 + z * z, 600), semiX * semiX + semiV * semiV,
        rope::elementary::pow(rope::elementary::cos(swing), 2) +
            rope::elementary::pow(rope::elementary::sin(swing), 2) * (1.0 - 0.25 * z * z),
        rope::elementary::pow(1.0 - rope::elementary::pow(z, 6) / 72.0 + rope::elementary::pow(z, 8) / 576.0, 600),
        1.0};
    constexpr std::array<std::string_view, 5> sources{
        "(1 + w^2 h^2)^n", "x_n = cos(theta (n + 1/2)) / cos(theta/2), sin(theta/2) = w h/2",
        "cos^2 theta n + (1 - w^2 h^2/4) sin^2 theta n", "(1 - (w h)^6/72 + (w h)^8/576)^n", "keeps it"};
    for (std::size_t i = 0; i < names.size(); ++i)
        rows.push_back({fmt::format("{}, energy after 10 s", names[i]), "of the start", energies[i],
                        energy(static_cast<Integrator>(i)), 1e-9, std::string(sources[i])});

    SpringPendulum damped{PendulumSettings{}};
    damped.advance(100.0);
    rows.push_back({"sphere at rest, y", "m", -b, damped.sphere().position.y, 1e-9, "-m g / k"});
    return rows;
}

constexpr LessonStep pendulumLesson[] = {
    {"Drag the cube with the mouse, or hold \u2192.", "Watch the sphere swing sideways and bounce at the same time.",
     "A mass on a spring has two motions: it swings like a pendulum and bounces along its spring.",
     [](const LessonMoment& now) { return now.connectionMoved() > 0.5; }},
    {"Set medium_drag and spring_friction to 0.", "Watch the energy error rise without end in the plots.",
     "Forward Euler adds energy in each step. The friction had hidden that.",
     [](const LessonMoment& now)
     { return now.constant("medium_drag") < 0.01 && now.constant("spring_friction") < 0.01; },
     "energy_error"},
    {"Set Integrator to Velocity Verlet and press R.", "Watch the energy error: it sways, but does not drift.",
     "A symplectic method borrows energy within a swing and gives it back.",
     [](const LessonMoment& now) { return now.is("integrator", "velocity_verlet") && now.restarted; }, "energy_error"},
    {"Set Integrator to Runge-Kutta 4 and press R.", "Watch the position error: it is a thousand times smaller.",
     "A method of fourth order asks for the forces four times a step, and half the step makes 1/16 of the error.",
     [](const LessonMoment& now) { return now.is("integrator", "runge_kutta_4") && now.restarted; }, "position_error"},
};

} // namespace

const SceneRegistration<SpringPendulumScene> springPendulumRegistration(pendulumInfo, pendulumLesson);

} // namespace ropewalk
