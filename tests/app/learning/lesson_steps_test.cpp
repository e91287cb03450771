#include "catch.hpp"

#include "app/learning/lesson_progress.hpp"

#include <functional>
#include <set>
#include <string>
#include <utility>

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
              p.set("payout_speed", "0.5");
              p.frames(90);
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
              p.set("wrap_angle", "9.42");
              p.set("load", "15");
              p.frames(120);
          },
          [](Pupil& p) { p.hold(left, 30); }}},
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
              p.set("restitution", "1");
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
          [](Pupil& p) { p.set("spring_constant", "1000000"); }, [](Pupil& p) { p.set("release_angle", "90"); }}},
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

TEST_CASE("each step of each lesson is ticked when it is done, and not before", "[lesson]")
{
    std::set<std::string> driven;
    for (const SceneEntry& entry : scenes())
    {
        const std::string id(entry.info.id);
        INFO(id);
        REQUIRE(acts().count(id) == 1);
        REQUIRE(acts().at(id).size() == entry.info.lesson.size());
        Pupil pupil(id);
        for (std::size_t step = 0; step < entry.info.lesson.size(); ++step)
        {
            INFO("step " << step + 1 << ": " << entry.info.lesson[step].act);
            CHECK(pupil.lesson.step() == step);
            pupil.frames(90); // nothing is done
            CHECK_FALSE(pupil.ticked());
            acts().at(id)[step](pupil);
            CHECK(pupil.ticked());
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
