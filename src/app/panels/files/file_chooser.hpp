#pragma once

#include "app/panels/frame/panel_context.hpp"

#include "files/typed_path.hpp"

#include <array>
#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace ropewalk
{

/// The overlay that asks for a scene file, to be opened or to be written: a path that is typed, and below it the
/// folders and scene files that it may become. Tab completes, the arrow keys choose, Enter takes.
class FileChooser
{
public:
    void draw(PanelContext& context);

private:
    void open(const PanelContext& context);
    void put(const std::string& text);
    void list(); ///< what the text may become
    bool fits(const FolderEntry& entry);
    void drawField(PanelContext& context);
    void drawEntries(PanelContext& context, float height);
    void drawBottom(PanelContext& context);
    void drawTick(PanelContext& context);
    void drawRecordingTick(PanelContext& context);
    void complete();
    void take(PanelContext& context, const std::filesystem::path& path);
    void take(PanelContext& context)
    {
        take(context, typed_.folder / (chosen_ ? found_[*chosen_].name : typed_.beginning));
    }
    bool saves() const { return purpose_ == FilePurpose::save; }

    FilePurpose purpose_ = FilePurpose::open;
    bool momentAndView_ = false; ///< to be saved too
    bool recording_ = false;     ///< to be saved instead
    bool open_ = false;
    std::array<char, 4096> text_{};
    bool toEnd_ = false;  ///< the cursor belongs behind the text, and nothing is selected
    bool putIn_ = false;  ///< the field has not taken `text_` over yet
    std::string putText_; ///< that the field is to take over
    TypedPath typed_;
    std::string scene_;                            ///< the id of the present one
    std::map<std::filesystem::path, bool> looked_; ///< into which files, and whether they can be compared
    std::size_t rows_ = 0;                         ///< of the folder, whatever was typed behind it
    std::vector<FolderEntry> found_;
    std::optional<std::size_t> chosen_; ///< in found_, by the arrow keys
    bool moved_ = false;                ///< the chosen one must scroll into sight
    std::string line_;                  ///< the complaint, or the question
    bool replaces_ = false;             ///< the question was whether the file is to be replaced
};

} // namespace ropewalk
