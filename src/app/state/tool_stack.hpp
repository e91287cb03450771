#pragma once

#include <algorithm>
#include <optional>
#include <vector>

namespace ropewalk
{

/// A panel that is opened when it is wanted, and docked at the right of the window.
enum class Tool
{
    advisor,
    card,
    physics,
    solids,
    makeReal,
    books,
    theoryBench,
    sweep,
    stepMeter
};

/// The open tools; the one that was opened last is seen.
class ToolStack
{
public:
    bool isOpen(Tool tool) const { return std::find(open_.begin(), open_.end(), tool) != open_.end(); }
    std::optional<Tool> top() const { return open_.empty() ? std::nullopt : std::optional(open_.back()); }
    bool seen(Tool tool) const { return top() == tool; }

    void close(Tool tool) { std::erase(open_, tool); }
    void closeAll() { open_.clear(); }
    void open(Tool tool)
    {
        close(tool);
        open_.push_back(tool);
    }
    /// Closes the tool that is seen; opens another one, or brings it back into sight.
    void toggle(Tool tool) { seen(tool) ? close(tool) : open(tool); }

private:
    std::vector<Tool> open_;
};

} // namespace ropewalk
