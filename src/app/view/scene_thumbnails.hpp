#pragma once

#include "render/gl/gl_objects.hpp"
#include "render/renderer.hpp"

#include <array>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace ropewalk
{

constexpr float thumbnailAspect = 16.0f / 9.0f;

/// OpenGL textures by the id of the scene, or "workshop/tackle", the uppermost row first.
using ThumbnailTextures = std::map<std::string, unsigned, std::less<>>;

/// The thumbnails of all scenes: pictures that are part of the program (assets/thumbnails), so that they are there at
/// once.
class SceneThumbnails
{
public:
    /// The pictures of a theme; the first call makes their textures.
    const ThumbnailTextures& of(Theme theme);

    /// After a loss of OpenGL's context: all are made anew.
    void forget() { made_ = {}; }

private:
    struct Made
    {
        std::vector<Texture> textures;
        ThumbnailTextures byScene;
    };
    std::array<Made, 2> made_; ///< by theme
};

} // namespace ropewalk
