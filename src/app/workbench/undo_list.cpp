#include "undo_list.hpp"

#include <utility>

namespace ropewalk
{

void UndoList::add(Change change)
{
    const bool goesOn = last() && !next() && change.gesture && last()->gesture == change.gesture &&
                        last()->after.scene == change.after.scene;
    redo_.clear();
    if (goesOn)
        undo_.back().after = std::move(change.after);
    else
        undo_.push_back(std::move(change));
    if (last()->before == last()->after)
        undo_.pop_back();
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
