#include "scene_files.hpp"

#include "app/platform/host.hpp"
#include "app/platform/key_names.hpp"
#include "app/state/dropped_files.hpp"
#include "files/output_file.hpp"
#include "files/text_file.hpp"
#include "scenes/document/scene_file.hpp"
#include "scenes/document/scene_link.hpp"

#include "text/text.hpp"

#include <fmt/format.h>

#include <exception>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string_view>

namespace ropewalk
{

void SceneFiles::ask(FilePurpose purpose, bool recording)
{
    comparesNext_ = false;
    ui_.sceneListOpen = ui_.helpOpen = false;
    ui_.keys.release();
    if (purpose != FilePurpose::save && chooseFile())
        comparesNext_ = purpose == FilePurpose::compare;
    else
        ui_.fileDialog = FileDialog{purpose, {}, recording};
}

void SceneFiles::grantRequests()
{
    if (const std::optional<std::string> file = std::exchange(ui_.openRequest, std::nullopt))
        open(*file, "Opened " + std::filesystem::path(*file).filename().string());
    if (const std::optional<std::string> file = std::exchange(ui_.compareRequest, std::nullopt))
        compareWith(*file);
    if (const std::optional<std::string> text = std::exchange(ui_.pasteRequest, std::nullopt))
        openText(*text, "run of the sweep");
    if (const std::optional<SceneSave> wanted = std::exchange(ui_.sceneSaveRequest, std::nullopt))
        save(*wanted);
}

void SceneFiles::drop(const std::vector<std::string>& files)
{
    const bool compares =
        std::exchange(comparesNext_, false) || (ui_.fileDialog && ui_.fileDialog->purpose == FilePurpose::compare);
    ui_.fileDialog.reset();
    const DroppedFiles dropped = sortDropped(files);
    if (!dropped.opened.empty() && compares)
        compareWith(dropped.opened);
    else if (!dropped.opened.empty())
        open(dropped.opened, dropped.message);
    else if (!dropped.message.empty())
        ui_.toast(dropped.message, 8.0);
}

void SceneFiles::paste(const char* text)
{
    const std::string_view pasted = text::trimmed(text != nullptr ? text : "");
    const bool isLink = pasted.find("?scene=") != std::string_view::npos;
    if (!isLink && !pasted.starts_with('{'))
    {
        ui_.toast("The clipboard holds no scene. " + shortcut(Action::copy) + " puts the present one there.", 8.0);
        return;
    }
    openText(pasted, "clipboard");
}

void SceneFiles::openText(std::string_view text, std::string_view name)
{
    try
    {
        SceneFile read = text.starts_with('{') ? parseSceneFile(text, name) : openScene(readSceneLink(text));
        use_(std::move(read.scene));
        offer(std::move(read.recording));
        ui_.toast(fmt::format("Opened the scene of the {}", name));
    }
    catch (const std::exception& error)
    {
        ui_.toast(error.what(), 8.0);
    }
}

void SceneFiles::openSweep(const std::string& file)
{
    constexpr std::size_t longest = std::size_t{64} << 20; // [bytes]
    const std::string name = std::filesystem::path(file).filename().string();
    ui_.sweepRequest = SweepFile{name, readSweepTable(readTextFile(file, longest), name)};
    ui_.tools.open(Tool::sweep);
    ui_.panelsVisible = true;
    ui_.fileDialog.reset();
}

void SceneFiles::open(const std::string& file, const std::string& done)
{
    try
    {
        if (!std::filesystem::is_regular_file(file)) // to read a pipe may take for ever
            throw std::invalid_argument(file + ": there is no such file");
        if (file.ends_with(".csv"))
            return openSweep(file);
        SceneFile opened = openSceneFile(file);
        use_(std::move(opened.scene));
        offer(std::move(opened.recording));
        ui_.fileDialog.reset();
        ui_.sceneFile = file;
        ui_.recentFiles.add(file);
        ui_.toast(done);
    }
    catch (const std::exception& error)
    {
        complain(error.what());
    }
}

void SceneFiles::compareWith(const std::string& file)
{
    try
    {
        if (!std::filesystem::is_regular_file(file))
            throw std::invalid_argument(file + ": there is no such file");
        const SceneFile opened = openSceneFile(file);
        if (!opened.recording)
            throw std::invalid_argument(file + ": holds no recording");
        workbench_.compareWith(*opened.recording);
        ui_.fileDialog.reset();
        ui_.recentFiles.add(file);
    }
    catch (const std::exception& error)
    {
        complain(error.what());
    }
}

void SceneFiles::offer(std::optional<Recording> recording)
{
    if (recording)
        ui_.offer = RecordingOffer{fmt::format("This scene comes with a recording of {:.0f} s.",
                                               static_cast<double>(recording->ticks) * workbench_.tickLength()),
                                   std::move(*recording)};
}

void SceneFiles::save(const SceneSave& save)
{
    const Scene& scene = workbench_.scene();
    try
    {
        FileExtras extras;
        if (save.momentAndView)
        {
            workbench_.settle();
            extras = {scene.momentNote().empty(), view_.camera.fileView()};
        }
        const auto recording = [&]
        {
            const auto part = ui_.part.value_or(std::pair(0LL, Recording::mostTicks));
            return recordingText(workbench_.part(part.first, part.second));
        };
        writeFile(save.file, save.recording ? recording() : sceneText(scene, extras));
        ui_.fileDialog.reset();
        ui_.sceneFile = save.file;
        ui_.recentFiles.add(save.file);
        ui_.toast("Saved: " + save.file + handOver(save.file), 8.0);
    }
    catch (const std::exception& error)
    {
        complain(error.what());
    }
}

void SceneFiles::complain(const std::string& error)
{
    if (ui_.fileDialog)
        ui_.fileDialog->error = error;
    else
        ui_.toast(error, 8.0);
}

} // namespace ropewalk
