#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace ropewalk
{

/// What a key asks of the panel that has the keys.
enum class PanelKey
{
    next,
    previous,
    up,
    down,
    left,
    right,
    first,
    last,
    press,
    back
};

struct PanelPress
{
    PanelKey key = PanelKey::next;
    bool fine = false;
    bool coarse = false;
    bool repeated = false; ///< the key is held
};

/// Which panel has the keys, and on which of its items they act. In each frame the panels name their items in the order
/// in which they draw them; a key chooses among the items of the last frame. A popup has the keys while it is open.
class KeyFocus
{
public:
    /// How an item uses the keys.
    enum class Kind
    {
        button, ///< Enter or Space presses it
        menu,   ///< the down key presses it as well
        value,  ///< the left and the right key change it as well
        text    ///< all but Tab, up and down are typed into it
    };

    /// What the keys do to one item in this frame.
    struct Act
    {
        bool focused = false; ///< the keys act on it
        bool arrived = false; ///< since this frame
        bool pressed = false;
        bool back = false; ///< Esc, on a text
        int sideways = 0;  ///< -1 left, 1 right
        PanelPress how;
    };

    // ---- For the keys ----

    /// A panel or a popup has the keys, and not the rope.
    bool taken() const { return !panel_.empty() || popupOpen(); }
    bool popupOpen() const;
    bool onText() const; ///< letters go into the item
    /// "panel parameters"; empty while the rope has the keys.
    const std::string& panel() const { return panel_; }
    std::string item() const; ///< on which the keys act
    void goRound(int by);     ///< to the next panel that has items, or to the one before
    void goTo(std::string panel, std::string item = {});
    void release(); ///< gives the keys back to the rope
    void press(const PanelPress& press) { queue_.push_back(press); }

    // ---- For the panels ----

    void beginFrame();
    void endFrame();
    void beginPanel(const std::string& name) { beginRing(name, false); }
    /// `chosen` is the item on which the keys act when it has just been opened; empty: none, or the first one.
    void beginPopup(const std::string& name, const std::string& chosen = {});
    void endPopup();
    /// Whether that popup is drawn over the others.
    bool topmost(std::string_view popup) const;
    /// Names an item that is about to be drawn, or was just drawn.
    Act at(const std::string& item, Kind kind = Kind::button);
    /// The item was clicked: where a panel has the keys, they act on it from now on.
    void clicked(const std::string& item);
    /// The left and the right key in a popup whose item does not use them.
    int turned() const { return turned_; }

private:
    struct Item
    {
        std::string name;
        Kind kind;
    };
    struct Ring
    {
        std::string name;
        bool popup;
        std::vector<Item> items;
    };

    void beginRing(const std::string& name, bool popup);
    const Ring* active() const; ///< of the last frame
    const Ring* find(std::string_view name) const;
    void move(const Ring& ring, const PanelPress& press);

    std::vector<Ring> before_; ///< of the last frame
    std::vector<Ring> rings_;  ///< of this frame, as far as it is drawn
    std::size_t ring_ = 0;
    std::vector<std::size_t> outer_;
    std::string panel_;
    bool entered_ = false;                      ///< since the last frame: the panel may not be drawn yet
    std::map<std::string, std::string> chosen_; ///< the item of each panel and popup
    std::string last_;                          ///< panel and item of the frame before, to tell an arrival
    std::string now_;
    std::vector<PanelPress> queue_;
    bool acts_ = false; ///< `act_` waits for the chosen item
    PanelPress act_;
    int turned_ = 0;
};

} // namespace ropewalk
