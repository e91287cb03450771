#pragma once

#include "panel_context.hpp"

#include <string>
#include <string_view>

namespace ropewalk
{

/// The thumbnail of a scene or of a preset, by its id ("cloth", "workshop/tackle"); a plain field where there is none.
void drawThumbnail(PanelContext& context, ImDrawList& list, std::string_view id, const Rectangle& at);

/// Brings a part of the window's contents into sight.
void scrollTo(float top, float bottom);

/// Pictures of scenes and presets in two columns, which share the panel's width.
class SceneTiles
{
public:
    explicit SceneTiles(const PanelContext& context);

    /// A click asks for the scene, or its preset, of this id.
    void draw(PanelContext& context, const std::string& id, std::string_view label, const std::string& hint,
              bool chosen);

private:
    float gap_;
    float left_;
    float width_;
    bool second_ = false; ///< the next one goes into the second column
};

/// The presets of the open scene that have pictures, in two columns under a heading; false where it has none.
bool drawPresetTiles(PanelContext& context);

} // namespace ropewalk
