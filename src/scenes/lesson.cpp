#include "lesson.hpp"

#include "scene.hpp"

#include <rope/elementary.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <variant>

namespace ropewalk
{

namespace
{

std::size_t indexOf(const Scene& scene, std::string_view diagnostic)
{
    const std::vector<rope::Diagnostic>& rows = scene.diagnostics().rows();
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (rows[i].name == diagnostic)
            return i;
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
        diagnostics_.push_back(row.value());
    connection_ = scene_.massCount() > 0 ? scene_.massRow(0) : std::vector<double>{};
}

double LessonMoment::value(std::string_view diagnostic) const
{
    return scene_.diagnostics().rows()[indexOf(scene_, diagnostic)].value();
}

double LessonMoment::change(std::string_view diagnostic) const
{
    return value(diagnostic) - diagnostics_[indexOf(scene_, diagnostic)];
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

double LessonMoment::connectionMoved() const
{
    if (connection_.size() < 3)
        return 0.0;
    const std::vector<double> now = scene_.massRow(0);
    return rope::elementary::hypot(now[0] - connection_[0], now[1] - connection_[1], now[2] - connection_[2]);
}

} // namespace ropewalk
