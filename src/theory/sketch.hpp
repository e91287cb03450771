#pragma once

#include <rope/vec.hpp>

#include <functional>
#include <string_view>
#include <vector>

namespace ropewalk
{

/// One stroke of a sketch: how it is drawn, and where.
struct Stroke
{
    enum class Kind
    {
        line,  ///< through all points
        mass,  ///< a dot at the point, `size` pixels in radius
        disc,  ///< a dot at the point, `size` heights in radius
        arrow, ///< from the first point to the second
        label, ///< a text to the right of the point
        words  ///< a text on a base line that has the point; `size` heights tall
    };
    enum class Ink
    {
        rope,
        other, ///< what a rope is compared with
        faint,
        support,
        accent
    };

    Kind kind = Kind::line;
    Ink ink = Ink::rope;
    std::vector<rope::Vec2> points;
    double size = 0.0; ///< thickness of a line [pixels], radius of a mass [pixels] or disc [heights]
    double alpha = 1.0;
    std::string_view text; ///< of a label or words
    double anchor = 0.0;   ///< which part of the words lies to the left of the point: 0, 0.5 or 1
};

/// What an experiment looks like before anything is measured: a drawing, not a simulation. The unit of length is its
/// height: x goes from the middle to the right, from -1 to 1, y from the top down, from 0 to 1.
class Sketch
{
public:
    using Curve = std::function<rope::Vec2(double)>; ///< of a parameter from 0 to 1

    const std::vector<Stroke>& strokes() const { return strokes_; }

    // Each adds to the drawing and returns it.
    Sketch& line(const rope::Vec2& from, const rope::Vec2& to, Stroke::Ink ink, double thickness);
    Sketch& dashed(const Curve& curve, int dashes = 12);
    Sketch& mass(const rope::Vec2& centre, double radius = 5.0, double alpha = 1.0);
    Sketch& disc(const rope::Vec2& centre, double radius, double alpha = 1.0);
    Sketch& rope(const Curve& curve, int masses, double alpha = 1.0);
    Sketch& spring(const rope::Vec2& from, const rope::Vec2& to, int turns);
    Sketch& support(const rope::Vec2& centre);
    Sketch& arrow(const rope::Vec2& from, const rope::Vec2& to, std::string_view name = {});
    Sketch& label(const rope::Vec2& point, std::string_view name);

private:
    std::vector<Stroke> strokes_;
};

} // namespace ropewalk
