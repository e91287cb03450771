#include "app/panels/constants/form.hpp"
#include "app/panels/frame/tool_window.hpp"
#include "set_up_panel.hpp"

#include "scenes/hosts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace ropewalk
{

namespace
{

/// The solids of a scene that has some: one of them with its numbers, and buttons that add and remove.
class SolidsPanel : public ToolPanel
{
public:
    void draw(PanelContext& context, const Rectangle& dock) override;

private:
    void drawList(PanelContext& context, const SolidHost& host);
    void drawNumbers(PanelContext& context, const SolidHost& host);
    void drawButtons(PanelContext& context, const SolidHost& host);
    void put(PanelContext& context, const OwnSolids& solids);

    std::size_t chosen_ = 0;
    NumberField field_;
    bool dragging_ = false; ///< a number was changed since the mouse went down: undone in one step
    std::string error_;     ///< of the last change
    SetUpPanel setUp_;
};

constexpr ToolInfo solidsTool{Tool::solids,
                              "solids",
                              "Solids",
                              "Run",
                              "S",
                              "the solids that a rope touches; in the workshop all of the set-up",
                              400.0f,
                              460.0f,
                              [](const Scene& scene)
                              { return hostOf<SolidHost>(scene) != nullptr || hostOf<SetUpHost>(scene) != nullptr; }};
const ToolRegistration<SolidsPanel> solidsRegistration(solidsTool);

std::string nameOf(const SceneSolid& solid)
{
    return capital(solidShapeNames()[static_cast<std::size_t>(solid.shape)]);
}

NumberScale scaleOf(const SolidNumber& number)
{
    const bool wide = number.minimum > 0.0;
    return {wide ? number.minimum : std::max(number.minimum, -10.0), std::min(number.maximum, wide ? 5.0 : 10.0), wide,
            false, 0.0};
}

} // namespace

void SolidsPanel::draw(PanelContext& context, const Rectangle& dock)
{
    const auto* builder = hostOf<SetUpHost>(context.workbench.scene());
    ToolInfo info = solidsTool;
    info.title = builder ? "Set-up" : solidsTool.title;
    if (!beginTool(context, info, dock))
        return;
    if (builder)
    {
        setUp_.draw(context, *builder);
        return ImGui::End();
    }
    if (!ImGui::IsMouseDown(ImGuiMouseButton_Left))
        dragging_ = false;
    if (const auto* host = hostOf<SolidHost>(context.workbench.scene()))
    {
        drawList(context, *host);
        drawButtons(context, *host);
        drawNumbers(context, *host);
        if (!error_.empty())
            wrappedText(context.colours.bad, "! " + error_);
        ImGui::Dummy({1.0f, context.px(4.0f)});
        wrappedText(context.colours.muted, "In the view: drag a solid to move it, with Ctrl to turn it; " +
                                               shortcut(Action::removeSolid) + " removes the one under the mouse.");
    }
    else
    {
        wrappedText(context.colours.text,
                    "This scene has no solids. The list of scenes has a rope on solids, among the rods.");
    }
    ImGui::End();
}

void SolidsPanel::drawList(PanelContext& context, const SolidHost& host)
{
    const SolidList& solids = host.wantedSolids();
    chosen_ = std::min(chosen_, solids.empty() ? 0 : solids.size() - 1);
    if (solids.empty())
    {
        text(context.colours.muted, "No solid but the floor.");
        return;
    }
    std::vector<ListChoice> choices;
    for (std::size_t i = 0; i < solids.size(); ++i)
        choices.push_back({fmt::format("{}  {}", i + 1, nameOf(solids[i])), fmt::format("solid {}", i)});
    ImGui::SetNextItemWidth(-1.0f);
    chosen_ = choiceBox(context, "solids", chosen_, choices).value_or(chosen_);
}

void SolidsPanel::drawButtons(PanelContext& context, const SolidHost& host)
{
    const SolidList& solids = host.wantedSolids();
    ImGui::AlignTextToFramePadding();
    text(context.colours.muted, "Add");
    for (std::size_t i = 0; i < solidShapeNames().size(); ++i)
    {
        const std::string name(solidShapeNames()[i]);
        const std::string label = capital(name);
        const float width = textSize(label).x + 2.0f * ImGui::GetStyle().FramePadding.x;
        ImGui::SameLine();
        if (ImGui::GetContentRegionAvail().x < width)
            ImGui::NewLine();
        if (button(context, label.c_str(), "button add " + name, "Adds a " + name + " in front of the rope.",
                   solids.size() < mostSolids))
        {
            SolidList more = solids;
            more.push_back(host.newSolid(static_cast<SceneSolid::Shape>(i)));
            chosen_ = solids.size();
            ++context.ui.gesture;
            put(context, more);
        }
    }
    if (button(context, "Remove", "button remove solid", "Removes the chosen solid.", !solids.empty()))
    {
        SolidList fewer = solids;
        fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(chosen_));
        ++context.ui.gesture;
        put(context, fewer);
    }
    ImGui::SameLine();
    if (button(context, "The scene's own", "button own solids", "Brings the solids back that the scene comes with.",
               host.ownSolids().has_value()))
    {
        ++context.ui.gesture;
        put(context, std::nullopt);
    }
}

void SolidsPanel::drawNumbers(PanelContext& context, const SolidHost& host)
{
    if (chosen_ >= host.wantedSolids().size())
        return;
    SolidList solids = host.wantedSolids();
    SceneSolid& solid = solids[chosen_];
    heading(context, nameOf(solid));
    Form form(context, field_, context.px(96.0f));
    const NumberScale places{-3.0, 3.0, false, false, 0.0};
    const char* const sentence = "Where its middle is, -100 to 100 m; it glides there. y is up.";
    form.number("x", sentence, solid.position.x, places, "m");
    form.number("y", sentence, solid.position.y, places, "m");
    form.number("z", sentence, solid.position.z, places, "m");
    if (solid.shape == SceneSolid::Shape::box)
    {
        const NumberScale sizes{leastBox, 5.0, true, false, 0.0};
        const char* const along = "Along one of its own axes, 0.01 to 100 m.";
        form.number("Width", along, solid.size.x, sizes, "m");
        form.number("Height", along, solid.size.y, sizes, "m");
        form.number("Depth", along, solid.size.z, sizes, "m");
    }
    for (const SolidNumber& number : solidNumbers(solid.shape))
    {
        const std::string label = capital(number.name);
        const std::string range = fmt::format(
            "{}{:g} to {:g} {}", number.name == "roughness" ? "Times the rope's contact friction; 0: greased. " : "",
            number.minimum, number.maximum, number.unit);
        form.number(label.c_str(), range.c_str(), solid.*number.field, scaleOf(number),
                    std::string(number.unit).c_str());
    }
    if (solids == host.wantedSolids())
        return;
    if (!dragging_)
        ++context.ui.gesture;
    dragging_ = ImGui::IsMouseDown(ImGuiMouseButton_Left);
    put(context, solids);
}

void SolidsPanel::put(PanelContext& context, const OwnSolids& solids)
{
    try
    {
        context.workbench.setSolids(solids, context.ui.gesture);
        error_.clear();
    }
    catch (const std::invalid_argument& error)
    {
        error_ = error.what();
    }
}

} // namespace ropewalk
