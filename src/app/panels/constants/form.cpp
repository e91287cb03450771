#include "form.hpp"

#include <rope/text.hpp>

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
    ImGui::SameLine(left + labelWidth_);
}

void Form::end(const char* label, const char* sentence)
{
    placeItem(context_, std::string("form ") + label);
    if (!field_.typing())
        tooltip(context_, sentence);
    ImGui::PopID();
}

void Form::number(const char* label, const char* sentence, double& value, const NumberScale& scale, const char* unit)
{
    begin(label, sentence);
    const float width = std::max(1.0f, ImGui::GetContentRegionAvail().x);
    const FieldEvent event = field_.draw(context_, "##number", width, value, scale, unit, NumberField::Kind::slider);
    if (event.dragged)
        value = *event.dragged;
    else if (event.typed)
        value = rope::parseNumber(*event.typed).value_or(value);
    end(label, sentence);
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
    const auto index = static_cast<std::size_t>(std::clamp(chosen, 0, static_cast<int>(names.size()) - 1));
    if (ImGui::BeginCombo("##choice", names[index].c_str()))
    {
        closeWithEscape();
        for (std::size_t i = 0; i < names.size(); ++i)
        {
            if (ImGui::Selectable(names[i].c_str(), i == index))
                chosen = static_cast<int>(i);
            placeItem(context_, std::string("form ") + label + " " + names[i]);
        }
        ImGui::EndCombo();
    }
    end(label, sentence);
}

void Form::toggle(const char* label, const char* sentence, bool& value)
{
    begin(label, sentence);
    ImGui::Checkbox("##switch", &value);
    end(label, sentence);
}

} // namespace ropewalk
