#include "app/imgui_input.hpp"
#include "catch.hpp"

#include "app/learning/figure.hpp"
#include "app/learning/physics_text.hpp"
#include "app/panels/frame/fonts.hpp"
#include "scenes/scene.hpp"
#include "text/languages.hpp"

#include <imgui.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

using namespace ropewalk;

namespace
{

std::string plain(const TextLine& line)
{
    std::string text;
    for (const TextSpan& span : line)
        text += span.text;
    return text;
}

std::string textOf(const std::filesystem::path& file)
{
    std::ifstream stream(file);
    return {std::istreambuf_iterator<char>(stream), {}};
}

/// Both files of the physics.
std::string physicsText()
{
    const std::filesystem::path docs = std::filesystem::path(ROPEWALK_SOURCE_DIR) / "docs";
    return textOf(docs / "physics.md") + textOf(docs / "physics_rod.md");
}

/// Lines that begin a section: titles of the first and second level.
std::size_t headings(const std::string& markdown)
{
    std::istringstream lines(markdown);
    std::size_t count = 0;
    for (std::string line; std::getline(lines, line);)
        count += line.starts_with("# ") || line.starts_with("## ") ? 1 : 0;
    return count;
}

std::size_t occurrences(std::string_view text, std::string_view part)
{
    std::size_t count = 0;
    for (std::size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + part.size()))
        ++count;
    return count;
}

std::size_t strokes(const Figure& figure, Stroke::Kind kind)
{
    return static_cast<std::size_t>(
        std::ranges::count_if(figure.strokes, [kind](const Stroke& stroke) { return stroke.kind == kind; }));
}

/// The character at `i`, which goes on to the next.
unsigned codeAt(const std::string& utf8, std::size_t& i)
{
    const auto byte = [&utf8](std::size_t k) { return static_cast<unsigned>(static_cast<unsigned char>(utf8[k])); };
    const unsigned first = byte(i++);
    if (first < 0x80)
        return first;
    const int more = first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : 1;
    unsigned code = first & (0x3fu >> more);
    for (int k = 0; k < more && i < utf8.size(); ++k)
        code = code << 6 | (byte(i++) & 0x3fu);
    return code;
}

/// Every line of a section, of whatever block.
std::vector<TextLine> linesOf(const TextSection& section)
{
    std::vector<TextLine> lines;
    for (const TextBlock& block : section.blocks)
    {
        lines.push_back(block.line);
        for (const std::vector<TextLine>& row : block.rows)
            lines.insert(lines.end(), row.begin(), row.end());
    }
    return lines;
}

} // namespace

TEST_CASE("Markdown becomes sections of paragraphs, lists, formulas and tables", "[physics]")
{
    const PhysicsText text("# The Physics of it!\n"
                           "\n"
                           "One *line*\n"
                           "and `code`, **more**: [there](#second).\n"
                           "\n"
                           "    F = m a\n"
                           "\n"
                           "    x = 1\n"
                           "\n"
                           "- first\n"
                           "  goes on\n"
                           "- second\n"
                           "\n"
                           "1. counted\n"
                           "\n"
                           "![a picture](images/a.svg)\n"
                           "\n"
                           "| a | b |\n"
                           "|---|---:|\n"
                           "| `x \\| y` | 2 |\n"
                           "\n"
                           "## Second\n"
                           "\n"
                           "<!-- explains: mass, rope/length -->\n"
                           "a * b * c\n");
    REQUIRE(text.sections().size() == 2);
    const TextSection& first = text.sections()[0];
    CHECK(first.title == "The Physics of it!");
    CHECK(first.anchor == "the-physics-of-it");
    REQUIRE(first.blocks.size() == 7);

    const TextLine& paragraph = first.blocks[0].line;
    CHECK(plain(paragraph) == "One line and code, more: there.");
    CHECK(paragraph[3].style == TextSpan::Style::code);
    CHECK(paragraph[5].style == TextSpan::Style::strong);
    CHECK(paragraph[7].style == TextSpan::Style::link);
    CHECK(paragraph[7].anchor == "second");

    CHECK(first.blocks[1].formula == std::vector<std::string>{"F = m a", "", "x = 1"});
    CHECK(first.blocks[2].kind == TextBlock::Kind::item);
    CHECK(plain(first.blocks[2].line) == "first goes on");
    CHECK(plain(first.blocks[3].line) == "second");
    CHECK(first.blocks[4].mark == "1.");
    CHECK(first.blocks[5].kind == TextBlock::Kind::picture);
    CHECK(first.blocks[5].picture == "a.svg");
    CHECK(plain(first.blocks[5].line) == "a picture");
    REQUIRE(first.blocks[6].rows.size() == 2);
    CHECK(plain(first.blocks[6].rows[1][0]) == "x | y");
    CHECK(plain(first.blocks[6].rows[1][1]) == "2");

    CHECK(plain(text.sections()[1].blocks[0].line) == "a * b * c");
    CHECK(text.explaining("cloth", "mass") == &text.sections()[1]);
    CHECK(text.explaining("rope", "length") == &text.sections()[1]);
    CHECK(text.explaining("cloth", "length") == nullptr);
    CHECK(text.find("first") == nullptr);
}

TEST_CASE("A quantity is explained once", "[physics]")
{
    CHECK_THROWS_WITH(PhysicsText("# A\n<!-- explains: mass -->\n# B\n<!-- explains: mass -->\n"),
                      "two sections explain 'mass'");
    CHECK_THROWS_WITH(PhysicsText("# A\n# A\n"), "two sections are called 'A'");
    CHECK_THROWS_WITH(PhysicsText("<!-- explains: mass -->\n"), "'explains' stands above the first heading");
}

TEST_CASE("Every parameter and diagnostic of every scene has a section in docs/physics.md", "[physics]")
{
    const PhysicsText text = PhysicsText::embedded();
    CHECK(text.sections().size() == headings(physicsText()));
    const auto check = [&text](std::string_view scene, const std::string& name)
    {
        INFO(scene << "/" << name << ": add it to the comment 'explains' of its section");
        CHECK(text.explaining(scene, name) != nullptr);
    };
    for (const SceneEntry& entry : scenes())
    {
        const std::unique_ptr<Scene> scene = entry.make();
        for (const rope::Parameter& row : scene->parameters().rows())
            check(entry.info.id, row.name());
        for (const rope::Diagnostic& row : scene->diagnostics().rows())
            check(entry.info.id, row.name);
    }
}

TEST_CASE("docs/physics.md is what is embedded, explains only what there is, and its links lead somewhere", "[physics]")
{
    const std::string file = physicsText();
    const PhysicsText text(file);
    CHECK(text.sections().size() == PhysicsText::embedded().sections().size());
    for (const TextSection& section : text.sections())
        for (const TextLine& line : linesOf(section))
            for (const TextSpan& span : line)
                if (span.style == TextSpan::Style::link)
                {
                    INFO(section.title << ": " << span.anchor);
                    CHECK(text.find(span.anchor) != nullptr);
                }

    std::set<std::string> known;
    for (const SceneEntry& entry : scenes())
    {
        const std::unique_ptr<Scene> scene = entry.make();
        const auto add = [&](const std::string& name)
        {
            known.insert(name);
            known.insert(std::string(entry.info.id) + "/" + name);
        };
        for (const rope::Parameter& row : scene->parameters().rows())
            add(row.name());
        for (const rope::Diagnostic& row : scene->diagnostics().rows())
            add(row.name);
    }
    constexpr std::string_view mark = "<!-- explains:";
    for (std::size_t at = file.find(mark); at != std::string::npos; at = file.find(mark, at + 1))
    {
        const std::size_t from = at + mark.size();
        std::string names = file.substr(from, file.find("-->", from) - from);
        for (std::size_t end = 0; !names.empty(); names.erase(0, end + 1))
        {
            end = std::min(names.find(','), names.size());
            std::string name = names.substr(0, end);
            name.erase(0, name.find_first_not_of(" \n"));
            name.erase(name.find_last_not_of(" \n") + 1);
            INFO("'" << name << "' is in no scene");
            CHECK((name.empty() || known.count(name) == 1));
            if (end == names.size())
                break;
        }
    }
}

TEST_CASE("The panels' fonts have every sign that the program and the physics write", "[physics]")
{
    ImGui::CreateContext();
    ImGui::GetIO().DisplaySize = {640.0f, 480.0f};
    Fonts fonts;
    fonts.build(1.0f, 1.0f);
    std::set<unsigned> missing;
    const auto check = [&missing, &fonts](unsigned code)
    {
        for (ImFont* font : {fonts.body(), fonts.heading(), fonts.mono()})
            if (code > 0x7e && !hasGlyph(*font, code))
                missing.insert(code);
    };
    const std::string physics = physicsText();
    for (std::size_t i = 0; i < physics.size();)
        check(codeAt(physics, i));
    for (const auto& entry :
         std::filesystem::recursive_directory_iterator(std::filesystem::path(ROPEWALK_SOURCE_DIR) / "src"))
    {
        if (entry.path().extension() != ".cpp")
            continue;
        const std::string source = textOf(entry.path());
        for (std::size_t i = 0; i < source.size();)
            check(codeAt(source, i));
        constexpr std::string_view escape = "\\u";
        for (std::size_t i = source.find(escape); i != std::string::npos; i = source.find(escape, i + 1))
            check(static_cast<unsigned>(std::stoul(source.substr(i + escape.size(), 4), nullptr, 16)));
    }
    const bool withoutFonts = fonts.mono() == fonts.body(); // a build without DejaVu draws with Dear ImGui's own
    ImGui::DestroyContext();
    if (withoutFonts)
        return;
    for (const unsigned code : missing)
        UNSCOPED_INFO("U+" << std::hex << code);
    CHECK(missing.empty());
}

TEST_CASE("Each section of the physics begins with two plain sentences", "[physics]")
{
    const PhysicsText text = PhysicsText::embedded();
    for (std::size_t i = 1; i < text.sections().size(); ++i) // behind the title
    {
        const TextSection& section = text.sections()[i];
        INFO(section.title);
        REQUIRE(section.blocks.size() > 1);
        CHECK(section.blocks[0].kind == TextBlock::Kind::paragraph);
        REQUIRE(section.blocks[0].line.size() == 1); // no names, no formula, no file
        const std::string& words = section.blocks[0].line[0].text;
        CHECK(words.ends_with("."));
        CHECK(words.find(". ") != std::string::npos);
        CHECK(words.find('/') == std::string::npos);
        CHECK(words.size() < 300);
    }
}

TEST_CASE("Every picture of the physics is in the program, with all that its file draws", "[physics]")
{
    using Kind = Stroke::Kind;
    const PhysicsText text = PhysicsText::embedded();
    int pictures = 0;
    for (const TextSection& section : text.sections())
        for (const TextBlock& block : section.blocks)
        {
            if (block.kind != TextBlock::Kind::picture)
                continue;
            ++pictures;
            INFO(block.picture);
            const auto figure = std::ranges::find(figures(), block.picture, &Figure::file);
            REQUIRE(figure != figures().end());
            CHECK(figure->width > 300.0);
            CHECK(figure->height > 200.0);
            const std::string svg = textOf(std::filesystem::path(ROPEWALK_SOURCE_DIR) / "docs/images" / block.picture);
            CHECK(strokes(*figure, Kind::words) == occurrences(svg, "<text "));
            CHECK(strokes(*figure, Kind::line) ==
                  occurrences(svg, "<line ") + occurrences(svg, "<polyline ") + occurrences(svg, "class=\"frame\""));
            for (const Stroke& stroke : figure->strokes)
            {
                CHECK(stroke.points.size() >= (stroke.kind == Kind::line ? 2 : 1));
                for (const rope::Vec2& point : stroke.points)
                    CHECK((point.x >= 0.0 && point.x <= figure->width && point.y >= 0.0 && point.y <= figure->height));
            }
        }
    CHECK(pictures == 2);
}

TEST_CASE("A figure has the colours and words of its file", "[physics]")
{
    // The tension by the article's rule is the last line of the file.
    const auto figure = std::ranges::find(figures(), "reel-tension.svg", &Figure::file);
    REQUIRE(figure != figures().end());
    CHECK(figure->width == 710.0);
    CHECK(figure->height == 490.0);
    const std::vector<Stroke>& strokes = figure->strokes;
    CHECK(strokes[0].points == std::vector<rope::Vec2>{{60.0, 40.0}, {60.0, 200.0}});
    CHECK(strokes[0].ink == Stroke::Ink::faint);
    CHECK(strokes[1].text == "8");
    CHECK(strokes[1].anchor == 0.5);
    const Stroke& curve = strokes.back();
    CHECK(curve.ink == Stroke::Ink::other);
    CHECK(curve.points.size() > 500);
    CHECK(curve.points[0] == rope::Vec2(60.0, 343.0));
    CHECK(curve.points[1] == rope::Vec2(60.6, 430.0));
    CHECK(curve.alpha == 1.0);
    CHECK(curve.size == 1.4);
    const auto& words = strokes[strokes.size() - 2];
    CHECK(words.text == "time [s]");
    CHECK(words.anchor == 1.0);
    const auto frames = std::ranges::count_if(strokes, [](const Stroke& stroke) { return stroke.points.size() == 5; });
    CHECK(frames == 2);
}

TEST_CASE("The physics has the same sections in every language, and its links lead to them")
{
    const PhysicsText english = PhysicsText::embedded();
    for (const text::LanguageName& name : text::languages)
    {
        INFO(name.code);
        const PhysicsText other = PhysicsText::embedded(name.code);
        REQUIRE(other.sections().size() == english.sections().size());
        CHECK((name.code == "en") == (other.sections().front().title == english.sections().front().title));
        for (std::size_t i = 0; i < other.sections().size(); ++i)
        {
            CHECK(other.sections()[i].anchor == english.sections()[i].anchor);
            CHECK(other.sections()[i].blocks.size() == english.sections()[i].blocks.size());
            for (const TextBlock& block : other.sections()[i].blocks)
                for (const TextSpan& span : block.line)
                    CHECK((span.anchor.empty() || other.find(span.anchor) != nullptr));
        }
        REQUIRE(other.explaining("rope", "spring_constant") != nullptr);
        CHECK(other.explaining("rope", "spring_constant")->anchor ==
              english.explaining("rope", "spring_constant")->anchor);
    }
}
