#include "app/panels/constants/form.hpp"
#include "app/panels/frame/tool_window.hpp"

#include "files/plain_name.hpp"
#include "files/quantity.hpp"
#include "scenes/constant_presets.hpp"
#include "text/text.hpp"

#include <rope/rope_material.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>

namespace ropewalk
{

namespace
{

/// Asks for diameter and material of a rope and gives the scene's rope all constants of such a one.
class RealRopePanel : public ToolPanel
{
public:
    void draw(PanelContext& context, const Rectangle& dock) override;

private:
    void lookForThickest(const Scene& scene);

    double diameter_ = 20.0;  ///< [mm]
    double thickest_ = 100.0; ///< [mm], of this material in this scene
    std::tuple<std::string, std::uint64_t, int, int> lookedFor_{"", 0, -1, -1};
    int material_ = 0;
    int construction_ = 1;
    NumberField field_;
};

constexpr ToolInfo realRopeTool{Tool::makeReal, "make real", "Make it real",
                                "Run",          "M",         "constants from diameter and material",
                                400.0f,         460.0f,      hasRealRope};
const ToolRegistration<RealRopePanel> realRopeRegistration(realRopeTool);

constexpr double thinnest = 2.0; // [mm]

} // namespace

/// The track ends where the scene's constants do: steel of 100 mm is stiffer than any of them.
void RealRopePanel::lookForThickest(const Scene& scene)
{
    constexpr double most = 100.0; // [mm]
    constexpr double finer = 0.97;
    const std::tuple now(std::string(scene.info().id), scene.parameters().revision(), material_, construction_);
    if (std::exchange(lookedFor_, now) == now)
        return;
    const rope::RopeMaterial& material = rope::ropeMaterials()[static_cast<std::size_t>(material_)];
    const auto fits = [&](double diameter)
    {
        const auto construction = static_cast<rope::RopeConstruction>(construction_);
        return realRopeValues(scene, {1e-3 * diameter, material.name, construction}).refusal.empty();
    };
    thickest_ = most;
    while (thickest_ > thinnest && !fits(thickest_))
        thickest_ *= finer;
    if (thickest_ <= thinnest)
        thickest_ = most; // another reason, which is said
    diameter_ = std::min(diameter_, thickest_);
}

void RealRopePanel::draw(PanelContext& context, const Rectangle& dock)
{
    if (!beginTool(context, realRopeTool, dock))
        return;
    Workbench& workbench = context.workbench;
    Form form(context, field_, context.px(108.0f));
    std::vector<std::string> materials;
    for (const rope::RopeMaterial& material : rope::ropeMaterials())
        materials.emplace_back(material.name);
    const rope::RopeMaterial& before = rope::ropeMaterials()[static_cast<std::size_t>(material_)];
    const std::string source = fmt::format("{:.3g} kg/m3 and {:.3g} N/m2 over the full circle. Source: {}.",
                                           before.density, before.youngsModulus, before.source);
    const int chosen = material_;
    lookForThickest(workbench.scene());
    const std::string range = fmt::format("Of the rope, {:g} to {:.3g} mm.", thinnest, thickest_);
    form.number("Diameter", range.c_str(), diameter_, NumberScale{thinnest, thickest_, true, false, 0.0}, "mm");
    form.choice("Material", source.c_str(), material_, materials);
    const rope::RopeMaterial& material = rope::ropeMaterials()[static_cast<std::size_t>(material_)];
    if (material_ != chosen)
        construction_ = static_cast<int>(material.construction);
    form.choice("Construction",
                "How its parts slide on each other as it bends: not at all, strands of yarns, thin yarns.",
                construction_, {std::begin(rope::ropeConstructionNames), std::end(rope::ropeConstructionNames)});

    const PresetValues values = realRopeValues(
        workbench.scene(), {1e-3 * diameter_, material.name, static_cast<rope::RopeConstruction>(construction_)});
    heading(context, "Its constants");
    for (const auto& [name, value] : values.values)
    {
        const rope::Parameter& row = *workbench.scene().parameters().find(name);
        text(context.colours.muted, plainName(name));
        ImGui::SameLine(context.px(150.0f));
        const std::optional<double> number = text::parseNumber(value);
        text(context, number ? quantityText(*number, row.unit(), 4) : value);
    }
    if (!values.refusal.empty())
        wrappedText(context.colours.bad, "! " + withPlainNames(values.refusal));
    const bool done = holds(values, workbench.scene());
    if (button(context, "Make it real", "button make real",
               "Gives the rope these constants, of its present length; one undo takes them back.",
               values.refusal.empty() && !done))
    {
        workbench.useValues(values);
        context.ui.toast("The rope is real now; " + shortcut(Action::undo) + " takes it back");
    }
    wrappedText(context.colours.muted, "Segments become at most 1.5 radii long, so that the rope looks and touches "
                                       "round. B of a real rope lies between that of loose and of glued parts.");
    ImGui::End();
}

} // namespace ropewalk
