#pragma once

#include "app/panels/frame/panel_context.hpp"

#include "render/camera.hpp"

#include <array>
#include <cstddef>
#include <vector>

namespace ropewalk
{

/// When, where and why the scene ran away, and what helps; the mass and the spring are marked in the viewport.
class DivergencePanel
{
public:
    void draw(PanelContext& context, const Camera& camera);

private:
    /// A corner of the viewport and a width.
    struct Place
    {
        bool right = false;
        bool low = false;
        std::size_t width = 0; ///< index in `widths`
    };
    /// [px] at scale 1, in the order in which they are tried: a wide card is low.
    static constexpr std::array widths{400.0f, 560.0f, 700.0f, 330.0f};

    Rectangle rectangleOf(const PanelContext& context, const Place& place) const;
    /// The first width with which a corner covers none of the rectangles, and of those corners the farthest from the
    /// first rectangle.
    Place choose(const PanelContext& context, const std::vector<Rectangle>& clear) const;

    std::array<float, widths.size()> heights_{}; ///< [px], as last drawn with each width; 0 before
    double time_ = -1.0;                         ///< [s], of the divergence that the heights belong to
};

} // namespace ropewalk
