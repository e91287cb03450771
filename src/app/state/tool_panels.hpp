#pragma once

#include <optional>
#include <string>
#include <utility>

namespace ropewalk
{

/// The windows over the viewport that give advice, export and explain: what is open, and what they asked for.
struct ToolPanels
{
    bool advisorOpen = false;
    bool cardOpen = false;
    bool physicsOpen = false;
    std::string physicsAnchor; ///< of the section that is read

    void explain(std::string anchor)
    {
        physicsOpen = true;
        physicsAnchor = std::move(anchor);
    }

    /// Closes one of them; false if none was open.
    bool closeTopmost()
    {
        for (bool* open : {&physicsOpen, &cardOpen, &advisorOpen})
            if (*open)
                return !(*open = false);
        return false;
    }

    struct TextFile
    {
        std::string name;
        std::string text;
    };
    std::optional<TextFile> saveRequest; ///< to be written in the current folder after the frame
};

} // namespace ropewalk
