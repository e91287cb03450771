#include "fonts.hpp"

#include "app/platform/imgui_versions.hpp"
#include "embedded_fonts.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string_view>

namespace ropewalk
{

namespace
{

constexpr std::string_view textFont = "Roboto-Regular.ttf"; // its figures are equally wide
constexpr std::string_view signsFont = "DejaVuSans.ttf";

// Before 1.92 the atlas holds the glyphs of these ranges only. Static, because the atlas keeps the pointer.
const ImWchar* glyphRanges()
{
    static const ImWchar ranges[] = {0x20,   0xff,   0x370,  0x3ff,  0x1d2c, 0x1d6a, 0x1d9b, 0x1dbf,
                                     0x2010, 0x2027, 0x2070, 0x209c, 0x2190, 0x2193, 0x2200, 0x226f,
                                     0x2c7c, 0x2c7c, 0x25b6, 0x25b6, 0x275a, 0x275a, 0};
    return ranges;
}

/// Adds the glyphs of an embedded file: as a font of its own, or to the last font where it lacks them. Null where the
/// program was built without the file.
ImFont* addGlyphs(std::string_view file, float size, bool toLastFont)
{
    for (const EmbeddedFile& embedded : embeddedFonts())
    {
        if (embedded.name != file)
            continue;
        ImFontConfig config;
        config.OversampleH = 2;
        config.MergeMode = toLastFont;
        void* data = ImGui::MemAlloc(embedded.text.size()); // the atlas frees it
        std::memcpy(data, embedded.text.data(), embedded.text.size());
        return ImGui::GetIO().Fonts->AddFontFromMemoryTTF(data, static_cast<int>(embedded.text.size()), size, &config,
                                                          glyphRanges());
    }
    return nullptr;
}

/// A font with the arrows and mathematical signs that it lacks.
ImFont* addFont(std::string_view file, float size)
{
    ImFont* font = addGlyphs(file, size, false);
    if (font != nullptr)
        addGlyphs(signsFont, size, true);
    return font;
}

} // namespace

bool Fonts::build(float scale, float density)
{
    if (body_ != nullptr && scale == scale_ && density == density_)
        return false;
    const float size = setFontScale(bodySize, scale, density);
    scale_ = scale;
    density_ = density;
    if (fontsHaveEverySize && body_ != nullptr)
        return false;

    ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
    atlas.Clear();
    body_ = addFont(textFont, size);
    heading_ = addFont("Roboto-Medium.ttf", size);
    small_ = addFont(textFont, std::round(size * smallSize / bodySize));
    mono_ = addFont("DejaVuSansMono.ttf", std::round(0.94f * size)); // as tall as the text beside it
    if (body_ == nullptr)
    {
        ImFontConfig config;
        config.SizePixels = std::max(13.0f, std::floor(size / 13.0f) * 13.0f); // its pixels stay whole
        body_ = heading_ = small_ = mono_ = atlas.AddFontDefault(&config);
    }
    finishFonts(atlas);
    return true;
}

} // namespace ropewalk
