#pragma once

#include "lesson.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace ropewalk
{

/// What must hold of a scene: "load_height > 1 and change kinetic_energy < 0.01 for 2". A comparison has a name, one of
/// < <= > >= = !=, and a number or another name. A name is `time`, a diagnostic or a constant; of a choice or a switch,
/// its text is compared. `change` is since the step began; `for` says how many seconds it must hold without a break.
class Condition
{
public:
    /// Throws std::invalid_argument that says what would be right, also for a name that the scene does not have.
    Condition(std::string_view text, const Scene& scene);

    const std::string& text() const { return text_; }
    double seconds() const { return seconds_; }
    bool holds(const LessonMoment& now) const;

private:
    struct Term
    {
        enum class Kind
        {
            number,
            time,
            diagnostic,
            change, ///< of a diagnostic
            constant,
            word ///< of a choice or a switch
        };
        Kind kind = Kind::number;
        std::string name = {}; ///< or the word
        double number = 0.0;
    };
    struct Comparison
    {
        Term left;
        std::string sign;
        Term right;
        bool asText = false;
    };
    class Reader;

    static double valueOf(const Term& term, const LessonMoment& now);
    static bool holds(const Comparison& comparison, const LessonMoment& now);

    std::string text_;
    std::vector<Comparison> comparisons_; ///< all of which must hold
    double seconds_ = 0.0;
};

} // namespace ropewalk
