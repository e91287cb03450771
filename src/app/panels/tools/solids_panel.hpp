#pragma once

#include "app/panels/constants/form.hpp"
#include "app/panels/frame/panel_context.hpp"

#include "scenes/hosts.hpp"

namespace ropewalk
{

/// The solids of a scene that has some: one of them with its numbers, and buttons that add and remove.
class SolidsPanel
{
public:
    void draw(PanelContext& context, const Rectangle& dock);

private:
    void drawList(PanelContext& context, const SolidHost& host);
    void drawNumbers(PanelContext& context, const SolidHost& host);
    void drawButtons(PanelContext& context, const SolidHost& host);
    void put(PanelContext& context, const OwnSolids& solids);

    std::size_t chosen_ = 0;
    NumberField field_;
    bool dragging_ = false; ///< a number was changed since the mouse went down: undone in one step
    std::string error_;     ///< of the last change
};

} // namespace ropewalk
