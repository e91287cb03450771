#include "workshop_presets.hpp"

#include "scenes/file_lesson.hpp"
#include "scenes/set_up/set_up_file.hpp"

#include "files/parameter_json.hpp"

#include <embedded_set_ups.hpp>
#include <nlohmann/json.hpp>

#include <array>
#include <memory>
#include <stdexcept>
#include <string>

namespace ropewalk
{

namespace
{

nlohmann::json fileOf(std::string_view preset)
{
    for (const EmbeddedFile& file : embeddedSetUps())
        if (file.name == std::string(preset) + ".json")
            return nlohmann::json::parse(file.text);
    throw std::logic_error("assets/set_ups/" + std::string(preset) + ".json: must be embedded");
}

WorkshopPresetFile readPreset(std::string_view name)
{
    const nlohmann::json json = fileOf(name);
    WorkshopPresetFile preset;
    rope::Parameters rows;
    preset.settings.describe(rows);
    for (const auto& [constant, value] : json.at("parameters").items())
        setParameter(rows.at(constant), value);
    std::string path;
    preset.setUp = std::make_shared<const SetUp>(readSetUp(json, path));
    return preset;
}

} // namespace

std::span<const ListedPreset> workshopPresets()
{
    static constexpr std::array list = {
        ListedPreset{"empty", "An empty floor",
                     "Build here: lay a rope with Q, and add posts, pulleys and boxes with S."},
        ListedPreset{"atwood", "Atwood's machine",
                     "Press R: the heavier weight falls at (m - M)/(m + M) of gravity. Change a mass and try again."},
        ListedPreset{"double_atwood", "An Atwood machine on another one",
                     "Press R and watch which of the three weights rises; then make the single one a little lighter."},
        ListedPreset{
            "tackle", "Four strands carry the load",
            "Pull the rope's end down with the mouse: a quarter of the weight lifts the box, four times as far."},
        ListedPreset{"z_pulley", "A Z-rig: three to one with one rope",
                     "Pull the rope's end up with the mouse; forces (Y) show three strands that lift the weight."},
        ListedPreset{"force_table", "Three weights balance",
                     "Pull the knot aside and let go: it goes back to where the three forces close a triangle (Y)."},
        ListedPreset{"clothes_line", "Four weights on a line",
                     "Pull an end of the line outwards: the straighter it gets, the faster its tension grows."},
        ListedPreset{"swing", "A swing", "Pull the seat aside and let go; push it in time with the mouse."},
        ListedPreset{"mobile", "A mobile",
                     "Touch a bar with the mouse, or cut a string (X): all bars find a new balance."},
        ListedPreset{"rope_bridge", "A rope bridge",
                     "Take the walker from plank to plank with the mouse, or cut a string (X)."},
        ListedPreset{"hammock", "A hammock",
                     "Press R: a ball falls into a net of knotted ropes. Cut some of them (X) and press R again."},
        ListedPreset{"crane", "A crane",
                     "Pull the crate aside and let go; set the payout of the cable to lower it and to hoist it."},
        ListedPreset{"winch", "A winch: two turns round a drum",
                     "The drum lifts the weight while a hand holds the tail: give it slack, and the turns slip."},
        ListedPreset{"ring_on_rope", "A ring slides on a rope",
                     "Lift the ring and let go: it runs down to where both halves of the rope are equally steep."},
        ListedPreset{"sling_hitch", "A sling round a bar",
                     "Pull the weight aside with the mouse, and watch the hitch creep round the bar."},
        ListedPreset{"cut", "A rope to be cut", "Press X and cut the rope: both ends recoil. J joins them again."},
        ListedPreset{"overhand", "A loop to be tied",
                     "Drag the end through the loop, with the wheel over and under; then pull it tight."},
        ListedPreset{"tied_overhand", "An overhand knot", "Pull an end with the mouse, and watch its loop close."},
        ListedPreset{"tied_figure_eight", "A figure-eight knot",
                     "Pull an end with the mouse, and watch its loops close."},
        ListedPreset{"tied_bowline", "A bowline round a bar",
                     "Choose the rope in the panel (S) and press Pull: its loop does not close, and it holds."},
        ListedPreset{
            "tied_square", "A square knot",
            "Pull, then make both ropes smoother: below a friction of 0.5 it slips. Which does the granny need?"},
        ListedPreset{
            "tied_granny", "A granny knot",
            "Pull, and compare it with the square knot: its ends stand across, and its crossings turn one way."},
        ListedPreset{"tied_sheet_bend", "A sheet bend",
                     "Pull: the second rope's turn nips both legs of the bight. It is a bowline whose loop is cut."},
        ListedPreset{"tied_clove_hitch", "A clove hitch on a bar",
                     "Pull, then halve the friction: the riding turn no longer holds the free end, and it slips."},
        ListedPreset{"tied_munter", "A munter hitch on a bar",
                     "Pull: a bight round the other strand brakes. Let the held end go, and the rope runs."},
        ListedPreset{"tied_prusik", "A prusik on a second rope",
                     "Pull the thick rope: the cord's turns grip it. Make both smoother, and it slides."},
    };
    return list;
}

const std::vector<std::string_view>& workshopPresetNames()
{
    static const std::vector<std::string_view> names = []
    {
        std::vector<std::string_view> ids;
        for (const ListedPreset& preset : workshopPresets())
            ids.push_back(preset.id);
        return ids;
    }();
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

LessonPtr lessonOf(WorkshopPreset preset, const Scene& scene)
{
    std::string path;
    return readLesson(fileOf(workshopPresetNames()[static_cast<std::size_t>(preset)]).at("lesson"), scene, path);
}

} // namespace ropewalk
