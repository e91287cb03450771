#pragma once

#include "rope/knots/diagram.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace rope
{

/// Coefficients of the knot's Alexander polynomial by rising powers, from the first that is not 0, which is made
/// positive. Exact, or empty where one does not fit in 55 bits, or the diagram has about 190 crossings or more.
std::vector<std::int64_t> alexanderPolynomial(const Diagram& diagram);

/// The knot's signature, exact; none where a number on the way does not fit in 64 bits. -2 of a right-handed trefoil.
std::optional<int> signature(const Diagram& diagram);

} // namespace rope
