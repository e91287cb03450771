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

constexpr std::array monoFonts{
    "/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf",
    "/usr/share/fonts/TTF/DejaVuSansMono.ttf",
    "/usr/share/fonts/dejavu-sans-mono-fonts/DejaVuSansMono.ttf",
    "/usr/share/fonts/truetype/noto/NotoSansMono-Regular.ttf",
    "/usr/share/fonts/noto/NotoSansMono-Regular.ttf",
    "/usr/share/fonts/truetype/liberation/LiberationMono-Regular.ttf",
    "C:/Windows/Fonts/consola.ttf",
    "/System/Library/Fonts/Menlo.ttc",
};

// Arrows, media and mathematical signs, where the text font has none.
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

// Every character beyond ASCII that the panels, the table of keys, the scenes and the physics write.
constexpr std::array signs{
    Sign{0xb7, "\u00b7", "-"},          Sign{0xd7, "\u00d7", "x"},           Sign{0xb2, "\u00b2", "2"},
    Sign{0xb5, "\u00b5", "u"},          Sign{0x2013, "\u2013", "-"},         Sign{0x2026, "\u2026", "..."},
    Sign{0x2190, "\u2190", "Left"},     Sign{0x2191, "\u2191", "Up"},        Sign{0x2192, "\u2192", "Right"},
    Sign{0x2193, "\u2193", "Down"},     Sign{0x25b6, "\u25b6", ">"},         Sign{0x275a, "\u275a", "|"},
    Sign{0x2212, "\u2212", "-"},        Sign{0x2264, "\u2264", "<="},        Sign{0x2265, "\u2265", ">="},
    Sign{0xb1, "\u00b1", "+-"},         Sign{0xb3, "\u00b3", "^3"},          Sign{0xbd, "\u00bd", "1/2"},
    Sign{0xf6, "\u00f6", "oe"},         Sign{0xfc, "\u00fc", "ue"},          Sign{0x394, "\u0394", "Delta"},
    Sign{0x3a3, "\u03a3", "sum "},      Sign{0x3b1, "\u03b1", "alpha"},      Sign{0x3b2, "\u03b2", "beta"},
    Sign{0x3b3, "\u03b3", "gamma"},     Sign{0x3b4, "\u03b4", "delta"},      Sign{0x3b5, "\u03b5", "eps"},
    Sign{0x3b6, "\u03b6", "zeta"},      Sign{0x3b7, "\u03b7", "eta"},        Sign{0x3b8, "\u03b8", "theta"},
    Sign{0x3ba, "\u03ba", "kappa"},     Sign{0x3bb, "\u03bb", "lambda"},     Sign{0x3bc, "\u03bc", "mu"},
    Sign{0x3be, "\u03be", "xi"},        Sign{0x3c0, "\u03c0", "pi"},         Sign{0x3c1, "\u03c1", "rho"},
    Sign{0x3c3, "\u03c3", "sigma"},     Sign{0x3c4, "\u03c4", "tau"},        Sign{0x3c6, "\u03c6", "phi"},
    Sign{0x3c7, "\u03c7", "chi"},       Sign{0x3c8, "\u03c8", "psi"},        Sign{0x3c9, "\u03c9", "omega"},
    Sign{0x3a9, "\u03a9", "Omega"},     Sign{0x1d40, "\u1d40", "^T"},        Sign{0x1dbb, "\u1dbb", "^z"},
    Sign{0x207a, "\u207a", "^+"},       Sign{0x207b, "\u207b", "^-"},        Sign{0x207f, "\u207f", "^n"},
    Sign{0x2070, "\u2070", "^0"},       Sign{0x2074, "\u2074", "^4"},        Sign{0x2080, "\u2080", "0"},
    Sign{0x2081, "\u2081", "1"},        Sign{0x2082, "\u2082", "2"},         Sign{0x2083, "\u2083", "3"},
    Sign{0x2090, "\u2090", "_a"},       Sign{0x2098, "\u2098", "_m"},        Sign{0x2c7c, "\u2c7c", "_j"},
    Sign{0x2202, "\u2202", "d"},        Sign{0x2206, "\u2206", "Delta"},     Sign{0x221a, "\u221a", "sqrt"},
    Sign{0x221e, "\u221e", "infinity"}, Sign{0x222b, "\u222b", "integral "}, Sign{0x2211, "\u2211", "sum "},
    Sign{0x2248, "\u2248", "about"},    Sign{0x2260, "\u2260", "not"},       Sign{0x1d62, "\u1d62", "_i"},
    Sign{0x2099, "\u2099", "_n"},       Sign{0x2091, "\u2091", "_e"},        Sign{0x2075, "\u2075", "^5"},
    Sign{0x2076, "\u2076", "^6"},       Sign{0x2078, "\u2078", "^8"},        Sign{0x221d, "\u221d", "~"},
};

bool exists(const char* file)
{
    std::error_code ignored;
    return *file != '\0' && std::filesystem::is_regular_file(file, ignored);
}

// Before 1.92 the atlas holds the glyphs of these ranges only. Static, because the atlas keeps the pointer.
const ImWchar* textRanges()
{
    static const ImWchar ranges[] = {0x20,   0xff,   0x370,  0x3ff,  0x1d2c, 0x1d6a, 0x1d9b, 0x1dbf,
                                     0x2010, 0x2027, 0x2070, 0x209c, 0x2190, 0x2193, 0x2200, 0x226f,
                                     0x2c7c, 0x2c7c, 0x25b6, 0x25b6, 0x275a, 0x275a, 0};
    return ranges;
}

const ImWchar* signRanges()
{
    static const ImWchar ranges[] = {0x370,  0x3ff,  0x1d2c, 0x1d6a, 0x1d9b, 0x1dbf, 0x2070, 0x209c, 0x2190, 0x2193,
                                     0x2200, 0x226f, 0x2c7c, 0x2c7c, 0x25b6, 0x25b6, 0x275a, 0x275a, 0};
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
    mono_ = nullptr;
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
    for (const char* file : monoFonts)
        if (mono_ == nullptr && exists(file))
            mono_ = addFont(file, std::round(0.94f * size)); // as tall as the text beside it
    if (mono_ == nullptr)
        mono_ = body_;
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
