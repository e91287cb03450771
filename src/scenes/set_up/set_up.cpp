#include "set_up.hpp"

#include "text/text.hpp"

#include <algorithm>

namespace ropewalk
{

namespace
{

template <typename List>
auto* named(List& list, std::string_view name)
{
    const auto found = std::find_if(list.begin(), list.end(), [name](const auto& thing) { return thing.name == name; });
    return found == list.end() ? nullptr : &*found;
}

std::string pointText(const Vec3& point)
{
    return "[" + text::numberText(point.x) + ", " + text::numberText(point.y) + ", " + text::numberText(point.z) + "]";
}

std::string textOf(const RopePlace& place)
{
    if (place.end)
        return place.rope + (*place.end == rope::RopeEnd::first ? ".first" : ".last");
    return place.rope + " " + text::numberText(place.along);
}

std::string textOf(const SolidPlace& place)
{
    return place.eye.empty() ? place.solid + " " + pointText(place.at) : place.solid + "." + place.eye;
}

std::string textOf(const Vec3& point)
{
    return pointText(point);
}

} // namespace

const SetUpSolid* solidNamed(const SetUp& setUp, std::string_view name)
{
    return named(setUp.solids, name);
}

const SetUpRope* ropeNamed(const SetUp& setUp, std::string_view name)
{
    return named(setUp.ropes, name);
}

SetUpSolid* solidNamed(SetUp& setUp, std::string_view name)
{
    return named(setUp.solids, name);
}

SetUpRope* ropeNamed(SetUp& setUp, std::string_view name)
{
    return named(setUp.ropes, name);
}

std::string placeText(const Place& place)
{
    return std::visit([](const auto& at) { return textOf(at); }, place);
}

} // namespace ropewalk
