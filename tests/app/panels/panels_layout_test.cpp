#include "desk.hpp"

#include "app/panels/bars_and_overlays.hpp"
#include "app/panels/frame/layout.hpp"
#include "app/panels/frame/palette.hpp"

#include <cmath>
#include <limits>
#include <vector>

using namespace ropewalk;

namespace
{

bool overlap(const Rectangle& a, const Rectangle& b)
{
    return shown(a) && shown(b) && a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height &&
           b.y < a.y + a.height;
}

double luminance(const ImVec4& colour)
{
    const auto linear = [](float channel)
    {
        const double c = static_cast<double>(channel);
        return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(colour.x) + 0.7152 * linear(colour.y) + 0.0722 * linear(colour.z);
}

/// Contrast ratio of WCAG 2.
double contrast(const ImVec4& a, const ImVec4& b)
{
    const double la = luminance(a) + 0.05;
    const double lb = luminance(b) + 0.05;
    return la > lb ? la / lb : lb / la;
}

} // namespace

TEST_CASE("Panels never overlap and stay in the window, whatever its size")
{
    UiState ui;
    ui.scale = GENERATE(1.0f, 1.5f, 2.0f);
    ui.panelsVisible = GENERATE(true, false);
    ui.allPanels = GENERATE(true, false);
    ui.plots.open = GENERATE(true, false);
    ui.parametersWidth = GENERATE(300.0f, 5000.0f, -3.0f);
    const float width = GENERATE(1.0f, 60.0f, 400.0f, 640.0f, 850.0f, 1280.0f, 1920.0f, 5000.0f);
    const float height = GENERATE(1.0f, 120.0f, 300.0f, 420.0f, 720.0f, 1080.0f);
    const Layout layout = layOut(width, height, ui, 22.0f * ui.scale);

    const std::vector<Rectangle> all{
        layout.menu,     layout.scenes,         layout.parameters,         layout.plots,         layout.status,
        layout.viewport, layout.scenesSplitter, layout.parametersSplitter, layout.plotsSplitter, layout.sparks};
    INFO(width << " x " << height << ", scale " << ui.scale);
    CHECK(shown(layout.viewport));
    for (std::size_t i = 0; i < all.size(); ++i)
    {
        CHECK(all[i].x >= 0.0f);
        CHECK(all[i].y >= 0.0f);
        CHECK(all[i].x + all[i].width <= width);
        CHECK(all[i].y + all[i].height <= height);
        for (std::size_t k = i + 1; k < all.size(); ++k)
            CHECK_FALSE(overlap(all[i], all[k]));
    }
    if (!ui.panelsVisible)
        CHECK(layout.viewport.width * layout.viewport.height == width * height);
}

TEST_CASE("The simple view gives the picture more than half of the window")
{
    UiState ui;
    for (const auto& [width, height] :
         {std::pair(1280.0f, 720.0f), std::pair(1920.0f, 1080.0f), std::pair(2560.0f, 1440.0f)})
    {
        const Layout simple = layOut(width, height, ui, 24.0f);
        CHECK(simple.viewport.width * simple.viewport.height >= 0.55f * width * height);
        CHECK(shown(simple.scenes));
        CHECK(shown(simple.parameters));
        CHECK(shown(simple.sparks));
        CHECK_FALSE(shown(simple.plots));
    }
    ui.plots.open = true;
    CHECK(shown(layOut(1280.0f, 720.0f, ui, 24.0f).plots));
    CHECK_FALSE(shown(layOut(1280.0f, 720.0f, ui, 24.0f).sparks));
}

TEST_CASE("At 1280 x 720 all panels are there, and small windows leave them out")
{
    UiState ui;
    ui.allPanels = true;
    const Layout usual = layOut(1280.0f, 720.0f, ui, 22.0f);
    CHECK(shown(usual.menu));
    CHECK(shown(usual.scenes));
    CHECK(shown(usual.parameters));
    CHECK(shown(usual.plots));
    CHECK(shown(usual.status));

    CHECK_FALSE(shown(layOut(690.0f, 720.0f, ui, 22.0f).scenes));
    CHECK_FALSE(shown(layOut(1280.0f, 390.0f, ui, 22.0f).plots));
    CHECK_FALSE(shown(layOut(300.0f, 150.0f, ui, 22.0f).menu));
}

TEST_CASE("Text is readable on every surface of both themes")
{
    const Palette& c = palette(GENERATE(Theme::light, Theme::dark));
    std::vector<ImVec4> texts{c.text, c.muted, c.accent, c.good, c.close, c.bad};
    texts.insert(texts.end(), c.curves.begin(), c.curves.end());
    for (const ImVec4& text : texts)
        CHECK(contrast(text, c.panel) >= 4.5);
    for (const ImVec4& text : {c.text, c.muted, c.good, c.close, c.bad})
        CHECK(contrast(text, c.bar) >= 4.5);
    for (const ImVec4& surface : {c.field, c.fieldHovered, c.fieldActive, c.fill})
        CHECK(contrast(c.text, surface) >= 4.5);
    CHECK(contrast(c.muted, c.field) >= 4.5); // hints in empty text fields
}

TEST_CASE("The step's health is said in words")
{
    CHECK(stepHealth(1.0e-3, 2.0e-3).level == StepHealth::calm);
    CHECK(stepHealth(1.95e-3, 2.0e-3).level == StepHealth::close);
    CHECK(stepHealth(2.1e-3, 2.0e-3).level == StepHealth::over);
    CHECK(stepHealth(2.1e-3, 0.0).level == StepHealth::over);
    CHECK(stepHealth(1.0, std::numeric_limits<double>::infinity()).level == StepHealth::calm);
    CHECK(stepHealth(1.0e-3, 2.0e-3).words != stepHealth(1.95e-3, 2.0e-3).words);
    CHECK(stepHealth(1.95e-3, 2.0e-3).words != stepHealth(2.1e-3, 2.0e-3).words);
}

TEST_CASE("the name of a choice is not cut off")
{
    Desk desk;
    desk.resize(1280.0f, 900.0f); // high enough for all constants
    desk.frames(3);
    const Rectangle integrator = desk.ui.map.at("slider integrator");
    CHECK(integrator.width > ImGui::CalcTextSize("semi_implicit_euler").x + ImGui::GetFrameHeight());
    CHECK(integrator.x + integrator.width <= 1280.0f);
    // One that fits stays beside its name.
    CHECK(desk.ui.map.at("slider friction_direction").width < integrator.width);
}
