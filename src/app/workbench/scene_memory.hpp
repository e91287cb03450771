#pragma once

#include "render/camera.hpp"
#include "scenes/scene_constants.hpp"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace ropewalk
{

/// Where the user has turned the view.
struct KeptView
{
    Camera camera;
    bool follows = false; ///< what moves
};

/// What a scene was left with.
struct LeftScene
{
    SceneConstants constants;
    std::optional<KeptView> view = std::nullopt; ///< none: the scene's own
    bool doubtful = false; ///< it ran away with these constants, or never finished its first frame
    bool users = true;     ///< the user chose the constants, and not a file
};

using LeftScenes = std::map<std::string, LeftScene, std::less<>>; ///< by the scene's id

/// What each scene opens with: what it was left with, in this session or an earlier one. Where it opens with something
/// else, what the user had left it with is set aside and stays on offer.
class SceneMemory
{
public:
    /// Scenes that are doubtful open with their defaults.
    explicit SceneMemory(const LeftScenes& kept = {});

    const LeftScene& of(std::string_view scene) const;
    const LeftScene* aside(std::string_view scene) const; ///< null where nothing was set aside

    /// The user gives the scene these constants.
    void put(std::string_view scene, const SceneConstants& constants);
    void look(std::string_view scene, const std::optional<KeptView>& view);
    /// The scene opens with these constants instead, which the user did not choose.
    void setAside(std::string_view scene, const SceneConstants& instead);
    void setAllAside(); ///< all open with their defaults
    /// The scene ran away: it opens with its defaults.
    void doubt(std::string_view scene);
    /// Takes what was set aside back, as the user's choice.
    void takeBack(std::string_view scene);

    /// The user's own for the next session. Bodies of a file are not.
    LeftScenes kept() const;

private:
    struct Entry
    {
        LeftScene left;
        std::optional<LeftScene> aside;
    };
    Entry& entry(std::string_view scene) { return entries_[std::string(scene)]; }

    std::map<std::string, Entry, std::less<>> entries_;
};

} // namespace ropewalk
