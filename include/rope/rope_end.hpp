#pragma once

namespace rope
{

enum class RopeEnd
{
    first,
    last
};

constexpr RopeEnd otherEnd(RopeEnd end)
{
    return end == RopeEnd::first ? RopeEnd::last : RopeEnd::first;
}

} // namespace rope
