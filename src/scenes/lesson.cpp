#include "lesson.hpp"

#include "scene.hpp"
#include "scene_constants.hpp"

#include <rope/elementary.hpp>

#include <limits>
#include <stdexcept>
#include <string>
#include <variant>

namespace ropewalk
{

namespace
{

const rope::Diagnostic& diagnosticOf(const Scene& scene, std::string_view diagnostic)
{
    if (const rope::Diagnostic* row = scene.diagnostics().find(diagnostic))
        return *row;
    throw std::invalid_argument("the lesson asks for '" + std::string(diagnostic) + "', which the scene does not have");
}

const rope::Parameter& rowOf(const Scene& scene, std::string_view parameter)
{
    if (const rope::Parameter* row = scene.parameters().find(parameter))
        return *row;
    throw std::invalid_argument("the lesson asks for '" + std::string(parameter) + "', which the scene does not have");
}

} // namespace

void LessonMoment::begin()
{
    diagnostics_.clear();
    for (const rope::Diagnostic& row : scene_.diagnostics().rows())
        diagnostics_[row.name] = row.value();
    connection_ = scene_.massCount() > 0 ? scene_.massRow(0) : std::vector<double>{};
}

double LessonMoment::time() const
{
    return scene_.time();
}

bool LessonMoment::has(std::string_view diagnostic) const
{
    return scene_.diagnostics().find(diagnostic) != nullptr;
}

double LessonMoment::value(std::string_view diagnostic) const
{
    return diagnosticOf(scene_, diagnostic).value();
}

double LessonMoment::change(std::string_view diagnostic) const
{
    const auto began = diagnostics_.find(diagnostic);
    return value(diagnostic) - (began != diagnostics_.end() ? began->second : std::numeric_limits<double>::quiet_NaN());
}

double LessonMoment::constant(std::string_view parameter) const
{
    return rowOf(scene_, parameter).number();
}

rope::Vec3 LessonMoment::vector(std::string_view parameter) const
{
    return std::get<rope::Vec3>(rowOf(scene_, parameter).value());
}

bool LessonMoment::is(std::string_view parameter, std::string_view text) const
{
    return rowOf(scene_, parameter).text() == text;
}

std::string LessonMoment::text(std::string_view constant) const
{
    return constantText(scene_, constant);
}

double LessonMoment::connectionMoved() const
{
    if (connection_.size() < 3)
        return 0.0;
    const std::vector<double> now = scene_.massRow(0);
    return rope::elementary::hypot(now[0] - connection_[0], now[1] - connection_[1], now[2] - connection_[2]);
}

} // namespace ropewalk
