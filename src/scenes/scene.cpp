#include "scene.hpp"

#include "scene_rope.hpp"

#include <rope/text.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <tuple>

namespace ropewalk
{

namespace
{

/// The list lives inside a function: registrations run before main in no particular order, and a list at namespace
/// scope might not exist yet.
std::vector<SceneEntry>& registeredScenes()
{
    static std::vector<SceneEntry> entries;
    return entries;
}

} // namespace

bool CheckRow::passed() const
{
    return std::abs(got - expected) <= tolerance; // false for NaN
}

std::optional<SceneRope> Scene::sceneRope() const
{
    return std::nullopt;
}

rope::StepLimits Scene::stepLimits() const
{
    rope::StepLimits limits;
    limits.stable = limits.advised = stableStep();
    return limits;
}

StepPlan Scene::stepPlan() const
{
    return {longestStep(), stableStep()};
}

const std::vector<SceneEntry>& scenes()
{
    return registeredScenes();
}

std::unique_ptr<Scene> makeScene(std::string_view id)
{
    std::vector<std::string_view> ids;
    for (const SceneEntry& entry : scenes())
    {
        if (entry.info.id == id)
            return entry.make();
        ids.push_back(entry.info.id);
    }
    throw std::invalid_argument(rope::unknownName("scene", id, ids));
}

SceneRegistration::SceneRegistration(const SceneEntry& entry)
{
    std::vector<SceneEntry>& entries = registeredScenes();
    const auto later =
        std::upper_bound(entries.begin(), entries.end(), entry,
                         [](const SceneEntry& a, const SceneEntry& b)
                         { return std::tie(a.info.order, a.info.id) < std::tie(b.info.order, b.info.id); });
    entries.insert(later, entry);
}

} // namespace ropewalk
