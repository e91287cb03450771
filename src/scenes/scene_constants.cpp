#include "scene_constants.hpp"

#include "file_lesson.hpp"
#include "set_up/set_up_rows.hpp"

#include <rope/written_moment.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <stdexcept>

namespace ropewalk
{
namespace
{

/// Row by row in their order: a preset comes before the constants that follow it.
void setValues(Scene& scene, const SceneConstants& constants)
{
    for (rope::Parameter& row : scene.parameters().rows())
    {
        const auto wanted = constants.values.find(row.name());
        try
        {
            const std::string text = wanted == constants.values.end() ? row.defaultText() : wanted->second;
            if (text != row.text())
                row.parse(text);
        }
        catch (const std::invalid_argument&)
        {
            row.restoreDefault();
        }
    }
}

} // namespace

SceneConstants constantsOf(const Scene& scene)
{
    SceneConstants constants;
    for (const rope::Parameter& row : scene.parameters().rows())
        if (!row.isDefault())
            constants.values.emplace(row.name(), row.text());
    constants.bodies = ownBodiesOf(scene);
    constants.beginning = scene.beginning();
    constants.pins = scene.pins();
    constants.solids = ownSolidsOf(scene);
    constants.setUp = ownSetUpOf(scene);
    return constants;
}

void eachConstant(const Scene& scene, const std::function<void(const rope::Parameter&)>& visit)
{
    std::for_each(scene.parameters().rows().begin(), scene.parameters().rows().end(), visit);
    if (const auto* host = hostOf<SetUpHost>(scene))
    {
        SetUp things = *host->wantedSetUp();
        rope::Parameters rows;
        describe(things, rows);
        std::for_each(rows.rows().begin(), rows.rows().end(), visit);
    }
}

std::vector<std::pair<std::string, std::string>> constantTexts(const Scene& scene)
{
    std::vector<std::pair<std::string, std::string>> texts;
    eachConstant(scene, [&texts](const rope::Parameter& row) { texts.emplace_back(row.name(), row.text()); });
    return texts;
}

std::string constantText(const Scene& scene, std::string_view name)
{
    if (const rope::Parameter* row = scene.parameters().find(name))
        return row->text();
    for (auto& [constant, value] : constantTexts(scene))
        if (constant == name)
            return std::move(value);
    return {};
}

void checkConstant(const Scene& scene, std::string_view name, std::string_view text)
{
    if (const rope::Parameter* row = scene.parameters().find(name))
        static_cast<void>(row->read(text));
    else if (const auto* host = hostOf<SetUpHost>(scene))
        static_cast<void>(withRow(*host->wantedSetUp(), name, text));
}

bool isLocked(const Scene& scene, std::string_view name)
{
    return scene.fileLesson() && scene.fileLesson()->locked.contains(name);
}

void changeUnlocked(Scene& scene, const std::function<void()>& change)
{
    const LessonPtr& lesson = scene.fileLesson();
    if (!lesson || lesson->locked.empty())
        return change();
    const SceneConstants before = constantsOf(scene);
    change();
    for (const auto& [name, value] : lesson->locked)
        if (constantText(scene, name) != value)
        {
            setConstants(scene, before);
            throw std::invalid_argument(
                fmt::format("{} is locked by the lesson of this file: it stays {}", name, value));
        }
}

void setConstant(Scene& scene, std::string_view name, std::string_view text)
{
    const auto set = [&]
    {
        auto* host = hostOf<SetUpHost>(scene);
        if (host && name.find('.') != std::string_view::npos)
            host->setSetUp(std::make_shared<const SetUp>(withRow(*host->wantedSetUp(), name, text)));
        else
            scene.parameters().set(name, text);
    };
    changeUnlocked(scene, set);
}

void setConstants(Scene& scene, const SceneConstants& constants)
{
    setValues(scene, constants);
    try
    {
        scene.validate();
        if (auto* host = hostOf<BodyHost>(scene); host && host->ownBodies() != constants.bodies)
            host->setBodies(constants.bodies);
        if (auto* host = hostOf<SolidHost>(scene); host && host->ownSolids() != constants.solids)
            host->setSolids(constants.solids);
        if (auto* host = hostOf<SetUpHost>(scene); host && host->ownSetUp() != constants.setUp)
            host->setSetUp(constants.setUp);
        scene.setBeginning(constants.beginning);
        if (scene.pins() != constants.pins)
            scene.setPins(constants.pins);
    }
    catch (const std::invalid_argument&)
    {
        setValues(scene, {});
    }
}

void setPin(Scene& scene, int mass, const std::optional<Vec3>& at)
{
    rope::Pins pins = scene.pins();
    std::erase_if(pins, [mass](const rope::Pin& pin) { return pin.mass == mass; });
    if (at)
        pins.push_back({mass, *at});
    scene.setPins(pins);
}

bool beginHere(Scene& scene)
{
    const std::optional<rope::WrittenMoment> now = scene.writtenMoment();
    if (now)
        scene.setBeginning(std::make_shared<const rope::WrittenMoment>(*now));
    return now.has_value();
}

void takeIn(Scene& scene, const SceneConstants& before)
{
    if (hostOf<SetUpHost>(scene) == nullptr)
        return;
    try
    {
        scene.restore(*scene.save());
    }
    catch (const std::invalid_argument&)
    {
        setConstants(scene, before);
        throw;
    }
}

} // namespace ropewalk
