#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace ropewalk
{

/// What a plot draws.
enum class PlotKind
{
    time,     ///< diagnostics over time, on one axis
    stack,    ///< the same as areas on top of each other
    phase,    ///< one diagnostic against another
    profile,  ///< a quantity along the rope: Scene::profiles
    spectrum, ///< how strongly something swings at which frequency
    curve     ///< what CurveHost::curves offers
};

/// In the order of the kinds: in preferences and in the names of files.
inline constexpr std::array<std::string_view, 6> plotKindNames{"time",    "stack",    "phase",
                                                               "profile", "spectrum", "curve"};

/// One of the plots that stand side by side.
struct PlotTile
{
    PlotKind kind = PlotKind::time;
    std::vector<std::string> names; ///< of diagnostics; for `phase` across and up; of the profile, signal or curve

    bool shows(std::string_view name) const { return std::find(names.begin(), names.end(), name) != names.end(); }

    friend bool operator==(const PlotTile&, const PlotTile&) = default;
};

} // namespace ropewalk
