#include "rope_colours.hpp"
#include "workbench.hpp"

#include "scenes/scene_constants.hpp"

#include <variant>

namespace ropewalk
{

namespace
{

const rope::Parameter* colourRow(const Scene& scene)
{
    const rope::Parameter* row = scene.parameters().find("colours");
    return row != nullptr && row->isChoice() ? row : nullptr;
}

} // namespace

std::vector<std::string_view> ropeColours(const Scene& scene)
{
    const rope::Parameter* row = colourRow(scene);
    return row != nullptr ? row->choices() : std::vector<std::string_view>{"tension"};
}

std::size_t ropeColour(const Scene& scene)
{
    const rope::Parameter* row = colourRow(scene);
    return row != nullptr ? static_cast<std::size_t>(std::get<int>(row->value())) : 0;
}

void setRopeColour(Workbench& workbench, std::size_t number, int gesture)
{
    if (const rope::Parameter* row = colourRow(workbench.scene()); row && !isLocked(workbench.scene(), row->name()))
        workbench.setParameter(*row, rope::Parameter::Value(static_cast<int>(number)), gesture);
}

void stepRopeColours(Workbench& workbench, bool& shown, int gesture)
{
    const rope::Parameter* row = colourRow(workbench.scene());
    if (shown && row != nullptr)
        setRopeColour(workbench, (ropeColour(workbench.scene()) + 1) % row->choices().size(), gesture);
    shown = !shown || (row != nullptr && !row->isDefault());
}

} // namespace ropewalk
