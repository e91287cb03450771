#pragma once

#include "set_up.hpp"

#include <rope/body.hpp>

#include <string_view>
#include <vector>

// What a solid of a set-up is as a rigid body, and where ropes are tied to it.

namespace ropewalk
{

/// A place of a solid that has a name.
struct Eye
{
    std::string_view name; ///< "top"
    Vec3 at{0.0};          ///< [m], in the solid's own axes
};
std::vector<Eye> eyesOf(const SetUpSolid& solid);

/// [m], in its own axes; `place` names an eye that it has.
Vec3 ownPoint(const SetUpSolid& solid, const SolidPlace& place);
/// [m], where it is placed.
Vec3 pointOn(const SetUpSolid& solid, const SolidPlace& place);

/// What ropes may run round: a pulley, a bar, a post, a sphere or a block.
bool isRound(SceneSolid::Shape shape);
/// The ways in which a solid of this shape may move.
std::vector<Moves> waysToMove(SceneSolid::Shape shape);
std::string_view movesName(Moves moves); ///< "axle"

/// The axis about which it turns, and about which ropes run round it; of the length 1.
Vec3 turningAxis(const SetUpSolid& solid);

/// The convex bodies that it is made of, in its own axes. Of a block: its cheeks without its wheel.
std::vector<rope::SolidBody> shapesOf(const SetUpSolid& solid);
/// [m], from its middle to its farthest point, or a little more.
double reachOf(const SetUpSolid& solid);
/// Half of the box around it [m], along x, y and z.
Vec3 halfBox(const SetUpSolid& solid);

/// The pulley between the cheeks of a block, with half of its mass.
SetUpSolid wheelOf(const SetUpSolid& block);

/// The solid where it is placed, of one density all through. Of a block: its cheeks, with half of its mass.
rope::Body bodyOf(const SetUpSolid& solid);

/// [m]: the radius of a weight of this mass [kg], of iron and as high as it is wide.
double weightRadius(double mass);

/// A solid of this shape with its usual motion, axis and sizes.
SetUpSolid usualSolid(SceneSolid::Shape shape);

} // namespace ropewalk
