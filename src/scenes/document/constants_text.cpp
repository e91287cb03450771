#include "constants_text.hpp"

#include "files/json_text.hpp"
#include "scenes/set_up/set_up_file.hpp"
#include "scenes/set_up/solid_list.hpp"

#include "text/text.hpp"

#include <memory>

namespace ropewalk
{
namespace
{

constexpr std::string_view own = "own";

std::string pinsText(const rope::Pins& pins)
{
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const rope::Pin& pin : pins)
        list.push_back({pin.mass, pin.at.x, pin.at.y, pin.at.z});
    return list.dump();
}

rope::Pins pinsFrom(std::string_view text)
{
    const JsonText list(text, "pins");
    rope::Pins pins;
    for (const nlohmann::json& pin : list.tree())
    {
        if (!pin.is_array() || pin.size() != 4 || !pin[0].is_number_integer())
            refuse("pins: must be a list of [MASS, X, Y, Z]");
        pins.push_back({pin[0].get<int>(), vectorOf({pin[1], pin[2], pin[3]}, "pins")});
    }
    return pins;
}

} // namespace

std::string constantsText(const SceneConstants& constants)
{
    std::string text;
    const auto add = [&text](std::string_view name, std::string_view value)
    { text += fmt::format("{}{}={}", text.empty() ? "" : " ", name, value); };
    for (const auto& [name, value] : constants.values)
        add(name, value);
    if (!constants.pins.empty())
        add("pins", pinsText(constants.pins));
    if (constants.solids)
        add("solids", solidsText(constants.solids));
    if (constants.setUp)
        add("setup", setUpText(constants.setUp));
    return text;
}

SceneConstants constantsFrom(std::string_view text, const Scene& scene)
{
    SceneConstants constants;
    constants.bodies = ownBodiesOf(scene);
    constants.beginning = scene.beginning();
    while (!(text = text::trimmed(text)).empty())
    {
        const std::string_view part = text.substr(0, text.find(' '));
        text.remove_prefix(part.size());
        const std::size_t equals = part.find('=');
        if (equals == std::string_view::npos)
            refuse("{} must be NAME=VALUE", text::quoted(part));
        const std::string_view name = part.substr(0, equals);
        const std::string_view value = part.substr(equals + 1);
        if (name == "pins")
            constants.pins = pinsFrom(value);
        else if (name == "solids")
            constants.solids = solidsFrom(value);
        else if (name == "setup")
            constants.setUp = setUpFrom(value);
        else if (scene.parameters().find(name) != nullptr)
            constants.values.insert_or_assign(std::string(name), std::string(value));
        else
            refuse("scene '{}' has no constant {}", scene.info().id, text::quoted(name));
    }
    return constants;
}

std::string solidsText(const OwnSolids& solids)
{
    return solids ? solidListJson(*solids).dump() : std::string(own);
}

OwnSolids solidsFrom(std::string_view text)
{
    if (text == own)
        return std::nullopt;
    const JsonText list(text, "solids");
    if (!list.tree().is_array())
        refuse("solids: is {}; must be a list of solids", kindText(list.tree()));
    if (list.tree().size() > mostSolids)
        refuse("more than {} solids", mostSolids);
    SolidList solids;
    for (const nlohmann::json& entry : list.tree())
        solids.push_back(readSolid(entry, solids.size()));
    return solids;
}

std::string setUpText(const SetUpPtr& setUp)
{
    return setUp ? setUpJson(*setUp).dump() : std::string(own);
}

SetUpPtr setUpFrom(std::string_view text)
{
    return text == own ? nullptr : std::make_shared<const SetUp>(parseSetUp(text, "setup"));
}

} // namespace ropewalk
