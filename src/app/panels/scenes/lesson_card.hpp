#pragma once

#include "app/panels/frame/rich_text.hpp"

#include <string>

namespace ropewalk
{

/// The step of the scene's lesson that is shown, as a card in the lower left corner of the viewport: what to do, what
/// to watch, and, once that is done, what it shows.
class LessonCard
{
public:
    /// Up to `right` [px]. Returns where it is drawn; an empty rectangle where it is hidden or has no room. In a small
    /// viewport it is folded to two lines; a click opens it.
    Rectangle draw(PanelContext& context, float right);

private:
    void layOutWords(const PanelContext& context, float width);
    void drawTicks(PanelContext& context, const ImVec2& from);
    void drawWords(PanelContext& context, const Rectangle& at, bool folded, float lines);
    void drawFoot(PanelContext& context, const Rectangle& at);

    /// What the words were laid out for, which is slow.
    struct Key
    {
        std::string scene;
        std::size_t step = 0;
        bool done = false;
        float width = 0.0f;    ///< [px]
        float fontSize = 0.0f; ///< [px]
        std::string language;

        friend bool operator==(const Key&, const Key&) = default;
    };
    Key key_;
    TextLine act_;
    TextLine rest_;
    Paragraph actPlaced_;
    Paragraph restPlaced_;
    double tickedAt_ = -1.0; ///< [s], when the step was done that is shown
    bool unfolded_ = false;
};

} // namespace ropewalk
