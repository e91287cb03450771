#pragma once

#include "app/panels/frame/panel_context.hpp"

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace ropewalk
{

/// The overlay of Ctrl+O: every scene and preset as a card with its thumbnail, its title and what to try. Typing
/// filters, Tab goes to the next card, Enter or a click opens the scene.
class SceneSearch
{
public:
    void draw(PanelContext& context);

private:
    void drawField(PanelContext& context, bool opening);
    void drawCards(PanelContext& context);

    std::array<char, 64> text_{};
    std::vector<std::size_t> found_;
    std::size_t chosen_ = 0; ///< in found_
    bool moved_ = false;     ///< Tab has chosen another card, which must scroll into sight
    bool entered_ = false;
    bool open_ = false;
};

/// A scene, or one of its presets, as a card shows it.
struct SceneChoice
{
    std::string id;       ///< of makeScene()
    std::string_view tab; ///< the category; of a preset the name of its scene
    std::string_view title;
    std::string_view hint;
};

/// All scenes, then all presets.
const std::vector<SceneChoice>& sceneChoices();

/// The indices in sceneChoices() of those whose id, title or category contains the text; capitals do not matter.
std::vector<std::size_t> findScenes(std::string_view text);

} // namespace ropewalk
