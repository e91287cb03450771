#include "scene_memory.hpp"

#include <utility>

namespace ropewalk
{
namespace
{

bool empty(const LeftScene& left)
{
    return left.constants.empty() && !left.view;
}

} // namespace

SceneMemory::SceneMemory(const LeftScenes& kept)
{
    for (const auto& [scene, left] : kept)
    {
        entry(scene).left = left;
        if (left.doubtful)
            setAside(scene, {});
    }
}

const LeftScene& SceneMemory::of(std::string_view scene) const
{
    static const LeftScene none;
    const auto found = entries_.find(scene);
    return found == entries_.end() ? none : found->second.left;
}

const LeftScene* SceneMemory::aside(std::string_view scene) const
{
    const auto found = entries_.find(scene);
    return found == entries_.end() || !found->second.aside ? nullptr : &*found->second.aside;
}

void SceneMemory::put(std::string_view scene, const SceneConstants& constants)
{
    LeftScene& left = entry(scene).left;
    left.constants = constants;
    left.users = true;
}

void SceneMemory::look(std::string_view scene, const std::optional<KeptView>& view)
{
    entry(scene).left.view = view;
}

void SceneMemory::setAside(std::string_view scene, const SceneConstants& instead)
{
    auto& [left, aside] = entry(scene);
    if (!empty(left) && (left.users || !aside))
        aside = std::move(left);
    left = LeftScene{.constants = instead, .users = false};
}

void SceneMemory::setAllAside()
{
    for (const auto& [scene, entry] : entries_)
        setAside(scene, {});
}

void SceneMemory::doubt(std::string_view scene)
{
    LeftScene& left = entry(scene).left;
    if (left.constants.empty())
        return; // runs away with its defaults: there is nothing better
    left.doubtful = true;
    setAside(scene, {});
}

void SceneMemory::takeBack(std::string_view scene)
{
    auto& [left, aside] = entry(scene);
    if (!aside)
        return;
    left = *std::exchange(aside, std::nullopt);
    left.doubtful = false;
    left.users = true;
}

LeftScenes SceneMemory::kept() const
{
    LeftScenes kept;
    for (const auto& [scene, entry] : entries_)
    {
        const LeftScene* own = entry.left.users ? &entry.left : entry.aside ? &*entry.aside : nullptr;
        if (own && own->users && !empty(*own))
            kept.emplace(scene, *own);
    }
    return kept;
}

} // namespace ropewalk
