#pragma once

#include "app/panels/frame/panel_context.hpp"
#include "book_table.hpp"

namespace ropewalk
{

/// Where the energy and the momentum of the scene came from and went to, as a table.
class BooksPanel
{
public:
    void sceneChanged() { power_.clear(); }
    void draw(PanelContext& context, const Rectangle& dock);

private:
    BookPower power_;
};

} // namespace ropewalk
