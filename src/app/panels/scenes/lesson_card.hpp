#pragma once

#include "app/panels/frame/rich_text.hpp"

#include <string>
#include <vector>

namespace ropewalk
{

/// The step of the scene's lesson that is shown: what to do, what to watch, what it shows, with a tick when it is done.
class LessonStrip
{
public:
    /// The height [px] that every step finds room in above this viewport, so that nothing moves from step to step: all
    /// of its words, or one line where they would take too much of the scene.
    float height(const PanelContext& context, const Rectangle& viewport);

    void draw(PanelContext& context, const Rectangle& at);

private:
    /// The words of a lesson, laid out, which is slow; kept until one of the first three changes.
    struct Words
    {
        std::string scene;
        float width = 0.0f;                ///< [px]
        float fontSize = 0.0f;             ///< [px]
        float height = 0.0f;               ///< [px], of the longest step
        std::vector<TextLine> lines;       ///< one a step
        std::vector<Paragraph> paragraphs; ///< of the lines

        bool fits(const Words& w) const { return scene == w.scene && width == w.width && fontSize == w.fontSize; }
    };

    Words words_;
};

} // namespace ropewalk
