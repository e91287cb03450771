#include "run_log.hpp"

#include <array>
#include <stdexcept>
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

RunLog::RunLog(const std::filesystem::path& file) : stream_(file)
{
    if (!stream_)
        throw std::invalid_argument("--log: cannot write " + file.string());
    stream_.precision(17);
}

void RunLog::write(const Scene& scene, bool paused)
{
    const std::vector<std::pair<std::string, double>> parameters = numbers(scene.parameters());
    std::string header = "time";
    for (const rope::Diagnostic& row : scene.diagnostics().rows())
        header += ',' + row.name;
    for (const auto& [name, value] : parameters)
        // A constant may have the name of a diagnostic (mass_count): two columns of one name would hide one of them.
        header += ',' + name + (scene.diagnostics().find(name) != nullptr ? "_set" : "");
    header += ",paused";
    if (header != header_)
        stream_ << header << '\n';
    header_ = std::move(header);

    stream_ << scene.time();
    for (const rope::Diagnostic& row : scene.diagnostics().rows())
        stream_ << ',' << row.value();
    for (const auto& [name, value] : parameters)
        stream_ << ',' << value;
    stream_ << ',' << (paused ? 1 : 0) << std::endl;
}

} // namespace ropewalk
