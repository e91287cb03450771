#include "workshop_presets.hpp"

#include "scenes/set_up/set_up_file.hpp"

#include "files/parameter_json.hpp"

#include <embedded_set_ups.hpp>
#include <nlohmann/json.hpp>

#include <memory>
#include <stdexcept>
#include <string>

namespace ropewalk
{

namespace
{

WorkshopPresetFile readPreset(std::string_view name)
{
    for (const EmbeddedFile& file : embeddedSetUps())
        if (file.name == std::string(name) + ".json")
        {
            const nlohmann::json json = nlohmann::json::parse(file.text);
            WorkshopPresetFile preset;
            rope::Parameters rows;
            preset.settings.describe(rows);
            for (const auto& [constant, value] : json.at("parameters").items())
                setParameter(rows.at(constant), value);
            std::string path;
            preset.setUp = std::make_shared<const SetUp>(readSetUp(json, path));
            return preset;
        }
    throw std::logic_error("assets/set_ups/" + std::string(name) + ".json: must be embedded");
}

} // namespace

const std::vector<std::string_view>& workshopPresetNames()
{
    static const std::vector<std::string_view> names{
        "atwood",       "double_atwood", "tackle",      "z_pulley", "force_table",   "clothes_line",
        "swing",        "mobile",        "rope_bridge", "hammock",  "crane",         "winch",
        "ring_on_rope", "sling_hitch",   "cut",         "overhand", "tied_overhand", "tied_figure_eight"};
    return names;
}

const WorkshopPresetFile& workshopPreset(WorkshopPreset preset)
{
    static const std::vector<WorkshopPresetFile> all = []
    {
        std::vector<WorkshopPresetFile> read;
        for (const std::string_view name : workshopPresetNames())
            read.push_back(readPreset(name));
        return read;
    }();
    return all[static_cast<std::size_t>(preset)];
}

} // namespace ropewalk
