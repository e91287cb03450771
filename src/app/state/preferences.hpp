#pragma once

#include "app/workbench/scene_memory.hpp"
#include "app/workbench/tick_runner.hpp"
#include "ui_state.hpp"

#include <filesystem>
#include <optional>
#include <string>

namespace ropewalk
{

/// What the next start needs to know of this one.
struct Preferences : Appearance
{
    struct Place
    {
        int x = 0;
        int y = 0;
        int width = 0;
        int height = 0;
        friend bool operator==(const Place&, const Place&) = default;
    };
    std::optional<Place> window;
    int stepBudget = TickRunner::usualStepBudget;
    LeftScenes scenes; ///< without the bodies of files
    KeyChoices keys;   ///< the user's own
    RecentFiles recentFiles;
};

/// Their file: in $XDG_CONFIG_HOME/ropewalk or its like on other systems; empty where there is no such place.
std::filesystem::path preferencesFile();

/// Reads the preferences. A missing file gives the defaults; a value out of range is ignored. A broken file gives the
/// defaults too, and is kept as FILE.bad. What cannot be read (a folder, a pipe) is left alone: `file` becomes empty,
/// so that nothing is saved there. Of both `complaint` tells in one line.
Preferences loadPreferences(std::filesystem::path& file, std::string& complaint);

/// Writes the preferences, unless `file` is empty; returns what went wrong in one line, or nothing. A value that
/// is still as it was `loaded` does not replace one that another window, or the user by hand, has written since.
std::string savePreferences(const std::filesystem::path& file, const Preferences& preferences,
                            const Preferences& loaded = {});

} // namespace ropewalk
