#pragma once

#include "app/panels/frame/panel_context.hpp"

#include "cards/rope_card.hpp"

#include <optional>
#include <string>

namespace ropewalk
{

/// The running rope written for other systems: the format in a list, the text below it, to be copied or saved.
class CardPanel
{
public:
    void draw(PanelContext& context, const Rectangle& dock);

private:
    void drawFormats(PanelContext& context);
    void drawText(PanelContext& context);
    void update(const Scene& scene);

    std::size_t chosen_ = 0; ///< of cardFormats()

    // The text is made anew when one of these changes.
    std::optional<RopeDescription> rope_;
    std::size_t made_ = 0;
    std::string text_;
    std::string error_; ///< why there is no card
};

} // namespace ropewalk
