#include "app/quality.hpp"

#include "catch.hpp"

#include <array>

using namespace ropewalk;

namespace
{

/// A window whose frames take what the test says.
class Frames
{
public:
    /// So many frames of so many seconds, of which steps take a share.
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

private:
    double now_ = 0.0;
    Timings timings_;
    Workbench bench_{makeScene("capstan"), [this] { return now_; }};
    UiState ui_;

public:
    Quality quality{bench_, ui_, false};
};

} // namespace

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
