#pragma once

#include "panel_context.hpp"

#include "app/learning/physics_text.hpp"

#include <string>

namespace ropewalk
{

/// The physics behind the quantities, section by section.
class PhysicsPanel
{
public:
    void draw(PanelContext& context, const Rectangle& dock);

    const PhysicsText& text() const { return text_; }

private:
    PhysicsText text_ = PhysicsText::embedded();
    std::string shown_; ///< anchor of the section that was drawn last
};

/// A small "?" of the height of a row that opens the section on the quantity; an empty place where there is none. The
/// keys find it also where it is not `seen`.
void explainButton(PanelContext& context, const std::string& quantity, bool seen = true);
float explainButtonWidth(const PanelContext& context);

} // namespace ropewalk
