// The files that the session writes on demand: screenshots, the plots' numbers, rope cards.

#include "session.hpp"

#include "files/output_file.hpp"

#include <algorithm>
#include <cmath>
#include <exception>
#include <utility>

namespace ropewalk
{
namespace
{

/// A name in the current folder that is still free: "ropewalk-rope-1.png".
std::filesystem::path freeName(const std::string& what, const std::string& extension)
{
    for (int number = 1;; ++number)
    {
        const std::filesystem::path file =
            std::filesystem::current_path() / (what + "-" + std::to_string(number) + extension);
        if (!std::filesystem::exists(file))
            return file;
    }
}

std::string stem(const Scene& scene)
{
    return "ropewalk-" + std::string(scene.info().id);
}

/// The part of an image; rows from top to bottom.
Image crop(const Image& image, int x, int y, int width, int height)
{
    x = std::clamp(x, 0, image.width);
    y = std::clamp(y, 0, image.height);
    Image part{std::clamp(width, 0, image.width - x), std::clamp(height, 0, image.height - y), {}};
    for (int row = y; row < y + part.height; ++row)
    {
        const auto begin = image.pixels.begin() + 3 * (static_cast<std::ptrdiff_t>(row) * image.width + x);
        part.pixels.insert(part.pixels.end(), begin, begin + 3 * static_cast<std::ptrdiff_t>(part.width));
    }
    return part;
}

} // namespace

Image Session::cropOfFrame(const Rectangle& area) const
{
    const glm::ivec2 pixels = window_.framebufferSize();
    const glm::ivec2 window = window_.size();
    const float ratio = static_cast<float>(pixels.x) / static_cast<float>(std::max(1, window.x));
    const auto scaled = [ratio](float length) { return static_cast<int>(std::lround(length * ratio)); };
    return crop(readFramebuffer(pixels.x, pixels.y), scaled(area.x), scaled(area.y), scaled(area.width),
                scaled(area.height));
}

void Session::saveScreenshot()
{
    try
    {
        const std::filesystem::path file = freeName(stem(workbench_.scene()), ".png");
        writePng(file, cropOfFrame(ui_.viewport));
        ui_.toast("Screenshot saved: " + file.string(), 8.0);
    }
    catch (const std::exception& error)
    {
        ui_.toast(error.what(), 8.0);
    }
}

void Session::savePlotScreenshot()
{
    const PlotExport plots = *std::exchange(plotScreenshot_, std::nullopt);
    try
    {
        const std::filesystem::path file = freeName(stem(workbench_.scene()) + "-" + plots.screenshotName, ".png");
        writePng(file, cropOfFrame(*plots.screenshot));
        ui_.toast("Screenshot of the plots saved: " + file.string(), 8.0);
    }
    catch (const std::exception& error)
    {
        ui_.toast(error.what(), 8.0);
    }
}

void Session::saveTables(const std::vector<PlotExport::Table>& tables)
{
    for (const PlotExport::Table& table : tables)
        try
        {
            const std::filesystem::path file = freeName(stem(workbench_.scene()) + "-" + table.name, ".csv");
            OutputFile output(file);
            output.stream() << table.csv;
            output.commit();
            ui_.toast("Numbers of the plots saved: " + file.string(), 8.0);
        }
        catch (const std::exception& error)
        {
            ui_.toast(error.what(), 8.0);
            return; // the others would fail in the same way
        }
}

void Session::saveText(const ToolPanels::TextFile& text)
{
    try
    {
        const std::filesystem::path name(text.name);
        const std::filesystem::path path = freeName(name.stem().string(), name.extension().string());
        OutputFile file(path);
        file.stream() << text.text;
        file.commit();
        ui_.toast("Saved: " + path.string(), 8.0);
    }
    catch (const std::exception& error)
    {
        ui_.toast(error.what(), 8.0);
    }
}

} // namespace ropewalk
