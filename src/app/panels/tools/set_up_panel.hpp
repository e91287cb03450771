#pragma once

#include "app/panels/constants/number_field.hpp"
#include "app/panels/frame/tool_window.hpp"

#include "scenes/hosts.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace ropewalk
{

/// The set-up of the workshop: its things, the numbers of one of them, and the verbs by keys alone.
class SetUpPanel
{
public:
    /// Within the panel of a tool.
    void draw(PanelContext& context, const SetUpHost& host);

private:
    /// What the list names.
    struct Thing
    {
        enum class Kind
        {
            rope,
            solid,
            tie,
            hold
        };
        Kind kind = Kind::rope;
        std::size_t number = 0;
        std::string label;
    };
    static std::vector<Thing> thingsOf(const SetUp& setUp);
    static std::string nameOf(const SetUp& setUp, const Thing& thing);

    void drawList(PanelContext& context, const std::vector<Thing>& things);
    void drawPull(PanelContext& context, const SetUpHost& host, const SetUpRope& rope);
    void drawNumbers(PanelContext& context, const SetUpHost& host, const Thing& thing);
    void drawTicks(PanelContext& context);
    void drawAdd(PanelContext& context, const SetUpHost& host);
    void drawWhole(PanelContext& context, const SetUpHost& host, const Thing* thing);
    void drawVerbFields(PanelContext& context);
    void drawPlace(PanelContext& context, const char* label, const std::string& name, float width,
                   std::array<char, 64>& text);
    void follow(PanelContext& context, const SetUp& setUp);
    void perform(PanelContext& context, const std::string& line);

    std::size_t chosen_ = 0;
    std::optional<std::size_t> chosenNext_; ///< from the next frame on
    NumberField field_;
    bool dragging_ = false; ///< a number was changed since the mouse went down: undone in one step
    std::array<char, 64> where_{};
    std::array<char, 64> to_{};
    double mass_ = 5.0;  ///< [kg] to be hung
    double speed_ = 0.3; ///< [m/s] of a reel
    std::string error_;  ///< of the last change
};

} // namespace ropewalk
