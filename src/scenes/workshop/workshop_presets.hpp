#pragma once

#include "scenes/scene.hpp"
#include "workshop.hpp"

#include <span>
#include <string_view>
#include <vector>

namespace ropewalk
{

/// Set-ups that come with the workshop, each a file of assets/set_ups.
enum class WorkshopPreset
{
    empty,
    atwood,
    double_atwood,
    tackle,
    z_pulley,
    force_table,
    clothes_line,
    swing,
    mobile,
    rope_bridge,
    hammock,
    crane,
    winch,
    ring_on_rope,
    sling_hitch,
    cut,
    overhand,
    tied_overhand,
    tied_figure_eight,
    tied_bowline,
    tied_square,
    tied_granny,
    tied_sheet_bend,
    tied_clove_hitch,
    tied_munter,
    tied_prusik
};

std::span<const ListedPreset> workshopPresets();            ///< in the order of WorkshopPreset
const std::vector<std::string_view>& workshopPresetNames(); ///< in the same order

struct WorkshopPresetFile
{
    WorkshopSettings settings;
    SetUpPtr setUp;
};

/// Read once.
const WorkshopPresetFile& workshopPreset(WorkshopPreset preset);

/// The lesson of its file; `scene` is the workshop with this preset.
LessonPtr lessonOf(WorkshopPreset preset, const Scene& scene);

} // namespace ropewalk
