#pragma once

#include <string>
#include <vector>

/// A text that somebody may read in the window, and where it comes from.
struct ShownText
{
    std::string text;
    std::string place; ///< "rope: constant spring_constant"
};

/// What scenes, set-ups, their lessons and the experiments say on screen: each text once, without numbers, units and
/// names that only programs read.
std::vector<ShownText> shownTexts();
