#include "app/quality.hpp"

#include "catch.hpp"

#include <array>
#include <string>
#include <utility>

using namespace ropewalk;

namespace
{

/// A window whose frames take what the test says.
class Frames
{
public:
    explicit Frames(const char* scene = "capstan") : bench_(makeScene(scene), [this] { return now_; }) {}

    /// Frames of this length, of which steps take a share.
    void pass(int count, double seconds, double steps = 0.0)
    {
        for (; count > 0; --count)
        {
            std::array<double, Timings::partCount> cost{};
            cost[Timings::frame] = seconds;
            cost[Timings::step] = steps * seconds;
            timings_.add(cost, now_ += seconds);
            quality.fitDrawing(timings_);
        }
    }

    /// The size at which the scene "million" settles where a frame of n ropes takes `cost(n)` seconds, and how many
    /// frames that takes.
    template <typename Cost>
    std::pair<int, int> settle(const Cost& cost)
    {
        bench_.setPaused(true);
        const auto size = [this] { return std::stoi(bench_.scene().parameters().find("rope_count")->text()); };
        quality.sceneOpened();
        int frames = 0;
        for (; quality.fitsSize() && frames < 100; ++frames)
            quality.frameDrawn(cost(size(), frames));
        return {size(), frames};
    }

private:
    double now_ = 0.0;
    Timings timings_;
    Workbench bench_;
    UiState ui_;

public:
    Quality quality{bench_, ui_, false};
};

} // namespace

TEST_CASE("a drawing of two pictures a second loses its samples too", "[quality]")
{
    Frames frames;
    frames.pass(3, 0.5);
    CHECK(frames.quality.samples() == 4); // a second: too little to know
    frames.pass(3, 0.5);
    CHECK(frames.quality.samples() == 1);
    CHECK(frames.quality.contactShade());
    frames.pass(10, 0.5);
    CHECK_FALSE(frames.quality.contactShade());
}

TEST_CASE("a slow drawing loses its samples first, then the shade of contacts", "[quality]")
{
    Frames frames;
    frames.pass(200, 1.0 / 60.0);
    CHECK(frames.quality.samples() == 4);
    CHECK(frames.quality.contactShade());

    frames.pass(200, 1.0 / 30.0);
    CHECK(frames.quality.samples() == 1);
    frames.pass(200, 1.0 / 25.0);
    CHECK(frames.quality.contactShade());
    frames.pass(200, 1.0 / 15.0);
    CHECK_FALSE(frames.quality.contactShade());

    frames.quality.sceneOpened(); // another one may be cheaper to draw
    CHECK(frames.quality.contactShade());
}

TEST_CASE("where steps take the time, nothing is left out of the drawing", "[quality]")
{
    Frames frames;
    frames.pass(400, 1.0 / 10.0, 0.8);
    CHECK(frames.quality.samples() == 4);
    CHECK(frames.quality.contactShade());
}

TEST_CASE("a machine gets as much of a scene as fits into its frames, after one measurement", "[quality]")
{
    Frames fast("million");
    CHECK(fast.settle([](int n, int) { return 0.001 + 1e-6 * n; }).first == 12'500);

    // 1267 fit; what does not grow with the scene is taken for a part of it.
    Frames slow("million");
    const auto [size, frames] = slow.settle([](int n, int) { return 0.004 + 1e-5 * n; });
    CHECK(size > 1200);
    CHECK(size < 1700);
    CHECK(frames < 20);
    CHECK(slow.quality.samples() == 1);

    Frames hopeless("million");
    CHECK(hopeless.settle([](int, int) { return 1.0; }).first == 600);

    // Frames that another program makes slow do not matter.
    Frames disturbed("million");
    CHECK(disturbed.settle([](int n, int frame) { return frame % 6 == 4 ? 0.004 + 1e-5 * n : 0.3; }).first == size);
}
