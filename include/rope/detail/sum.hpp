#pragma once

#include <functional>
#include <iterator>
#include <type_traits>

namespace rope
{

/// The sum of `part` of each item, from the first to the last.
template <typename Items, typename Part>
auto sumOf(const Items& items, const Part& part)
{
    std::decay_t<std::invoke_result_t<const Part&, decltype(*std::begin(items))>> sum{};
    for (const auto& item : items)
        sum += std::invoke(part, item);
    return sum;
}

} // namespace rope
