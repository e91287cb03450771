#pragma once

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace ropewalk
{

/// A picture of lines and words, read from the part of SVG that `scripts/figures` writes: line, polyline, rect, text,
/// and a style sheet of classes. Whatever else stands in the file is left out.
class LinePicture
{
public:
    explicit LinePicture(std::string_view svg);

    struct Stroke
    {
        std::vector<glm::vec2> points;
        glm::vec3 colour{0.0f}; ///< sRGB
        float opacity = 1.0f;
        float width = 1.0f;
    };
    struct Words
    {
        glm::vec2 position{0.0f}; ///< of the base line
        float anchor = 0.0f;      ///< which part of the words lies to the left of the position: 0, 0.5 or 1
        bool strong = false;
        std::string text;
    };

    static constexpr float fontSize = 13.0f;
    glm::vec2 size{0.0f};
    std::vector<Stroke> strokes;
    std::vector<Words> words;
};

} // namespace ropewalk
