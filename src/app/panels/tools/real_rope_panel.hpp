#pragma once

#include "app/panels/constants/form.hpp"
#include "app/panels/frame/panel_context.hpp"

namespace ropewalk
{

/// Asks for diameter and material of a rope and gives the scene's rope all constants of such a one.
class RealRopePanel
{
public:
    void draw(PanelContext& context, const Rectangle& dock);

private:
    double diameter_ = 20.0; ///< [mm]
    int material_ = 0;
    int construction_ = 1;
    NumberField field_;
};

} // namespace ropewalk
