#pragma once

#include "app/panels/frame/panel_context.hpp"

#include "cli/sweep_table.hpp"

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace ropewalk
{

struct SweepStatistic
{
    std::string_view name; ///< as --statistic has it
    std::string_view words;
    std::string_view ofQuantity; ///< a format
};
constexpr std::array<SweepStatistic, 4> sweepStatistics{{{"last", "last value", "{}, last value"},
                                                         {"max", "largest value", "{}, largest value"},
                                                         {"min", "least value", "{}, least value"},
                                                         {"mean", "mean value", "{}, mean value"}}};

/// "Tension, largest value" for the column tension_max.
std::string plainColumn(std::string_view column);

/// Draws a column of a sweep over its first constant, or as colours over its first two; a cross is a run that did not
/// end. Returns the row under the mouse.
std::optional<std::size_t> drawSweep(PanelContext& context, const SweepTable& table, std::size_t column,
                                     const Rectangle& at);

} // namespace ropewalk
