#pragma once

namespace rope
{

enum class RopeEnd
{
    first,
    last
};

} // namespace rope
