#include "theory_panel.hpp"

#include "app/platform/imgui_versions.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numbers>
#include <string>
#include <string_view>
#include <vector>

// What an experiment looks like before anything is measured: drawn by hand, not simulated.

namespace ropewalk
{

namespace
{

using Curve = std::function<ImVec2(float)>; ///< of a parameter from 0 to 1

/// Draws in a unit that fills the height: x from the middle to the right, from -1 to 1, y from the top down to 1.
class Sketch
{
public:
    Sketch(PanelContext& context, const Rectangle& at)
        : context_(context), list_(*ImGui::GetWindowDrawList()), middle_(at.x + 0.5f * at.width),
          unit_(std::min(at.height - context.px(20.0f), at.width / 2.1f)), top_(at.y + 0.5f * (at.height - unit_))
    {
    }

    const Palette& colours() const { return context_.colours; }

    void line(const ImVec2& from, const ImVec2& to, const ImVec4& colour, float thickness = 1.5f)
    {
        list_.AddLine(at(from), at(to), packed(colour), context_.px(thickness));
    }
    void dashed(const Curve& curve, int dashes = 12)
    {
        for (int i = 0; i < dashes; ++i)
            line(curve(static_cast<float>(i) / static_cast<float>(dashes)),
                 curve((static_cast<float>(i) + 0.55f) / static_cast<float>(dashes)), colours().muted, 1.0f);
    }
    void mass(const ImVec2& centre, float pixels = 3.0f, float alpha = 1.0f)
    {
        list_.AddCircleFilled(at(centre), context_.px(pixels), packed(colours().curves[0], alpha));
    }
    void disc(const ImVec2& centre, float radius, float alpha = 1.0f)
    {
        list_.AddCircleFilled(at(centre), radius * unit_, packed(colours().curves[0], alpha), 32);
    }
    void rope(const Curve& curve, int masses, float alpha = 1.0f)
    {
        std::vector<ImVec2> points;
        for (int i = 0; i <= 64; ++i)
            points.push_back(at(curve(static_cast<float>(i) / 64.0f)));
        polyline(list_, points.data(), static_cast<int>(points.size()), packed(colours().curves[0], 0.7f * alpha),
                 context_.px(1.5f));
        for (int i = 0; i < masses; ++i)
            mass(curve(static_cast<float>(i) / static_cast<float>(masses - 1)), 2.5f, alpha);
    }
    void spring(const ImVec2& from, const ImVec2& to, int turns = 7)
    {
        const ImVec2 along{to.x - from.x, to.y - from.y};
        const float length = std::hypot(along.x, along.y);
        const ImVec2 across{-0.035f * along.y / length, 0.035f * along.x / length};
        ImVec2 last = from;
        for (int i = 0; i < 2 * turns; ++i)
        {
            const float part = (static_cast<float>(i) + 0.5f) / static_cast<float>(2 * turns);
            const float side = i % 2 == 0 ? 1.0f : -1.0f;
            const ImVec2 next{from.x + part * along.x + side * across.x, from.y + part * along.y + side * across.y};
            line(last, next, colours().muted, 1.2f);
            last = next;
        }
        line(last, to, colours().muted, 1.2f);
    }
    void support(const ImVec2& centre)
    {
        line({centre.x - 0.06f, centre.y}, {centre.x + 0.06f, centre.y}, colours().text, 2.0f);
    }
    void arrow(const ImVec2& from, const ImVec2& to, std::string_view name)
    {
        const ImVec2 a = at(from);
        const ImVec2 b = at(to);
        const float length = std::max(1.0f, std::hypot(b.x - a.x, b.y - a.y));
        const ImVec2 along{(b.x - a.x) / length, (b.y - a.y) / length};
        const float head = context_.px(6.0f);
        const ImVec2 base{b.x - head * along.x, b.y - head * along.y};
        const ImU32 colour = packed(colours().accent);
        list_.AddLine(a, base, colour, context_.px(2.0f));
        list_.AddTriangleFilled({base.x - 0.6f * head * along.y, base.y + 0.6f * head * along.x},
                                {base.x + 0.6f * head * along.y, base.y - 0.6f * head * along.x}, b, colour);
        label({0.5f * (from.x + to.x), 0.5f * (from.y + to.y)}, name);
    }
    /// To the right of the point.
    void label(const ImVec2& point, std::string_view name)
    {
        const ImVec2 place = at(point);
        drawText(list_, {place.x + context_.px(8.0f), place.y - 0.5f * ImGui::GetFontSize()}, packed(colours().text),
                 name);
    }

private:
    ImVec2 at(const ImVec2& point) const { return {middle_ + unit_ * point.x, top_ + unit_ * point.y}; }

    PanelContext& context_;
    ImDrawList& list_;
    float middle_;
    float unit_;
    float top_;
};

/// J0(x) = integral of cos(x sin a) da / pi from 0 to pi: the shape of a hanging rope's modes.
float besselJ0(float x)
{
    constexpr int parts = 24;
    float sum = 0.0f;
    for (int i = 0; i < parts; ++i)
        sum += std::cos(x * std::sin((static_cast<float>(i) + 0.5f) * std::numbers::pi_v<float> / parts));
    return sum / parts;
}

void hangingRope(Sketch& sketch)
{
    // Each spring bears what hangs below it.
    const Curve rope = [](float t) { return ImVec2(0.0f, 0.04f + 0.9f * (1.45f * t - 0.45f * t * t)); };
    sketch.support({0.0f, 0.04f});
    sketch.rope(rope, 9);
    sketch.arrow({0.3f, 0.35f}, {0.3f, 0.7f}, "m g");
    sketch.line({-0.08f, rope(0.0f).y}, {-0.08f, rope(0.125f).y}, sketch.colours().accent, 2.0f);
    sketch.label({-0.3f, 0.5f * (rope(0.0f).y + rope(0.125f).y)}, "e\u1d62");
}

void catenary(Sketch& sketch, std::string_view id)
{
    struct Shape
    {
        float half;
        float sag;
        float bend; ///< half the span in units of H / w
    };
    const Shape shape = id.find("1m") != std::string_view::npos   ? Shape{0.25f, 0.85f, 3.2f}
                        : id.find("2m") != std::string_view::npos ? Shape{0.5f, 0.75f, 2.2f}
                                                                  : Shape{0.75f, 0.55f, 1.5f};
    const Curve rope = [shape](float t)
    {
        const float x = 2.0f * t - 1.0f;
        const float down = 1.0f - (std::cosh(shape.bend * x) - 1.0f) / (std::cosh(shape.bend) - 1.0f);
        return ImVec2(shape.half * x, 0.08f + shape.sag * down);
    };
    sketch.rope(rope, 15);
    sketch.support(rope(0.0f));
    sketch.support(rope(1.0f));
    if (id.find("tension") != std::string_view::npos)
    {
        const ImVec2 end = rope(1.0f);
        const ImVec2 before = rope(0.96f);
        const float length = std::hypot(end.x - before.x, end.y - before.y);
        const ImVec2 along{(end.x - before.x) / length, (end.y - before.y) / length};
        sketch.arrow({end.x - 0.3f * along.x + 0.06f, end.y - 0.3f * along.y},
                     {end.x - 0.06f * along.x + 0.06f, end.y - 0.06f * along.y}, "T");
    }
    else
    {
        sketch.dashed([&](float t) { return ImVec2((2.0f * t - 1.0f) * shape.half, 0.08f); });
        sketch.arrow({0.0f, 0.08f}, {0.0f, 0.06f + shape.sag}, "sag");
    }
}

void mode(Sketch& sketch, int number, bool damped)
{
    constexpr std::array<float, 5> zeros{2.4048f, 5.5201f, 8.6537f, 11.7915f, 14.9309f};
    const float zero = zeros[static_cast<std::size_t>(std::clamp(number, 1, 5) - 1)];
    const auto shape = [zero](float size) -> Curve
    { return [=](float t) { return ImVec2(size * besselJ0(zero * std::sqrt(1.0f - t)), 0.05f + 0.9f * t); }; };
    sketch.support({0.0f, 0.05f});
    if (damped)
        for (const float size : {-0.22f, 0.15f, -0.1f})
            sketch.rope(shape(size), 11, std::abs(size) / 0.4f);
    else
        sketch.dashed(shape(-0.28f), 18);
    sketch.rope(shape(0.28f), 11);
    sketch.label({0.4f, 0.8f}, damped ? "e^(\u2212\u03b3t)" : "\u03c9");
}

void wave(Sketch& sketch, bool along)
{
    const auto across = [](float size) -> Curve
    {
        return [size](float t)
        { return ImVec2(1.8f * t - 0.9f, 0.5f + size * std::sin(2.0f * std::numbers::pi_v<float> * t)); };
    };
    const Curve dense = [](float t)
    {
        const float moved = 0.07f * std::sin(2.0f * std::numbers::pi_v<float> * t);
        return ImVec2(1.8f * (t + moved) - 0.9f, 0.5f);
    };
    if (!along)
        sketch.dashed(across(-0.25f), 24);
    sketch.rope(along ? dense : across(0.25f), 25);
    sketch.support({-0.9f, 0.5f});
    sketch.support({0.9f, 0.5f});
    sketch.arrow({-0.1f, 0.9f}, {0.25f, 0.9f}, {});
    sketch.label({0.27f, 0.9f}, "c");
}

void pendulum(Sketch& sketch)
{
    const auto arc = [](float t)
    { return ImVec2(0.62f * std::sin(1.8f * t - 0.9f), 0.08f + 0.78f * std::cos(1.8f * t - 0.9f)); };
    sketch.dashed(arc, 16);
    sketch.support({0.0f, 0.08f});
    const ImVec2 end = arc(0.92f);
    const ImVec2 middle{0.45f * end.x, 0.08f + 0.5f * (end.y - 0.08f)};
    sketch.spring({0.0f, 0.08f}, middle, 5);
    sketch.spring(middle, end, 5);
    sketch.mass(middle, 5.0f);
    sketch.mass(end, 5.0f);
    sketch.arrow({-0.9f, 0.35f}, {-0.9f, 0.7f}, "g");
}

void massOnSpring(Sketch& sketch)
{
    sketch.line({-0.7f, 0.25f}, {-0.7f, 0.75f}, sketch.colours().text, 2.0f);
    sketch.spring({-0.7f, 0.5f}, {0.25f, 0.5f}, 9);
    sketch.mass({0.25f, 0.5f}, 8.0f);
    sketch.arrow({0.25f, 0.78f}, {0.65f, 0.78f}, {});
    sketch.arrow({0.25f, 0.78f}, {-0.15f, 0.78f}, {});
    sketch.label({0.68f, 0.78f}, "x");
}

void letGo(Sketch& sketch)
{
    sketch.support({-0.55f, 0.12f});
    sketch.rope([](float t) { return ImVec2(1.1f * t - 0.55f, 0.12f); }, 12);
    sketch.dashed(
        [](float t)
        {
            const float angle = 0.5f * std::numbers::pi_v<float> * t;
            return ImVec2(-0.55f + 1.1f * std::cos(angle), 0.12f + 0.8f * std::sin(angle));
        },
        18);
    sketch.arrow({0.85f, 0.3f}, {0.85f, 0.65f}, "g");
}

void bounce(Sketch& sketch)
{
    sketch.line({-0.9f, 0.92f}, {0.9f, 0.92f}, sketch.colours().text, 2.0f);
    sketch.disc({-0.35f, 0.12f}, 0.07f);
    sketch.disc({0.35f, 0.65f}, 0.07f, 0.55f);
    sketch.dashed([](float t) { return ImVec2(-0.35f + 0.35f * t, 0.12f + 0.8f * t * t); });
    sketch.dashed([](float t) { return ImVec2(0.35f * t, 0.92f - 0.27f * (2.0f - t) * t); });
    sketch.arrow({-0.65f, 0.9f}, {-0.65f, 0.14f}, "h");
    sketch.arrow({0.55f, 0.9f}, {0.55f, 0.66f}, "h'");
}

} // namespace

void drawSketch(PanelContext& context, std::string_view id, const Rectangle& at)
{
    Sketch sketch(context, at);
    const auto begins = [id](std::string_view with) { return id.starts_with(with); };
    if (begins("hang"))
        hangingRope(sketch);
    else if (begins("catenary"))
        catenary(sketch, id);
    else if (begins("mode") || begins("damping"))
        mode(sketch, id.back() - '0', begins("damping"));
    else if (begins("wave"))
        wave(sketch, begins("wave_long"));
    else if (id == "terminal_speed")
    {
        sketch.mass({0.0f, 0.5f}, 8.0f);
        sketch.arrow({0.0f, 0.42f}, {0.0f, 0.1f}, "b v");
        sketch.arrow({0.0f, 0.58f}, {0.0f, 0.9f}, "m g");
    }
    else if (id == "reel_momentum")
    {
        sketch.disc({0.0f, 0.16f}, 0.13f, 0.35f);
        sketch.rope([](float t) { return ImVec2(0.13f, 0.16f + 0.78f * t); }, 8);
        sketch.arrow({0.35f, 0.35f}, {0.35f, 0.7f}, "s");
    }
    else if (id == "constant_velocity")
    {
        for (int i = 0; i < 6; ++i)
            sketch.mass({-0.7f + 0.2f * static_cast<float>(i), 0.5f}, 6.0f, 0.15f + 0.17f * static_cast<float>(i));
        sketch.arrow({0.38f, 0.5f}, {0.75f, 0.5f}, {});
        sketch.label({0.77f, 0.5f}, "v");
    }
    else if (id == "gravity")
    {
        sketch.dashed([](float t) { return ImVec2(0.0f, 0.9f - 0.8f * t); });
        sketch.mass({0.0f, 0.6f}, 8.0f);
        sketch.arrow({0.0f, 0.52f}, {0.0f, 0.2f}, "v");
        sketch.arrow({0.45f, 0.35f}, {0.45f, 0.7f}, "g");
    }
    else if (id == "mass_spring" || id == "order_forward_euler" || id == "order_velocity_verlet" ||
             id == "order_runge_kutta_4")
        massOnSpring(sketch);
    else if (begins("order"))
        pendulum(sketch);
    else if (begins("energy"))
        letGo(sketch);
    else if (id == "restitution")
    {
        sketch.disc({-0.45f, 0.5f}, 0.1f);
        sketch.disc({0.45f, 0.5f}, 0.16f);
        sketch.arrow({-0.33f, 0.5f}, {-0.03f, 0.5f}, {});
        sketch.arrow({0.27f, 0.5f}, {0.12f, 0.5f}, {});
    }
    else if (id == "bounce_height")
        bounce(sketch);
}

} // namespace ropewalk
