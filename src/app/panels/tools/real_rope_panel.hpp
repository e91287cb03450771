#pragma once

#include "app/panels/constants/form.hpp"
#include "app/panels/frame/panel_context.hpp"

#include <cstdint>
#include <string>
#include <tuple>

namespace ropewalk
{

/// Asks for diameter and material of a rope and gives the scene's rope all constants of such a one.
class RealRopePanel
{
public:
    void draw(PanelContext& context, const Rectangle& dock);

private:
    void lookForThickest(const Scene& scene);

    double diameter_ = 20.0;  ///< [mm]
    double thickest_ = 100.0; ///< [mm], of this material in this scene
    std::tuple<std::string, std::uint64_t, int, int> lookedFor_{"", 0, -1, -1};
    int material_ = 0;
    int construction_ = 1;
    NumberField field_;
};

} // namespace ropewalk
