#pragma once

#include "tool_stack.hpp"

#include <algorithm>
#include <memory>
#include <string_view>
#include <vector>

namespace ropewalk
{

class Scene;
class ToolPanel;

/// What a tool is called, and where it is found.
struct ToolInfo
{
    Tool tool;
    std::string_view name;      ///< in the map: "advisor"
    std::string_view title;     ///< of its panel and in its menu
    std::string_view menu = {}; ///< "Run"; empty: none
    std::string_view key = {};  ///< "F2"
    std::string_view help = {}; ///< what it does, for the table of keys
    // The widths [px at scale 1] between which its panel takes a share of the window.
    float least = 400.0f;
    float most = 460.0f;
    bool (*fits)(const Scene&) = nullptr; ///< whether the scene has something for it; null: all have
    std::unique_ptr<ToolPanel> (*make)() = nullptr;
};

/// All tools with a panel of their own, in the order of Tool.
inline std::vector<ToolInfo>& toolList()
{
    static std::vector<ToolInfo> tools;
    return tools;
}

/// What a tool says of itself; the usual widths where it has no panel of its own.
inline ToolInfo toolInfo(Tool tool)
{
    const auto same = [tool](const ToolInfo& info) { return info.tool == tool; };
    const auto found = std::find_if(toolList().begin(), toolList().end(), same);
    return found != toolList().end() ? *found : ToolInfo{tool, {}, {}};
}

/// Stands beside a panel as a constant, which puts it into the list.
template <typename Panel>
struct ToolRegistration
{
    explicit ToolRegistration(ToolInfo info)
    {
        info.make = []() -> std::unique_ptr<ToolPanel> { return std::make_unique<Panel>(); };
        std::vector<ToolInfo>& tools = toolList();
        tools.insert(std::find_if(tools.begin(), tools.end(), [&](const ToolInfo& t) { return t.tool > info.tool; }),
                     info);
    }
};

} // namespace ropewalk
