#pragma once

namespace rope
{

/// Two numbers with which the processor computes at once.
using TwoLanes [[gnu::vector_size(2 * sizeof(double))]] = double;

} // namespace rope
