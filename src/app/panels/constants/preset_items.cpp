#include "preset_items.hpp"

#include "scenes/constant_presets.hpp"

namespace ropewalk
{

void presetItems(PanelContext& context)
{
    Workbench& workbench = context.workbench;
    for (const ConstantPreset& preset : constantPresets())
    {
        const PresetValues values = valuesOf(preset, workbench.scene());
        const bool held = holds(values, workbench.scene());
        const bool chosen = menuItem(context, std::string(preset.label), "item preset " + std::string(preset.name), {},
                                     held, values.refusal.empty() && !held);
        tooltip(context, values.refusal.empty() ? preset.sentence : values.refusal,
                ImGuiHoveredFlags_AllowWhenDisabled);
        if (chosen)
            workbench.usePreset(preset);
    }
}

} // namespace ropewalk
