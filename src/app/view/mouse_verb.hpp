#pragma once

namespace ropewalk
{

/// What the mouse does to a set-up: a key or a button begins it, and it waits until the mouse has taken what it needs.
enum class MouseVerb
{
    hold,
    hang,
    tie,
    runOver,
    cut,
    wind,
    newRope,
    measure,
    // While they wait the mouse drags as always.
    over,
    under
};

} // namespace ropewalk
