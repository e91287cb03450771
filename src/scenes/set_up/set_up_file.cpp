#include "set_up_file.hpp"

#include "set_up_check.hpp"
#include "set_up_rows.hpp"
#include "set_up_solid.hpp"
#include "solid_list.hpp"

#include "files/json_text.hpp"
#include "files/parameter_json.hpp"

#include "text/text.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <variant>
#include <vector>

namespace ropewalk
{

namespace
{

using nlohmann::json;
using Json = nlohmann::ordered_json; // as it is written

const std::vector<std::string_view> endNames{"first", "last"};
const std::vector<std::string_view> sideNames{"left", "right"};

// ---- Reading -----------------------------------------------------------------------------------------------------

void needObject(const json& entry, std::string_view example)
{
    if (!entry.is_object())
        refuse("is {}; must be an object: {}", kindText(entry), example);
}

const json& needed(const json& entry, std::string_view key, std::string_view right)
{
    const auto found = entry.find(key);
    if (found == entry.end())
        refuse("key '{}' is missing; must be {}", key, right);
    return *found;
}

std::string textOf(const json& value, std::string_view key)
{
    if (!value.is_string())
        refuse("'{}' is {}; must be a text", key, kindText(value));
    return value.get<std::string>();
}

double numberOf(const json& value, std::string_view key)
{
    if (!value.is_number())
        refuse("'{}' is {}; must be a number", key, kindText(value));
    return value.get<double>();
}

/// Which of the names the text is.
std::size_t choiceOf(const json& value, std::string_view key, const std::vector<std::string_view>& names)
{
    const std::string name = textOf(value, key);
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end())
        refuse("'{}' is {}; must be {}", key, text::quoted(name), text::joined(names, " or "));
    return static_cast<std::size_t>(found - names.begin());
}

/// What an entry is called by errors.
std::string called(std::string_view kind, const json& entry, std::size_t number)
{
    const auto name = entry.is_object() ? entry.find("name") : entry.end();
    if (entry.is_object() && name != entry.end() && name->is_string())
        return fmt::format("{} {}", kind, text::quoted(name->get_ref<const std::string&>()));
    return fmt::format("{} {}", kind, number);
}

/// Gives each row the value that the entry has for it.
void readRows(rope::Parameters& rows, const json& entry)
{
    for (rope::Parameter& row : rows.rows())
        if (const auto value = entry.find(row.name()); value != entry.end())
            setParameter(row, *value);
}

void checkKeys(const json& entry, std::vector<std::string_view> known, const rope::Parameters& rows,
               const std::string& what)
{
    for (const rope::Parameter& row : rows.rows())
        known.push_back(row.name());
    for (const auto& [key, value] : entry.items())
        checkKey(key, known, what);
}

Moves movesOf(const json& entry, SceneSolid::Shape shape)
{
    const auto value = entry.find("moves");
    if (value == entry.end())
        return Moves::no;
    const std::vector<Moves> ways = waysToMove(shape);
    std::vector<std::string_view> names;
    for (const Moves way : ways)
        names.push_back(movesName(way));
    return ways[choiceOf(*value, "moves", names)];
}

SetUpSolid solidOf(const json& entry)
{
    needObject(entry, R"({"name": "top", "shape": "sphere", "position": [0, 1, 0]})");
    const SceneSolid::Shape shape = shapeOf(entry, setUpShapeNames());
    const Moves moves = movesOf(entry, shape);
    const auto mass = entry.find("mass");
    SetUpSolid solid = plainSolid(shape, moves, mass == entry.end() ? SetUpSolid().mass : numberOf(*mass, "mass"));
    solid.name = textOf(needed(entry, "name", "a text"), "name");
    rope::Parameters rows;
    describe(solid, rows);
    checkKeys(entry, {"name", "shape"}, rows,
              fmt::format("keys of a {} with moves = {}", entry["shape"].get<std::string>(), movesName(moves)));
    needed(entry, "position", "three numbers [x, y, z]");
    readRows(rows, entry);
    return solid;
}

SolidPlace solidPlaceOf(const json& entry)
{
    for (const auto& [key, value] : entry.items())
        checkKey(key, {"solid", "at", "eye"});
    SolidPlace place;
    place.solid = textOf(entry["solid"], "solid");
    if (entry.contains("at") == entry.contains("eye"))
        refuse("a place on a solid must have either 'at', three numbers [x, y, z] in its own axes, or 'eye'");
    if (entry.contains("at"))
        place.at = vectorOf(entry["at"], "'at'");
    else
        place.eye = textOf(entry["eye"], "eye");
    return place;
}

RopePlace ropePlaceOf(const json& entry)
{
    RopePlace place{.rope = textOf(needed(entry, "rope", "the name of a rope"), "rope")};
    if (entry.contains("end") == entry.contains("along"))
        refuse("a place on a rope must have either 'end', first or last, or 'along', metres from its first end");
    if (entry.contains("end"))
        place.end = static_cast<rope::RopeEnd>(choiceOf(entry["end"], "end", endNames));
    else
        place.along = numberOf(entry["along"], "along");
    return place;
}

Place placeOf(const json& entry, std::string_view name)
{
    if (entry.is_array())
        return vectorOf(entry, fmt::format("'{}'", name));
    if (!entry.is_object() || entry.contains("rope") == entry.contains("solid"))
        refuse(
            R"('{}' must be a place: {{"rope": "a", "end": "last"}}, {{"solid": "b", "at": [x, y, z]}} or [x, y, z])",
            name);
    if (entry.contains("solid"))
        return solidPlaceOf(entry);
    for (const auto& [key, value] : entry.items())
        checkKey(key, {"rope", "end", "along"});
    return ropePlaceOf(entry);
}

Stop stopOf(const json& entry)
{
    if (entry.is_array())
        return vectorOf(entry, "a point of 'path'");
    if (entry.is_object() && entry.contains("solid"))
        return solidPlaceOf(entry);
    if (entry.is_object() && entry.contains("through"))
    {
        for (const auto& [key, value] : entry.items())
            checkKey(key, {"through"});
        return ThroughStop{textOf(entry["through"], "through")};
    }
    if (!entry.is_object() || !entry.contains("round"))
        refuse(R"('path' holds {}; must hold points [x, y, z], {{"solid": "a", "at": [x, y, z]}}, {{"round": "b", )"
               R"("side": "left"}} and {{"through": "c"}})",
               kindText(entry));
    for (const auto& [key, value] : entry.items())
        checkKey(key, {"round", "side", "turns"});
    RoundStop stop{.solid = textOf(entry["round"], "round")};
    stop.side = static_cast<RoundStop::Side>(choiceOf(needed(entry, "side", "left or right"), "side", sideNames));
    if (const auto turns = entry.find("turns"); turns != entry.end())
    {
        constexpr double many = 1000.0;
        if (!turns->is_number_integer() || std::abs(turns->get<double>()) > many)
            refuse("'turns' must be a whole number");
        stop.turns = turns->get<int>();
    }
    return stop;
}

SetUpRope ropeOf(const json& entry)
{
    needObject(entry, R"({"name": "fall", "path": [[0, 2, 0], [1, 2, 0]]})");
    SetUpRope rope;
    rope.name = textOf(needed(entry, "name", "a text"), "name");
    rope::Parameters rows;
    describe(rope, rows);
    checkKeys(entry, {"name", "path"}, rows, "keys of a rope");
    const json& path = needed(entry, "path", "a list of stops");
    if (!path.is_array())
        refuse("'path' is {}; must be a list of stops", kindText(path));
    for (const json& stop : path)
        rope.path.push_back(stopOf(stop));
    readRows(rows, entry);
    return rope;
}

SetUpTie tieOf(const json& entry)
{
    needObject(entry, R"({"a": {"rope": "a", "end": "last"}, "b": {"solid": "b", "eye": "top"}})");
    for (const auto& [key, value] : entry.items())
        checkKey(key, {"a", "b", "meter"});
    const json& meter = entry.contains("meter") ? entry["meter"] : json(false);
    if (!meter.is_boolean())
        refuse("'meter' is {}; must be true or false", kindText(meter));
    return {placeOf(needed(entry, "a", "a place"), "a"), placeOf(needed(entry, "b", "a place"), "b"), meter};
}

SetUpHold holdOf(const json& entry)
{
    needObject(entry, R"({"rope": "a", "end": "last", "at": [x, y, z]})");
    for (const auto& [key, value] : entry.items())
        checkKey(key, {"rope", "end", "along", "at"});
    return {ropePlaceOf(entry), vectorOf(needed(entry, "at", "three numbers [x, y, z]"), "'at'")};
}

Roles rolesOf(const json& entry, std::string& path)
{
    Roles roles;
    for (const auto& [key, value] : entry.items())
    {
        path = "roles/" + key;
        checkKey(key, {"hand", "haul", "load"}, "roles");
        const Place place = placeOf(value, key);
        if (key == "haul")
            roles.haul = place;
        else if (key == "load")
            roles.load = place;
        else if (const auto* hand = std::get_if<RopePlace>(&place))
            roles.hand = *hand;
        else
            refuse("'hand' must be a place on a rope: {{\"rope\": \"a\", \"end\": \"last\"}}");
    }
    return roles;
}

/// What `read(entry)` makes of each entry of a list.
template <typename Thing>
std::vector<Thing> listOf(const json& file, std::string_view key, std::string_view kind, std::string& path,
                          Thing (*read)(const json&))
{
    std::vector<Thing> things;
    const auto list = file.find(key);
    if (list == file.end())
        return things;
    for (const json& entry : *list)
    {
        path = fmt::format("{}/{}", key, things.size());
        try
        {
            things.push_back(read(entry));
        }
        catch (const std::invalid_argument& error)
        {
            refuse("{}: {}", called(kind, entry, things.size()), error.what());
        }
    }
    return things;
}

// ---- Writing -----------------------------------------------------------------------------------------------------

/// Writes the rows that differ from the rows of a plain thing.
void writeRows(Json& entry, const rope::Parameters& rows, const rope::Parameters& plain)
{
    for (std::size_t i = 0; i < rows.rows().size(); ++i)
        if (const rope::Parameter& row = rows.rows()[i];
            row.value() != plain.rows()[i].value() || row.name() == "position")
            entry[row.name()] = valueJson(row);
}

Json jsonOf(SetUpSolid solid)
{
    Json entry{{"name", solid.name}, {"shape", setUpShapeNames()[static_cast<std::size_t>(solid.shape)]}};
    if (solid.moves != Moves::no)
        entry["moves"] = movesName(solid.moves);
    SetUpSolid plain = plainSolid(solid.shape, solid.moves, solid.mass);
    plain.mass = SetUpSolid().mass;
    rope::Parameters rows;
    rope::Parameters plainRows;
    describe(solid, rows);
    describe(plain, plainRows);
    writeRows(entry, rows, plainRows);
    return entry;
}

Json placeJson(const Vec3& point)
{
    return vectorJson(point);
}

Json placeJson(const SolidPlace& place)
{
    if (place.eye.empty())
        return {{"solid", place.solid}, {"at", vectorJson(place.at)}};
    return {{"solid", place.solid}, {"eye", place.eye}};
}

Json placeJson(const RopePlace& place)
{
    if (place.end)
        return {{"rope", place.rope}, {"end", endNames[static_cast<std::size_t>(*place.end)]}};
    return {{"rope", place.rope}, {"along", place.along}};
}

Json placeJson(const RoundStop& stop)
{
    Json entry{{"round", stop.solid}, {"side", sideNames[static_cast<std::size_t>(stop.side)]}};
    if (stop.turns != 0)
        entry["turns"] = stop.turns;
    return entry;
}

Json placeJson(const ThroughStop& stop)
{
    return {{"through", stop.ring}};
}

/// Of a place or a stop.
template <typename... Kinds>
Json jsonOf(const std::variant<Kinds...>& place)
{
    return std::visit([](const auto& at) { return placeJson(at); }, place);
}

Json jsonOf(SetUpRope rope)
{
    Json entry{{"name", rope.name}, {"path", Json::array()}};
    for (const Stop& stop : rope.path)
        entry["path"].push_back(jsonOf(stop));
    SetUpRope plain;
    rope::Parameters rows;
    rope::Parameters plainRows;
    describe(rope, rows);
    describe(plain, plainRows);
    writeRows(entry, rows, plainRows);
    return entry;
}

} // namespace

SetUp readSetUp(const json& file, std::string& path)
{
    SetUp setUp;
    if (file.contains("solids") && file["solids"].size() > mostSolids)
    {
        path = "solids";
        refuse("more than {} solids", mostSolids);
    }
    setUp.solids = listOf(file, "solids", "solid", path, solidOf);
    setUp.ropes = listOf(file, "ropes", "rope", path, ropeOf);
    setUp.ties = listOf(file, "ties", "tie", path, tieOf);
    setUp.holds = listOf(file, "holds", "hold", path, holdOf);
    if (file.contains("roles"))
        setUp.roles = rolesOf(file["roles"], path);
    try
    {
        validate(setUp);
    }
    catch (const SetUpFault& fault)
    {
        path = fault.path();
        throw;
    }
    return setUp;
}

SetUp parseSetUp(std::string_view text, std::string_view name)
{
    const JsonText file(text, name);
    std::string path; // being read
    try
    {
        needObject(file.tree(), R"({"ropes": [], "solids": []})");
        for (const auto& [key, value] : file.tree().items())
            checkKey(path = key, {setUpKeys.begin(), setUpKeys.end()});
        return readSetUp(file.tree(), path);
    }
    catch (const std::invalid_argument& error)
    {
        file.fail(path, error.what());
    }
}

Json setUpJson(const SetUp& setUp)
{
    Json file;
    for (const SetUpSolid& solid : setUp.solids)
        file["solids"].push_back(jsonOf(solid));
    file["ropes"] = Json::array(); // also where there is none: the set-up is not the scene's own
    for (const SetUpRope& rope : setUp.ropes)
        file["ropes"].push_back(jsonOf(rope));
    for (const SetUpTie& tie : setUp.ties)
    {
        Json& entry = file["ties"].emplace_back(Json{{"a", jsonOf(tie.a)}, {"b", jsonOf(tie.b)}});
        if (tie.meter)
            entry["meter"] = true;
    }
    for (const SetUpHold& hold : setUp.holds)
    {
        Json entry = placeJson(hold.rope);
        entry["at"] = vectorJson(hold.at);
        file["holds"].push_back(entry);
    }
    if (setUp.roles.hand)
        file["roles"]["hand"] = placeJson(*setUp.roles.hand);
    if (setUp.roles.haul)
        file["roles"]["haul"] = jsonOf(*setUp.roles.haul);
    if (setUp.roles.load)
        file["roles"]["load"] = jsonOf(*setUp.roles.load);
    return file;
}

std::string setUpLine(const SetUp& setUp)
{
    std::string line = setUpJson(setUp).dump();
    if (line.size() > longestSetUpLine)
        refuse("set-up too long for a link ({} of {} characters): copy it instead",
               text::groupedText(static_cast<double>(line.size())), text::groupedText(longestSetUpLine));
    return line;
}

} // namespace ropewalk
