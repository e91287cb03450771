#include "key_focus.hpp"

#include "tool_list.hpp"
#include "ui_state.hpp"

#include <algorithm>
#include <utility>

namespace ropewalk
{

bool KeyFocus::popupOpen() const
{
    return std::any_of(before_.begin(), before_.end(), [](const Ring& ring) { return ring.popup; });
}

const KeyFocus::Ring* KeyFocus::active() const
{
    // A popup is drawn within the one that it was opened from.
    const Ring* found = nullptr;
    for (const Ring& ring : before_)
        if (ring.popup)
            found = &ring;
    return found != nullptr ? found : panel_.empty() ? nullptr : find(panel_);
}

const KeyFocus::Ring* KeyFocus::find(std::string_view name) const
{
    const auto found =
        std::find_if(before_.begin(), before_.end(), [name](const Ring& ring) { return ring.name == name; });
    return found != before_.end() ? &*found : nullptr;
}

std::string KeyFocus::item() const
{
    const Ring* ring = active();
    const auto chosen = ring != nullptr ? chosen_.find(ring->name) : chosen_.end();
    return chosen != chosen_.end() ? chosen->second : std::string();
}

bool KeyFocus::onText() const
{
    const Ring* ring = active();
    // A key that waits may lead away from the text.
    if (ring == nullptr || ring->popup || !queue_.empty())
        return false;
    const std::string chosen = item();
    return std::any_of(ring->items.begin(), ring->items.end(),
                       [&](const Item& one) { return one.name == chosen && one.kind == Kind::text; });
}

void KeyFocus::goRound(int by)
{
    std::vector<const Ring*> rings;
    std::size_t present = 0;
    for (const Ring& ring : before_)
        if (!ring.popup && !ring.items.empty())
        {
            if (ring.name == panel_)
                present = rings.size() + 1;
            rings.push_back(&ring);
        }
    if (rings.empty())
        return;
    if (present == 0)
    {
        // What lies over the viewport is first; where nothing does, the constants, or the tool in their place.
        const auto first = [&](std::string_view prefix)
        {
            return std::find_if(rings.begin(), rings.end(),
                                [prefix](const Ring* ring) { return ring->name.starts_with(prefix); });
        };
        auto found = first("overlay ");
        if (found == rings.end())
            found = first(constantsPanel);
        for (const ToolInfo& tool : toolList())
            if (found == rings.end())
                found = first("panel " + std::string(tool.name));
        return goTo((found != rings.end() ? *found : rings.front())->name);
    }
    const auto count = static_cast<int>(rings.size());
    const int index = (static_cast<int>(present) - 1 + by + count) % count;
    goTo(rings[static_cast<std::size_t>(index)]->name);
}

void KeyFocus::goTo(std::string panel, std::string item)
{
    panel_ = std::move(panel);
    entered_ = true;
    queue_.clear();
    if (!item.empty())
        chosen_[panel_] = std::move(item);
}

void KeyFocus::release()
{
    panel_.clear();
    queue_.clear();
    acts_ = false;
}

void KeyFocus::beginFrame()
{
    acts_ = false;
    turned_ = 0;
    if (!panel_.empty() && !std::exchange(entered_, false) && find(panel_) == nullptr)
        release(); // it was closed
    // A chosen item may be gone; then the keys act on the first one.
    const Ring* ring = active();
    if (ring != nullptr && !ring->items.empty() && !panel_.empty())
    {
        std::string& chosen = chosen_[ring->name];
        if (std::none_of(ring->items.begin(), ring->items.end(), [&](const Item& i) { return i.name == chosen; }))
            chosen = ring->items.front().name;
    }
    while (!queue_.empty() && !acts_)
    {
        const PanelPress press = queue_.front();
        queue_.erase(queue_.begin());
        if (ring != nullptr && !ring->items.empty())
            move(*ring, press);
    }
    last_ = std::exchange(now_, ring != nullptr ? ring->name + '/' + chosen_[ring->name] : std::string());
}

void KeyFocus::endFrame()
{
    std::swap(before_, rings_);
    rings_.clear();
    outer_.clear();
}

void KeyFocus::move(const Ring& ring, const PanelPress& press)
{
    std::string& chosen = chosen_[ring.name];
    const auto found =
        std::find_if(ring.items.begin(), ring.items.end(), [&](const Item& item) { return item.name == chosen; });
    const bool any = found != ring.items.end();
    const auto count = static_cast<int>(ring.items.size());
    const int at = any ? static_cast<int>(found - ring.items.begin()) : -1;
    const auto choose = [&](int index) { chosen = ring.items[static_cast<std::size_t>(index)].name; };
    const int around = ring.popup ? count : 0; // lists go round with every key, panels with Tab
    switch (press.key)
    {
    case PanelKey::next:
        return choose((at + 1) % count);
    case PanelKey::previous:
        return choose((std::max(at, 0) - 1 + count) % count);
    case PanelKey::down:
        if (any && found->kind == Kind::menu && !ring.popup)
            break;
        return choose(around > 0 ? (at + 1) % around : std::min(at + 1, count - 1));
    case PanelKey::up:
        return choose(around > 0 ? (std::max(at, 0) - 1 + around) % around : std::max(at - 1, 0));
    case PanelKey::first:
        return choose(0);
    case PanelKey::last:
        return choose(count - 1);
    case PanelKey::left:
    case PanelKey::right:
        if (any && found->kind != Kind::value)
        {
            const int by = press.key == PanelKey::left ? -1 : 1;
            if (ring.popup)
                turned_ = by;
            else
                choose(std::clamp(at + by, 0, count - 1));
            return;
        }
        break;
    case PanelKey::press:
    case PanelKey::back:
        break;
    }
    acts_ = any;
    act_ = press;
    if (any && found->kind == Kind::menu && press.key == PanelKey::down)
        act_.key = PanelKey::press;
}

void KeyFocus::beginRing(const std::string& name, bool popup)
{
    ring_ = rings_.size();
    rings_.push_back({name, popup, {}});
}

void KeyFocus::beginPopup(const std::string& name, const std::string& chosen)
{
    outer_.push_back(ring_);
    if (find(name) == nullptr)
        chosen_[name] = chosen;
    beginRing(name, true);
}

void KeyFocus::endPopup()
{
    ring_ = outer_.back();
    outer_.pop_back();
}

bool KeyFocus::topmost(std::string_view popup) const
{
    const Ring* ring = active();
    return ring != nullptr && ring->popup && ring->name == popup;
}

KeyFocus::Act KeyFocus::at(const std::string& item, Kind kind)
{
    if (rings_.empty())
        return {};
    Ring& ring = rings_[ring_];
    ring.items.push_back({item, kind});
    Act act;
    if (now_.size() != ring.name.size() + 1 + item.size() || now_ != ring.name + '/' + item)
        return act;
    act.focused = true;
    act.arrived = last_ != now_;
    if (!std::exchange(acts_, false))
        return act;
    act.how = act_;
    act.pressed = act_.key == PanelKey::press;
    act.back = act_.key == PanelKey::back;
    act.sideways = act_.key == PanelKey::left ? -1 : act_.key == PanelKey::right ? 1 : 0;
    return act;
}

void KeyFocus::clicked(const std::string& item)
{
    if (!panel_.empty() && !rings_.empty() && !rings_[ring_].popup)
    {
        panel_ = rings_[ring_].name;
        entered_ = true;
        chosen_[panel_] = item;
    }
}

} // namespace ropewalk
