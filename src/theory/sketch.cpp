#include "sketch.hpp"

namespace ropewalk
{

using Ink = Stroke::Ink;
using Kind = Stroke::Kind;
using rope::Vec2;

Sketch& Sketch::line(const Vec2& from, const Vec2& to, Ink ink, double thickness)
{
    strokes_.push_back({Kind::line, ink, {from, to}, thickness, 1.0, {}});
    return *this;
}

Sketch& Sketch::dashed(const Curve& curve, int dashes)
{
    for (int i = 0; i < dashes; ++i)
        line(curve(static_cast<double>(i) / dashes), curve((i + 0.55) / dashes), Ink::faint, 1.0);
    return *this;
}

Sketch& Sketch::mass(const Vec2& centre, double radius, double alpha)
{
    strokes_.push_back({Kind::mass, Ink::rope, {centre}, radius, alpha, {}});
    return *this;
}

Sketch& Sketch::disc(const Vec2& centre, double radius, double alpha)
{
    strokes_.push_back({Kind::disc, Ink::rope, {centre}, radius, alpha, {}});
    return *this;
}

Sketch& Sketch::rope(const Curve& curve, int masses, double alpha)
{
    constexpr int parts = 64;
    Stroke stroke{Kind::line, Ink::rope, {}, 1.5, 0.7 * alpha, {}};
    for (int i = 0; i <= parts; ++i)
        stroke.points.push_back(curve(static_cast<double>(i) / parts));
    strokes_.push_back(stroke);
    for (int i = 0; i < masses; ++i)
        mass(curve(static_cast<double>(i) / (masses - 1)), 2.5, alpha);
    return *this;
}

Sketch& Sketch::spring(const Vec2& from, const Vec2& to, int turns)
{
    const Vec2 along = to - from;
    const Vec2 across = 0.035 / glm::length(along) * Vec2(-along.y, along.x);
    Stroke stroke{Kind::line, Ink::faint, {from}, 1.2, 1.0, {}};
    for (int i = 0; i < 2 * turns; ++i)
        stroke.points.push_back(from + (i + 0.5) / (2 * turns) * along + (i % 2 == 0 ? across : -across));
    stroke.points.push_back(to);
    strokes_.push_back(stroke);
    return *this;
}

Sketch& Sketch::support(const Vec2& centre)
{
    return line(centre - Vec2(0.06, 0.0), centre + Vec2(0.06, 0.0), Ink::support, 2.0);
}

Sketch& Sketch::arrow(const Vec2& from, const Vec2& to, std::string_view name)
{
    strokes_.push_back({Kind::arrow, Ink::accent, {from, to}, 2.0, 1.0, {}});
    return label(0.5 * (from + to), name);
}

Sketch& Sketch::label(const Vec2& point, std::string_view name)
{
    strokes_.push_back({Kind::label, Ink::support, {point}, 0.0, 1.0, name});
    return *this;
}

} // namespace ropewalk
