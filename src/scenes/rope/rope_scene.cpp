#include "rope_remarks.hpp"

#include "scenes/hosts.hpp"
#include "scenes/rope_description.hpp"
#include "scenes/scene.hpp"
#include "scenes/shared/book_diagnostics.hpp"
#include "scenes/shared/cures.hpp"
#include "scenes/shared/diagnostics.hpp"
#include "scenes/shared/drawing.hpp"
#include "scenes/shared/rope_profiles.hpp"
#include "scenes/shared/rope_theory.hpp"
#include "scenes/shared/step_verdict.hpp"
#include "scenes/simulation_scene.hpp"

#include "text/text.hpp"
#include <rope/elementary.hpp>
#include <rope/rope_simulation.hpp>
#include <rope/stability.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

// The rope of the source tutorial: a connection point that the keys move, air, ground, and a reel.

namespace ropewalk
{

namespace
{

constexpr SceneInfo ropeInfo{"rope",
                             "Playground",
                             "Rope",
                             "Rope with ground and air",
                             "Move the ball with the mouse, the arrow keys, Home and End; pull any mass; turn the "
                             "view with the right mouse button; pay rope out with payout_speed.",
                             "mass_count mass spring_constant bending_stiffness gravity air_friction payout_speed",
                             10};

class RopeScene : public SimulationScene<rope::RopeSimulation>, public RemarkHost, public EffortHost
{
public:
    RopeScene();

    rope::ImplicitEffort effort() const override { return simulation().effort(); }

    std::string_view stepParameter() const override { return settings_.implicit() ? "implicit_max_dt" : "max_dt"; }

    // Theory knows the rope with one or two supports; pins are more.
    void fillTheory(Snapshot& snapshot) const override
    {
        if (pins().empty())
            theory_.fill(snapshot, simulation(), settings_);
    }
    std::optional<double> predicted(std::string_view diagnostic) const override
    {
        return pins().empty() ? theory_.predicted(diagnostic, simulation(), settings_) : std::nullopt;
    }
    std::vector<double> naturalFrequencies() const override
    {
        return pins().empty() ? theory_.frequencies(simulation(), settings_) : std::vector<double>();
    }
    std::vector<Profile> profiles() const override
    {
        const RestTheory rest{settings_.gravity, simulation().groundHeight(), simulation().freeEndPinned()};
        const bool unknown = rest.freeEndPinned && settings_.bendingStiffness > 0.0;
        return ropeProfiles(simulation().masses(), simulation().springs(),
                            unknown ? std::nullopt : std::optional(rest));
    }
    std::optional<Divergence> divergence() const override;

    std::optional<RopeDescription> ropeDescription() const override
    {
        RopeDescription rope{settings_, {}};
        if (!pins().empty())
            rope.besides.push_back(fmt::format("{} pinned masses", pins().size()));
        rope.settings.massCount = static_cast<int>(massCount());
        return rope;
    }
    std::size_t mostMasses() const override
    {
        const std::size_t paidOut = settings_.payoutSpeed > 0.0 ? static_cast<std::size_t>(settings_.maxMassCount) : 0;
        return std::max(massCount(), paidOut);
    }

    bool canPin(std::size_t polyline, int identity) const override
    {
        return polyline == 0 && simulation().massOf({identity, Vec3(0.0)}).has_value();
    }

    std::vector<CheckRow> check() const override;
    std::optional<Remark> remark() const override;
    std::optional<Remark> whyNoTheory() const override;

protected:
    /// A rope without a thickness lies in itself; with one it would be stuck there, and so it begins anew.
    void bringUpToDate(rope::RopeSimulation& sim) const override
    {
        const rope::RopeSettings& before = sim.settings();
        const double radius = settings_.selfContact ? settings_.ropeRadius : 0.0;
        if (radius > (before.selfContact ? before.ropeRadius : 0.0) && sim.strandsMeet(radius))
            sim = begun();
        else
            SimulationScene::bringUpToDate(sim);
    }

private:
    /// A rope that lies on itself begins in a slight bow: in one plane its heap would be a wall.
    rope::RopeSimulation made() const override
    {
        rope::RopeSimulation sim(settings_);
        if (!settings_.selfContact || settings_.ropeRadius == 0.0)
            return sim;
        constexpr double turn = 0.2; // [rad], from end to end
        std::vector<rope::Vec3> positions{sim.masses().front().position};
        for (std::size_t i = 1; i < sim.masses().size(); ++i)
        {
            const double angle = turn * (static_cast<double>(i) / static_cast<double>(sim.masses().size()) - 0.5);
            positions.push_back(positions.back() + settings_.springLength * rope::Vec3(rope::elementary::cos(angle),
                                                                                       0.0,
                                                                                       rope::elementary::sin(angle)));
        }
        sim.layOut(positions);
        return sim;
    }
    int run(double h, const Controls& controls) override
    {
        rope::RopeSimulation& sim = simulation();
        sim.setConnectionVelocity(controls.connectionVelocity(settings_.connectionSpeed, sim.connectionPosition(), h));
        sim.release();
        if (const int mass = controls.grab ? controls.grab->identity + sim.netInsertions() : 0; mass > 0)
            sim.grab(static_cast<std::size_t>(mass), controls.grab->target);
        return controls.posing ? sim.pose(h) : sim.advance(h);
    }
    void fillShapes(Snapshot& snapshot) const override;

    RopeTheory theory_;
};

RopeScene::RopeScene()
{
    const rope::RopeSimulation& sim = simulation();
    rope::Diagnostics& d = diagnostics_;
    describeEnergies(d, sim, {.total = "Sum of all energies, of bends too."});
    d.add("length", "m", "Length of the rope: sum of its segments.", [&sim] { return sim.length(); });
    d.add("stretch", "m", "Length less rest length.", [&sim] { return sim.length() - sim.restLength(); });
    d.add("max_tension", "N", "Largest tension of all segments.",
          [&sim]
          {
              double largest = sim.tension(0);
              for (std::size_t i = 1; i < sim.springs().size(); ++i)
                  largest = std::max(largest, sim.tension(i));
              return largest;
          });
    d.add("top_tension", "N", "Tension of the first segment, at the ball.", [&sim] { return sim.tension(0); });
    d.add("lowest_point", "m", "Height of the lowest mass.",
          [&sim] { return std::min_element(sim.masses().begin(), sim.masses().end(), lower)->position.y; });
    d.add("highest_point", "m", "Height of the highest mass.",
          [&sim] { return std::max_element(sim.masses().begin(), sim.masses().end(), lower)->position.y; });
    describeVector(d, "connection_", "m", "The ball", [&sim] { return sim.connectionPosition(); });
    d.add("paid_out_length", "m", "Rest length of all segments: the rope that is out.",
          [&sim] { return sim.restLength(); });
    d.add("mass_count", "", "Masses that are out, the ball counted.",
          [&sim] { return static_cast<double>(sim.masses().size()); });
    describeBooks(d, sim, [&sim] { return sim.momentum(); });
    d.add("bending_energy", "J", "Energy stored in the bends of the rope.", [&sim] { return sim.bendingEnergy(); });
    d.add("twist_energy", "J", "Energy stored by twist.", [&sim] { return sim.twistEnergy(); });
    d.add("torque", "N m", "Torque of the twist, the same all along the rope; a loose end has none.",
          [&sim] { return sim.torque(); });
    d.add("touching", "", "Masses of a rope with a radius that touch the ground.",
          [&sim] { return static_cast<double>(sim.touches().size()); });
    d.add("touching_itself", "", "Places where a rope with a radius touches itself.",
          [&sim] { return static_cast<double>(sim.selfTouches().size()); });
}

/// A reel at its end looks like a reel that does not work.
std::optional<Remark> RopeScene::remark() const
{
    if (std::optional<Remark> stiff = tooStiff(settings_))
        return stiff;
    double lowest = settings_.groundHeight;
    for (const rope::Mass& mass : simulation().masses())
        lowest = std::min(lowest, mass.position.y);
    if (std::optional<Remark> soft = tooSoftGround(settings_, lowest))
        return soft;
    const Cure stop{"Stop the reel", "payout_speed", "0"};
    const auto count = static_cast<int>(massCount());
    if (settings_.payoutSpeed > 0.0 && count >= settings_.maxMassCount)
        return Remark{fmt::format("All {} masses are out: max_mass_count ends the reel.", count),
                      {stop, {"Twice as many", "max_mass_count", fmt::format("{}", 2 * count)}}};
    if (settings_.payoutSpeed < 0.0 && count <= settings_.minMassCount)
        return Remark{fmt::format("The rope is in, but for {} masses: min_mass_count ends the reel.", count), {stop}};
    return carriedByRod(settings_);
}

std::optional<Remark> RopeScene::whyNoTheory() const
{
    Snapshot shapes;
    fillTheory(shapes);
    if (!shapes.theory.empty())
        return std::nullopt;
    const rope::RopeSimulation& sim = simulation();
    const double lowest = sim.connectionPosition().y - 1.2 * sim.restLength();
    if (!pins().empty())
        return Remark{"No shape is predicted for a rope with pins.", {}};
    if (sim.groundHeight() > lowest)
        return Remark{"No shape is predicted for a rope that lies on the ground.",
                      {{"Lower the ground", "ground_height", text::numberText(twoDigits(lowest, lowest < 0.0))}}};
    return Remark{"No shape is predicted for this rope.", {}};
}

void RopeScene::fillShapes(Snapshot& snapshot) const
{
    const rope::RopeSimulation& sim = simulation();
    const double segment = sim.restLength() / static_cast<double>(sim.springs().size());
    const float radius = settings_.ropeRadius > 0.0 ? static_cast<float>(settings_.ropeRadius)
                                                    : ropeRadius(settings_.mass / segment, hempDensity);
    Polyline& line = addRope(snapshot, sim, radius);
    line.identity = -sim.netInsertions();
    // What lies on the ground pulls at nothing.
    const double hanging = std::min(
        sim.restLength(), sim.freeEndPinned() ? sim.restLength() : sim.connectionPosition().y - sim.groundHeight());
    snapshot.tensionScale =
        tensionLegendTop(settings_.mass * (1.0 + std::max(0.0, hanging) / segment) * glm::length(settings_.gravity));

    snapshot.view.points.push_back(line.points.front() - glm::vec3(0.0f, std::max(0.0, hanging), 0.0f));
    addConnection(snapshot, line.points.front(), 1.8f * line.radius);
    if (sim.freeEndPinned())
        addPinned(snapshot, line.points.back(), 1.7f * line.radius, "free_end_position");
    for (const rope::Pin& pin : sim.pins())
        if (const std::optional<std::size_t> mass = sim.massOf(pin))
            addPinned(snapshot, line.points[*mass], 1.7f * line.radius, pin);
    if (const std::optional<std::size_t> grabbed = sim.grabbed())
        addGrab(snapshot, line.points[*grabbed], 1.8f * line.radius, *sim.grabTarget(), 0.9f * line.radius);
}

std::optional<Divergence> RopeScene::divergence() const
{
    if (const std::optional<rope::Passage> passage = simulation().passed())
        return Divergence{
            time(),
            passage->edge,
            fmt::format("the rope has passed through itself, segment {} through segment {}: pull less hard",
                        passage->edge, passage->other),
            passage->edge,
            {{"Self contact off", "self_contact", "false"}}};
    const std::optional<std::size_t> mass = simulation().runawayMass();
    if (!mass)
        return std::nullopt;
    // The limits of a rope that has exploded say nothing; the limits of its constants do.
    const std::string verdict =
        settings_.implicit() && (settings_.bendingStiffness == 0.0 || settings_.byNewton())
            ? fmt::format(
                  "the implicit step of {:.4g} ms has no stability limit; lower implicit_max_dt or add friction",
                  1e3 * lastStep())
            : stepVerdict(lastStep(), rope::worstStepLimits(settings_));
    std::vector<Cure> cures = curesOf(settings_, [](const rope::RopeSettings& s) { return s.advisedStep(); });
    const bool known = !settings_.implicit() && !cures.empty();
    if (!known)
        for (Cure& cure : curesBeyondLimits(settings_))
            cures.push_back(std::move(cure));
    return Divergence{time(), *mass,
                      fmt::format("the rope diverged at t = {:.3f} s, first at mass {}: {}", time(), *mass, verdict),
                      *mass > 0 ? std::optional(*mass - 1) : std::nullopt, std::move(cures)};
}

namespace
{

void runFor(rope::RopeSimulation& sim, double seconds)
{
    for (long i = std::lround(seconds / sim.longestStep()); i > 0; --i)
        sim.step(sim.longestStep());
}

/// A rope that hangs free of the ground.
rope::RopeSettings hangingRope()
{
    rope::RopeSettings settings;
    settings.groundHeight = -1000.0;
    settings.airFriction = 0.2;
    return settings;
}

/// (N-1) L + (m g/k) N (N-1)/2
double hangingLength(const rope::RopeSettings& settings)
{
    const double n = settings.massCount;
    const double weight = settings.mass * 9.81;
    return (n - 1.0) * settings.springLength + weight / settings.springConstant * n * (n - 1.0) / 2.0;
}

/// By implicit Euler, which damps, and by energy-momentum, which must not.
void addImplicitRows(std::vector<CheckRow>& rows)
{
    rope::RopeSettings implicitSettings = hangingRope();
    implicitSettings.integrator = rope::RopeIntegrator::implicit_euler;
    implicitSettings.implicitMaxDt = 0.1;
    rope::RopeSimulation settled(implicitSettings);
    runFor(settled, 60.0);
    rows.push_back({"hanging rope, implicit Euler at 0.1 s, length", "m", hangingLength(implicitSettings),
                    settled.length(), 1e-6, "(N-1) L + (m g/k) N (N-1)/2"});

    rope::RopeSettings conservingSettings;
    conservingSettings.integrator = rope::RopeIntegrator::energy_momentum;
    conservingSettings.groundHeight = -1000.0;
    conservingSettings.springFriction = conservingSettings.airFriction = 0.0;
    rope::RopeSimulation conserving(conservingSettings);
    const double energy = conserving.totalEnergy();
    runFor(conserving, 10.0);
    rows.push_back({"energy after 10 s, energy-momentum at 1/60 s", "J", energy, conserving.totalEnergy(), 1e-2,
                    "no friction: what it was; 77 J turn round in the swing"});
}

} // namespace

std::vector<CheckRow> RopeScene::check() const
{
    std::vector<CheckRow> rows;
    // The digits come from tests/data/reference.json, computed from the source tutorial's equations by another program.
    rope::RopeSimulation released;
    runFor(released, 0.5);
    const rope::Mass& tenth = released.masses()[10];
    rows.push_back({"mass 10 after 0.5 s, x", "m", 0.3558056356238226, tenth.position.x, 1e-9,
                    "the source tutorial's equations, computed independently"});
    rows.push_back({"mass 10 after 0.5 s, y", "m", -0.39763932891136566, tenth.position.y, 1e-9,
                    "the source tutorial's equations, computed independently"});

    const rope::RopeSettings hangingSettings = hangingRope();
    rope::RopeSimulation hanging(hangingSettings);
    runFor(hanging, 40.0);
    const double n = hangingSettings.massCount;
    const double weight = hangingSettings.mass * 9.81;
    rows.push_back({"hanging rope, length", "m", hangingLength(hangingSettings), hanging.length(), 1e-7,
                    "(N-1) L + (m g/k) N (N-1)/2"});
    rows.push_back({"hanging rope, top tension", "N", (n - 1.0) * weight, hanging.tension(0), 1e-4, "(N-1) m g"});

    // Highest eigenvalue of the chain of N - 1 free masses, one end fixed, in units of k: 4 cos^2(pi / (2 (N - 1) +
    // 1)).
    const double lambda = 2.0 + 2.0 * rope::elementary::cos(2.0 * std::numbers::pi / (2.0 * n - 1.0));
    const rope::RopeSettings defaults;
    const double stiff = lambda * defaults.springConstant;
    const double damp = lambda * defaults.springFriction + defaults.airFriction;
    rows.push_back({"largest stable step", "s", (-damp + std::sqrt(damp * damp + 4.0 * stiff * defaults.mass)) / stiff,
                    rope::RopeSimulation(defaults).stableStep(), 1e-6,
                    "(-C + sqrt(C^2 + 4 K m)) / K; ours is a bound 0.02 % below"});

    rope::RopeSimulation lying;
    runFor(lying, 20.0);
    rows.push_back({"free end at rest on the ground", "m", defaults.groundHeight - weight / defaults.groundRepulsion,
                    lying.masses().back().position.y, 1e-6, "sinks in by m g / k_ground"});

    rope::RopeSettings reeledSettings;
    reeledSettings.payoutSpeed = 0.7;
    rope::RopeSimulation reeled(reeledSettings);
    const double restLength = reeled.restLength();
    runFor(reeled, 5.0);
    rows.push_back({"rope paid out in 5 s", "m", 5.0 * reeledSettings.payoutSpeed, reeled.restLength() - restLength,
                    1e-9, "speed times time"});

    addImplicitRows(rows);
    return rows;
}

constexpr LessonStep ropeLesson[] = {
    {"Drag the ball at the rope's end with the mouse, or hold \u2192 and let go.",
     "Watch a wave run down the rope and come back.",
     "Each mass pulls at its two neighbours only: that is enough to make a rope.",
     [](const LessonMoment& now) { return !now.paused && now.connectionMoved() > 0.5; }},
    {"Press C.", "Watch the colours: yellow pulls hardest, violet hangs slack.",
     "Each segment carries all that hangs below it, so the top one pulls most.",
     [](const LessonMoment& now) { return now.tensionColours; }},
    {"Switch Solid rope on, above the constants, and set payout_speed to 0.5 m/s.",
     "Watch the rope begin anew, thick, and come out of the ball into a heap.",
     "So far it was a row of points that pass through each other; strands with a thickness lie on each other.",
     [](const LessonMoment& now)
     {
         return now.constant("rope_radius") > 0.0 && now.is("self_contact", "true") &&
                now.constant("payout_speed") > 0.0 && now.change("paid_out_length") > 2.0;
     }},
    {"Press Space, then drag the ball.", "Watch the clock in the status bar: it stands, and the rope follows.",
     "You may pose a rope before time goes on; the comma key takes a pose back, Space goes on.",
     [](const LessonMoment& now) { return now.paused && now.sound && now.connectionMoved() > 0.3; }},
    {"Switch Solid rope and auto_steps off, raise spring_constant to 50000 N/m while time runs, then press a cure.",
     "Watch the step in the status bar turn red, and the rope explode.",
     "A step that is too long for a stiff spring throws its mass farther at each turn.",
     [](const LessonMoment& now) { return now.ranAway && now.sound; }},
};

} // namespace

const SceneRegistration<RopeScene> ropeRegistration(ropeInfo, ropeLesson);

} // namespace ropewalk
