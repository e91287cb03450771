#include "undo_list.hpp"

#include <algorithm>
#include <utility>

namespace ropewalk
{

void UndoList::add(Change change)
{
    const bool goesOn = last() && !next() && change.gesture && last()->gesture == change.gesture &&
                        last()->after.scene == change.after.scene && !last()->momentBefore && !change.momentBefore;
    redo_.clear();
    if (goesOn)
        undo_.back().after = std::move(change.after);
    else
        undo_.push_back(std::move(change));
    if (last()->before == last()->after && !last()->momentBefore)
        undo_.pop_back();
    const auto hasMoment = [](const Change& kept) { return kept.momentBefore != nullptr; };
    if (static_cast<std::size_t>(std::count_if(undo_.begin(), undo_.end(), hasMoment)) > mostMoments)
        undo_.erase(std::find_if(undo_.begin(), undo_.end(), hasMoment));
    if (undo_.size() > capacity)
        undo_.pop_front();
}

UndoList::Change UndoList::undo()
{
    redo_.push_back(std::move(undo_.back()));
    undo_.pop_back();
    return redo_.back();
}

UndoList::Change UndoList::redo()
{
    undo_.push_back(std::move(redo_.back()));
    redo_.pop_back();
    return undo_.back();
}

} // namespace ropewalk
