#include "file_chooser.hpp"

#include "app/language/translation.hpp"
#include "app/panels/frame/tool_window.hpp"
#include "app/platform/imgui_versions.hpp"
#include "files/text_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <span>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace ropewalk
{

namespace fs = std::filesystem;

namespace
{

constexpr float widestChooser = 720.0f; // [px] at scale 1
constexpr float highestList = 300.0f;
constexpr std::string_view ending = ".json";
constexpr std::array openedEndings{ending, std::string_view(".csv")}; ///< a scene with or without a recording, a sweep

/// Where files were last, else where the program was started.
fs::path usualFolder(const UiState& ui)
{
    const fs::path last =
        ui.recentFiles.entries().empty() ? fs::path() : fs::path(ui.recentFiles.entries().front().file);
    std::error_code ignored;
    return last.empty() || !fs::is_directory(last.parent_path(), ignored) ? fs::current_path(ignored)
                                                                          : last.parent_path();
}

/// Whether the file looks as if it holds a recording of the scene. Whoever takes it reads all of it.
bool holdsRecording(const fs::path& file, std::string_view scene)
try
{
    constexpr std::size_t most = 4u << 20; // [bytes], of a recording with its start
    const std::string text = readTextFile(file, most);
    const std::size_t key = text.find("\"scene\"");
    const std::size_t value = key == std::string::npos ? key : text.find_first_not_of(" \r\n\t:", key + 7);
    return value != std::string::npos && text.find("\"recording\"") != std::string::npos &&
           std::string_view(text).substr(value).starts_with(fmt::format("\"{}\"", scene));
}
catch (const std::invalid_argument&)
{
    return false;
}

} // namespace

void FileChooser::draw(PanelContext& context)
{
    if (!context.ui.fileDialog)
    {
        open_ = false;
        return;
    }
    if (!std::exchange(open_, true) || purpose_ != context.ui.fileDialog->purpose)
        open(context);

    const ImVec2 window = ImGui::GetIO().DisplaySize;
    const float margin = std::min(context.px(16.0f), 0.04f * std::min(window.x, window.y));
    const float width = std::min(context.px(widestChooser), window.x - 2.0f * margin);
    const ImVec2 padding = ImGui::GetStyle().WindowPadding;
    const float lines =
        (saves() ? 6.0f : 4.0f) * ImGui::GetFrameHeightWithSpacing() + ImGui::GetTextLineHeightWithSpacing();
    const float all =
        static_cast<float>(std::clamp<std::size_t>(rows_, 4, 100)) * ImGui::GetTextLineHeightWithSpacing();
    const float most =
        std::min({context.px(highestList), window.y - 2.0f * (margin + padding.y) - lines, all + context.px(8.0f)});
    if (width < context.px(80.0f) || most < context.px(40.0f))
    {
        context.ui.fileDialog.reset(); // no room to ask
        return;
    }
    const bool outside = drawVeil(context, "files veil");
    const float height = most + lines + 2.0f * padding.y;
    const float top = std::max(margin, std::round(0.3f * (window.y - height)));
    beginOverlay(context, "files", {std::round(0.5f * (window.x - width)), top, width, height}, noScrolling);
    heading(context, saves()                            ? "Save the scene as"
                     : purpose_ == FilePurpose::compare ? "Compare with a recording"
                                                        : "Open a scene, a recording or a sweep");
    drawField(context);
    drawEntries(context, most);
    drawBottom(context);
    ImGui::End();
    if (outside || keyPressed(ImGuiKey_Escape))
        context.ui.fileDialog.reset();
}

void FileChooser::open(const PanelContext& context)
{
    const UiState& ui = context.ui;
    purpose_ = ui.fileDialog->purpose;
    scene_ = context.workbench.scene().info().id;
    looked_.clear();
    recording_ =
        recording_ || ui.fileDialog->recording || ui.part || context.workbench.lessonCheck(); // a class hands it in
    std::string text = typedFolder(usualFolder(ui));
    if (saves())
        text = !ui.sceneFile.empty() ? ui.sceneFile
                                     : text + std::string(context.workbench.scene().info().id) + std::string(ending);
    put(text);
}

void FileChooser::put(const std::string& text)
{
    putText_ = text.substr(0, text_.size() - 1);
    putIn_ = true;
    std::memcpy(text_.data(), putText_.c_str(), putText_.size() + 1);
    list();
}

void FileChooser::list()
{
    typed_ = typedPath(text_.data());
    chosen_.reset();
    replaces_ = false;
    line_.clear();
    found_.clear();
    try
    {
        const std::span<const std::string_view> all(openedEndings);
        std::vector<FolderEntry> entries = listFolder(typed_.folder, purpose_ == FilePurpose::open ? all : all.first(1),
                                                      typed_.beginning.starts_with('.'));
        std::erase_if(entries, [this](const FolderEntry& entry) { return !fits(entry); });
        rows_ = entries.size();
        found_ = beginningWith(typed_.beginning, entries);
    }
    catch (const std::invalid_argument& error)
    {
        line_ = error.what();
    }
}

/// Only runs of the present scene are compared with it.
bool FileChooser::fits(const FolderEntry& entry)
{
    if (purpose_ != FilePurpose::compare || entry.folder)
        return true;
    const fs::path file = typed_.folder / entry.name;
    const auto [looked, isNew] = looked_.try_emplace(file, false);
    if (isNew)
        looked->second = holdsRecording(file, scene_);
    return looked->second;
}

void FileChooser::drawField(PanelContext& context)
{
    // The field has the keyboard as long as the overlay is open, whatever was clicked.
    if (!ImGui::IsAnyItemActive())
        takeKeyboard(context);
    const auto takeOver = [](ImGuiInputTextCallbackData* data)
    {
        auto& chooser = *static_cast<FileChooser*>(data->UserData);
        if (std::exchange(chooser.putIn_, false))
        {
            data->DeleteChars(0, data->BufTextLen);
            data->InsertChars(0, chooser.putText_.c_str());
            chooser.toEnd_ = true;
        }
        if (std::exchange(chooser.toEnd_, false))
        {
            data->CursorPos = data->BufTextLen;
            data->ClearSelection();
        }
        return 0;
    };
    ImGui::SetNextItemWidth(-1.0f);
    const std::string before = text_.data();
    const bool entered =
        ImGui::InputText("##path", text_.data(), text_.size(),
                         ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_CallbackAlways, takeOver, this);
    placeItem(context, "field path");
    toEnd_ |= ImGui::IsItemActivated(); // a field that gets the keys would select all of its text
    if (before != text_.data())
    {
        list();
        context.ui.fileDialog->error.clear();
    }
    const std::size_t count = found_.size();
    if (entered)
        take(context);
    else if (keyPressed(ImGuiKey_Tab))
        complete();
    else if (count > 0 && keyPressed(ImGuiKey_DownArrow))
        chosen_ = chosen_ ? std::min(*chosen_ + 1, count - 1) : 0;
    else if (count > 0 && keyPressed(ImGuiKey_UpArrow))
        chosen_ = chosen_ && *chosen_ > 0 ? std::optional(*chosen_ - 1) : std::nullopt;
    else
        return;
    moved_ = true;
}

void FileChooser::complete()
{
    const std::string folder = typedFolder(typed_.folder);
    const std::string name = chosen_ ? found_[*chosen_].name : commonBeginning(found_);
    const bool one = chosen_ || found_.size() == 1;
    const bool enters = one && found_[chosen_.value_or(0)].folder;
    if (name.size() >= typed_.beginning.size())
        put(folder + name + (enters ? "/" : ""));
}

void FileChooser::take(PanelContext& context, const fs::path& path)
{
    std::error_code ignored;
    fs::path file = path;
    if (fs::is_directory(file, ignored))
        return put(typedFolder(file));
    if (!saves())
    {
        if (!fs::exists(file, ignored) && found_.size() == 1)
            return take(context, typed_.folder / found_.front().name);
        (purpose_ == FilePurpose::compare ? context.ui.compareRequest : context.ui.openRequest) = file.string();
        return;
    }
    if (!file.has_extension())
        file += ending;
    if (fs::exists(file, ignored) && !replaces_)
    {
        line_ = fmt::format("{} is there already: Enter once more replaces it.", file.filename().string());
        replaces_ = true;
        return;
    }
    replaces_ = false;
    context.ui.sceneSaveRequest = SceneSave{file.string(), momentAndView_, recording_};
}

void FileChooser::drawEntries(PanelContext& context, float height)
{
    ImGui::PushStyleColor(ImGuiCol_ChildBg, context.colours.field);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {context.px(6.0f), context.px(4.0f)});
    ImGui::BeginChild("entries", {0.0f, height}, true, ImGuiWindowFlags_NoNav);
    placeWindow(context, "list of files");
    std::optional<fs::path> taken;
    if (found_.empty() && line_.empty())
        text(context.colours.text, saves() ? "No scene file of that name yet."
                                   : purpose_ == FilePurpose::compare
                                       ? "No folder and no recording of this scene of that name."
                                       : "No folder and no .json or .csv file of that name.");
    for (std::size_t i = 0; i < found_.size(); ++i)
    {
        const FolderEntry& entry = found_[i];
        const std::string label = entry.name + (entry.folder ? "/" : "");
        const bool clicked = ImGui::Selectable((label + "##" + std::to_string(i)).c_str(), chosen_ == i);
        placeItem(context, "file " + entry.name);
        if (chosen_ == i && std::exchange(moved_, false))
            ImGui::SetScrollHereY(0.5f);
        if (clicked)
            taken = typed_.folder / entry.name;
    }
    ImGui::EndChild();
    ImGui::PopStyleVar();
    ImGui::PopStyleColor();
    std::error_code ignored;
    if (taken && saves() && !fs::is_directory(*taken, ignored))
        put(taken->generic_string()); // the name of a file to be replaced, which Enter asks about
    else if (taken)
        take(context, *taken);
}

/// With the present moment, the scene begins there when the file is opened.
void FileChooser::drawTick(PanelContext& context)
{
    const Scene& scene = context.workbench.scene();
    const bool moment = scene.momentNote().empty();
    const char* label = moment ? "with this moment and view (Ctrl+Space)" : "with this view (Ctrl+Space)";
    pressed(context, "tick moment", ImGui::Checkbox(itemLabel(label).c_str(), &momentAndView_));
    if (ImGui::GetIO().KeyCtrl && keyPressed(ImGuiKey_Space))
        momentAndView_ = !momentAndView_;
    if (!moment)
    {
        ImGui::SameLine();
        text(context.colours.muted, scene.momentNote());
    }
}

/// What was done is saved instead, with the scene as it began.
void FileChooser::drawRecordingTick(PanelContext& context)
{
    const RecordingWriter& recorded = context.workbench.recorded();
    const auto seconds = [&](long long tick) { return static_cast<double>(tick) * context.workbench.tickLength(); };
    const auto& part = context.ui.part;
    const std::string span = part ? fmt::format("{:.1f} to {:.1f} s", seconds(part->first), seconds(part->second))
                                  : fmt::format("all {:.0f} s", seconds(recorded.recording().ticks));
    const std::string label = fmt::format("as a recording of {}: what was done, to be played again##recording", span);
    pressed(context, "tick recording", ImGui::Checkbox(itemLabel(label).c_str(), &recording_));
}

void FileChooser::drawBottom(PanelContext& context)
{
    const std::string& error = context.ui.fileDialog->error;
    ImGui::PushTextWrapPos(0.0f);
    if (!error.empty() || !line_.empty())
        text(context.colours.bad, !error.empty() ? error : line_);
    else
        text(context.colours.muted,
             fmt::format("Tab completes, {} {} choose, {}, ~ is your home folder.", "\u2191", "\u2193",
                         saves()                            ? "Enter saves"
                         : purpose_ == FilePurpose::compare ? "Enter compares"
                                                            : "Enter opens"));
    ImGui::PopTextWrapPos();
    const float below = saves() ? 2.0f * ImGui::GetFrameHeightWithSpacing() : 0.0f; // the ticks, over the buttons
    const float row = ImGui::GetWindowHeight() - ImGui::GetStyle().WindowPadding.y - ImGui::GetFrameHeight() - below;
    ImGui::SetCursorPosY(std::max(ImGui::GetCursorPosY(), row));
    if (saves())
    {
        drawTick(context);
        drawRecordingTick(context);
    }
    if (button(context, "Home folder", "button home"))
        put(typedFolder(homeFolder()));
    ImGui::SameLine();
    if (button(context, "Folder above", "button above"))
        put(typedFolder(typed_.folder.parent_path()));
    ImGui::SameLine();
    if (button(context, saves() ? "Save" : purpose_ == FilePurpose::compare ? "Compare" : "Open", "button take"))
        take(context);
    ImGui::SameLine();
    if (button(context, "Cancel", "button cancel", shortcut(Action::closeOverlay) + " closes it as well."))
        context.ui.fileDialog.reset();
}

} // namespace ropewalk
