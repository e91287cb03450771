#include "fonts.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <system_error>

namespace ropewalk
{

namespace
{

struct FontFiles
{
    const char* regular;
    const char* bold;
};

// The first that exists is taken: screen fonts first, then what nearly every system has.
constexpr std::array textFonts{
    FontFiles{"/usr/share/fonts/truetype/inter/Inter-Regular.ttf",
              "/usr/share/fonts/truetype/inter/Inter-SemiBold.ttf"},
    FontFiles{"/usr/share/fonts/opentype/inter/Inter-Regular.otf",
              "/usr/share/fonts/opentype/inter/Inter-SemiBold.otf"},
    FontFiles{"/usr/share/fonts/inter/Inter-Regular.ttf", "/usr/share/fonts/inter/Inter-SemiBold.ttf"},
    FontFiles{"/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf",
              "/usr/share/fonts/truetype/noto/NotoSans-Bold.ttf"},
    FontFiles{"/usr/share/fonts/noto/NotoSans-Regular.ttf", "/usr/share/fonts/noto/NotoSans-Bold.ttf"},
    FontFiles{"/usr/share/fonts/google-noto/NotoSans-Regular.ttf", "/usr/share/fonts/google-noto/NotoSans-Bold.ttf"},
    FontFiles{"/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
              "/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf"},
    FontFiles{"/usr/share/fonts/TTF/DejaVuSans.ttf", "/usr/share/fonts/TTF/DejaVuSans-Bold.ttf"},
    FontFiles{"/usr/share/fonts/dejavu-sans-fonts/DejaVuSans.ttf",
              "/usr/share/fonts/dejavu-sans-fonts/DejaVuSans-Bold.ttf"},
    FontFiles{"/usr/share/fonts/opentype/cantarell/Cantarell-VF.otf", ""},
    FontFiles{"/usr/share/fonts/truetype/ubuntu/Ubuntu-R.ttf", "/usr/share/fonts/truetype/ubuntu/Ubuntu-B.ttf"},
    FontFiles{"/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf",
              "/usr/share/fonts/truetype/liberation/LiberationSans-Bold.ttf"},
    FontFiles{"/usr/share/fonts/truetype/liberation2/LiberationSans-Regular.ttf",
              "/usr/share/fonts/truetype/liberation2/LiberationSans-Bold.ttf"},
    FontFiles{"/usr/share/fonts/liberation-sans/LiberationSans-Regular.ttf",
              "/usr/share/fonts/liberation-sans/LiberationSans-Bold.ttf"},
    FontFiles{"C:/Windows/Fonts/segoeui.ttf", "C:/Windows/Fonts/seguisb.ttf"},
    FontFiles{"C:/Windows/Fonts/arial.ttf", "C:/Windows/Fonts/arialbd.ttf"},
    FontFiles{"/System/Library/Fonts/SFNS.ttf", ""},
    FontFiles{"/System/Library/Fonts/Supplemental/Arial.ttf", "/System/Library/Fonts/Supplemental/Arial Bold.ttf"},
    FontFiles{"/System/Library/Fonts/Helvetica.ttc", ""},
};

// Arrows and media signs, where the text font has none.
constexpr std::array signFonts{
    "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
    "/usr/share/fonts/TTF/DejaVuSans.ttf",
    "/usr/share/fonts/dejavu-sans-fonts/DejaVuSans.ttf",
    "/usr/share/fonts/truetype/noto/NotoSansSymbols2-Regular.ttf",
    "C:/Windows/Fonts/seguisym.ttf",
    "/System/Library/Fonts/Apple Symbols.ttf",
    "/System/Library/Fonts/Supplemental/Arial Unicode.ttf",
};

struct Sign
{
    unsigned code;
    std::string_view utf8;
    std::string_view letters;
};

// Every character beyond ASCII that the panels, the table of keys and the scenes write.
constexpr std::array signs{
    Sign{0xb7, "\u00b7", "-"},      Sign{0xd7, "\u00d7", "x"},    Sign{0xb2, "\u00b2", "2"},
    Sign{0xb5, "\u00b5", "u"},      Sign{0x2013, "\u2013", "-"},  Sign{0x2026, "\u2026", "..."},
    Sign{0x2190, "\u2190", "Left"}, Sign{0x2191, "\u2191", "Up"}, Sign{0x2192, "\u2192", "Right"},
    Sign{0x2193, "\u2193", "Down"}, Sign{0x25b6, "\u25b6", ">"},  Sign{0x275a, "\u275a", "|"},
    Sign{0x2212, "\u2212", "-"},    Sign{0x2264, "\u2264", "<="}, Sign{0x2265, "\u2265", ">="},
};

bool exists(const char* file)
{
    std::error_code ignored;
    return *file != '\0' && std::filesystem::is_regular_file(file, ignored);
}

// Before 1.92 the atlas holds the glyphs of these ranges only. Static, because the atlas keeps the pointer.
const ImWchar* textRanges()
{
    static const ImWchar ranges[] = {0x20,   0xff,   0x2010, 0x2027, 0x2190, 0x2193, 0x2212, 0x2212,
                                     0x2264, 0x2265, 0x25b6, 0x25b6, 0x275a, 0x275a, 0};
    return ranges;
}

const ImWchar* signRanges()
{
    static const ImWchar ranges[] = {0x2190, 0x2193, 0x2212, 0x2212, 0x2264, 0x2265, 0x25b6, 0x25b6, 0x275a, 0x275a, 0};
    return ranges;
}

ImFont* addFont(const char* file, float size)
{
    ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
    ImFontConfig config;
    config.OversampleH = 2;
    ImFont* font = atlas.AddFontFromFileTTF(file, size, &config, textRanges());
    if (font == nullptr)
        return nullptr;
    for (const char* sign : signFonts)
    {
        if (!exists(sign) || std::string_view(sign) == file)
            continue;
        config.MergeMode = true;
        atlas.AddFontFromFileTTF(sign, size, &config, signRanges());
        break;
    }
    return font;
}

bool has(ImFont& font, unsigned code)
{
#if IMGUI_VERSION_NUM >= 19200
    return font.IsGlyphInFont(static_cast<ImWchar>(code));
#else
    return font.FindGlyphNoFallback(static_cast<ImWchar>(code)) != nullptr;
#endif
}

} // namespace

bool Fonts::build(float scale, float density)
{
    if (body_ != nullptr && scale == scale_ && density == density_)
        return false;
#if IMGUI_VERSION_NUM >= 19200
    // Sizes are made when they are drawn: only the files are read, once.
    const bool again = body_ != nullptr;
    const float size = bodySize;
    ImGui::GetStyle().FontSizeBase = bodySize;
    ImGui::GetStyle().FontScaleMain = scale;
#else
    const bool again = false;
    const float size = std::round(bodySize * scale * density);
    ImGui::GetIO().FontGlobalScale = 1.0f / density;
#endif
    scale_ = scale;
    density_ = density;
    if (again)
        return false;

    ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
    atlas.Clear();
    body_ = nullptr;
    heading_ = nullptr;
    for (const FontFiles& files : textFonts)
    {
        if (!exists(files.regular))
            continue;
        body_ = addFont(files.regular, size);
        if (body_ == nullptr)
            continue;
        if (exists(files.bold))
            heading_ = addFont(files.bold, size);
        break;
    }
    if (body_ == nullptr)
    {
        ImFontConfig config;
        config.SizePixels = std::max(13.0f, std::floor(size / 13.0f) * 13.0f); // its pixels stay whole
        body_ = atlas.AddFontDefault(&config);
    }
    if (heading_ == nullptr)
        heading_ = body_;
#if IMGUI_VERSION_NUM < 19200
    atlas.Build();
#endif
    complete_ = std::all_of(signs.begin(), signs.end(), [this](const Sign& sign) { return has(*body_, sign.code); });
    return true;
}

std::string Fonts::shown(std::string_view text) const
{
    std::string result(text);
    if (complete_ || body_ == nullptr)
        return result;
    for (const Sign& sign : signs)
    {
        if (has(*body_, sign.code))
            continue;
        for (std::size_t at = result.find(sign.utf8); at != std::string::npos; at = result.find(sign.utf8, at))
            result.replace(at, sign.utf8.size(), sign.letters);
    }
    return result;
}

} // namespace ropewalk
