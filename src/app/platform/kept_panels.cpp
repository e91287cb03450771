#include "kept_panels.hpp"

#include "imgui_versions.hpp"

#include "render/gl/gl_objects.hpp"

#include <imgui.h>

#include <backends/imgui_impl_opengl3.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <utility>

namespace ropewalk
{
namespace
{

/// A rectangle in Dear ImGui's coordinates.
struct Extent
{
    ImVec2 low;
    ImVec2 high;

    bool contains(const Extent& other) const
    {
        return other.low.x >= low.x && other.low.y >= low.y && other.high.x <= high.x && other.high.y <= high.y;
    }
    bool overlaps(const Extent& other) const
    {
        return other.low.x < high.x && other.low.y < high.y && other.high.x > low.x && other.high.y > low.y;
    }
    void clip(const ImVec4& by)
    {
        low = {std::max(low.x, by.x), std::max(low.y, by.y)};
        high = {std::min(high.x, by.z), std::min(high.y, by.w)};
    }
    bool empty() const { return !(low.x < high.x && low.y < high.y); }
    void add(const Extent& other)
    {
        low = {std::min(low.x, other.low.x), std::min(low.y, other.low.y)};
        high = {std::max(high.x, other.high.x), std::max(high.y, other.high.y)};
    }
};

const Extent noExtent{{1e9f, 1e9f}, {-1e9f, -1e9f}};

/// What a command can change.
Extent extentOf(const ImDrawList& list, const ImDrawCmd& command)
{
    Extent extent = noExtent;
    for (unsigned i = command.IdxOffset; i < command.IdxOffset + command.ElemCount; ++i)
    {
        const unsigned vertex = command.VtxOffset + list.IdxBuffer[static_cast<int>(i)];
        const ImVec2& at = list.VtxBuffer[static_cast<int>(vertex)].pos;
        extent.add({at, at});
    }
    extent.clip(command.ClipRect);
    return extent;
}

Extent extentOf(const ImDrawList& list)
{
    Extent extent = noExtent;
    for (const ImDrawCmd& command : list.CmdBuffer)
        if (const Extent part = extentOf(list, command); !part.empty())
            extent.add(part);
    return extent;
}

/// The rectangle that the list begins with, where it is of one opaque colour; else empty.
Extent opaqueStart(const ImDrawList& list)
{
    if (list.VtxBuffer.Size < 4 || list.IdxBuffer.Size < 6 || list.CmdBuffer.Size == 0)
        return noExtent;
    constexpr std::array<unsigned, 6> ofRectangle{0, 1, 2, 0, 2, 3};
    for (int i = 0; i < 6; ++i)
        if (list.IdxBuffer[i] != ofRectangle[static_cast<std::size_t>(i)])
            return noExtent;
    const ImDrawVert& low = list.VtxBuffer[0];
    const ImDrawVert& high = list.VtxBuffer[2];
    for (int i = 0; i < 4; ++i)
    {
        const ImDrawVert& vertex = list.VtxBuffer[i];
        const bool corner = (vertex.pos.x == low.pos.x || vertex.pos.x == high.pos.x) &&
                            (vertex.pos.y == low.pos.y || vertex.pos.y == high.pos.y);
        const bool opaque = (vertex.col & IM_COL32_A_MASK) == IM_COL32_A_MASK;
        if (!corner || !opaque || vertex.uv.x != low.uv.x || vertex.uv.y != low.uv.y)
            return noExtent;
    }
    Extent extent{low.pos, high.pos};
    extent.clip(list.CmdBuffer[0].ClipRect);
    return extent;
}

template <typename Item>
void append(std::vector<std::byte>& bytes, const Item* items, int count)
{
    const auto* const first = reinterpret_cast<const std::byte*>(items);
    bytes.insert(bytes.end(), first, first + static_cast<std::size_t>(count) * sizeof(Item));
}

/// Adds all of the list that decides how it looks.
void appendLook(std::vector<std::byte>& bytes, const ImDrawList& list)
{
    append(bytes, list.VtxBuffer.Data, list.VtxBuffer.Size);
    append(bytes, list.IdxBuffer.Data, list.IdxBuffer.Size);
    for (const ImDrawCmd& command : list.CmdBuffer)
    {
        append(bytes, &command.ClipRect, 1);
        const auto texture = command.GetTexID();
        append(bytes, &texture, 1);
        append(bytes, &command.ElemCount, 1);
    }
}

bool callsBack(const ImDrawList& list)
{
    return std::any_of(list.CmdBuffer.begin(), list.CmdBuffer.end(),
                       [](const ImDrawCmd& command) { return command.UserCallback != nullptr; });
}

} // namespace

struct KeptPanels::Panel
{
    std::vector<ImDrawList*> lists;
    Extent extent{noExtent};
    bool opaque = false;
    std::vector<std::byte> look;
    bool kept = false; ///< there is a picture of it
};

struct KeptPanels::Storage
{
    Framebuffer framebuffer;
    Renderbuffer colour;
    glm::ivec2 size{0};
};

KeptPanels::KeptPanels() = default;

KeptPanels::~KeptPanels() = default;

void KeptPanels::forget()
{
    shown_.clear();
    storage_.reset();
}

std::vector<KeptPanels::Panel> KeptPanels::panelsOf(const ImDrawData& data) const
{
    const ImVec2 scale = data.FramebufferScale;
    const auto whole = [](float at) { return at == std::floor(at); };
    std::vector<Panel> panels;
    for (int i = 0; i < data.CmdListsCount; ++i)
    {
        ImDrawList& list = *data.CmdLists[i];
        const Extent extent = extentOf(list);
        if (panels.empty() || !panels.back().opaque || !panels.back().extent.contains(extent) || callsBack(list))
        {
            Panel panel;
            panel.extent = extent;
            const Extent start = opaqueStart(list);
            panel.opaque = !start.empty() && start.contains(extent) && !callsBack(list) &&
                           whole(extent.low.x * scale.x) && whole(extent.low.y * scale.y) &&
                           whole(extent.high.x * scale.x) && whole(extent.high.y * scale.y);
            panels.push_back(std::move(panel));
        }
        panels.back().lists.push_back(&list);
        appendLook(panels.back().look, list);
    }
    return panels;
}

bool KeptPanels::prepare(const glm::ivec2& pixels)
{
    if (storage_ && storage_->size == pixels)
        return true;
    forget();
    storage_ = std::make_unique<Storage>();
    storage_->size = pixels;
    glBindFramebuffer(GL_FRAMEBUFFER, storage_->framebuffer.id());
    attach(storage_->colour, GL_RGBA8, GL_COLOR_ATTACHMENT0, pixels);
    const bool complete = framebufferIsComplete();
    if (!complete)
        storage_.reset();
    return complete;
}

void KeptPanels::paintLists(ImDrawData& data, const std::vector<const Panel*>& panels) const
{
    std::vector<ImDrawList*> lists;
    for (const Panel* panel : panels)
        lists.insert(lists.end(), panel->lists.begin(), panel->lists.end());
    if (lists.empty())
        return;
    ImDrawData part = data;
    setLists(part, lists);
    ImGui_ImplOpenGL3_RenderDrawData(&part);
}

void KeptPanels::paint(ImDrawData& data, unsigned into)
{
    const ImVec2 scale = data.FramebufferScale;
    const glm::ivec2 pixels(data.DisplaySize.x * scale.x, data.DisplaySize.y * scale.y);
    if (pixels.x <= 0 || pixels.y <= 0 || !prepare(pixels))
    {
        copied_ = 0;
        glBindFramebuffer(GL_FRAMEBUFFER, into);
        ImGui_ImplOpenGL3_RenderDrawData(&data);
        return;
    }
    std::vector<Panel> panels = panelsOf(data);
    std::vector<const Panel*> fresh; // to be kept from now on
    std::vector<const Panel*> others;
    std::vector<const Panel*> kept;
    for (std::size_t i = 0; i < panels.size(); ++i)
    {
        Panel& panel = panels[i];
        const auto before =
            std::find_if(shown_.begin(), shown_.end(), [&](const Panel& shown) { return shown.look == panel.look; });
        const bool onTop = std::any_of(panels.begin(), panels.begin() + static_cast<std::ptrdiff_t>(i),
                                       [&](const Panel& other) { return other.extent.overlaps(panel.extent); });
        panel.kept = panel.opaque && before != shown_.end() && !onTop;
        (panel.kept ? kept : others).push_back(&panel);
        if (panel.kept && !before->kept)
            fresh.push_back(&panel);
    }
    if (!fresh.empty())
    {
        glBindFramebuffer(GL_FRAMEBUFFER, storage_->framebuffer.id());
        paintLists(data, fresh);
    }
    glBindFramebuffer(GL_READ_FRAMEBUFFER, storage_->framebuffer.id());
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, into);
    for (const Panel* panel : kept)
    {
        const auto left = static_cast<int>(panel->extent.low.x * scale.x);
        const auto right = static_cast<int>(panel->extent.high.x * scale.x);
        const int top = pixels.y - static_cast<int>(panel->extent.low.y * scale.y);
        const int bottom = pixels.y - static_cast<int>(panel->extent.high.y * scale.y);
        glBlitFramebuffer(left, bottom, right, top, left, bottom, right, top, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    }
    copied_ = kept.size();
    glBindFramebuffer(GL_FRAMEBUFFER, into);
    paintLists(data, others);
    shown_ = std::move(panels);
}

} // namespace ropewalk
