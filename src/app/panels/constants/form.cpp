#include "form.hpp"

#include "app/language/translation.hpp"

#include "text/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace ropewalk
{

void Form::begin(const char* label, const char* sentence)
{
    ImGui::PushID(label);
    const float left = ImGui::GetCursorPosX();
    ImGui::AlignTextToFramePadding();
    text(context_, label);
    if (!field_.typing())
        tooltip(context_, sentence);
    ImGui::SameLine(left + std::max(labelWidth_, textSize(label).x + context_.px(8.0f)));
}

void Form::end(const char* sentence)
{
    if (!field_.typing())
        tooltip(context_, sentence);
    ImGui::PopID();
}

void Form::number(const char* label, const char* sentence, double& value, const NumberScale& scale, const char* unit)
{
    begin(label, sentence);
    const float width = std::max(1.0f, ImGui::GetContentRegionAvail().x);
    const FieldEvent event = field_.draw(context_, std::string("form ") + label, width,
                                         {value, scale, unit, true, {}, NumberField::zeroOf(translated(sentence))});
    if (event.dragged)
        value = *event.dragged;
    else if (event.typed)
        value = text::parseNumber(*event.typed).value_or(value);
    end(sentence);
}

void Form::count(const char* label, const char* sentence, int& value, const NumberScale& scale, const char* unit)
{
    double real = value;
    number(label, sentence, real, scale, unit);
    constexpr double most = std::numeric_limits<int>::max();
    value = static_cast<int>(std::lround(std::clamp(real, -most, most)));
}

void Form::choice(const char* label, const char* sentence, int& chosen, const std::vector<std::string>& names)
{
    begin(label, sentence);
    ImGui::SetNextItemWidth(-1.0f);
    const std::string row = std::string("form ") + label;
    const auto index = static_cast<std::size_t>(std::clamp(chosen, 0, static_cast<int>(names.size()) - 1));
    std::vector<ListChoice> choices;
    choices.reserve(names.size());
    for (const std::string& name : names)
        choices.push_back({name, fmt::format("{} {}", row, name)});
    if (const std::optional<std::size_t> other = choiceBox(context_, row, index, choices))
        chosen = static_cast<int>(*other);
    end(sentence);
}

void Form::toggle(const char* label, const char* sentence, bool& value)
{
    begin(label, sentence);
    bool ticked = value;
    if (pressed(context_, std::string("form ") + label, ImGui::Checkbox("##switch", &ticked)))
        value = !value;
    end(sentence);
}

} // namespace ropewalk
