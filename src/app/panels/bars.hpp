#pragma once

#include "panel_context.hpp"

#include <string>

namespace ropewalk
{

void drawMenuBar(PanelContext& context, const Rectangle& at);
void drawStatusBar(PanelContext& context, const Rectangle& at);

/// How near the step is to the longest stable one; said in words as well as in colour.
struct StepHealth
{
    enum Level
    {
        calm,
        close,
        over
    };
    Level level = calm;
    double share = 0.0; ///< of the limit, at least 0; may exceed 1
    std::string words;
};

/// Of a step of `step` seconds where `limit` is stable (infinite: any is).
StepHealth stepHealth(double step, double limit);

} // namespace ropewalk
