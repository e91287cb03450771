#include "panel_context.hpp"

#include "app/language/translation.hpp"
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
    beginKeys(context, std::string("panel ") + name);
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
    beginKeys(context, "overlay " + name);
}

void beginKeys(PanelContext& context, const std::string& name)
{
    KeyFocus& keys = context.ui.keys;
    keys.beginPanel(name);
    if (keys.panel() != name)
        return;
    const ImVec2 from = ImGui::GetWindowPos();
    const ImVec2 size = ImGui::GetWindowSize();
    outline(*ImGui::GetForegroundDrawList(), {from.x + 1.0f, from.y + 1.0f},
            {from.x + size.x - 1.0f, from.y + size.y - 1.0f}, packed(context.colours.accent), context.px(3.0f),
            context.px(1.5f));
}

PopupKeys::PopupKeys(PanelContext& context, const std::string& name, const std::string& chosen) : context_(context)
{
    KeyFocus& keys = context.ui.keys;
    const bool topmost = keys.topmost(name); // of two menus one within the other, Esc closes the inner one
    keys.beginPopup(name, chosen);
    if (topmost && keyPressed(ImGuiKey_Escape))
        ImGui::CloseCurrentPopup();
}

void placeItem(PanelContext& context, std::string name, const KeyFocus::Act& act)
{
    if (ImGui::IsItemClicked())
        context.ui.keys.clicked(name);
    placeItem(context, std::move(name));
    if (!act.focused)
        return;
    const ImVec2 from = ImGui::GetItemRectMin();
    const ImVec2 to = ImGui::GetItemRectMax();
    const float top = ImGui::GetWindowPos().y;
    if (act.arrived && (from.y < top || to.y > top + ImGui::GetWindowHeight()))
        ImGui::SetScrollHereY(0.5f);
    outline(*ImGui::GetWindowDrawList(), from, to, packed(context.colours.accent), ImGui::GetStyle().FrameRounding,
            context.px(2.0f));
}

bool pressed(PanelContext& context, std::string name, bool clicked, bool enabled)
{
    const KeyFocus::Act act = enabled ? context.ui.keys.at(name) : KeyFocus::Act{};
    placeItem(context, std::move(name), act);
    return clicked || act.pressed;
}

std::optional<std::size_t> choiceBox(PanelContext& context, const std::string& name, std::size_t chosen,
                                     const std::vector<ListChoice>& choices)
{
    const KeyFocus::Act act = context.ui.keys.at(name, KeyFocus::Kind::value);
    const std::string id = "##" + name;
    if (act.pressed)
    {
        ImGui::PushID(id.c_str());
        ImGui::OpenPopup("##ComboPopup"); // the list of the box, as Dear ImGui calls it
        ImGui::PopID();
    }
    std::optional<std::size_t> other;
    const bool open = ImGui::BeginCombo(id.c_str(), std::string(translated(choices[chosen].label)).c_str(),
                                        ImGuiComboFlags_HeightLargest);
    if (open)
    {
        const PopupKeys keys(context, "list of " + name, choices[chosen].name);
        for (std::size_t i = 0; i < choices.size(); ++i)
        {
            const std::string label = itemLabel(choices[i].label + "##" + choices[i].name);
            if (!pressed(context, choices[i].name, ImGui::Selectable(label.c_str(), i == chosen)))
                continue;
            other = i;
            ImGui::CloseCurrentPopup(); // a key does not close it
        }
        ImGui::EndCombo();
    }
    placeItem(context, name, act);
    const float room =
        ImGui::GetItemRectSize().x - ImGui::GetFrameHeight() - ImGui::GetStyle().FramePadding.x; // beside the arrow
    if (!open && textSize(choices[chosen].label).x > room)
    {
        context.ui.place("cut off " + name, {});
        tooltip(context, choices[chosen].label);
    }
    const auto last = static_cast<int>(choices.size()) - 1;
    if (act.sideways != 0)
        other = static_cast<std::size_t>(std::clamp(static_cast<int>(chosen) + act.sideways, 0, last));
    return other == chosen ? std::nullopt : other;
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
    line = translated(line);
    constexpr std::string_view percent = " %";
    std::size_t at = line.find(percent);
    if (at == std::string_view::npos)
        return verbatim(colour, line);
    std::string kept(line); // a sign alone on a line is no number
    for (; at != std::string::npos; at = kept.find(percent, at))
        kept.replace(at, 1, "\u00a0");
    verbatim(colour, kept);
}

void verbatim(const ImVec4& colour, std::string_view line)
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
    return sizeVerbatim(translated(line));
}

ImVec2 textSize(std::string_view line, float wrap)
{
    const std::string_view shown = translated(line);
    return ImGui::CalcTextSize(shown.data(), shown.data() + shown.size(), false, wrap);
}

ImVec2 sizeVerbatim(std::string_view line)
{
    return ImGui::CalcTextSize(line.data(), line.data() + line.size());
}

void drawText(ImDrawList& list, const ImVec2& at, ImU32 colour, std::string_view line)
{
    drawVerbatim(list, at, colour, translated(line));
}

void drawVerbatim(ImDrawList& list, const ImVec2& at, ImU32 colour, std::string_view line)
{
    list.AddText({std::round(at.x), std::round(at.y)}, colour, line.data(), line.data() + line.size());
}

void drawTag(const PanelContext& context, ImDrawList& list, const ImVec2& at, std::string_view line)
{
    const ImVec2 from{at.x + context.px(15.0f), at.y - 0.5f * ImGui::GetFontSize()};
    const ImVec2 size = textSize(line);
    const float gap = context.px(4.0f);
    list.AddRectFilled({from.x - gap, from.y - gap}, {from.x + size.x + gap, from.y + size.y + gap},
                       packed(context.colours.panel, 0.85f), gap);
    drawText(list, from, packed(context.colours.text), line);
}

std::string shortened(std::string_view line, float width)
{
    line = translated(line);
    if (sizeVerbatim(line).x <= width)
        return std::string(line);
    const std::string dots = "\u2026";
    while (!line.empty() && sizeVerbatim(std::string(line) + dots).x > width)
    {
        while (!line.empty() && (static_cast<unsigned char>(line.back()) & 0xc0u) == 0x80u)
            line.remove_suffix(1); // the later bytes of a UTF-8 character
        if (!line.empty())
            line.remove_suffix(1);
    }
    return std::string(line) + dots;
}

void takeKeyboard(PanelContext& context)
{
    ImGui::SetKeyboardFocusHere();
    context.ui.textAwaited = true;
}

void heading(const PanelContext& context, std::string_view line)
{
    pushFont(context.fonts.heading());
    text(context.colours.text, line);
    ImGui::PopFont();
}

bool wantsTooltip(const PanelContext& context, ImGuiHoveredFlags flags)
{
    constexpr double rest = 0.35; // [s]: under a moving mouse tooltips would flicker past
    return context.mouseRest > rest && ImGui::IsItemHovered(flags) && !ImGui::IsMouseDown(ImGuiMouseButton_Left);
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

void tooltip(const PanelContext& context, std::string_view line, ImGuiHoveredFlags flags)
{
    if (!wantsTooltip(context, flags))
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
    const bool clicked = ImGui::MenuItem(itemLabel(label).c_str(),
                                         key.empty() ? nullptr : std::string(translated(key)).c_str(), ticked, enabled);
    const bool chosen = pressed(context, std::move(name), clicked, enabled);
    if (!chosen)
        return false;
    ImGui::CloseCurrentPopup(); // a key does not close it
    if (context.ui.keys.panel() == menuPanel)
        context.ui.keys.release(); // the menus are done
    return true;
}

bool button(PanelContext& context, const char* label, std::string name, std::string_view help, bool enabled)
{
    ImGui::BeginDisabled(!enabled);
    const bool clicked = ImGui::Button(itemLabel(label).c_str());
    ImGui::EndDisabled();
    const bool chosen = pressed(context, std::move(name), clicked, enabled);
    if (!help.empty())
        tooltip(context, help);
    return chosen;
}

void actionButton(PanelContext& context, const char* label, std::string name, Action action, bool enabled)
{
    const std::string key = shortcut(action);
    const std::string help = std::string(keyBinding(action).help) + (key.empty() ? "" : " \u00b7 " + key);
    if (button(context, label, std::move(name), help, enabled))
        context.ui.request(action);
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
