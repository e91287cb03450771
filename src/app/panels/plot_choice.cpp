// Which diagnostics are plotted, and which of them share a plot.

#include "plots_panel.hpp"

#include <algorithm>

namespace ropewalk
{

std::vector<std::string> plottedDiagnostics(const rope::Diagnostics& diagnostics, const PlotSettings& settings)
{
    std::vector<std::string> names;
    for (const std::string& name : settings.diagnostics)
        if (diagnostics.find(name) != nullptr)
            names.push_back(name);
    if (!names.empty())
        return names;
    for (const char* name :
         {"kinetic_energy", "potential_energy", "elastic_energy", "total_energy", "top_tension", "length"})
        if (diagnostics.find(name) != nullptr)
            names.emplace_back(name);
    for (const rope::Diagnostic& row : diagnostics.rows())
        if (names.size() < 3 && std::find(names.begin(), names.end(), row.name) == names.end())
            names.push_back(row.name);
    return names;
}

std::vector<PlotsPanel::Plot> arrangePlots(const rope::Diagnostics& diagnostics, const std::vector<std::string>& names)
{
    std::vector<PlotsPanel::Plot> plots;
    for (const std::string& name : names)
    {
        const rope::Diagnostic* found = diagnostics.find(name);
        if (found == nullptr)
            continue;
        const rope::Diagnostic& row = *found;
        const auto i = static_cast<std::size_t>(found - diagnostics.rows().data());
        const bool energy = row.name.ends_with(energySuffix);
        const std::string title = energy ? "Energy" : plainName(row.name);
        const auto same =
            std::find_if(plots.begin(), plots.end(),
                         [&](const PlotsPanel::Plot& p) { return energy && p.title == title && p.unit == row.unit; });
        if (same != plots.end())
            same->diagnostics.push_back(i);
        else
            plots.push_back({title, std::string(row.unit), {i}});
    }
    return plots;
}

} // namespace ropewalk
