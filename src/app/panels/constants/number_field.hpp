#pragma once

#include "app/panels/frame/number_scale.hpp"
#include "app/panels/frame/panel_context.hpp"
#include "track_limits.hpp"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace ropewalk
{

/// What the person at the mouse did with a field in this frame.
struct FieldEvent
{
    bool began = false;               ///< a drag or an entry begins to change the value: one step for undo
    std::optional<double> dragged;    ///< the value under the mouse
    std::optional<std::string> typed; ///< as it was typed, unchecked
    bool restore = false;             ///< back to the default
};

/// A number as a bar to drag: a slider that goes where the mouse is, or a field that moves along with it. Double-click
/// or Ctrl+click types, right-click asks for the default. A plain click changes nothing, so that neither the first half
/// of a double-click nor a stray one moves the value.
class NumberField
{
public:
    enum class Kind
    {
        slider,
        drag
    };

    FieldEvent draw(PanelContext& context, const char* id, float width, double value, const NumberScale& scale,
                    std::string_view unit, Kind kind, const std::vector<TrackPart>& parts = {});

    bool typing() const { return typingId_ != 0; }

private:
    FieldEvent drawEntry(PanelContext& context, float width);
    void drawBar(PanelContext& context, double value, const NumberScale& scale, std::string_view unit, Kind kind,
                 const std::vector<TrackPart>& parts) const;

    ImGuiID typingId_ = 0; ///< of the field that is an entry now
    bool wantsFocus_ = false;
    bool hadFocus_ = false;
    std::array<char, 128> entry_{};

    bool moving_ = false; ///< the pressed field follows the mouse
    double pressedAt_ = 0.0;
    float pressedX_ = 0.0f;
    double pressedValue_ = 0.0;
};

} // namespace ropewalk
