#pragma once

#include "panel_context.hpp"

#include <array>
#include <string_view>
#include <vector>

namespace ropewalk
{

/// The scenes by category; the current one with its hint.
void drawSceneList(PanelContext& context, const Rectangle& at);

/// The overlay of Ctrl+O: type a part of a name, Enter opens.
class SceneSearch
{
public:
    void draw(PanelContext& context);

private:
    std::array<char, 64> text_{};
    int chosen_ = 0;
    bool open_ = false;
};

/// The indices in scenes() whose id, title or category holds the text; without regard to case.
std::vector<std::size_t> findScenes(std::string_view text);

} // namespace ropewalk
