#include "bars_and_overlays.hpp"

#include "app/panels/frame/stroke_drawing.hpp"

#include "files/quantity.hpp"
#include "scenes/hosts.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

// The forces of a set-up over the view.

namespace ropewalk
{

namespace
{

/// A force as the picture shows it, one unit long where it is as large as the scale.
glm::vec2 seenForce(const Camera& camera, const Vec3& force, double scale)
{
    const Camera::Axes axes = camera.axes();
    const glm::vec3 units(force / scale);
    return {glm::dot(units, axes.right), -glm::dot(units, axes.up)};
}

ImVec2 moved(const ImVec2& from, const glm::vec2& by)
{
    return {from.x + by.x, from.y + by.y};
}

/// Tags with numbers, of which none covers another.
class Tags
{
public:
    /// As near to the wanted middle as those before leave room, above or below it.
    void draw(PanelContext& context, ImDrawList& list, const ImVec2& middle, const std::string& words)
    {
        const float gap = context.px(4.0f);
        const ImVec2 text = textSize(words);
        Rectangle tag{middle.x - 0.5f * text.x - gap, 0.0f, text.x + 2.0f * gap, text.y + 2.0f * gap};
        const auto covered = [&](const Rectangle& other)
        { return tag.x < other.right() && other.x < tag.right() && tag.y < other.bottom() && other.y < tag.bottom(); };
        for (int place = 0; place < 60; ++place)
        {
            const auto rows = static_cast<float>((place + 1) / 2);
            tag.y = middle.y - 0.5f * tag.height + (place % 2 == 0 ? -rows : rows) * 0.5f * tag.height;
            if (std::none_of(taken_.begin(), taken_.end(), covered))
                break;
        }
        drawTag(context, list, {tag.x + gap - context.px(15.0f), tag.y + 0.5f * tag.height}, words);
        context.ui.place("force " + std::to_string(taken_.size()), tag);
        taken_.push_back(tag);
    }

private:
    std::vector<Rectangle> taken_;
};

/// The joint near the mouse, or else the joint of the chosen tie.
std::optional<std::size_t> chosenJoint(const PanelContext& context, const Camera& camera, const SetUpHost& host,
                                       const std::vector<JointForce>& forces)
{
    std::optional<ImVec2> aim;
    float least = context.px(30.0f);
    if (context.ui.chosenPlace)
        aim = seenAt(context, camera, glm::vec3(host.positionOf(*context.ui.chosenPlace)));
    const ImVec2 mouse = ImGui::GetMousePos();
    std::optional<std::size_t> chosen;
    for (const std::optional<ImVec2>& at : {std::optional(mouse), aim})
        for (const JointForce& force : forces)
            if (const std::optional<ImVec2> seen = seenAt(context, camera, glm::vec3(force.at)); seen && at && !chosen)
                if (const float away = std::hypot(seen->x - at->x, seen->y - at->y); away < least)
                    chosen = force.joint;
    return chosen;
}

/// The forces of a joint head to tail in a box at `corner`, its upper right one, and the gap that they leave.
void drawPolygon(const PanelContext& context, const Camera& camera, std::vector<Vec3> forces, const ImVec2& corner)
{
    const auto angle = [&](const Vec3& force)
    {
        const glm::vec2 seen = seenForce(camera, force, 1.0);
        return std::atan2(seen.y, seen.x);
    };
    std::sort(forces.begin(), forces.end(), [&](const Vec3& a, const Vec3& b) { return angle(a) < angle(b); });
    Vec3 sum(0.0);
    double largest = 1e-9;
    glm::vec2 low(0.0f);
    glm::vec2 high(0.0f);
    for (const Vec3& force : forces)
    {
        sum += force;
        largest = std::max(largest, glm::length(force));
        low = glm::min(low, seenForce(camera, sum, 1.0));
        high = glm::max(high, seenForce(camera, sum, 1.0));
    }
    const float side = context.px(170.0f);
    const float margin = context.px(14.0f);
    const float scale = (side - 2.0f * margin) / std::max({high.x - low.x, high.y - low.y, 1e-6f});
    const float line = ImGui::GetTextLineHeight();
    const ImVec2 from{corner.x - side, corner.y};
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    list.AddRectFilled(from, {corner.x, corner.y + side + line}, packed(context.colours.panel, 0.9f), context.px(8.0f));
    ImVec2 at = moved({from.x + 0.5f * side, from.y + 0.5f * side}, -0.5f * scale * (low + high));
    const ImVec2 begin = at;
    for (const Vec3& force : forces)
        drawArrow(context, list, std::exchange(at, moved(at, scale * seenForce(camera, force, 1.0))), at,
                  packed(context.colours.good), context.px(2.2f));
    list.AddLine(at, begin, packed(context.colours.bad), context.px(2.2f));
    const std::string gap = glm::length(sum) < 1e-3 * largest ? "Closed" : "Gap " + quantityText(glm::length(sum), "N");
    drawText(list, {from.x + margin, from.y + side - 0.3f * line}, packed(context.colours.text), gap);
}

} // namespace

void drawForces(PanelContext& context, const Camera& camera, float top)
{
    const auto* host = hostOf<SetUpHost>(context.workbench.scene());
    const Rectangle& viewport = context.ui.viewport;
    if (!host || !context.ui.forces || context.workbench.runawayShown())
        return;
    const std::vector<JointForce> forces = host->forces();
    double largest = 1e-3;
    for (const JointForce& force : forces)
        largest = std::max(largest, glm::length(force.force));
    // It stays while the forces swing.
    double& scale = context.ui.forceScale;
    if (largest > scale || largest < 0.2 * scale)
        scale = static_cast<double>(tensionLegendTop(largest));
    const std::optional<std::size_t> chosen = chosenJoint(context, camera, *host, forces);
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    list.PushClipRect(topLeft(viewport), bottomRight(viewport));
    std::vector<Vec3> together;
    Tags tags;
    for (const JointForce& force : forces)
    {
        const std::optional<ImVec2> at = seenAt(context, camera, glm::vec3(force.at));
        const glm::vec2 way = context.px(120.0f) * seenForce(camera, force.force, scale);
        if (force.joint == chosen)
            together.push_back(force.force);
        if (!at || glm::length(way) < context.px(8.0f))
            continue;
        const ImVec4& colour = force.joint == chosen ? context.colours.good : context.colours.accent;
        drawArrow(context, list, *at, moved(*at, way), packed(colour), context.px(2.5f));
        const std::string words = quantityText(glm::length(force.force), "N");
        const glm::vec2 beyond = way / glm::length(way) * (0.5f * textSize(words).x + context.px(6.0f));
        tags.draw(context, list, moved(*at, way + beyond), words);
    }
    list.PopClipRect();
    if (chosen)
        drawPolygon(context, camera, together,
                    {viewport.right() - context.px(8.0f), std::max(top, viewport.y) + context.px(8.0f)});
}

} // namespace ropewalk
