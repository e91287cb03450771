#include "set_up_panel.hpp"

#include "app/language/translation.hpp"
#include "app/panels/constants/form.hpp"

#include "files/plain_name.hpp"
#include "scenes/file_lesson.hpp"
#include "scenes/scene_constants.hpp"
#include "scenes/set_up/set_up_edits.hpp"
#include "scenes/set_up/set_up_rows.hpp"
#include "scenes/set_up/set_up_solid.hpp"

#include <fmt/format.h>

#include <memory>
#include <stdexcept>
#include <utility>

namespace ropewalk
{

namespace
{

/// Draws a row of numbers, choices and switches; what the user enters is in its field then.
void drawRow(Form& form, rope::Parameter& row)
{
    const std::string label = plainName(row.name());
    const std::string sentence(row.sentence());
    const std::string unit(row.unit());
    const NumberScale scale = NumberScale::of(row);
    if (auto* const* number = std::get_if<double*>(&row.field()))
        form.number(label.c_str(), sentence.c_str(), **number, scale, unit.c_str());
    else if (auto* const* count = std::get_if<int*>(&row.field()))
        form.count(label.c_str(), sentence.c_str(), **count, scale, unit.c_str());
    else if (auto* const* on = std::get_if<bool*>(&row.field()))
        form.toggle(label.c_str(), sentence.c_str(), **on);
    else if (auto* const* vector = std::get_if<Vec3*>(&row.field()))
    {
        static constexpr std::array<const char*, 3> axes{"x", "y", "z"};
        for (int i = 0; i < 3; ++i)
            form.number((label + " " + axes[static_cast<std::size_t>(i)]).c_str(), sentence.c_str(), (**vector)[i],
                        scale, unit.c_str());
    }
    else
    {
        const auto& choice = std::get<rope::Parameter::Choice>(row.field());
        int chosen = choice.get();
        form.choice(label.c_str(), sentence.c_str(), chosen, {choice.names.begin(), choice.names.end()});
        if (chosen != choice.get())
            choice.set(chosen);
    }
}

} // namespace

/// Of a rope or a solid; ties and holds have none.
std::string SetUpPanel::nameOf(const SetUp& setUp, const Thing& thing)
{
    return thing.kind == Thing::Kind::rope    ? setUp.ropes[thing.number].name
           : thing.kind == Thing::Kind::solid ? setUp.solids[thing.number].name
                                              : std::string();
}

std::vector<SetUpPanel::Thing> SetUpPanel::thingsOf(const SetUp& setUp)
{
    std::vector<Thing> things;
    const auto add = [&things](Thing::Kind kind, std::size_t number, std::string label) {
        things.push_back({kind, number, std::move(label)});
    };
    for (std::size_t i = 0; i < setUp.ropes.size(); ++i)
        add(Thing::Kind::rope, i, "rope " + setUp.ropes[i].name);
    for (std::size_t i = 0; i < setUp.solids.size(); ++i)
        add(Thing::Kind::solid, i,
            fmt::format("{} {}", setUpShapeNames()[static_cast<std::size_t>(setUp.solids[i].shape)],
                        setUp.solids[i].name));
    for (std::size_t i = 0; i < setUp.ties.size(); ++i)
        add(Thing::Kind::tie, i, fmt::format("tie {} - {}", placeText(setUp.ties[i].a), placeText(setUp.ties[i].b)));
    for (std::size_t i = 0; i < setUp.holds.size(); ++i)
        add(Thing::Kind::hold, i, "hold " + placeText(setUp.holds[i].rope));
    return things;
}

void SetUpPanel::draw(PanelContext& context, const SetUpHost& host)
{
    if (!ImGui::IsMouseDown(ImGuiMouseButton_Left))
        dragging_ = false;
    const auto setUp = SetUpPtr(host.wantedSetUp()); // a button below may replace it
    const std::vector<Thing> things = thingsOf(*setUp);
    chosen_ = std::exchange(chosenNext_, std::nullopt).value_or(chosen_);
    chosen_ = std::min(chosen_, things.empty() ? 0 : things.size() - 1);
    drawList(context, things);
    drawWhole(context, host, things.empty() ? nullptr : &things[chosen_]);
    drawVerbFields(context);
    if (!error_.empty())
        wrappedText(context.colours.bad, "! " + error_);
    drawAdd(context, host);
    drawTicks(context);
    if (!things.empty() && setUp == host.wantedSetUp()) // else the things are old
        drawNumbers(context, host, things[chosen_]);
}

void SetUpPanel::drawList(PanelContext& context, const std::vector<Thing>& things)
{
    if (things.empty())
        return text(context.colours.muted, "Nothing stands here yet.");
    std::vector<ListChoice> choices;
    for (std::size_t i = 0; i < things.size(); ++i)
        choices.push_back({things[i].label, fmt::format("thing {}", i)});
    ImGui::SetNextItemWidth(-1.0f);
    chosen_ = choiceBox(context, "things", chosen_, choices).value_or(chosen_);
}

/// The buttons for the chosen thing and for the whole set-up.
void SetUpPanel::drawWhole(PanelContext& context, const SetUpHost& host, const Thing* thing)
{
    const SetUp& setUp = *host.wantedSetUp();
    const std::string name = thing ? nameOf(setUp, *thing) : std::string();
    const bool named = !name.empty();
    if (button(context, "Remove", "button remove thing", "Removes the chosen thing.", thing != nullptr))
    {
        if (named)
            perform(context, "delete " + name);
        else
        {
            SetUp fewer = setUp;
            const auto number = static_cast<std::ptrdiff_t>(thing->number);
            if (thing->kind == Thing::Kind::tie)
                fewer.ties.erase(fewer.ties.begin() + number);
            else
                fewer.holds.erase(fewer.holds.begin() + number);
            ++context.ui.gesture;
            follow(context, fewer);
        }
    }
    ImGui::SameLine();
    if (button(context, "Copy", "button copy thing", "Adds another one beside it.", named))
        perform(context, "copy " + name);
    ImGui::SameLine();
    actionButton(context, "Begin here", "button begin here", Action::beginHere);
    ImGui::SameLine();
    if (button(context, "The scene's own", "button own set-up", "Brings the set-up back that the scene comes with.",
               host.ownSetUp() != nullptr))
    {
        context.workbench.setSetUp(nullptr, ++context.ui.gesture);
        error_.clear();
    }
}

/// The ticks for the things that are drawn over the picture.
void SetUpPanel::drawTicks(PanelContext& context)
{
    Form form(context, field_, context.px(96.0f));
    form.toggle("Forces", "Draws the forces at ties, holds and axles (Y); those at the mouse head to tail too.",
                context.ui.forces);
    form.toggle("Grid", "What is placed and moved snaps to it.", context.ui.snaps);
    form.number("Step", "Of the grid.", context.ui.gridStep, {0.001, 1.0, true, false, 0.05}, "m");
}

void SetUpPanel::drawAdd(PanelContext& context, const SetUpHost& host)
{
    ImGui::AlignTextToFramePadding();
    text(context.colours.muted, "Add");
    for (std::size_t i = 0; i < setUpShapeNames().size(); ++i)
    {
        const std::string name(setUpShapeNames()[i]);
        const std::string label = capital(name);
        const float width = textSize(label).x + 2.0f * ImGui::GetStyle().FramePadding.x;
        ImGui::SameLine();
        if (ImGui::GetContentRegionAvail().x < width)
            ImGui::NewLine();
        if (!button(context, label.c_str(), "button add " + name,
                    "Adds a " + name + " where the picture has its middle."))
            continue;
        context.ui.added = static_cast<SceneSolid::Shape>(i);
        context.ui.request(Action::addSolid);
        chosenNext_ = host.wantedSetUp()->ropes.size() + host.wantedSetUp()->solids.size(); // the new one
    }
}

/// A field for a place, as parseVerb() reads it.
void SetUpPanel::drawPlace(PanelContext& context, const char* label, const std::string& name, float width,
                           std::array<char, 64>& text)
{
    const KeyFocus::Act act = context.ui.keys.at(name, KeyFocus::Kind::text);
    if (act.arrived)
        takeKeyboard(context);
    ImGui::SetNextItemWidth(width);
    ImGui::PushID(name.c_str());
    const bool entered = ImGui::InputTextWithHint("##place", std::string(translated(label)).c_str(), text.data(),
                                                  text.size(), ImGuiInputTextFlags_EnterReturnsTrue);
    ImGui::PopID();
    if (entered && act.focused)
        context.ui.keys.press({PanelKey::next});
    if (act.back)
        context.ui.keys.release();
    placeItem(context, name, act);
    tooltip(context, "ROPE.first, ROPE.last, ROPE METRES, SOLID.top and the like, SOLID X Y Z, or X Y Z");
}

/// The verbs without the mouse: two places, a mass or a speed, and a button for each.
void SetUpPanel::drawVerbFields(PanelContext& context)
{
    heading(context, "Verbs");
    const float half = 0.5f * (ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ItemSpacing.x);
    drawPlace(context, "at: fall 1.2, post1.last", "field where", half, where_);
    ImGui::SameLine();
    drawPlace(context, "to: box1.top, top left", "field to", half, to_);
    Form form(context, field_, context.px(96.0f));
    form.number("Weight", "Of what Hang hangs there.", mass_, {0.1, 1000.0, true, false, 5.0}, "kg");
    form.number("Speed", "At which Wind up pays out; negative takes in.", speed_, {-2.0, 2.0, false, false, 0.3},
                "m/s");
    const std::string where(where_.data());
    const std::string to(to_.data());
    struct Row
    {
        const char* label;
        const char* help;
        std::string line;
    };
    const Row rows[] = {
        {"Hold", "Holds the first place where it is now.", "hold " + where},
        {"Let go", "Undoes holds and ties of the first place.", "let_go " + where},
        {"Hang", "Hangs a weight on the first place.", fmt::format("hang {} {:g}", where, mass_)},
        {"Tie", "Ties the first place to the second.", "tie " + where + " " + to},
        {"Join", "Joins two ends of ropes, such as a cut has made.", "join " + where + " " + to},
        {"Run over", "Leads the rope over a solid (left or right) or through a ring.", "run_over " + where + " " + to},
        {"Cut", "Cuts the rope at the first place.", "cut " + where},
        {"Wind up", "Puts the first place, an end, on a reel.", fmt::format("wind {} {:g}", where, speed_)},
        {"New rope", "Lays a rope from the first place to the second; more stops may stand between them.",
         "new_rope " + where + " " + to},
    };
    for (const Row& row : rows)
    {
        const float width = textSize(row.label).x + 2.0f * ImGui::GetStyle().FramePadding.x;
        if (&row != rows)
            ImGui::SameLine();
        if (&row != rows && ImGui::GetContentRegionAvail().x < width)
            ImGui::NewLine();
        if (button(context, row.label, std::string("button ") + row.label, row.help, !where.empty()))
            perform(context, row.line);
    }
}

/// For the knot of a rope; ropes that are pulled too are tied to it.
void SetUpPanel::drawPull(PanelContext& context, const SetUpHost& host, const SetUpRope& rope)
{
    constexpr double newtons = 1000.0; // more than most knots here hold
    if (button(context, "Pull", "button pull knot",
               "Draws the last end outwards, by 10 N more a second, until the knot slips."))
    {
        SetUp pulled = *host.wantedSetUp();
        for (const SetUpRope& each : host.wantedSetUp()->ropes)
            if (each.name == rope.name || each.pull > 0.0)
                pulled =
                    withPull(pulled, each.name, newtons, host.positionOf(RopePlace{each.name, rope::RopeEnd::last}));
        ++context.ui.gesture;
        follow(context, pulled);
    }
    ImGui::SameLine();
    if (button(context, "Let go", "button let go knot", "Lets the last end go, and its pull.", rope.pull > 0.0))
        perform(context, "let_go " + rope.name + ".last");
    ImGui::SameLine();
    if (button(context, "Mirror", "button mirror", "Mirrors all of the set-up: knots become those of the other hand."))
        perform(context, "mirror");
}

void SetUpPanel::drawNumbers(PanelContext& context, const SetUpHost& host, const Thing& thing)
{
    SetUp setUp = *host.wantedSetUp();
    const std::string name = nameOf(setUp, thing);
    heading(context, thing.label);
    rope::Parameters rows;
    if (thing.kind == Thing::Kind::rope)
        describe(setUp.ropes[thing.number], rows);
    else if (thing.kind == Thing::Kind::solid)
        describe(setUp.solids[thing.number], rows);
    else if (thing.kind == Thing::Kind::tie)
    {
        context.ui.chosenPlace = setUp.ties[thing.number].a;
        rows.add("meter", &setUp.ties[thing.number].meter, {.sentence = "Its force is seen on the picture."});
    }
    else
    {
        context.ui.chosenPlace = setUp.holds[thing.number].rope;
        rows.add("place", &setUp.holds[thing.number].at,
                 {.minimum = -100.0, .maximum = 100.0, .unit = "m", .sentence = "Where it is held."});
    }
    if (thing.kind == Thing::Kind::rope)
        drawPull(context, host, setUp.ropes[thing.number]);
    if (setUp != *host.wantedSetUp()) // the next frame knows what came of it
        return;
    ImGui::BeginChild("numbers");
    Form form(context, field_, context.px(140.0f));
    const Scene& scene = context.workbench.scene();
    for (rope::Parameter& row : rows.rows())
    {
        const std::string constant = name.empty() ? std::string() : name + "." + row.name();
        if (!name.empty() && scene.fileLesson() && !scene.fileLesson()->shows(constant))
            continue;
        const bool locked = isLocked(scene, constant);
        ImGui::BeginDisabled(locked);
        drawRow(form, row);
        ImGui::EndDisabled();
        if (locked)
            tooltip(context, "Locked by the lesson of this file.", ImGuiHoveredFlags_AllowWhenDisabled);
    }
    ImGui::EndChild();
    if (setUp == *host.wantedSetUp())
        return;
    if (!dragging_)
        ++context.ui.gesture;
    dragging_ = ImGui::IsMouseDown(ImGuiMouseButton_Left);
    follow(context, setUp);
}

void SetUpPanel::follow(PanelContext& context, const SetUp& setUp)
{
    try
    {
        context.workbench.setSetUp(std::make_shared<const SetUp>(setUp), context.ui.gesture);
        error_.clear();
    }
    catch (const std::invalid_argument& error)
    {
        error_ = error.what();
    }
}

void SetUpPanel::perform(PanelContext& context, const std::string& line)
{
    try
    {
        context.workbench.perform(line);
        error_.clear();
    }
    catch (const std::invalid_argument& error)
    {
        error_ = error.what();
    }
}

} // namespace ropewalk
