#include "scene_thumbnails.hpp"

#include "embedded_thumbnails.hpp"

#include <stb_image.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string_view>
#include <utility>

namespace ropewalk
{
namespace
{

/// A texture of a picture file; it stays black where that is broken.
Texture textureOf(std::string_view file)
{
    int width = 0;
    int height = 0;
    int channels = 0;
    const std::unique_ptr<unsigned char, decltype(&stbi_image_free)> pixels(
        stbi_load_from_memory(reinterpret_cast<const unsigned char*>(file.data()), static_cast<int>(file.size()),
                              &width, &height, &channels, 3),
        &stbi_image_free);
    Texture texture;
    glBindTexture(GL_TEXTURE_2D, texture.id());
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB8, width, height, 0, GL_RGB, GL_UNSIGNED_BYTE, pixels.get());
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    glGenerateMipmap(GL_TEXTURE_2D); // a row of the list shows it at a third of its size
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    glBindTexture(GL_TEXTURE_2D, 0);
    return texture;
}

} // namespace

const ThumbnailTextures& SceneThumbnails::of(Theme theme)
{
    Made& made = made_[static_cast<std::size_t>(theme == Theme::dark)];
    if (!made.textures.empty())
        return made.byScene;
    const std::string_view ending = theme == Theme::dark ? "-dark.jpg" : "-light.jpg";
    for (const EmbeddedFile& file : embeddedThumbnails())
        if (file.name.ends_with(ending))
        {
            made.textures.push_back(textureOf(file.text));
            std::string id(file.name.substr(0, file.name.size() - ending.size()));
            std::replace(id.begin(), id.end(), '-', '/');
            made.byScene[std::move(id)] = made.textures.back().id();
        }
    return made.byScene;
}

} // namespace ropewalk
