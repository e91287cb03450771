#include "undo_list.hpp"

namespace ropewalk
{

void UndoList::clear()
{
    undo_.clear();
    redo_.clear();
}

void UndoList::add(rope::Parameter& parameter, const rope::Parameter::Value& before, int gesture)
{
    const bool sameDrag =
        canUndo() && !canRedo() && undo_.back().parameter == &parameter && undo_.back().gesture == gesture;
    if (sameDrag)
        undo_.back().after = parameter.value();
    else
        undo_.push_back({&parameter, before, parameter.value(), gesture});
    redo_.clear();
}

void UndoList::move(std::vector<Change>& from, std::vector<Change>& to, rope::Parameter::Value Change::*value)
{
    if (from.empty())
        return;
    const int gesture = from.back().gesture;
    while (!from.empty() && from.back().gesture == gesture)
    {
        from.back().parameter->set(from.back().*value);
        to.push_back(from.back());
        from.pop_back();
    }
}

} // namespace ropewalk
