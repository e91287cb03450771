#include <rope/rigid_body.hpp>

#include <rope/elementary.hpp>

#include <cmath>

namespace rope
{

Rotation rotation(double angle)
{
    const elementary::SineCosine both = elementary::sineAndCosine(angle);
    return {both.cosine, both.sine};
}

double angleOf(const Vec2& direction)
{
    return std::isfinite(direction.x) && std::isfinite(direction.y) ? elementary::atan2(direction.y, direction.x) : 0.0;
}

} // namespace rope
