#include "parameter_panel.hpp"

#include "preset_items.hpp"

#include "app/language/translation.hpp"
#include "app/panels/frame/physics_panel.hpp"
#include "app/panels/frame/scene_tiles.hpp"
#include "app/panels/frame/tool_window.hpp"
#include "app/platform/imgui_versions.hpp"

#include "files/plain_name.hpp"
#include "files/quantity.hpp"
#include "scenes/constant_presets.hpp"
#include "scenes/scene_constants.hpp"

#include "text/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace ropewalk
{

namespace
{

/// The width of a combo box that shows the longest name; 0 for a parameter that is no choice.
float choiceWidth(const rope::Parameter& parameter)
{
    if (!parameter.isChoice())
        return 0.0f;
    float widest = 0.0f;
    for (const std::string_view name : parameter.choices())
        widest = std::max(widest, textSize(plainName(name)).x);
    return widest + ImGui::GetStyle().FramePadding.x + ImGui::GetFrameHeight();
}

std::string defaultWords(const rope::Parameter& parameter)
{
    if (parameter.isNumber())
        return quantityText(parameter.defaultNumber(), parameter.unit(), 4);
    if (parameter.isChoice())
        return plainName(parameter.defaultText());
    if (std::holds_alternative<bool*>(parameter.field()))
        return parameter.defaultText() == "true" ? "on" : "off";
    return parameter.defaultText() + " " + plainUnit(parameter.unit());
}

std::string rangeWords(const rope::Parameter& parameter)
{
    if (parameter.isChoice())
    {
        std::string names;
        for (const std::string_view name : parameter.choices())
            names += (names.empty() ? "" : ", ") + plainName(name);
        return names;
    }
    if (std::holds_alternative<bool*>(parameter.field()))
        return "on or off";
    const bool vector = !parameter.isNumber();
    return quantityText(parameter.minimum(), parameter.unit()) + " to " +
           quantityText(parameter.maximum(), parameter.unit()) + (vector ? " each" : "");
}

/// In the words of the panel, where a typed text is no number of the parameter's range.
std::optional<std::string> refusalOf(const rope::Parameter& parameter, const std::string& typed)
{
    const std::optional<double> number = text::parseNumber(typed);
    if (!parameter.isNumber() || (number && *number >= parameter.minimum() && *number <= parameter.maximum()))
        return std::nullopt;
    return fmt::format("{} cannot be {}: it must be a number, {}", plainName(parameter.name()), text::quoted(typed),
                       rangeWords(parameter));
}
std::optional<std::string> refusalOf(const rope::Parameter& /*parameter*/, const rope::Parameter::Value& /*dragged*/)
{
    return std::nullopt;
}

} // namespace

std::vector<std::string> groupsOf(const rope::Parameters& parameters)
{
    std::vector<std::string> groups;
    for (const rope::Parameter& parameter : parameters.rows())
        if (std::find(groups.begin(), groups.end(), parameter.group()) == groups.end())
            groups.push_back(parameter.group());
    return groups;
}

bool matches(std::string_view filter, const rope::Parameter& parameter)
{
    const std::string wanted = text::lowered(filter);
    const auto in = [&wanted](std::string_view where)
    { return text::lowered(where).find(wanted) != std::string::npos; };
    const std::string name = plainName(parameter.name());
    return in(parameter.name()) || in(name) || in(translated(name)) || in(translated(parameter.sentence()));
}

void ParameterPanel::sceneChanged()
{
    filter_.fill('\0');
    errors_.clear();
    listed_.clear();
    field_ = {};
    preview_.reset();
    tracks_.clear();
}

bool ParameterPanel::wanted(const rope::Parameter& parameter) const
{
    return (filter_[0] == '\0' || matches(filter_.data(), parameter)) && (!lesson_ || lesson_->shows(parameter.name()));
}

bool ParameterPanel::listed(const rope::Parameter& parameter) const
{
    return lesson_ && !lesson_->show.empty() ? lesson_->shows(parameter.name()) : listed_.contains(parameter.name());
}

/// Adds to the short list: the scene's main constants, those that are changed, and those that the lesson speaks of. A
/// row stays in it: it must not go away under the mouse that drags it back to its default.
void ParameterPanel::extendShortList(const PanelContext& context)
{
    const Scene& scene = context.workbench.scene();
    const SceneInfo& info = scene.info();
    const std::size_t step = context.ui.lesson.step();
    const bool taught = context.ui.lessons.shown && step < scene.lesson().size();
    const std::string act = taught ? withPlainNames(scene.lesson()[step].act) : std::string();
    const std::string main = ' ' + std::string(info.main) + ' ';
    for (const rope::Parameter& parameter : scene.parameters().rows())
        if (!parameter.isDefault() || main.find(' ' + parameter.name() + ' ') != std::string::npos ||
            act.find(plainName(parameter.name())) != std::string::npos)
            listed_.insert(parameter.name());
}

void ParameterPanel::draw(PanelContext& context, const Rectangle& at)
{
    beginPanel(context, "parameters", at, noScrolling);
    panel_ = at;
    lesson_ = context.workbench.scene().fileLesson();
    tracks_.work(context.workbench.scene(), context.workbench.tickLength() / context.workbench.stepBudget(),
                 context.workbench.clock());
    drawTop(context);

    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ImGui::GetStyle().ItemSpacing.x, context.px(3.0f)});
    ImGui::BeginChild("constant rows", {0.0f, 0.0f}, false, ImGuiWindowFlags_NoNav);
    labelWidth_ = 0.0f;
    const Scene& scene = context.workbench.scene();
    if (std::pair now(std::string(scene.info().id), scene.parameters().revision()); marked_ != now)
    {
        marked_ = std::move(now);
        marks_ = presetMarks(scene);
    }
    const bool chosen = lesson_ && !lesson_->show.empty(); // by the lesson
    const bool few = (chosen || (!context.ui.allPanels && !context.ui.allConstants)) && filter_[0] == '\0';
    if (few)
        extendShortList(context);
    for (const rope::Parameter& parameter : scene.parameters().rows())
        if (!few || listed(parameter))
            labelWidth_ = std::max(labelWidth_, textSize(plainName(parameter.name())).x);
    labelWidth_ += context.px(18.0f);
    // A long name takes a line of its own, before it takes the room of all fields.
    const float room = ImGui::GetContentRegionAvail().x;
    labelWidth_ = std::min(labelWidth_, std::max(context.px(110.0f), room - context.px(100.0f)));
    if (std::exchange(scroll_, ImGui::GetScrollY()) != ImGui::GetScrollY())
        scrolledAt_ = context.ui.now;
    twoLines_ = room - labelWidth_ < context.px(96.0f);

    bool any = !chosen && drawSolidSwitch(context);
    for (const rope::Parameter& parameter : scene.parameters().rows())
        if (few && listed(parameter))
        {
            any = true;
            drawRow(context, parameter);
        }
    for (const std::string& group : groupsOf(scene.parameters()))
    {
        const auto& rows = scene.parameters().rows();
        if (few || std::none_of(rows.begin(), rows.end(),
                                [&](const rope::Parameter& p) { return p.group() == group && wanted(p); }))
            continue;
        any = true;
        drawGroup(context, group);
    }
    if (few && drawPresetTiles(context))
        any = true;
    if (!any && filter_[0] == '\0')
        wrappedText(context.colours.muted,
                    chosen ? "The constants of this lesson are in the set-up (S)." : "This scene has no constants.");
    else if (!any)
    {
        text(context.colours.muted, "No constant of that name.");
        const std::string all = fmt::format("Show all {}", scene.parameters().rows().size());
        if (button(context, all.c_str(), "button show all"))
            filter_.fill('\0');
    }
    ImGui::EndChild();
    ImGui::PopStyleVar();
    ImGui::End();
}

void ParameterPanel::drawTop(PanelContext& context)
{
    const ImGuiStyle& style = ImGui::GetStyle();
    const auto widthOf = [&style](const char* label) { return textSize(label).x + 2.0f * style.FramePadding.x; };
    const char* presets = "Presets";
    const float field =
        std::max(context.px(40.0f), ImGui::GetContentRegionAvail().x - widthOf(presets) - style.ItemSpacing.x);
    const ImVec2 from = ImGui::GetCursorPos();
    // Before the field, so that Tab leads from the field on.
    ImGui::SetCursorPosX(from.x + field + style.ItemSpacing.x);
    if (button(context, presets, "button presets", "Constants of a world or of what a rope is made of."))
        ImGui::OpenPopup("presets");
    if (ImGui::BeginPopup("presets", ImGuiWindowFlags_NoNav))
    {
        const PopupKeys keys(context, "list of presets");
        presetItems(context);
        ImGui::EndPopup();
    }
    ImGui::SetCursorPos(from);
    drawFilter(context, field);

    if (!context.ui.allPanels && (!lesson_ || lesson_->show.empty()))
    {
        const std::string all = fmt::format("All {}", context.workbench.scene().parameters().rows().size());
        if (choiceButton(context, "Main", "button main constants", !context.ui.allConstants))
            context.ui.allConstants = false;
        ImGui::SameLine(0.0f, context.px(3.0f));
        if (choiceButton(context, all, "button all constants", context.ui.allConstants))
            context.ui.allConstants = true;
        ImGui::SameLine();
    }
    const char* restore = "Restore all";
    ImGui::SetCursorPosX(from.x + field + style.ItemSpacing.x + widthOf(presets) - widthOf(restore));
    if (button(context, restore, "button restore all", "Give all constants of this scene their defaults.",
               !context.workbench.hasDefaults()))
    {
        errors_.clear();
        context.ui.request(Action::restoreDefaults);
    }
    if (context.workbench.leftBefore())
        actionButton(context, "As I left it", "button as left", Action::restoreLeft);
}

void ParameterPanel::drawFilter(PanelContext& context, float width)
{
    const KeyFocus::Act act = context.ui.keys.at(filterField, KeyFocus::Kind::text);
    if (act.arrived)
        takeKeyboard(context);
    else if (std::exchange(filterByKey_, act.focused) && !act.focused)
        ImGui::SetWindowFocus(nullptr); // else it would go on taking letters
    filterByKey_ = act.focused;
    const bool filtered = filter_[0] != '\0';
    const float cross = ImGui::GetFrameHeight();
    ImGui::SetNextItemWidth(width - (filtered ? cross : 0.0f));
    const bool entered = ImGui::InputTextWithHint("##filter", std::string(translated("Find a constant")).c_str(),
                                                  filter_.data(), filter_.size(), ImGuiInputTextFlags_EnterReturnsTrue);
    // Dear ImGui's own Esc would bring back what stood there when the typing began.
    if (act.back || (filterTyped_ && keyPressed(ImGuiKey_Escape)))
        filter_.fill('\0');
    filterTyped_ = ImGui::IsItemActive();
    if (entered && act.focused)
        context.ui.keys.press({PanelKey::next});
    if (act.back)
        context.ui.keys.release();
    placeItem(context, filterField, act);
    if (!filtered)
        return;
    ImGui::SameLine(0.0f, 0.0f);
    if (ImGui::InvisibleButton("clear filter", {cross, cross})) // Esc does the same by key
        filter_.fill('\0');
    placeItem(context, "button clear filter");
    const ImVec2 from = ImGui::GetItemRectMin();
    const bool hovered = ImGui::IsItemHovered();
    tooltip(context, "Shows all constants again.");
    const ImVec2 middle{from.x + 0.5f * cross, from.y + 0.5f * cross};
    const float half = context.px(4.0f);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(from, {from.x + cross, from.y + cross},
                       packed(hovered ? context.colours.fieldHovered : context.colours.field),
                       ImGui::GetStyle().FrameRounding);
    for (const float side : {-half, half})
        list.AddLine({middle.x - half, middle.y - side}, {middle.x + half, middle.y + side},
                     packed(hovered ? context.colours.text : context.colours.muted), context.px(1.5f));
}

/// What sets several constants at once stands above them all, as a row of its own.
bool ParameterPanel::drawSolidSwitch(PanelContext& context)
{
    const std::optional<SolidSwitch> solid = solidSwitch(context.workbench.scene());
    if (!solid || text::lowered(solid->preset.label).find(text::lowered(filter_.data())) == std::string::npos)
        return false;
    const ImVec2 from = ImGui::GetCursorScreenPos();
    ImGui::SetCursorScreenPos({from.x + context.px(8.0f), from.y});
    ImGui::AlignTextToFramePadding();
    pushFont(context.fonts.heading());
    text(solid->on ? context.colours.accent : context.colours.text, std::string(solid->preset.label));
    ImGui::PopFont();
    tooltip(context, solid->preset.sentence);
    ImGui::SameLine(labelWidth_);
    bool on = solid->on;
    if (pressed(context, "switch solid", ImGui::Checkbox("##solid", &on)))
    {
        errors_.clear();
        editedAt_ = context.ui.now;
        context.workbench.useValues(solid->pressed);
    }
    tooltip(context, solid->preset.sentence);
    return true;
}

void ParameterPanel::drawGroup(PanelContext& context, const std::string& group)
{
    const std::string title = group.empty() ? "Constants" : group;
    ImGuiStorage& storage = *ImGui::GetStateStorage();
    const ImGuiID key = ImGui::GetID(title.c_str());
    bool open = storage.GetBool(key, true);
    const bool filtered = filter_[0] != '\0'; // a filter opens every group
    const bool clicked = ImGui::InvisibleButton(
        title.c_str(), {std::max(1.0f, ImGui::GetContentRegionAvail().x), ImGui::GetFrameHeight()});
    if (pressed(context, "group " + title, clicked, !filtered))
        storage.SetBool(key, open = !open);
    open = open || filtered;
    const ImVec2 from = ImGui::GetItemRectMin();
    const float height = ImGui::GetItemRectSize().y;
    const float size = context.px(3.5f);
    const ImVec2 middle{from.x + context.px(4.0f), from.y + 0.5f * height};
    const ImU32 colour = packed(ImGui::IsItemHovered() ? context.colours.accent : context.colours.muted);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (open)
        list.AddTriangleFilled({middle.x - size, middle.y - 0.6f * size}, {middle.x + size, middle.y - 0.6f * size},
                               {middle.x, middle.y + 0.8f * size}, colour);
    else
        list.AddTriangleFilled({middle.x - 0.6f * size, middle.y - size}, {middle.x - 0.6f * size, middle.y + size},
                               {middle.x + 0.8f * size, middle.y}, colour);
    pushFont(context.fonts.heading());
    drawText(list, {from.x + context.px(14.0f), middle.y - 0.5f * ImGui::GetFontSize()}, packed(context.colours.text),
             title);
    ImGui::PopFont();
    if (!open)
        return;
    for (const rope::Parameter& parameter : context.workbench.scene().parameters().rows())
        if (parameter.group() == group && wanted(parameter))
            drawRow(context, parameter);
    ImGui::Dummy({0.0f, context.px(1.0f)});
}

void ParameterPanel::drawField(PanelContext& context, const rope::Parameter& parameter, float width)
{
    if (std::holds_alternative<rope::Vec3*>(parameter.field()))
        return drawVector(context, parameter, width);
    if (parameter.isChoice())
        return drawChoice(context, parameter, width);
    const bool* const* field = std::get_if<bool*>(&parameter.field());
    if (field == nullptr)
        return drawNumber(context, parameter, width);
    bool value = **field;
    if (pressed(context, "slider " + parameter.name(), ImGui::Checkbox("##switch", &value)))
    {
        ++context.ui.gesture;
        set(context, parameter, rope::Parameter::Value(!**field));
    }
}

void ParameterPanel::drawRow(PanelContext& context, const rope::Parameter& parameter)
{
    ImGui::PushID(parameter.name().c_str());
    const ImVec2 from = ImGui::GetCursorScreenPos();
    const float whole = ImGui::GetContentRegionAvail().x;
    const bool vector = std::holds_alternative<rope::Vec3*>(parameter.field());
    const bool changed = !parameter.isDefault();
    const float label = textSize(plainName(parameter.name())).x + markWidth(context, parameter);
    // A vector gets a line of its own, and so does a choice whose name would be cut off, or what a mark leaves no room.
    const bool wrap =
        twoLines_ || vector || choiceWidth(parameter) > whole - labelWidth_ || label > labelWidth_ - context.px(10.0f);

    ImGui::SetCursorScreenPos({from.x + context.px(8.0f), from.y});
    ImGui::AlignTextToFramePadding();
    const bool locked = isLocked(context.workbench.scene(), parameter.name());
    text(locked    ? context.colours.muted
         : changed ? context.colours.accent
                   : context.colours.text,
         plainName(parameter.name()));
    help(context, parameter);
    if (ImGui::IsItemClicked(ImGuiMouseButton_Right))
    {
        ++context.ui.gesture;
        set(context, parameter, parameter.defaultText());
    }
    drawMark(context, parameter);
    // The button stands at the end of the label; where the field has a line of its own, at the end of the whole line.
    const float explain = wrap ? whole : labelWidth_ - context.px(2.0f);
    ImGui::SameLine(explain - explainButtonWidth(context));
    const ImVec2 mark = ImGui::GetCursorScreenPos();
    ImGui::Dummy({explainButtonWidth(context), ImGui::GetFrameHeight()});
    if (changed)
        ImGui::GetWindowDrawList()->AddRectFilled(
            {from.x, from.y + context.px(5.0f)},
            {from.x + context.px(3.0f), from.y + ImGui::GetFrameHeight() - context.px(5.0f)},
            packed(context.colours.accent), context.px(1.5f));

    const float left = wrap ? context.px(8.0f) : labelWidth_;
    if (wrap)
        ImGui::SetCursorScreenPos({from.x + left, ImGui::GetCursorScreenPos().y});
    else
        ImGui::SameLine(left);
    ImGui::BeginDisabled(locked);
    drawField(context, parameter, std::max(1.0f, whole - left));
    ImGui::EndDisabled();
    if (!vector)
        help(context, parameter);
    // After the field, so that the keys come to the field first.
    const ImVec2 below = ImGui::GetCursorScreenPos();
    ImGui::SetCursorScreenPos(mark);
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const bool hovered = ImGui::IsWindowHovered() && mouse.y >= from.y && mouse.y < below.y;
    explainButton(context, parameter.name(), hovered);
    ImGui::SetCursorScreenPos(below);

    if (const auto error = errors_.find(parameter.name()); error != errors_.end())
        wrappedText(context.colours.bad, "! " + error->second);
    ImGui::PopID();
}

float ParameterPanel::markWidth(const PanelContext& context, const rope::Parameter& parameter) const
{
    const auto mark = marks_.find(parameter.name());
    return mark == marks_.end() ? 0.0f : textSize(std::string(mark->second)).x + context.px(16.0f);
}

/// The preset's name beside the constant's: as long as the constant has the preset's value.
void ParameterPanel::drawMark(PanelContext& context, const rope::Parameter& parameter) const
{
    const auto mark = marks_.find(parameter.name());
    if (mark == marks_.end())
        return;
    const std::string label(mark->second);
    const ImVec2 size = textSize(label);
    const ImVec2 from{ImGui::GetItemRectMax().x + context.px(6.0f), ImGui::GetItemRectMin().y};
    const ImVec2 to{from.x + size.x + context.px(10.0f), from.y + size.y};
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRect(from, to, packed(context.colours.accent, 0.7f), 0.5f * size.y);
    drawText(list, {from.x + context.px(5.0f), from.y}, packed(context.colours.accent), label);
}

void ParameterPanel::drawChoice(PanelContext& context, const rope::Parameter& parameter, float width)
{
    const std::vector<std::string_view>& names = parameter.choices();
    std::vector<ListChoice> choices;
    choices.reserve(names.size());
    for (const std::string_view name : names)
        choices.push_back({plainName(name), "choice " + parameter.name() + " " + std::string(name)});
    const auto present =
        static_cast<std::size_t>(std::find(names.begin(), names.end(), parameter.text()) - names.begin());
    const bool own = hidesListedPreset(context.workbench.scene(), parameter);
    if (own)
        choices.push_back({"Own set-up", "choice own set-up"});
    ImGui::SetNextItemWidth(width);
    const std::optional<std::size_t> other =
        choiceBox(context, "slider " + parameter.name(), own ? names.size() : present, choices);
    if (!other)
        return;
    ++context.ui.gesture;
    if (own && *other == present) // the constant has this value already
        context.workbench.setSetUp(nullptr, context.ui.gesture);
    else
        set(context, parameter, std::string(names[*other]));
}

void ParameterPanel::drawNumber(PanelContext& context, const rope::Parameter& parameter, float width)
{
    const bool previewed = preview_ && preview_->parameter == parameter.name();
    const double shown = previewed ? preview_->value : parameter.number();
    FieldEvent event =
        field_.draw(context, "slider " + parameter.name(), width,
                    {shown, NumberScale::of(parameter), parameter.unit(), true, tracks_.parts(parameter.name()),
                     NumberField::zeroOf(translated(parameter.sentence()))});
    // What lays the scene out anew does so once, where the drag ends.
    if (parameter.laysOut())
    {
        if (event.dragged)
            preview_ = Preview{parameter.name(), *event.dragged};
        const bool own = preview_ && preview_->parameter == parameter.name();
        event.dragged = event.ended && own ? std::optional(preview_->value) : std::nullopt;
        if (event.ended)
            preview_.reset();
    }
    apply(context, parameter, event, event.dragged ? parameter.read(*event.dragged) : parameter.value(),
          event.typed.value_or(std::string()));
}

void ParameterPanel::drawVector(PanelContext& context, const rope::Parameter& parameter, float width)
{
    const rope::Vec3 value = *std::get<rope::Vec3*>(parameter.field());
    const NumberScale scale(parameter.minimum(), parameter.maximum(), false, false, 0.0);
    const float gap = ImGui::GetStyle().ItemInnerSpacing.x;
    const float each = (width - 2.0f * gap) / 3.0f;
    static constexpr std::array<const char*, 3> names{"x", "y", "z"};
    for (int i = 0; i < 3; ++i)
    {
        if (i > 0)
            ImGui::SameLine(0.0f, gap);
        const std::string name = "slider " + parameter.name() + " " + names[static_cast<std::size_t>(i)];
        const FieldEvent event = field_.draw(context, name, each, {value[i], scale, parameter.unit(), false});
        help(context, parameter);
        rope::Vec3 dragged = value;
        dragged[i] = event.dragged.value_or(value[i]);
        std::string typed;
        for (int k = 0; k < 3; ++k)
            typed += (k > 0 ? "," : "") + (k == i && event.typed ? *event.typed : text::numberText(value[k]));
        apply(context, parameter, event, dragged, typed);
    }
}

void ParameterPanel::apply(PanelContext& context, const rope::Parameter& parameter, const FieldEvent& event,
                           const rope::Parameter::Value& dragged, const std::string& typed)
{
    if (event.began || event.restore)
        ++context.ui.gesture;
    if (event.restore)
        set(context, parameter, parameter.defaultText());
    else if (event.typed)
        set(context, parameter, typed);
    else if (event.dragged)
        set(context, parameter, dragged);
}

template <typename Value>
void ParameterPanel::set(PanelContext& context, const rope::Parameter& parameter, const Value& value)
{
    editedAt_ = context.ui.now;
    try
    {
        context.workbench.setParameter(parameter, value, context.ui.gesture);
        errors_.erase(parameter.name());
    }
    catch (const std::invalid_argument& error)
    {
        errors_[parameter.name()] = refusalOf(parameter, value).value_or(withPlainNames(error.what()));
    }
}

void ParameterPanel::help(PanelContext& context, const rope::Parameter& parameter) const
{
    constexpr double looking = 2.0; // [s] after a change, which belong to its effect
    if (!wantsTooltip(context, ImGuiHoveredFlags_AllowWhenDisabled) || field_.typing() ||
        context.ui.now - editedAt_ < looking)
        return;
    // Over the panel, under the row or above it: beside the panel it would hide the rope.
    const ImVec2 from = ImGui::GetItemRectMin();
    const ImVec2 to = ImGui::GetItemRectMax();
    const bool under = to.y + context.px(170.0f) < ImGui::GetIO().DisplaySize.y;
    ImGui::SetNextWindowPos({panel_.x + context.px(4.0f), under ? to.y + context.px(4.0f) : from.y - context.px(4.0f)},
                            ImGuiCond_Always, {0.0f, under ? 0.0f : 1.0f});
    constexpr double patience = 1.5; // [s] after which the mouse asks for more than a sentence
    const float width = std::max(context.px(200.0f), panel_.width - context.px(24.0f));
    const std::string sentence = withPlainNames(parameter.sentence());
    const double sinceScroll = context.ui.now - scrolledAt_;
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(width);
    // While the list moves under a mouse at rest, the rows below stay readable.
    const bool moving = sinceScroll < patience;
    if (isLocked(context.workbench.scene(), parameter.name()))
        text(context.colours.accent, "Locked by the lesson of this file.");
    text(context, moving ? shortened(sentence, width - 2.0f * ImGui::GetStyle().WindowPadding.x) : sentence);
    placeWindow(context, "tooltip of " + parameter.name());
    if (moving || context.mouseRest < patience)
    {
        ImGui::PopTextWrapPos();
        ImGui::EndTooltip();
        return;
    }
    text(context.colours.muted, "Range: " + rangeWords(parameter));
    text(context.colours.muted, "Default: " + defaultWords(parameter));
    text(context.colours.muted, "On the command line: --set " + parameter.name() + "=" + parameter.text());
    for (const TrackPart& part : tracks_.parts(parameter.name()))
        text(part.kind == TrackPart::unstable ? context.colours.bad : context.colours.close,
             sentenceOf(part, context.workbench.stepBudget(), parameter.unit()));
    const bool number = parameter.isNumber() || std::holds_alternative<rope::Vec3*>(parameter.field());
    text(context.colours.muted, number ? "Drag, or double-click to type; right-click on the name or the value restores "
                                         "the default."
                                       : "Right-click on the name restores the default.");
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
}

} // namespace ropewalk
