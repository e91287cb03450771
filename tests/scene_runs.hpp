#pragma once

#include "scenes/scene.hpp"
#include "text/text.hpp"

#include <rope/fixed_timestep.hpp>

#include <cmath>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ropewalk
{

using Constants = std::vector<std::pair<std::string, double>>;

/// A scene at its beginning, with these constants.
inline std::unique_ptr<Scene> sceneWith(std::string_view id, const Constants& constants)
{
    std::unique_ptr<Scene> scene = makeScene(id);
    for (const auto& [name, value] : constants)
        scene->parameters().set(name, text::numberText(value));
    scene->reset();
    return scene;
}

inline void runFor(Scene& scene, double seconds, const Controls& controls = {})
{
    constexpr double tick = rope::FixedTimestep::usualTick;
    for (long i = std::lround(seconds / tick); i > 0; --i)
        scene.advance(tick, controls);
}

inline double valueOf(const Scene& scene, std::string_view diagnostic)
{
    const rope::Diagnostic* row = scene.diagnostics().find(diagnostic);
    if (row == nullptr)
        throw std::out_of_range("no diagnostic " + std::string(diagnostic));
    return row->value();
}

/// The constants that are not the scene's own, as options.
inline std::string optionsOf(const Scene& scene)
{
    std::string result;
    for (const rope::Parameter& row : scene.parameters().rows())
        if (!row.isDefault())
            result += " --set " + std::string(row.name()) + '=' + row.text();
    return result;
}

} // namespace ropewalk
