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

/// What the user did with a field in this frame.
struct FieldEvent
{
    bool began = false;               ///< a drag or an entry begins: one undo takes back all of it
    std::optional<double> dragged;    ///< the value that the mouse or a key has moved it to
    bool ended = false;               ///< a drag ends
    std::optional<std::string> typed; ///< the text, unchecked
    bool restore = false;             ///< the default is wanted
};

/// A number as a bar to drag: the value moves along with the mouse, from where it is. A double-click or Ctrl+click
/// opens a text entry, a right-click asks for the default. A plain click changes nothing: it may be the first half of a
/// double-click. By keys, left and right change it and Enter opens the entry.
class NumberField
{
public:
    /// What the field shows.
    struct Number
    {
        double value;
        NumberScale scale;
        std::string_view unit;
        bool slider =
            true; ///< shows its place in the range, which is as long as the field; else it has no room for that
        std::vector<TrackPart> parts = {};
        std::string_view zero = {}; ///< what 0 stands for, shown in its place where there is room: "never"; translated
    };
    /// What a translated sentence says of 0: "never" of "Strain at which it breaks; 0: never."
    static std::string_view zeroOf(std::string_view sentence);

    /// The map calls the field `name`.
    FieldEvent draw(PanelContext& context, const std::string& name, float width, const Number& number);

    bool typing() const { return typingId_ != 0; }

private:
    FieldEvent drawEntry(PanelContext& context, const std::string& name, float width);
    void startTyping(PanelContext& context, ImGuiID id, const Number& number, bool byKey);
    void drawBar(PanelContext& context, const Number& number) const;

    ImGuiID typingId_ = 0; ///< of the field that is a text entry now; 0 where none is
    bool wantsFocus_ = false;
    bool hadFocus_ = false;
    bool degrees_ = false; ///< it is an angle, which is shown so and typed so
    std::string shown_;    ///< as the entry began: a text left so changes nothing
    bool byKey_ = false;   ///< the entry ends when the keys go on to another item
    std::array<char, 128> entry_{};

    bool moving_ = false; ///< the pressed field follows the mouse
    float pressedX_ = 0.0f;
    double pressedValue_ = 0.0;
};

} // namespace ropewalk
