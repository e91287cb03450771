#include "panel_context.hpp"

#include "app/platform/imgui_versions.hpp"

#include "files/plain_name.hpp"
#include "files/quantity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace ropewalk
{

bool beginPanel(PanelContext& context, const char* name, const Rectangle& at, ImGuiWindowFlags flags)
{
    ImGui::SetNextWindowPos({at.x, at.y});
    ImGui::SetNextWindowSize({at.width, at.height});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0.0f);
    const bool seen = ImGui::Begin(name, nullptr, panelFlags | flags);
    ImGui::PopStyleVar();
    placeWindow(context, std::string("panel ") + name);
    return seen;
}

bool beginPanel(PanelContext& context, const char* name, const Rectangle& at, ImGuiWindowFlags flags,
                const ImVec2& padding, bool bar)
{
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {context.px(padding.x), context.px(padding.y)});
    ImGui::PushStyleColor(ImGuiCol_WindowBg, bar ? context.colours.bar : context.colours.panel);
    const bool seen = beginPanel(context, name, at, flags);
    ImGui::PopStyleColor();
    ImGui::PopStyleVar();
    return seen;
}

void beginFitting(PanelContext& context, const std::string& name, ImGuiWindowFlags flags, float border)
{
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, border);
    ImGui::Begin(name.c_str(), nullptr, flags | ImGuiWindowFlags_AlwaysAutoResize);
    ImGui::PopStyleVar();
    placeWindow(context, "overlay " + name);
}

void placeItem(PanelContext& context, std::string name)
{
    const ImVec2 from = ImGui::GetItemRectMin();
    const ImVec2 size = ImGui::GetItemRectSize();
    context.ui.place(std::move(name), {from.x, from.y, size.x, size.y});
}

void placeWindow(PanelContext& context, std::string name)
{
    const ImVec2 from = ImGui::GetWindowPos();
    const ImVec2 size = ImGui::GetWindowSize();
    context.ui.place(std::move(name), {from.x, from.y, size.x, size.y});
}

void text(const PanelContext& context, std::string_view line)
{
    text(context.colours.text, line);
}

void text(const ImVec4& colour, std::string_view line)
{
    ImGui::PushStyleColor(ImGuiCol_Text, colour);
    ImGui::TextUnformatted(line.data(), line.data() + line.size());
    ImGui::PopStyleColor();
}

void wrappedText(const ImVec4& colour, std::string_view line)
{
    ImGui::PushTextWrapPos(0.0f);
    text(colour, line);
    ImGui::PopTextWrapPos();
}

ImVec2 textSize(std::string_view line)
{
    return ImGui::CalcTextSize(line.data(), line.data() + line.size());
}

void drawText(ImDrawList& list, const ImVec2& at, ImU32 colour, std::string_view line)
{
    list.AddText({std::round(at.x), std::round(at.y)}, colour, line.data(), line.data() + line.size());
}

void heading(const PanelContext& context, std::string_view line)
{
    pushFont(context.fonts.heading());
    text(context.colours.text, line);
    ImGui::PopFont();
}

bool wantsTooltip(const PanelContext& context)
{
    constexpr double rest = 0.35; // [s]: under a moving mouse tooltips would flicker past
    return context.mouseRest > rest && ImGui::IsItemHovered() && !ImGui::IsMouseDown(ImGuiMouseButton_Left);
}

std::optional<ImVec2> seenAt(const PanelContext& context, const Camera& camera, const std::optional<glm::vec3>& point)
{
    if (!point)
        return std::nullopt;
    const Rectangle& viewport = context.ui.viewport;
    const glm::vec3 at = camera.project(*point, aspectOf(viewport));
    if (!(at.z > 0.0f && std::abs(at.x) <= 1.0f && std::abs(at.y) <= 1.0f)) // a NaN is outside too
        return std::nullopt;
    const glm::vec2 window = windowFromViewport(viewport, glm::vec2(at));
    return ImVec2(window.x, window.y);
}

void closeWithEscape()
{
    if (keyPressed(ImGuiKey_Escape))
        ImGui::CloseCurrentPopup();
}

void tooltip(const PanelContext& context, std::string_view line)
{
    if (!wantsTooltip(context))
        return;
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(context.px(360.0f));
    text(context.colours.text, withPlainNames(line));
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
}

bool menuItem(PanelContext& context, const std::string& label, std::string name, const std::string& key, bool ticked,
              bool enabled)
{
    const bool pressed = ImGui::MenuItem(label.c_str(), key.empty() ? nullptr : key.c_str(), ticked, enabled);
    placeItem(context, std::move(name));
    return pressed;
}

bool button(PanelContext& context, const char* label, std::string name, std::string_view help)
{
    const bool pressed = ImGui::Button(label);
    placeItem(context, std::move(name));
    if (!help.empty())
        tooltip(context, help);
    return pressed;
}

bool actionButton(PanelContext& context, std::string_view label, Action action)
{
    const bool pressed = ImGui::Button(std::string(label).c_str());
    if (pressed)
        context.ui.request(action);
    if (const std::string key = shortcut(action); !key.empty())
        tooltip(context, std::string(keyBinding(action).help) + " (" + key + ")");
    return pressed;
}

std::string capital(std::string_view line)
{
    std::string result(line);
    if (!result.empty() && result[0] >= 'a' && result[0] <= 'z')
        result[0] = static_cast<char>(result[0] - 'a' + 'A');
    return result;
}

std::string shortTime(double seconds)
{
    return std::isfinite(seconds) ? quantityText(seconds, "s", 3, EndZeros::kept) : "any";
}

} // namespace ropewalk
