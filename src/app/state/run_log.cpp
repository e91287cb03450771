#include "run_log.hpp"

#include "scenes/hosts.hpp"

#include <fmt/format.h>

#include <array>
#include <iterator>
#include <string_view>
#include <utility>
#include <variant>

namespace ropewalk
{
namespace
{

/// The numeric parameters, vectors as name_x, name_y, name_z.
std::vector<std::pair<std::string, double>> numbers(const rope::Parameters& parameters)
{
    constexpr std::array<std::string_view, 3> axes{"_x", "_y", "_z"};
    std::vector<std::pair<std::string, double>> result;
    for (const rope::Parameter& row : parameters.rows())
    {
        if (const auto* number = std::get_if<double*>(&row.field()))
            result.emplace_back(row.name(), **number);
        else if (const auto* integer = std::get_if<int*>(&row.field()))
            result.emplace_back(row.name(), **integer);
        else if (const auto* vector = std::get_if<Vec3*>(&row.field()))
            for (int axis = 0; axis < 3; ++axis)
                result.emplace_back(row.name() + std::string(axes[static_cast<std::size_t>(axis)]), (**vector)[axis]);
    }
    return result;
}

} // namespace

void RunLog::write(const Scene& scene, bool paused)
{
    const std::vector<std::pair<std::string, double>> parameters = numbers(scene.parameters());
    std::string header = "time";
    for (const rope::Diagnostic& row : scene.diagnostics().rows())
        header += ',' + row.name;
    for (const auto& [name, value] : parameters)
        // A constant may have the name of a diagnostic (mass_count): two columns of one name would hide one of them.
        header += ',' + name + (scene.diagnostics().find(name) != nullptr ? "_set" : "");
    const EffortHost* const solved = hostOf<EffortHost>(scene);
    if (solved != nullptr)
        header += ",unsolved_pieces,stood_pieces";
    header += ",paused";
    std::string lines;
    if (header != header_)
        lines = header + '\n';
    header_ = std::move(header);

    const auto add = [&lines](double value) { fmt::format_to(std::back_inserter(lines), "{:.17g},", value); };
    add(scene.time());
    for (const rope::Diagnostic& row : scene.diagnostics().rows())
        add(row.value());
    for (const auto& [name, value] : parameters)
        add(value);
    if (solved != nullptr)
    {
        const rope::ImplicitEffort effort = solved->effort();
        add(static_cast<double>(effort.unsolved));
        add(static_cast<double>(effort.stood));
    }
    lines += paused ? "1\n" : "0\n";
    file_.write(lines);
    file_.flush();
}

} // namespace ropewalk
