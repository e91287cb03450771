#include "app/language/shown_texts.hpp"
#include "desk.hpp"

#include "app/language/translation.hpp"
#include "app/panels/frame/tool_window.hpp"
#include "app/state/tool_list.hpp"

#include "files/plain_name.hpp"
#include "scenes/hosts.hpp"
#include "text/text.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <regex>
#include <set>
#include <string>
#include <vector>

using namespace ropewalk;
namespace fs = std::filesystem;

namespace
{

/// Whether the text has a word of three letters: else it is a number with its unit, or a sign.
bool hasWords(std::string_view text)
{
    int letters = 0;
    for (const char c : text)
        if ((letters = std::isalpha(static_cast<unsigned char>(c)) ? letters + 1 : 0) == 3)
            return true;
    return false;
}

/// In its language until the end of a test.
class Speaking
{
public:
    explicit Speaking(std::string_view code) { setLanguage(code); }
    ~Speaking() { setLanguage("en"); }
    Speaking(const Speaking&) = delete;
    Speaking& operator=(const Speaking&) = delete;
};

/// Draws the panels in all states that a key or a menu brings, and calls `look` in each of them.
void visit(Desk& desk, const std::function<void(const std::string&)>& look)
{
    const auto see = [&](const std::string& state)
    {
        desk.frames(3);
        look(std::string(desk.workbench.scene().info().id) + ", " + state);
    };
    desk.ui.allPanels = false;
    see("simple view");
    desk.ui.allPanels = true;
    see("all panels");
    for (const ToolInfo& tool : toolList())
    {
        desk.ui.tools.open(tool.tool);
        see(std::string(tool.name));
    }
    desk.ui.tools.closeAll();
}

/// The same for what does not depend on the scene.
void visitOverlays(Desk& desk, const std::function<void(const std::string&)>& look)
{
    const auto see = [&](bool& open, const std::string& state)
    {
        open = true;
        desk.frames(3);
        look(state);
        open = false;
    };
    see(desk.ui.helpOpen, "help");
    see(desk.ui.sceneListOpen, "search");
    see(desk.ui.timingsOpen, "timings");
    for (const FilePurpose purpose : {FilePurpose::open, FilePurpose::save})
    {
        desk.ui.fileDialog = FileDialog{purpose, {}};
        desk.frames(3);
        look("files");
    }
    desk.ui.fileDialog.reset();
}

/// Glyphs that reach beyond the right edge of their window, by their corners.
int cutGlyphs()
{
    int cut = 0;
    const ImVec2 white = ImGui::GetFontTexUvWhitePixel();
    const ImVec4& thinnest = ImGui::GetIO().Fonts->TexUvLines[0]; // lines are drawn with a part of the same picture
    const ImVec4& thickest = ImGui::GetIO().Fonts->TexUvLines[IM_DRAWLIST_TEX_LINES_WIDTH_MAX];
    const ImDrawData& data = *ImGui::GetDrawData();
    for (int i = 0; i < data.CmdListsCount; ++i)
    {
        const ImDrawList& list = *data.CmdLists[i];
        for (const ImDrawCmd& command : list.CmdBuffer)
            for (unsigned k = 0; k < command.ElemCount; ++k)
            {
                const ImDrawVert& corner =
                    list.VtxBuffer[static_cast<int>(list.IdxBuffer[static_cast<int>(command.IdxOffset + k)])];
                const bool line = corner.uv.y >= thinnest.y && corner.uv.y <= thickest.w;
                const bool glyph = !line && (corner.uv.x != white.x || corner.uv.y != white.y);
                cut += glyph && corner.pos.x > command.ClipRect.z + 1.5f && corner.pos.y < command.ClipRect.w &&
                       corner.pos.y > command.ClipRect.y;
            }
    }
    return cut;
}

/// The texts between quotation marks of a source file; those with nothing but blanks between them are one.
std::vector<std::string> literalsOf(const fs::path& file)
{
    std::ifstream in(file);
    const std::string source{std::istreambuf_iterator<char>(in), {}};
    static const std::regex token(R"re(//[^\n]*|#include[^\n]*|'(?:[^'\\]|\\.)'|"(?:[^"\\]|\\.)*")re");
    std::vector<std::string> literals;
    std::ptrdiff_t end = -1;
    for (std::sregex_iterator at(source.begin(), source.end(), token), last; at != last; ++at)
    {
        const std::string found = at->str();
        if (found[0] != '"')
            continue;
        const bool goesOn = end >= 0 && source.find_first_not_of(" \n", static_cast<std::size_t>(end)) ==
                                            static_cast<std::size_t>(at->position());
        if (!goesOn)
            literals.emplace_back();
        literals.back() += found.substr(1, found.size() - 2);
        end = at->position() + at->length();
    }
    return literals;
}

/// As the compiler reads a literal; JSON has the escapes that matter.
std::string unescaped(const std::string& literal)
{
    const std::string quoted = '"' + literal + '"';
    return nlohmann::json::accept(quoted) ? nlohmann::json::parse(quoted).get<std::string>() : literal;
}

/// Sentences begin with a capital or have four words. Names in the map of the window, of keys and files do not.
bool isSentence(const std::string& literal)
{
    static const std::regex name("(button|choice|list|item) .*|[A-Z][a-z]+[A-Z].*|.*(00|\\.ttf|%s).*");
    return hasWords(literal) && !std::regex_match(literal, name) &&
           (std::isupper(static_cast<unsigned char>(literal[0])) ||
            std::count(literal.begin(), literal.end(), ' ') > 2);
}

/// The parts of a literal between its holes, sentence by sentence.
std::vector<std::string> partsOf(const std::string& literal)
{
    static const std::regex gap(R"re(\{[^}]*\}|##.*|[.,;:)] )re");
    std::vector<std::string> parts(std::sregex_token_iterator(literal.begin(), literal.end(), gap, -1), {});
    for (std::string& part : parts)
    {
        constexpr const char* ends = " .,:;()";
        const std::size_t from = std::min(part.find_first_not_of(ends), part.size());
        part = part.substr(from, part.find_last_not_of(ends) + 1 - from);
    }
    std::erase_if(parts, [](const std::string& part) { return !hasWords(part); });
    return parts;
}

} // namespace

// What a panel says is found in the sources, so that no text is forgotten which only a rare moment shows.
TEST_CASE("All sentences of the window's sources are in the table of each language", "[languages]")
{
    // Names of keys and files, and complaints about the sources themselves.
    const std::set<std::string> others{"Minus",
                                       "Nearer",
                                       "Escape",
                                       "XDG_CONFIG_HOME",
                                       "APPDATA",
                                       "Library/Application Support",
                                       "On the command line: --set ",
                                       "On the command line: ropewalk card ",
                                       "--language {}: this program was built without it",
                                       "--screenshot: the window is minimised, there is no picture to write to ",
                                       "a row for each action but drag, tool and verb",
                                       "an action is missing in the table of keys",
                                       "a verb is missing in the table of keys",
                                       "two sections are called '",
                                       "two sections explain '",
                                       "'explains' stands above the first heading",
                                       "a table of texts begins with other bytes",
                                       "a table of texts is cut off"};
    setLanguage("de");
    if (language() == "en")
        return;
    std::string known;
    for (const auto& [english, other] : allTranslations())
        known.append(text::lowered(english)).append("\n");
    setLanguage("en");
    int sentences = 0;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(fs::path(ROPEWALK_SOURCE_DIR) / "src/app"))
    {
        const std::string path = entry.path().generic_string();
        if (!entry.is_regular_file() || path.find("/platform/") != std::string::npos)
            continue;
        for (const std::string& literal : literalsOf(entry.path()))
        {
            if (!isSentence(literal) || others.contains(literal))
                continue;
            ++sentences;
            for (const std::string& part : partsOf(unescaped(literal)))
            {
                INFO(path << ": " << literal);
                INFO(part);
                CHECK(known.find(text::lowered(part)) != std::string::npos);
            }
        }
    }
    CHECK(sentences > 300);
}

TEST_CASE("The sources say each text of the table", "[languages]")
{
    // What the system says, and what a source puts together out of words.
    std::string said = "no such file or directory\npermission denied\nno space left on device\nis a directory\n"
                       "read-only file system\ntoo much to compute in time\ntoo much contact to compute in time\n"
                       "enter saves\nenter opens\nms is beyond the stable\nstretch with\nkg at the end at\nn s/m) "
                       "needs\nx{0} in slow motion\n. hold more than\n. load more than\npost: hold more than\n"
                       "post: load more than\nlet go it opens\nlet go it stays\nwhich is no solid\nthere is no solid\n"
                       "is no rope or solid\nthere is no rope or solid\n"
                       "\" has no rope to make a card of\nthe scene \"\n\" has one\nms is within the linear limit of\n"
                       "of the bodies has fallen off and goes on falling\n"
                       "of the bodies have fallen off and go on falling\n";
    for (const char* folder : {"src", "include"})
        for (const fs::directory_entry& entry :
             fs::recursive_directory_iterator(fs::path(ROPEWALK_SOURCE_DIR) / folder))
            if (entry.is_regular_file())
                for (const std::string& literal : literalsOf(entry.path()))
                    said.append(text::lowered(withPlainNames(unescaped(literal)))).append("\n");
    for (const ShownText& shown : shownTexts())
        said.append(text::lowered(withPlainNames(shown.text))).append("\n");
    setLanguage("de");
    for (const auto& [english, other] : allTranslations())
        for (const std::string& part : partsOf(withPlainNames(english)))
        {
            INFO(english);
            INFO(part);
            CHECK(said.find(text::lowered(part)) != std::string::npos);
        }
    setLanguage("en");
}

TEST_CASE("Nothing that the panels draw lacks a translation", "[languages]")
{
    const Speaking german("de");
    if (language() == "en")
        return;
    std::set<std::string> translations; // the physics is a text in German
    std::set<std::string> missing;
    for (const auto& [english, other] : allTranslations())
        translations.emplace(other);
    noteMissing(&missing);
    {
        Desk desk;
        visitOverlays(desk, [](const std::string&) {});
        for (const SceneEntry& entry : scenes())
        {
            desk.workbench.selectScene(entry.info.id);
            visit(desk, [](const std::string&) {});
        }
    }
    noteMissing(nullptr);
    const std::regex unit("[-+0-9.]+ (rad|deg)");
    for (const std::string& text : missing)
    {
        INFO(text);
        CHECK((!hasWords(text) || std::regex_match(text, unit) || translations.contains(text)));
    }
}

TEST_CASE("No label is cut off in any language", "[languages]")
{
    const Speaking one(GENERATE("en", "de"));
    const ImVec2 size = GENERATE(ImVec2(1280.0f, 720.0f), ImVec2(1920.0f, 1080.0f));
    Desk desk;
    desk.resize(size.x, size.y);
    const auto whole = [&](const std::string& state)
    {
        INFO(language() << ", " << size.x << " x " << size.y << ", " << state);
        for (const auto& [name, place] : desk.ui.map)
        {
            INFO(name);
            CHECK_FALSE(name.starts_with("cut off"));
            if (name.starts_with("button ") || name.starts_with("choice ") || name.starts_with("tick "))
                CHECK(place.x + place.width <= size.x);
        }
        const bool scrolls = state.ends_with(" card") || desk.ui.map.contains("panel comparison");
        CHECK((scrolls || cutGlyphs() == 0));
    };
    visitOverlays(desk, whole);
    for (const char* scene : {"rope", "workshop/tackle", "real_rope", "climber", "race", "million", "impulse", "cloth"})
    {
        desk.workbench.useScene(makeScene(scene));
        visit(desk, whole);
    }
}

TEST_CASE("A remark has room for its words in any language", "[languages]")
{
    const Speaking one(GENERATE("en", "de"));
    Desk desk;
    desk.workbench.useScene(makeScene("workshop/cut"));
    for (int i = 0; i < 60; ++i)
        desk.workbench.tick({});
    desk.workbench.perform("cut line 1");
    for (int i = 0; i < 6; ++i)
        desk.workbench.tick({});
    const auto remark = hostOf<RemarkHost>(desk.workbench.scene())->remark();
    REQUIRE(remark);
    const std::string words = withPlainNames(remark->text);
    int seen = 0;
    for (float width = 900.0f; width < 1400.0f; width += 20.0f)
    {
        CAPTURE(width);
        desk.resize(width, 800.0f);
        desk.frames(3);
        if (!desk.ui.map.contains("remark"))
            continue; // the picture is too narrow for it
        ++seen;
        const Rectangle& place = desk.ui.map.at("remark");
        const float wrap = place.width - 2.0f * 12.0f * desk.ui.scale;
        CHECK(place.height >= textSize(words, wrap + 0.5f).y + 2.0f * 6.0f * desk.ui.scale - 0.5f);
    }
    CHECK(seen > 10);
}
