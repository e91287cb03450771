#pragma once

#include "app/panels/frame/panel_context.hpp"
#include "number_field.hpp"
#include "track_limits.hpp"

#include "scenes/file_lesson.hpp"

#include <array>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace ropewalk
{

/// The constants of the scene under the headings of their groups; each row is made from its rope::Parameter.
class ParameterPanel
{
public:
    void draw(PanelContext& context, const Rectangle& at);
    void sceneChanged(); ///< forgets the filter, errors, half-typed entries and tracks

private:
    void drawTop(PanelContext& context);
    void drawFilter(PanelContext& context, float width);
    bool drawSolidSwitch(PanelContext& context); ///< false where there is none, or the filter wants none
    void drawGroup(PanelContext& context, const std::string& group);
    void drawField(PanelContext& context, const rope::Parameter& parameter, float width);
    void drawRow(PanelContext& context, const rope::Parameter& parameter);
    void drawVector(PanelContext& context, const rope::Parameter& parameter, float width);
    void drawMark(PanelContext& context, const rope::Parameter& parameter) const;
    float markWidth(const PanelContext& context, const rope::Parameter& parameter) const;
    void drawChoice(PanelContext& context, const rope::Parameter& parameter, float width);
    void drawNumber(PanelContext& context, const rope::Parameter& parameter, float width);
    void apply(PanelContext& context, const rope::Parameter& parameter, const FieldEvent& event,
               const rope::Parameter::Value& dragged, const std::string& typed);
    /// `value` is a parameter's value, or text as it was typed.
    template <typename Value>
    void set(PanelContext& context, const rope::Parameter& parameter, const Value& value);
    void help(PanelContext& context, const rope::Parameter& parameter) const;
    bool wanted(const rope::Parameter& parameter) const;
    bool listed(const rope::Parameter& parameter) const; ///< in the list without groups
    void extendShortList(const PanelContext& context);

    /// The value that a constant will have where the drag ends.
    struct Preview
    {
        std::string parameter;
        double value;
    };

    NumberField field_;
    std::optional<Preview> preview_;
    TrackLimits tracks_;
    std::array<char, 64> filter_{};
    bool filterByKey_ = false;                                   ///< the keys were on the filter in the last frame
    bool filterTyped_ = false;                                   ///< it had the keyboard in the last frame
    std::map<std::string, std::string, std::less<>> errors_;     ///< by parameter; until the next change of it
    std::map<std::string, std::string_view, std::less<>> marks_; ///< by parameter: the preset that its value comes from
    std::pair<std::string, std::uint64_t> marked_{};             ///< scene and revision of the constants then
    std::set<std::string, std::less<>> listed_;                  ///< the rows of the short list
    LessonPtr lesson_;                                           ///< of the scene's file, in this frame
    float labelWidth_ = 0.0f;
    Rectangle panel_;
    double editedAt_ = -100.0;   ///< [s]
    float scroll_ = 0.0f;        ///< [px], of the list in the last frame
    double scrolledAt_ = -100.0; ///< [s]
    bool twoLines_ = false;      ///< the label stands above the field: the panel is narrow
};

/// The names of the groups in the order in which they first appear.
std::vector<std::string> groupsOf(const rope::Parameters& parameters);

/// Whether the name, the name in plain words or the sentence contains the filter text; capitals do not matter.
bool matches(std::string_view filter, const rope::Parameter& parameter);

} // namespace ropewalk
