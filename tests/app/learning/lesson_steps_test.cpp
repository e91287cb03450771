#include "catch.hpp"

#include "app/learning/lesson_progress.hpp"

#include "scenes/document/scene_file.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace ropewalk;

namespace
{

/// The window without a window: what a user does to a scene, and the lesson that looks on.
class Pupil
{
public:
    explicit Pupil(const std::string& scene) : bench(makeScene(scene), [] { return 0.0; })
    {
        bench.setStepBudget(1'000'000);
        if (const auto size = sizes.find(scene); size != sizes.end())
        {
            set(size->second, "200"); // as many ropes as show the same
            bench.reset();
        }
        frames(1);
    }

    void frames(int count, const Controls& controls = {})
    {
        for (int i = 0; i < count; ++i)
        {
            bench.advance(1.0 / 60.0, controls);
            lesson.look(bench, overlays, memory);
        }
    }
    void set(const std::string& name, const std::string& value)
    {
        bench.setParameter(name, value, ++gesture_);
        frames(1);
    }
    void reset()
    {
        bench.reset();
        frames(1);
    }
    void hold(const Vec3& direction, int count)
    {
        Controls controls;
        controls.direction = direction;
        frames(count, controls);
    }
    double value(std::string_view name) const { return bench.scene().diagnostics().find(name)->value(); }
    /// What a quantity is in each tick of so many seconds that follow.
    std::vector<double> watch(std::string_view name, double seconds)
    {
        std::vector<double> values;
        for (int i = 0; i < static_cast<int>(60.0 * seconds); ++i)
        {
            frames(1);
            values.push_back(value(name));
        }
        return values;
    }
    bool ticked() const { return memory.done.at(std::string(bench.scene().info().id))[lesson.step()]; }

    Workbench bench;
    LessonProgress lesson;
    LessonMemory memory;
    LessonProgress::Overlays overlays;

private:
    inline static const std::map<std::string, std::string> sizes{{"million", "rope_count"}};
    int gesture_ = 0;
};

constexpr Vec3 right{1.0, 0.0, 0.0};
constexpr Vec3 left{-1.0, 0.0, 0.0};
constexpr Vec3 up{0.0, 1.0, 0.0};
constexpr Vec3 down{0.0, -1.0, 0.0};

/// What each step says, done by hand.
const std::map<std::string, std::vector<std::function<void(Pupil&)>>>& acts()
{
    static const auto press = [](bool LessonProgress::Overlays::*overlay)
    {
        return [overlay](Pupil& pupil)
        {
            pupil.overlays.*overlay = true;
            pupil.frames(1);
        };
    };
    static const std::function<void(Pupil&)> showTension = press(&LessonProgress::Overlays::tensionColours);
    static const std::map<std::string, std::vector<std::function<void(Pupil&)>>> table{
        {"rope",
         {[](Pupil& p) { p.hold(right, 30); }, showTension,
          [](Pupil& p)
          {
              p.bench.useValues(solidSwitch(p.bench.scene())->pressed);
              p.set("payout_speed", "0.5");
              p.frames(270);
          },
          [](Pupil& p)
          {
              p.bench.setPaused(true);
              p.frames(1);
              p.hold(up, 120);
          },
          [](Pupil& p)
          {
              p.bench.setPaused(false);
              p.bench.useValues(solidSwitch(p.bench.scene())->pressed); // off again
              p.set("auto_steps", "false");
              p.set("spring_constant", "50000");
              p.frames(60);
              REQUIRE(p.bench.divergence());
              CHECK_FALSE(p.ticked()); // it ran away, and is not cured yet
              const Cure cure = p.bench.divergence()->cures.front();
              p.set(cure.parameter, cure.value);
          }}},
        {"million",
         {[](Pupil& p) { p.hold(right, 40); },
          [](Pupil& p)
          {
              p.set("wind", "15,0,-2.5");
              p.frames(120);
          },
          [](Pupil& p) { p.set("gustiness", "0"); }, [](Pupil& p) { p.set("buoyancy", "0"); }}},
        {"constant_velocity",
         {[](Pupil& p)
          {
              p.set("velocity", "1,1,0");
              p.reset();
              p.frames(120);
          },
          [](Pupil& p) { p.set("mass", "10"); }, [](Pupil& p) { p.set("slow_motion", "1"); }}},
        {"gravity",
         {[](Pupil& p)
          {
              p.set("slow_motion", "2");
              p.reset();
              p.frames(120);
          },
          [](Pupil& p)
          {
              p.set("max_dt", "0.001");
              p.reset();
              p.frames(60);
          },
          [](Pupil& p) { p.set("gravity", "0,-1.6,0"); }}},
        {"mass_spring",
         {[](Pupil& p) { p.set("slow_motion", "2"); }, [](Pupil& p) { p.set("spring_constant", "18"); },
          [](Pupil& p)
          {
              p.set("mass", "0.001");
              p.set("spring_constant", "200");
              p.frames(300);
          }}},
        {"weightless_deployment",
         {[](Pupil& p)
          {
              p.reset();
              p.frames(90);
          },
          [](Pupil& p) { p.set("deployment_speed", "0"); }, [](Pupil& p) { p.set("gravity", "0,-10,0"); }}},
        {"deployment",
         {[](Pupil& p)
          {
              p.reset();
              p.frames(90);
          },
          [](Pupil& p)
          {
              p.set("insertion", "article");
              p.reset();
              p.frames(90);
          },
          [](Pupil& p)
          {
              p.set("insertion", "consistent");
              p.overlays.theoryShapes = true;
              p.frames(1);
          },
          [](Pupil& p)
          {
              p.set("deployment_speed", "5");
              p.reset();
          }}},
        {"spring_pendulum",
         {[](Pupil& p) { p.hold(right, 30); },
          [](Pupil& p)
          {
              p.set("medium_drag", "0");
              p.set("spring_friction", "0");
          },
          [](Pupil& p)
          {
              p.set("integrator", "velocity_verlet");
              p.reset();
          },
          [](Pupil& p)
          {
              p.set("integrator", "runge_kutta_4");
              p.reset();
          }}},
        {"cantilever",
         {[](Pupil& p)
          {
              Controls controls;
              controls.grab = {0, 60, {0.7, 0.2, 0.0}};
              p.frames(20, controls);
          },
          press(&LessonProgress::Overlays::theoryShapes),
          [](Pupil& p)
          {
              p.set("bending_stiffness", "0.01");
              p.frames(240);
          },
          [](Pupil& p) { p.set("tip_load", "2"); }}},
        {"twist",
         {[](Pupil& p)
          {
              p.set("turns", "2.4");
              p.frames(270);
          },
          [](Pupil& p)
          {
              p.set("turns", "2.9");
              p.frames(600);
          },
          [](Pupil& p)
          {
              p.set("end_force", "1");
              p.reset();
              p.frames(270);
          },
          [](Pupil& p)
          {
              p.hold(right, 120);
              p.frames(900);
          }}},
        {"real_rope",
         {[](Pupil& p)
          {
              p.reset();
              p.frames(120);
          },
          [](Pupil& p) { p.hold(up, 60); }, [](Pupil& p) { p.set("contact_friction", "0"); },
          [](Pupil& p)
          {
              p.set("bending_stiffness", "0.3");
              p.reset();
              p.frames(60);
          }}},
        {"workshop",
         {[](Pupil& p)
          {
              p.reset();
              p.frames(20);
          },
          [](Pupil& p)
          {
              Controls controls;
              controls.grab = {0, 20, {-0.4, 1.4, 0.0}};
              p.frames(20, controls);
          },
          [](Pupil& p)
          {
              p.set("gravity", "0,-1.62,0");
              p.frames(2);
          }}},
        {"capstan",
         {[](Pupil& p)
          {
              p.set("load", "280");
              p.frames(120);
          },
          [](Pupil& p)
          {
              p.set("load", "310");
              p.frames(120);
          },
          [](Pupil& p)
          {
              p.set("load", "15");
              p.set("wrap_angle", "9.42");
              p.reset();
              p.frames(120);
          },
          [](Pupil& p) { p.hold(left, 30); }}},
        {"climber",
         {[](Pupil& p)
          {
              p.overlays.tensionColours = true;
              p.reset();
              p.frames(90);
          },
          [](Pupil& p)
          {
              p.set("rope_model", "spring");
              p.reset();
              p.frames(90);
          },
          [](Pupil& p)
          {
              p.set("carabiner_friction", "0");
              p.reset();
              p.frames(90);
          },
          [](Pupil& p)
          {
              p.set("belay_grip", "2000");
              p.reset();
              p.frames(90);
          },
          [](Pupil& p)
          {
              Controls controls;
              controls.grab = {0, 40, {0.3, 4.5, 0.0}};
              p.frames(120, controls);
          }}},
        {"cloth",
         {[](Pupil& p) { p.hold(up, 30); },
          [](Pupil& p)
          {
              p.set("constraints", "false");
              p.frames(120);
          },
          [](Pupil& p)
          {
              p.set("constraints", "true");
              p.set("iterations", "1");
          },
          [](Pupil& p) { p.set("wind", "0,0,5"); }}},
        {"impulse",
         {[](Pupil& p)
          {
              Controls controls;
              controls.grab = {0, 3, {0.0, 2.0, 0.0}};
              p.frames(5, controls);
          },
          [](Pupil& p) { p.set("preset", "cradle"); }, [](Pupil& p) { p.set("restitution", "0.5"); },
          [](Pupil& p)
          {
              p.set("preset", "billiard");
              p.set("friction", "0");
              p.set("restitution", "1");
              p.reset();
          }}},
        {"wrecking_ball",
         {[](Pupil& p)
          {
              p.reset();
              p.frames(150);
          },
          [](Pupil& p) { p.hold(right, 60); }, [](Pupil& p) { p.set("ball_mass", "1000"); }, showTension,
          [](Pupil& p)
          {
              p.set("rope_radius", "0.04");
              p.hold(down, 240);
          }}},
        {"race",
         {[](Pupil& p) { p.hold(right, 60); }, [](Pupil& p) { p.set("load", "10"); },
          [](Pupil& p) { p.set("spring_constant", "1000000"); }, [](Pupil& p) { p.set("release_angle", "90"); },
          [](Pupil& p)
          {
              p.set("bending_stiffness", "2");
              p.set("spring_constant", "100000");
              p.set("clamped", "true");
          }}},
    };
    return table;
}

/// [m], that Verlet's method was off in the step of the lesson before.
double& verletError()
{
    static double error = 0.0;
    return error;
}

/// How many bodies of the impulse engine move.
int movingBodies(const Pupil& pupil)
{
    int count = 0;
    for (std::size_t i = 0; i < pupil.bench.scene().massCount(); ++i)
    {
        const std::vector<double> row = pupil.bench.scene().massRow(i); // x, y, angle, vx, vy, w
        count += std::hypot(row[3], row[4]) > 0.05 ? 1 : 0;
    }
    return count;
}

/// [m], from the anchor of a thread to its end.
Vec3 fromAnchor(const Pupil& pupil)
{
    const Scene& scene = pupil.bench.scene();
    const std::vector<double> anchor = scene.massRow(0);
    const std::vector<double> tip = scene.massRow(scene.massCount() - 1);
    return {tip[0] - anchor[0], tip[1] - anchor[1], tip[2] - anchor[2]};
}

double most(const std::vector<double>& values)
{
    return *std::max_element(values.begin(), values.end());
}

double least(const std::vector<double>& values)
{
    return *std::min_element(values.begin(), values.end());
}

double range(const std::vector<double>& values)
{
    return most(values) - least(values);
}

/// Of the last tenth, the middle of the greatest and the least value.
double inTheEnd(const std::vector<double>& values)
{
    const std::vector<double> last(values.end() - static_cast<std::ptrdiff_t>(values.size() / 10), values.end());
    return 0.5 * (most(last) + least(last));
}

bool rises(const std::vector<double>& values)
{
    return std::is_sorted(values.begin(), values.end());
}

std::vector<double> profileOf(const Pupil& pupil, std::string_view name)
{
    for (const Profile& profile : pupil.bench.scene().profiles())
        if (profile.name == name)
            return profile.values;
    FAIL("no profile " << name);
    return {};
}

/// What a step says is to be watched, after it was done.
const std::map<std::string, std::vector<std::function<void(Pupil&)>>>& watched()
{
    static const std::map<std::string, std::vector<std::function<void(Pupil&)>>> table{
        {"rope",
         {[](Pupil& p)
          {
              // The wave comes to the free end.
              std::vector<double> x;
              for (int i = 0; i < 120; ++i)
              {
                  p.frames(1);
                  x.push_back(p.bench.scene().massRow(79)[0]);
              }
              CHECK(range(x) > 0.1);
          },
          [](Pupil& p)
          {
              const std::vector<float>& tension = p.bench.snapshot().polylines.front().tension;
              CHECK(tension.front() > 0.9f * *std::max_element(tension.begin(), tension.end()));
              CHECK(tension.front() > 5.0f * tension.back());
          },
          [](Pupil& p)
          {
              const double before = p.value("mass_count");
              CHECK(p.bench.snapshot().polylines.front().radius > 0.005f);
              CHECK(rises(p.watch("mass_count", 2.0)));
              CHECK(p.value("mass_count") > before + 10.0);
              CHECK(p.value("touching") > 10.0); // it lies
          },
          [](Pupil& p)
          {
              const double time = p.bench.scene().time();
              const std::vector<double> from = p.bench.scene().massRow(0);
              p.hold(right, 30);
              CHECK(p.bench.scene().time() == time);
              CHECK(p.bench.scene().massRow(0)[0] - from[0] > 0.2);
          },
          [](Pupil& p) { CHECK_FALSE(p.bench.divergence()); }}}, // cured; that it explodes is part of the act
        {"million",
         {[](Pupil& p) { CHECK(range(p.watch("lean", 2.0)) > 0.01); }, [](Pupil& p) { CHECK(p.value("lean") > 0.3); },
          [](Pupil& p)
          {
              const double before = range(p.watch("lean", 2.0));
              p.frames(600);
              CHECK(range(p.watch("lean", 2.0)) < 0.5 * before);
          },
          [](Pupil& p)
          {
              const double before = p.value("lean");
              p.frames(240);
              CHECK(p.value("lean") > before + 0.3);
          }}},
        {"constant_velocity",
         {[](Pupil& p) { CHECK(rises(p.watch("y", 1.0))); },
          [](Pupil& p)
          {
              p.frames(60); // in slow motion a tick takes some frames
              CHECK(p.value("kinetic_energy") == Approx(10.0 * 0.5 * 2.0).epsilon(1e-9));
              CHECK(rises(p.watch("y", 1.0)));
          },
          [](Pupil& p) { CHECK(most(p.watch("error", 2.0)) < 1e-12); }}},
        {"gravity",
         {[](Pupil& p)
          {
              const double before = p.value("error");
              CHECK(rises(p.watch("error", 0.5)));
              CHECK(p.value("error") > before);
          },
          [](Pupil& p) { CHECK(p.value("error") < 0.01); },
          [](Pupil& p)
          {
              p.set("slow_motion", "1");
              p.reset();
              const double moon = most(p.watch("y", 12.0));
              p.set("gravity", "0,-9.81,0");
              p.reset();
              CHECK(moon > 2.0 * most(p.watch("y", 12.0)));
          }}},
        {"mass_spring",
         {[](Pupil& p)
          {
              const std::vector<double> x = p.watch("x", 20.0);
              CHECK(least(x) == Approx(-most(x)).epsilon(0.05));
          },
          [](Pupil& p)
          {
              // sqrt(18) radians a second, at half the speed
              int passes = 0;
              double before = p.value("x");
              for (const double x : p.watch("x", 20.0))
                  passes += x * std::exchange(before, x) < 0.0 ? 1 : 0;
              CHECK(passes == Approx(20.0 * std::sqrt(18.0) / 2.0 / 3.14159).margin(2.0));
          },
          [](Pupil& p) { CHECK(p.bench.divergence()); }}},
        {"weightless_deployment",
         {[](Pupil& p)
          {
              const double length = p.value("paid_out_length");
              const auto away = [&p] { return glm::length(fromAnchor(p)); };
              double farthest = away();
              double nearest = farthest;
              for (int i = 0; i < 600; ++i)
              {
                  p.frames(1);
                  farthest = std::max(farthest, away());
                  nearest = std::min(nearest, away());
              }
              CHECK(p.value("paid_out_length") > length + 0.5);
              CHECK(nearest < 0.8 * farthest);
          },
          [](Pupil& p)
          {
              CHECK(range(p.watch("paid_out_length", 2.0)) < 1e-9);
              CHECK(range(p.watch("tip_z", 2.0)) > 0.01);
          },
          [](Pupil& p)
          {
              p.frames(2400);
              const Vec3 hangs = fromAnchor(p);
              CHECK(std::hypot(hangs.x, hangs.z) < 0.2 * std::abs(hangs.y));
              CHECK(hangs.y < -0.8 * p.value("paid_out_length"));
          }}},
        {"deployment",
         {[](Pupil& p)
          {
              double count = p.value("mass_count");
              const double height = p.value("tip_y");
              for (int i = 0; i < 60; ++i)
              {
                  p.frames(1);
                  CHECK(p.value("mass_count") - count <= 1.0);
                  count = p.value("mass_count");
              }
              CHECK(p.value("tip_y") < height);
          },
          [](Pupil& p)
          {
              const std::vector<double> tension = p.watch("anchor_tension", 1.5);
              CHECK(least(tension) < 0.1 * most(tension));
          },
          [](Pupil& p)
          {
              p.bench.setTheoryShown(true);
              p.frames(2);
              CHECK_FALSE(p.bench.snapshot().theory.empty());
              p.bench.setTheoryShown(false);
          },
          [](Pupil& p) { CHECK(range(p.watch("tip_z", 5.0)) > 5.0); }}},
        {"spring_pendulum",
         {[](Pupil& p)
          {
              CHECK(range(p.watch("x", 3.0)) > 0.2);
              CHECK(range(p.watch("spring_length", 3.0)) > 0.02);
          },
          [](Pupil& p)
          {
              const double before = p.value("energy_error");
              p.frames(600);
              const double after = p.value("energy_error");
              p.frames(600);
              CHECK(after > before);
              CHECK(p.value("energy_error") > after);
          },
          [](Pupil& p)
          {
              const double first = range(p.watch("energy_error", 10.0));
              p.frames(1200);
              CHECK(first > 0.0);
              CHECK(range(p.watch("energy_error", 10.0)) < 1.5 * first);
              CHECK(std::abs(p.value("energy_error")) < 1.5 * first);
              p.reset();
              p.frames(300);
              verletError() = p.value("position_error");
          },
          [](Pupil& p)
          {
              p.reset();
              p.frames(300);
              CHECK(p.value("position_error") < 2e-3 * verletError());
          }}},
        {"cantilever",
         {[](Pupil& p)
          {
              CHECK(range(p.watch("tip_y", 1.0)) > 0.05);
              p.frames(1200);
              CHECK(range(p.watch("tip_y", 1.0)) < 0.01 * std::abs(p.value("tip_y")));
          },
          [](Pupil& p)
          {
              p.bench.setTheoryShown(true);
              p.frames(2);
              const Snapshot& shown = p.bench.snapshot();
              REQUIRE_FALSE(shown.theory.empty());
              CHECK(glm::distance(shown.polylines.front().points.back(), shown.theory.front().points.back()) < 0.01f);
              p.bench.setTheoryShown(false);
          },
          [](Pupil& p)
          {
              const std::vector<double> bends = profileOf(p, "curvature");
              const auto sharpest = std::max_element(bends.begin(), bends.end()) - bends.begin();
              CHECK(sharpest < static_cast<std::ptrdiff_t>(bends.size() / 4));
          },
          [](Pupil& p)
          {
              p.frames(600);
              const std::vector<double> bends = profileOf(p, "curvature");
              CHECK(bends[1] > 10.0 * bends[bends.size() / 2]);
              CHECK(p.value("tip_y") < -0.9);
          }}},
        {"twist",
         {[](Pupil& p) { CHECK(p.value("torque") > 0.0); },
          [](Pupil& p)
          {
              CHECK(p.value("writhe") > 0.05);
              CHECK(p.value("twist") < 2.9 - 0.05);
          },
          [](Pupil& p) { CHECK(p.value("largest_deflection") < 0.01); },
          [](Pupil& p)
          {
              REQUIRE_FALSE(p.bench.snapshot().labels.empty());
              CHECK(p.bench.snapshot().labels.front().text.find("turns, buckled at") != std::string::npos);
          }}},
        {"real_rope",
         {[](Pupil& p)
          {
              // It is pressed in more than one place, with free stretches between.
              p.frames(240);
              int places = 0;
              int free = 100;
              for (const double force : profileOf(p, "contact_force"))
              {
                  places += force > 0.0 && free > 5 ? 1 : 0;
                  free = force > 0.0 ? 0 : free + 1;
              }
              CHECK(places >= 2);
          },
          [](Pupil& p) { CHECK(range(p.watch("held_pull", 1.0)) > 0.1); },
          [](Pupil& p)
          {
              const double lost = p.value("loss_contact_friction");
              p.frames(60);
              CHECK(p.value("loss_contact_friction") == Approx(lost).margin(1e-9));
          },
          [](Pupil& p)
          {
              p.frames(120);
              CHECK(p.value("bending_energy") > 0.1);
          }}},
        {"workshop",
         {[](Pupil& p) { CHECK(range(p.watch("kinetic_energy", 0.5)) > 0.01); },
          [](Pupil& p) { CHECK(range(p.watch("largest_tension", 0.5)) > 0.1); },
          [](Pupil& p)
          {
              p.reset();
              p.frames(60);
              CHECK(p.value("largest_tension") < 3.0); // under the weight of the earth 11 N
          }}},
        {"capstan",
         {[](Pupil& p)
          {
              CHECK(p.value("tension_ratio") == Approx(280.0).epsilon(0.02));
              CHECK(std::abs(p.value("slip_speed")) < 1e-6);
          },
          [](Pupil& p) { CHECK(most(p.watch("slip_speed", 0.2)) > 1e-3); },
          [](Pupil& p)
          {
              CHECK(p.value("ratio_limit") == Approx(17.0).epsilon(0.05));
              CHECK(most(profileOf(p, "tension")) < 20.0); // no more than the load, to speak of
          },
          [](Pupil& p) { CHECK(p.value("slip") > 0.0); }}},
        {"climber",
         {[](Pupil& p) { CHECK(p.value("peak_force") == Approx(5800.0).epsilon(0.05)); },
          [](Pupil& p)
          {
              CHECK(p.value("peak_force") == Approx(p.value("peak_force_spring")).epsilon(0.05));
              CHECK(p.value("peak_force") > 1.05 * p.value("peak_force_zener"));
              CHECK(most(p.watch("height", 0.5)) > 3.0); // thrown back up
          },
          [](Pupil& p)
          {
              CHECK(p.value("peak_force") < 6100.0);
              CHECK(p.value("carabiner_force") == Approx(2.0 * p.value("belay_force")).epsilon(0.2).margin(100.0));
          },
          [](Pupil& p) { CHECK(p.value("peak_force") < 2500.0); },
          [](Pupil& p)
          {
              p.frames(180);
              CHECK(p.value("peak_force") > 1000.0);
          }}},
        {"cloth",
         {[](Pupil& p) { CHECK(range(p.watch("lowest_point", 1.0)) > 0.01); },
          [](Pupil& p) { CHECK(p.value("largest_stretch") > 0.1); },
          [](Pupil& p)
          {
              p.frames(120);
              const double one = inTheEnd(p.watch("largest_stretch", 2.0));
              p.set("iterations", "15");
              p.frames(120);
              CHECK(one > 3.0 * inTheEnd(p.watch("largest_stretch", 2.0)));
          },
          [](Pupil& p)
          {
              p.frames(120);
              const std::vector<glm::vec3>& points = p.bench.snapshot().surfaces.front().points;
              float out = 0.0f;
              for (const glm::vec3& point : points)
                  out += point.z / static_cast<float>(points.size());
              CHECK(out > 0.1f); // the eye is on that side
          }}},
        {"impulse",
         {[](Pupil& p) { CHECK(range(p.watch("kinetic_energy", 2.0)) > 0.0); },
          [](Pupil& p)
          {
              int alone = 0;
              for (int i = 0; i < 300; ++i)
              {
                  p.frames(1);
                  alone += movingBodies(p) == 1 ? 1 : 0;
              }
              CHECK(alone > 150);
          },
          [](Pupil& p)
          {
              const double before = p.value("total_energy");
              p.frames(900);
              CHECK(p.value("total_energy") < before);
              CHECK(movingBodies(p) != 1);
          },
          [](Pupil& p)
          {
              const std::vector<double> energy = p.watch("kinetic_energy", 8.0);
              CHECK(most(energy) > 0.1);
              CHECK(range(energy) < 1e-9 * most(energy));
          }}},
        {"wrecking_ball",
         {[](Pupil& p) { CHECK(p.value("fallen_boxes") > 0.5); },
          [](Pupil& p) { CHECK(range(p.watch("ball_x", 3.0)) > 1.0); },
          [](Pupil& p)
          {
              p.frames(60);
              CHECK(inTheEnd(p.watch("top_tension", 4.0)) > 2.0 * 300.0 * 9.81);
          },
          [](Pupil& p) { CHECK(p.bench.snapshot().polylines.front().tension.front() > 0.0f); },
          [](Pupil& p) { CHECK(most(p.watch("largest_push", 1.0)) > 1.0); }}},
        {"race",
         {[](Pupil& p) { CHECK(p.bench.snapshot().polylines.size() >= 10); },
          [](Pupil& p)
          {
              p.frames(240);
              CHECK(p.value("relaxation_10_stretch") > 2.0 * p.value("energy_momentum_stretch"));
          },
          [](Pupil& p) { CHECK(p.bench.stepsNeeded() > 20.0); },
          [](Pupil& p)
          {
              p.reset();
              p.frames(600);
              CHECK(p.value("implicit_euler_energy_kept") < 50.0);
              CHECK(p.value("energy_momentum_energy_kept") > p.value("implicit_euler_energy_kept") + 20.0);
          },
          [](Pupil& p)
          {
              p.set("air_friction", "0.5");
              p.frames(900);
              for (const char* method : {"rod", "cosserat", "descent"})
                  CHECK(std::abs(p.value(std::string(method) + "_bend_error")) < 3.0);
          }}},
    };
    return table;
}

} // namespace

TEST_CASE("every scene has a lesson of three to five steps, in sentences", "[lesson]")
{
    for (const SceneEntry& entry : scenes())
    {
        INFO(entry.info.id);
        CHECK(entry.info.lesson.size() >= 3);
        CHECK(entry.info.lesson.size() <= 5);
        for (const LessonStep& step : entry.info.lesson)
            for (const std::string_view words : {step.act, step.watch, step.shows})
            {
                INFO(words);
                CHECK(words.ends_with("."));
                CHECK(words.size() <= 120);
            }
    }
}

TEST_CASE("each step of each lesson is ticked when it is done, not before, and shows what it says", "[lesson]")
{
    std::set<std::string> driven;
    for (const SceneEntry& entry : scenes())
    {
        const std::string id(entry.info.id);
        INFO(id);
        REQUIRE(acts().count(id) == 1);
        REQUIRE(acts().at(id).size() == entry.info.lesson.size());
        REQUIRE(watched().at(id).size() == entry.info.lesson.size());
        Pupil pupil(id);
        for (std::size_t step = 0; step < entry.info.lesson.size(); ++step)
        {
            INFO("step " << step + 1 << ": " << entry.info.lesson[step].act);
            CHECK(pupil.lesson.step() == step);
            pupil.frames(90); // nothing is done
            CHECK_FALSE(pupil.ticked());
            acts().at(id)[step](pupil);
            CHECK(pupil.ticked());
            INFO(entry.info.lesson[step].watch);
            watched().at(id)[step](pupil);
            pupil.lesson.go(1);
            pupil.frames(1);
        }
        CHECK(pupil.lesson.step() == entry.info.lesson.size());
        const std::vector<bool>& done = pupil.memory.done.at(id);
        CHECK(std::count(done.begin(), done.end(), true) == static_cast<int>(done.size()));
    }
}

TEST_CASE("a rope that was pulled before it was paused is not posed", "[lesson]")
{
    Pupil pupil("rope");
    pupil.lesson.go(3); // to the step that asks for a pose
    pupil.hold(up, 60);
    pupil.bench.setPaused(true);
    pupil.frames(30);
    CHECK_FALSE(pupil.ticked());
    pupil.hold(up, 120);
    CHECK(pupil.ticked());
}

TEST_CASE("a scene begins with its first step that is not done, and the steps end at both ends", "[lesson]")
{
    Pupil pupil("rope");
    pupil.lesson.go(-1);
    CHECK(pupil.lesson.step() == 0);
    pupil.hold(right, 30);
    REQUIRE(pupil.ticked());
    pupil.lesson.go(100);
    CHECK(pupil.lesson.step() == pupil.bench.scene().info().lesson.size());

    pupil.bench.selectScene("gravity");
    pupil.frames(2);
    CHECK(pupil.lesson.step() == 0);
    pupil.bench.selectScene("rope");
    pupil.frames(2);
    CHECK(pupil.lesson.step() == 1);
}

TEST_CASE("what a scene has as it is opened is not done by its user", "[lesson]")
{
    Pupil pupil("rope");
    pupil.bench.useScene(
        parseScene(R"({"ropewalk": 1, "scene": "workshop", "parameters": {"gravity": [0, -1.62, 0]}})", "moon.json"));
    pupil.frames(2);
    pupil.lesson.go(2); // to the step that asks for the moon
    pupil.frames(30);
    CHECK_FALSE(pupil.ticked());
    pupil.set("gravity", "0,-9.81,0");
    pupil.frames(2);
    pupil.set("gravity", "0,-1.62,0");
    pupil.frames(2);
    CHECK(pupil.ticked());
}
