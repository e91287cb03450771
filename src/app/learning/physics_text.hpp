#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace ropewalk
{

/// A piece of a line in one style.
struct TextSpan
{
    enum class Style
    {
        plain,
        code,   ///< names, formulas, files
        strong, ///< and titles of tables
        link    ///< to a section
    };
    Style style = Style::plain;
    std::string text;
    std::string anchor; ///< of a link
};
using TextLine = std::vector<TextSpan>;

/// A paragraph and what else stands below a heading.
struct TextBlock
{
    enum class Kind
    {
        paragraph,
        item,    ///< of a list
        formula, ///< several lines as they stand, one span each
        table,
        picture ///< `line` stands below it
    };
    Kind kind = Kind::paragraph;
    TextLine line;                           ///< of a paragraph or an item
    std::string mark;                        ///< of an item: "1.", empty for a dot
    std::vector<std::string> formula;        ///< its lines
    std::vector<std::vector<TextLine>> rows; ///< of a table, its titles first
    std::string picture;                     ///< its file: "reel-tension.svg"
};

struct TextSection
{
    std::string title;
    std::string anchor; ///< "the-largest-stable-step"
    std::vector<TextBlock> blocks;
};

/// docs/physics.md and docs/physics_rod.md, cut into their sections, and which of them explains a quantity. What a
/// section explains stands in it as a comment, so that it is said once:
///
///     <!-- explains: spring_constant, cloth/stretch -->
///
/// A parameter or diagnostic of any scene, or behind a slash of that scene only.
class PhysicsText
{
public:
    /// Throws std::invalid_argument where two sections explain the same, or have the same anchor.
    explicit PhysicsText(std::string_view markdown);

    /// The text that was embedded when the program was built, in the language of this code as far as it is written in
    /// it: the same sections with the same anchors.
    static PhysicsText embedded(std::string_view language = "en");

    const std::vector<TextSection>& sections() const { return sections_; }
    const TextSection* find(std::string_view anchor) const;
    /// What explains this quantity of this scene; null where nothing does.
    const TextSection* explaining(std::string_view scene, std::string_view quantity) const;

private:
    void addExplained(std::string_view names);

    std::vector<TextSection> sections_;
    /// The section that explains a quantity, by its name and then by the scene; "" stands for all other scenes.
    std::map<std::string, std::map<std::string, std::size_t, std::less<>>, std::less<>> explained_;
};

} // namespace ropewalk
