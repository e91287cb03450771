#include "parameter_panel.hpp"

#include "app/panels/frame/physics_panel.hpp"
#include "app/platform/imgui_versions.hpp"

#include "files/plain_name.hpp"
#include "files/quantity.hpp"
#include "scenes/constant_presets.hpp"

#include <rope/text.hpp>

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
    const std::string wanted = rope::lowered(filter);
    const auto in = [&wanted](std::string_view where)
    { return rope::lowered(where).find(wanted) != std::string::npos; };
    return in(parameter.name()) || in(plainName(parameter.name())) || in(parameter.sentence());
}

void ParameterPanel::sceneChanged()
{
    errors_.clear();
    field_ = {};
    preview_.reset();
    tracks_.clear();
}

bool ParameterPanel::wanted(const rope::Parameter& parameter) const
{
    return filter_[0] == '\0' || matches(filter_.data(), parameter);
}

void ParameterPanel::draw(PanelContext& context, const Rectangle& at)
{
    beginPanel(context, "parameters", at, noScrolling);
    panel_ = at;
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
    for (const rope::Parameter& parameter : scene.parameters().rows())
        labelWidth_ = std::max(labelWidth_, textSize(plainName(parameter.name())).x);
    labelWidth_ += context.px(18.0f) + explainButtonWidth(context);
    twoLines_ = ImGui::GetContentRegionAvail().x - labelWidth_ < context.px(96.0f);

    bool any = false;
    for (const std::string& group : groupsOf(context.workbench.scene().parameters()))
    {
        const auto& rows = context.workbench.scene().parameters().rows();
        if (std::none_of(rows.begin(), rows.end(),
                         [&](const rope::Parameter& p) { return p.group() == group && wanted(p); }))
            continue;
        any = true;
        drawGroup(context, group);
    }
    if (!any)
        text(context.colours.muted, filter_[0] == '\0' ? "This scene has no constants." : "No constant of that name.");
    ImGui::EndChild();
    ImGui::PopStyleVar();
    ImGui::End();
}

void ParameterPanel::drawTop(PanelContext& context)
{
    const char* label = "Restore all";
    const float width = textSize(label).x + 2.0f * ImGui::GetStyle().FramePadding.x;
    const float field =
        std::max(context.px(40.0f), ImGui::GetContentRegionAvail().x - width - ImGui::GetStyle().ItemSpacing.x);
    const ImVec2 from = ImGui::GetCursorPos();
    // Before the field, so that Tab leads from the field to the first constant.
    ImGui::SetCursorPosX(from.x + field + ImGui::GetStyle().ItemSpacing.x);
    if (button(context, label, "button restore all", "Give all constants of this scene their defaults.",
               !context.workbench.hasDefaults()))
    {
        errors_.clear();
        context.ui.request(Action::restoreDefaults);
    }
    ImGui::SetCursorPos(from);
    drawFilter(context, field);
    if (context.workbench.leftBefore())
        actionButton(context, "As I left it", "button as left", Action::restoreLeft);
}

void ParameterPanel::drawFilter(PanelContext& context, float width)
{
    const KeyFocus::Act act = context.ui.keys.at(filterField, KeyFocus::Kind::text);
    if (act.arrived)
        ImGui::SetKeyboardFocusHere();
    else if (std::exchange(filterByKey_, act.focused) && !act.focused)
        ImGui::SetWindowFocus(nullptr); // else it would go on taking what is typed
    filterByKey_ = act.focused;
    ImGui::SetNextItemWidth(width);
    const bool entered = ImGui::InputTextWithHint("##filter", "Find a constant", filter_.data(), filter_.size(),
                                                  ImGuiInputTextFlags_EnterReturnsTrue);
    if (entered && act.focused)
        context.ui.keys.press({PanelKey::next});
    if (act.back)
        context.ui.keys.release();
    placeItem(context, filterField, act);
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

void ParameterPanel::drawRow(PanelContext& context, const rope::Parameter& parameter)
{
    ImGui::PushID(parameter.name().c_str());
    const ImVec2 from = ImGui::GetCursorScreenPos();
    const float whole = ImGui::GetContentRegionAvail().x;
    const bool vector = std::holds_alternative<rope::Vec3*>(parameter.field());
    const bool changed = !parameter.isDefault();
    const float label = textSize(plainName(parameter.name())).x + markWidth(context, parameter);
    // A vector gets a line of its own, and so does a choice whose name would be cut off, or what a mark leaves no room.
    const bool wrap = twoLines_ || vector || choiceWidth(parameter) > whole - labelWidth_ ||
                      label > labelWidth_ - context.px(10.0f) - explainButtonWidth(context);

    ImGui::SetCursorScreenPos({from.x + context.px(8.0f), from.y});
    ImGui::AlignTextToFramePadding();
    text(changed ? context.colours.accent : context.colours.text, plainName(parameter.name()));
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
    const float width = std::max(1.0f, whole - left);

    if (vector)
    {
        drawVector(context, parameter, width);
    }
    else if (parameter.isChoice())
    {
        drawChoice(context, parameter, width);
    }
    else if (bool* const* field = std::get_if<bool*>(&parameter.field()))
    {
        bool value = **field;
        if (pressed(context, "slider " + parameter.name(), ImGui::Checkbox("##switch", &value)))
        {
            ++context.ui.gesture;
            set(context, parameter, rope::Parameter::Value(!**field));
        }
    }
    else
    {
        drawNumber(context, parameter, width);
    }
    if (!vector)
        help(context, parameter);
    // After the field, so that the keys come to the field first.
    const ImVec2 below = ImGui::GetCursorScreenPos();
    ImGui::SetCursorScreenPos(mark);
    explainButton(context, parameter.name());
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
    const auto present = std::find(names.begin(), names.end(), parameter.text());
    ImGui::SetNextItemWidth(width);
    const std::optional<std::size_t> other =
        choiceBox(context, "slider " + parameter.name(), static_cast<std::size_t>(present - names.begin()), choices);
    if (!other)
        return;
    ++context.ui.gesture;
    set(context, parameter, std::string(names[*other]));
}

void ParameterPanel::drawNumber(PanelContext& context, const rope::Parameter& parameter, float width)
{
    const bool previewed = preview_ && preview_->parameter == parameter.name();
    const double shown = previewed ? preview_->value : parameter.number();
    FieldEvent event = field_.draw(context, "slider " + parameter.name(), width, shown, NumberScale::of(parameter),
                                   parameter.unit(), NumberField::Kind::slider, tracks_.parts(parameter.name()));
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
        const FieldEvent event =
            field_.draw(context, name, each, value[i], scale, parameter.unit(), NumberField::Kind::drag);
        help(context, parameter);
        rope::Vec3 dragged = value;
        dragged[i] = event.dragged.value_or(value[i]);
        std::string typed;
        for (int k = 0; k < 3; ++k)
            typed += (k > 0 ? "," : "") + (k == i && event.typed ? *event.typed : rope::numberText(value[k]));
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
        errors_[parameter.name()] = withPlainNames(error.what());
    }
}

void ParameterPanel::help(PanelContext& context, const rope::Parameter& parameter) const
{
    constexpr double looking = 2.0; // [s] after a change, which belong to its effect
    if (!wantsTooltip(context) || field_.typing() || context.ui.now - editedAt_ < looking)
        return;
    // Over the panel, under the row or above it: beside the panel it would hide the rope.
    const ImVec2 from = ImGui::GetItemRectMin();
    const ImVec2 to = ImGui::GetItemRectMax();
    const bool under = to.y + context.px(170.0f) < ImGui::GetIO().DisplaySize.y;
    ImGui::SetNextWindowPos({panel_.x + context.px(4.0f), under ? to.y + context.px(4.0f) : from.y - context.px(4.0f)},
                            ImGuiCond_Always, {0.0f, under ? 0.0f : 1.0f});
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(std::max(context.px(200.0f), panel_.width - context.px(24.0f)));
    text(context, withPlainNames(parameter.sentence()));
    constexpr double patience = 1.5; // [s] after which the mouse asks for more than a sentence
    if (context.mouseRest < patience)
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
