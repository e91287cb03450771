#pragma once

namespace ropewalk
{

/// What OpenGL does with the triangles that follow. use() sets all of it, so nothing is left behind by the pass before.
struct Pass
{
    enum class Blend
    {
        none,
        over,
        darkest, ///< the darker of the old colour and the new one
        thin     ///< over, a little more than half of it, however opaque
    };
    bool depth = true; ///< nearer surfaces hide it
    bool writesDepth = true;
    bool cull = false; ///< the side away from the eye
    bool colour = true;
    bool alpha = true; ///< else the picture stays as opaque as it is
    Blend blend = Blend::none;

    void use() const;
};

} // namespace ropewalk
