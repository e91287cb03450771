// The small pictures of the scenes are part of the program: each scene has one for each theme, and each shows
// something.
#include "catch.hpp"

#include "embedded_thumbnails.hpp"
#include "scenes/scene.hpp"

#include <fmt/format.h>
#include <stb_image.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

using namespace ropewalk;

TEST_CASE("each scene and preset has its picture for both themes", "[thumbnails]")
{
    std::vector<std::string> shown;
    for (const SceneEntry& entry : scenes())
    {
        shown.emplace_back(entry.info.id);
        for (const ListedPreset& preset : entry.info.presets)
            shown.push_back(fmt::format("{}-{}", entry.info.id, preset.id));
    }
    for (const std::string& id : shown)
        for (const char* theme : {"light", "dark"})
        {
            const std::string name = id + '-' + theme + ".jpg";
            INFO(name << ": scripts/screenshots thumbnails makes it");
            const auto files = embeddedThumbnails();
            const auto file =
                std::find_if(files.begin(), files.end(), [&](const EmbeddedFile& f) { return f.name == name; });
            REQUIRE(file != files.end());
            int width = 0;
            int height = 0;
            int channels = 0;
            const std::unique_ptr<unsigned char, decltype(&stbi_image_free)> pixels(
                stbi_load_from_memory(reinterpret_cast<const unsigned char*>(file->text.data()),
                                      static_cast<int>(file->text.size()), &width, &height, &channels, 1),
                &stbi_image_free);
            REQUIRE(pixels != nullptr);
            CHECK(width == 320);
            CHECK(height == 180);
            const auto [least, most] = std::minmax_element(pixels.get(), pixels.get() + width * height);
            CHECK(*most - *least > (id == "workshop-empty" ? 40 : 60)); // a floor alone has no subject
        }
    CHECK(embeddedThumbnails().size() == 2 * shown.size());
}
