// The first things that somebody does in the workshop, by what is on screen alone: each within 20 seconds by the
// keystroke-level model, with the mouse; and the same by keys alone.
#include "catch.hpp"
#include "newcomer.hpp"

#include <cmath>
#include <cstdio>
#include <fstream>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

using namespace windowtest;
using Json = nlohmann::json;

namespace
{

/// A box and a rope with a loose end between two posts.
constexpr const char* yard = R"({"ropewalk": 1, "scene": "workshop",
  "solids": [{"name": "post1", "shape": "post", "position": [-0.7, 0.6, 0], "radius": 0.04, "length": 1.2},
             {"name": "post2", "shape": "post", "position": [0.7, 0.6, 0], "radius": 0.04, "length": 1.2},
             {"name": "box1", "shape": "box", "position": [0.1, 0.1, 0], "size": [0.3, 0.2, 0.3], "moves": "free", "mass": 2}],
  "ropes": [{"name": "rope1", "path": [[-0.65, 1.1, 0], [-0.1, 0.1, 0]], "length": 1.3}],
  "holds": [{"rope": "rope1", "end": "first", "at": [-0.65, 1.1, 0]}]})";

Json ownSetUp(const char* name)
{
    return Json::parse(textOf(std::string(ROPEWALK_SOURCE_DIR) + "/assets/set_ups/" + name + ".json"));
}

/// A tackle whose rope runs over one pulley above and one block at the load; beside each hangs another one.
Json twoToOne()
{
    Json tackle = ownSetUp("tackle");
    Json& path = tackle["ropes"][0]["path"];
    path.erase(path.begin() + 3, path.begin() + 5);
    tackle.erase("lesson");
    tackle["parameters"]["damping"] = 2.0; // it comes to rest sooner
    return tackle;
}

/// The program with a set-up, and the newcomer before it.
class Task
{
public:
    explicit Task(const Json& setUp)
    {
        const std::filesystem::path file = folder_.path() / "set-up.json";
        std::ofstream(file) << setUp;
        stage_ = std::make_unique<Stage>(std::vector<std::string>{file.string()}, "1280x720", Stage::View::simple);
        newcomer_ = std::make_unique<Newcomer>(*stage_);
        atRest(0.05);
    }
    Newcomer& newcomer() { return *newcomer_; }
    Stage& stage() { return *stage_; }
    Json setUp() const { return stage_->map()["set-up"]; }
    double value(const char* column) const { return stage_->log().last(column); }

    void atRest(double joule)
    {
        stage_->waitForLog("rest",
                           [joule](const Log& log) { return log.size() > 30 && log.last("kinetic_energy") < joule; });
        newcomer_->begin();
    }
    /// What the newcomer does, and whether that has come of it.
    void isDone(const char* what, double most, const std::function<void(Newcomer&)>& act,
                const std::function<bool()>& granted)
    {
        newcomer_->begin();
        act(*newcomer_);
        stage_->waitFor(what, granted);
        std::printf("%-42s %5.1f s  %s\n", what, newcomer_->seconds(), newcomer_->operators().c_str());
        CHECK(newcomer_->seconds() <= most);
        CHECK(stage_->complaints().empty());
    }

private:
    TemporaryFolder folder_;
    std::unique_ptr<Stage> stage_;
    std::unique_ptr<Newcomer> newcomer_;
};

constexpr double byMouse = 20.0; // [s]
constexpr double byKeys = 40.0;

bool hangsFive(const Task& task)
{
    const Json setUp = task.setUp();
    for (const Json& solid : setUp["solids"])
        if (solid["shape"] == "weight")
            return solid.value("mass", 5.0) == 5.0 && std::abs(setUp["ties"][0]["a"].value("along", 0.0) - 0.95) < 0.02;
    return false;
}

bool isRing(const Task& task)
{
    const Json ties = task.setUp().value("ties", Json::array());
    return ties.size() == 1 && ties[0]["a"].value("end", "") == "first" && ties[0]["b"].value("end", "") == "last";
}

bool isTiedToBox(const Task& task)
{
    const Json ties = task.setUp().value("ties", Json::array());
    return ties.size() == 1 && ties[0]["a"].value("end", "") == "last" && ties[0]["b"].value("solid", "") == "box1";
}

/// The strands that carry the load bear a quarter of it each.
bool isFourToOne(Task& task)
{
    if (task.setUp()["ropes"][0]["path"].size() != 6)
        return false;
    task.stage().waitForLog("the load at rest", [](const Log& log)
                            { return log.last("load.speed") < 0.02 && std::abs(log.last("advantage") - 4.0) < 0.2; });
    return true;
}

/// What the fields of the panel of the set-up take before the button of a verb is pressed; an empty one stays.
struct Entry
{
    std::string where;
    std::string to;
    std::string verb;
};

void byPanel(Task& task, const char* what, const std::vector<Entry>& entries, const std::function<bool()>& granted)
{
    task.isDone(
        what, byKeys,
        [&](Newcomer& newcomer)
        {
            bool back = task.stage().map()["rectangles"].contains("panel solids"); // from the button before
            if (!back)
            {
                newcomer.key("s");
                newcomer.key("F6");
            }
            const auto enter = [&](const std::string& field, const std::string& text)
            {
                if (text.empty())
                    return;
                newcomer.goTo(field, std::exchange(back, false));
                newcomer.again("ctrl+a", 2);
                newcomer.type(text);
            };
            for (const auto& [where, to, verb] : entries)
            {
                enter("field where", where);
                enter("field to", to);
                newcomer.goTo("button " + verb);
                newcomer.key("Return");
                back = true;
            }
        },
        granted);
}

} // namespace

TEST_CASE("a newcomer hangs five kilograms on the middle of a rope, cuts it and joins it", "[window]")
{
    SECTION("hang")
    {
        Task hang(ownSetUp("cut"));
        hang.isDone(
            "hang 5 kg on the middle of a rope", byMouse,
            [](Newcomer& newcomer)
            {
                newcomer.click("verb Hang");
                newcomer.clickThing("line.middle", 1.0, 4.0);
            },
            [&] { return hangsFive(hang); });
        hang.stage().key("ctrl+z");
        hang.stage().waitForLog("no weight", [](const Log& log) { return log.last("bodies") == 0.0; });
    }
    SECTION("cut")
    {
        Task cut(ownSetUp("cut"));
        cut.isDone(
            "cut a rope", byMouse,
            [](Newcomer& newcomer)
            {
                newcomer.click("verb Cut");
                newcomer.clickThing("line.middle", -2.0, 5.0);
            },
            [&] { return cut.value("ropes") == 2.0; });
        cut.atRest(0.002);
        cut.isDone(
            "join it again", byMouse,
            [](Newcomer& newcomer)
            {
                newcomer.click("verb Tie or join");
                newcomer.clickThing("line.last", 3.0, -3.0);
                newcomer.clickThing("line_2.first", -2.0, -4.0);
            },
            [&] { return cut.value("ropes") == 1.0; });
    }
}

TEST_CASE("a newcomer ties a rope to a box, makes a ring of it and lays another one between two posts", "[window]")
{
    SECTION("box")
    {
        Task box(Json::parse(yard));
        box.isDone(
            "tie a rope's end to a box", byMouse,
            [](Newcomer& newcomer)
            {
                newcomer.click("verb Tie or join");
                newcomer.clickThing("rope1.last", 4.0, -3.0);
                newcomer.clickThing("box1", -6.0, 4.0);
            },
            [&] { return isTiedToBox(box); });
    }
    SECTION("ring")
    {
        Task ring(Json::parse(yard));
        ring.isDone(
            "make a ring", byMouse,
            [](Newcomer& newcomer)
            {
                newcomer.click("verb Tie or join");
                newcomer.clickThing("rope1.first", 4.0, -2.0);
                newcomer.clickThing("rope1.last", -3.0, 3.0);
            },
            [&] { return isRing(ring); });
    }
    SECTION("second")
    {
        Task second(Json::parse(yard));
        second.isDone(
            "put a second rope between two posts", byMouse,
            [](Newcomer& newcomer)
            {
                newcomer.click("verb New rope");
                newcomer.clickThing("post1", 0.0, -80.0);
                newcomer.clickThing("post2", 0.0, -80.0, 2);
            },
            [&] { return second.setUp()["ropes"].size() == 2 && second.value("ropes") == 2.0; });
        const Json path = second.setUp()["ropes"][1]["path"];
        CHECK(path.front()["solid"] == "post1");
        CHECK(path.back()["solid"] == "post2");
    }
}

TEST_CASE("a newcomer makes a two to one pulley a four to one", "[window]")
{
    Task task(twoToOne());
    task.isDone(
        "make a 2 : 1 pulley a 4 : 1", byMouse,
        [](Newcomer& newcomer)
        {
            newcomer.click("verb Run over");
            newcomer.clickThing("mass 120", 2.0, 0.0);
            newcomer.clickThing("block2");
            newcomer.clickThing("top2");
            newcomer.key("Return");
        },
        [&] { return isFourToOne(task); });
}

TEST_CASE("the same seven things are done by keys alone", "[window][long]")
{
    SECTION("hang")
    {
        Task hang(ownSetUp("cut"));
        byPanel(hang, "hang 5 kg, by keys", {{"line 0.95", "", "Hang"}}, [&] { return hangsFive(hang); });
    }
    SECTION("cut")
    {
        Task cut(ownSetUp("cut"));
        byPanel(cut, "cut a rope, by keys", {{"line 0.95", "", "Cut"}}, [&] { return cut.value("ropes") == 2.0; });
        byPanel(cut, "join it again, by keys", {{"line.last", "line_2.first", "Join"}},
                [&] { return cut.value("ropes") == 1.0; });
    }
    SECTION("box")
    {
        Task box(Json::parse(yard));
        byPanel(box, "tie a rope's end to a box, by keys", {{"rope1.last", "box1.top", "Tie"}},
                [&] { return isTiedToBox(box); });
    }
    SECTION("ring")
    {
        Task ring(Json::parse(yard));
        byPanel(ring, "make a ring, by keys", {{"rope1.first", "rope1.last", "Tie"}}, [&] { return isRing(ring); });
    }
    SECTION("second")
    {
        Task second(Json::parse(yard));
        byPanel(second, "put a second rope between two posts, by keys",
                {{"post1 0.04 0.3 0", "post2 -0.04 0.3 0", "New rope"}}, [&] { return second.value("ropes") == 2.0; });
    }
    SECTION("tackle")
    {
        Task tackle(twoToOne());
        byPanel(tackle, "make a 2 : 1 pulley a 4 : 1, by keys",
                {{"fall", "block2 left", "Run over"}, {"", "top2 right behind block2", "Run over"}},
                [&] { return isFourToOne(tackle); });
    }
}
