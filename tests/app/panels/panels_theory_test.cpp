#include "desk.hpp"

#include "app/learning/theory_bench.hpp"
#include "theory/all_experiments.hpp"

#include <thread>

using namespace ropewalk;

namespace
{

std::size_t indexOf(std::string_view id)
{
    const auto& all = allExperiments();
    for (std::size_t i = 0; i < all.size(); ++i)
        if (all[i]->id == id)
            return i;
    FAIL("no such experiment");
    return 0;
}

} // namespace

TEST_CASE("the theory bench opens, runs an experiment and closes", "[panels][theory]")
{
    Desk desk;
    CHECK(desk.ui.map.count("panel theory") == 0);
    desk.ui.tools.open(Tool::theoryBench);
    desk.frames(3);
    REQUIRE(desk.ui.map.count("panel theory") == 1);

    // Within the window, beside the lists.
    const Rectangle panel = desk.ui.map.at("panel theory");
    CHECK(panel.x >= desk.ui.viewport.right());
    CHECK(panel.right() <= 1280.0f);
    CHECK(panel.bottom() <= 720.0f);

    desk.moveOver("choice experiment");
    desk.click();
    desk.frames(2);
    desk.moveOver("row terminal_speed");
    desk.click();
    desk.frames(2);
    REQUIRE(desk.ui.map.count("button run terminal_speed") == 1);
    desk.moveOver("button run terminal_speed");
    desk.click();
    desk.theoryBench().wait();
    desk.frames(2);
    CHECK(desk.ui.map.count("button stop") == 0);
    CHECK(desk.ui.map.count("chart terminal_speed") == 1);

    desk.moveOver("button close theory");
    desk.click();
    desk.frames(2);
    CHECK_FALSE(desk.ui.tools.isOpen(Tool::theoryBench));
    CHECK(desk.ui.map.count("panel theory") == 0);
}

TEST_CASE("the theory bench fits small windows, or waits for more room", "[panels][theory]")
{
    Desk desk;
    desk.ui.tools.open(Tool::theoryBench);
    for (const auto& [width, height] :
         {std::pair(640.0f, 480.0f), std::pair(900.0f, 420.0f), std::pair(1920.0f, 1080.0f), std::pair(300.0f, 150.0f),
          std::pair(60.0f, 40.0f)})
    {
        desk.resize(width, height);
        desk.frames(3);
        const auto at = desk.ui.map.find("panel theory");
        if (at == desk.ui.map.end())
            continue;
        CAPTURE(width, height);
        CHECK(at->second.x >= 0.0f);
        CHECK(at->second.x + at->second.width <= width);
        CHECK(at->second.y + at->second.height <= height);
    }
}

TEST_CASE("every experiment can be chosen, however narrow the window", "[panels][theory]")
{
    Desk desk;
    desk.ui.tools.open(Tool::theoryBench);
    desk.resize(1920.0f, 1080.0f);
    desk.frames(3);
    REQUIRE(desk.ui.map.count("row mode_1") == 1);
    desk.moveOver("row mode_1");
    desk.click();
    CHECK(desk.ui.map.count("button run mode_1") == 1);

    // No room for the list: it folds out.
    desk.resize(1024.0f, 640.0f);
    desk.frames(3);
    REQUIRE(desk.ui.map.count("panel theory") == 1);
    REQUIRE(desk.ui.map.count("row gravity") == 0);
    desk.moveOver("choice experiment");
    desk.click();
    desk.frames(2);
    desk.moveOver("row catenary_1m_sag");
    desk.click();
    CHECK(desk.ui.map.count("button run catenary_1m_sag") == 1);
}

TEST_CASE("everything is run at once, and another scene stops it", "[panels][theory]")
{
    Desk desk;
    desk.ui.tools.open(Tool::theoryBench);
    desk.frames(3);
    desk.moveOver("button run all");
    desk.click();
    desk.workbench.useScene(makeScene("gravity"));
    desk.frames(2); // the panel stops the bench
    desk.theoryBench().wait();
    desk.frames(2);
    CHECK(desk.ui.map.count("button run all") == 1);
    CHECK(desk.theoryBench().finished() < experiments().size());
}

TEST_CASE("the bench works in a thread of its own", "[theory]")
{
    TheoryBench bench;
    const std::size_t one = indexOf("gravity");
    const std::size_t other = indexOf("hang_stretch");
    CHECK(bench.entry(one).state == TheoryBench::State::idle);
    bench.run(other);
    bench.run(one);
    bench.run(one); // waits already
    bench.wait();
    CHECK_FALSE(bench.busy());
    CHECK(bench.entry(one).state == TheoryBench::State::done);
    REQUIRE(bench.entry(one).result);
    CHECK(bench.entry(one).result->passed());
    CHECK(bench.finished() == 2);
    CHECK(bench.passed() == 2);
    CHECK(bench.progress() == 1.0);

    bench.runAll();
    bench.stop();
    bench.wait();
    CHECK_FALSE(bench.busy());
    CHECK(bench.finished() < experiments().size());
    CHECK(bench.entry(one).result); // results stay
    CHECK(bench.entry(one).state == TheoryBench::State::done);

    TheoryBench left; // destroyed while it works
    left.runAll();
}

TEST_CASE("Experiments with knots stand behind the others, and are run one by one", "[panels][theory]")
{
    Desk desk;
    desk.ui.tools.open(Tool::theoryBench);
    desk.resize(1920.0f, 1080.0f);
    desk.frames(3);
    CHECK(desk.ui.map.count("row knot_granny") == 1);
    TheoryBench& bench = desk.theoryBench();
    bench.run(indexOf("knot_on_post"));
    bench.wait();
    CHECK(bench.entry(indexOf("knot_on_post")).state == TheoryBench::State::done);
    CHECK(bench.passed() == 1);
    bench.runAll();
    const std::size_t slow = indexOf("knot_granny");
    CHECK(bench.entry(slow).state == TheoryBench::State::idle);
    bench.stop();
    bench.run(slow);
    while (bench.entry(slow).state != TheoryBench::State::running)
        std::this_thread::yield();
    bench.stop(); // it ends within a step
    bench.wait();
    CHECK(bench.entry(slow).state == TheoryBench::State::idle);
}
