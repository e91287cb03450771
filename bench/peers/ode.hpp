// What both of ODE's sources use.
#pragma once

#include "peers.hpp"

#include <ode/ode.h>

namespace peers
{

constexpr Stepping odeUsual{"default, 1/60 s, 20 iterations", 1.0 / 60.0, 20};
constexpr Stepping odeTuned{"1/960 s, 50 iterations", 1.0 / 960.0, 50};

inline dReal number(double value)
{
    return static_cast<dReal>(value);
}

} // namespace peers
