#pragma once

#include "app/panels/frame/panel_context.hpp"
#include "number_field.hpp"

#include <string>
#include <vector>

namespace ropewalk
{

/// Rows of a form: the question on the left, the answer on the right, the sentence as tooltip. In the UI map the field
/// of a row is called "form LABEL".
class Form
{
public:
    Form(PanelContext& context, NumberField& field, float labelWidth)
        : context_(context), field_(field), labelWidth_(labelWidth)
    {
    }

    /// Typed numbers may lie beyond the slider's range: whoever uses them judges them.
    void number(const char* label, const char* sentence, double& value, const NumberScale& scale, const char* unit);
    void count(const char* label, const char* sentence, int& value, const NumberScale& scale, const char* unit = "");
    void choice(const char* label, const char* sentence, int& chosen, const std::vector<std::string>& names);
    void toggle(const char* label, const char* sentence, bool& value);

private:
    void begin(const char* label, const char* sentence);
    void end(const char* sentence);

    PanelContext& context_;
    NumberField& field_;
    float labelWidth_;
};

} // namespace ropewalk
