// What both of Bullet's sources use.
#pragma once

#include "peers.hpp"

#include <btBulletDynamicsCommon.h>

namespace peers
{

constexpr Stepping bulletUsual{"default, 1/60 s, 10 iterations", 1.0 / 60.0, 10};
constexpr Stepping bulletTuned{"1/960 s, 50 iterations", 1.0 / 960.0, 50};

inline btScalar single(double value)
{
    return static_cast<btScalar>(value);
}

inline btVector3 vector(const Point& p)
{
    return {single(p[0]), single(p[1]), single(p[2])};
}

inline Point point(const btVector3& v)
{
    return {static_cast<double>(v.x()), static_cast<double>(v.y()), static_cast<double>(v.z())};
}

} // namespace peers
