#pragma once

#include <rope/knot.hpp>

namespace rope
{

/// Fills in the names and the hand that polynomial and signature tell.
void name(KnotType& type);

} // namespace rope
