#pragma once

#include <rope/vec.hpp>

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace ropewalk
{

class Scene;

/// What a step of a lesson asks of the present moment.
class LessonMoment
{
public:
    explicit LessonMoment(const Scene& scene) : scene_(scene) { begin(); }

    /// Changes count from here on.
    void begin();

    double time() const;                         ///< [s]
    bool has(std::string_view diagnostic) const; ///< in a set-up each thing has some
    double value(std::string_view diagnostic) const;
    double change(std::string_view diagnostic) const;    ///< no number where there was none at the beginning
    double constant(std::string_view parameter) const;   ///< of a number
    rope::Vec3 vector(std::string_view parameter) const; ///< of a vector
    bool is(std::string_view parameter, std::string_view text) const; ///< of a choice or a switch
    std::string text(std::string_view constant) const;                ///< also of a thing; empty where it is gone
    double connectionMoved() const;                                   ///< [m], of mass 0

    bool paused = false;
    bool held = false;      ///< the mouse pulls a mass or a body
    bool restarted = false; ///< since the step of the lesson was shown
    bool ranAway = false;   ///< since the step of the lesson was shown
    bool sound = true;      ///< it has not diverged
    bool tensionColours = false;
    bool theoryShapes = false;

private:
    const Scene& scene_;
    std::map<std::string, double, std::less<>> diagnostics_; ///< as they began
    std::vector<double> connection_;                         ///< row of mass 0 as it began
};

/// One thing to try in a scene. The sentences name constants and choices as the scene's rows do. A step of a file has
/// the first sentence alone, and LessonCheck knows when it is done.
struct LessonStep
{
    std::string_view act;        ///< "Set payout_speed to 0.5 m/s."
    std::string_view watch = {}; ///< "Watch ..."
    std::string_view shows = {}; ///< what it shows
    bool (*done)(const LessonMoment& now) = nullptr;
    /// The quantity whose plot it speaks of: the plots turn to it when the step is shown.
    std::string_view plot = {};
};

} // namespace ropewalk
