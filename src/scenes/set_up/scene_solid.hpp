#pragma once

#include <rope/solid.hpp>
#include <rope/vec.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ropewalk
{

using rope::Vec3;

/// A solid as a user places it. SI units.
struct SceneSolid
{
    /// The first five are also SpatialShape::Kind, and what `solids` of a scene other than the workshop may be.
    enum class Shape
    {
        sphere,
        bar,  ///< round, with round ends
        post, ///< round, with flat ends
        box,
        ring,
        // of set-ups only:
        pulley, ///< a hub between two rims
        block,  ///< a pulley about its third axis between cheeks, with an eye at the top and one at the bottom
        weight, ///< a post with an eye at the top
        plank   ///< a box that ropes carry
    };
    Shape shape = Shape::sphere;
    Vec3 position{0.0}; ///< [m] of its middle
    /// A bar, a post and a weight lie along it, a ring and a pulley lie around it, the eyes of a block are on it, and
    /// it is the second axis of a box and of a plank.
    Vec3 axis{0.0, 1.0, 0.0};
    double angle = 0.0;      ///< [rad], by which it is turned about its axis
    double radius = 0.1;     ///< [m]; of a ring, to the middle of its round bar; of a pulley or a block, of its hub
    double length = 0.5;     ///< [m], of a bar's axis between the middles of its ends, of a post or of a weight
    double thickness = 0.02; ///< [m], the radius of a ring's round bar
    Vec3 size{0.3};          ///< [m], of a box or a plank along its axes
    double roughness = 1.0;  ///< times the rope's contact friction

    friend bool operator==(const SceneSolid&, const SceneSolid&) = default;
};

using SolidList = std::vector<SceneSolid>;
/// The solids that a user or a file made of a scene's; none: they are the scene's own.
using OwnSolids = std::optional<SolidList>;

constexpr std::size_t mostSolids = 40;

/// "sphere", in the order of the shapes; without the shapes that set-ups alone have.
const std::vector<std::string_view>& solidShapeNames();
/// The same with the shapes of set-ups.
const std::vector<std::string_view>& setUpShapeNames();

/// A vector of a solid that a file and the window may set.
struct SolidVector
{
    std::string_view name; ///< "position"
    Vec3 SceneSolid::*field;
    double minimum; ///< of each component
    double maximum;
    std::string_view unit;
    std::string_view sentence;
};
std::vector<SolidVector> solidVectors(SceneSolid::Shape shape);

/// A number of a solid that a file and the window may set.
struct SolidNumber
{
    std::string_view name; ///< "radius"
    double SceneSolid::*field;
    double minimum;
    double maximum;
    std::string_view unit;
    std::string_view sentence;
};
std::vector<SolidNumber> solidNumbers(SceneSolid::Shape shape);

constexpr double farthestSolid = 100.0; ///< [m] from the origin, along each axis
constexpr double leastBox = 0.01;       ///< [m], of a box along an axis
constexpr double mostBox = 100.0;

/// Throws std::invalid_argument naming the number, the value and what would be right.
void validate(const SceneSolid& solid);

/// The same solid with the usual values in what its shape does not have, as its file reads back: a sphere's axis.
SceneSolid withoutIdleNumbers(const SceneSolid& solid);

/// Its own axes in columns: the second is `axis`, the others are turned about it by `angle`.
glm::dmat3 axesOf(const SceneSolid& solid);
/// Turns it so that these are its axes; round solids have no angle about their own axis.
void setAxes(SceneSolid& solid, const glm::dmat3& axes);

/// The same shape and sizes, wherever it is.
bool sameShape(const SceneSolid& a, const SceneSolid& b);

/// Whether it is turned about its axis by an angle: others look the same all round.
bool hasAngle(SceneSolid::Shape shape);

/// The bodies that it is made of, at rest: one, and of a ring its round bar in straight pieces. Of a shape of scenes
/// other than the workshop.
std::vector<rope::SolidBody> bodiesOf(const SceneSolid& solid);

/// The same with its middle and axes at another place.
std::vector<rope::SolidBody> bodiesAt(const SceneSolid& solid, const Vec3& position, const glm::dmat3& axes);

/// Corners of a ring's middle line, the first of them also the last.
std::vector<Vec3> ringLine(const SceneSolid& ring, const Vec3& position, const glm::dmat3& axes, int corners = 24);

} // namespace ropewalk
