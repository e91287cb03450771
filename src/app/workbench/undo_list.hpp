#pragma once

#include <rope/parameters.hpp>

#include <vector>

namespace ropewalk
{

/// The changed constants of one scene, to be taken back and made again. Changes of one gesture (a drag, or all
/// constants restored) go together.
class UndoList
{
public:
    void clear();
    void add(rope::Parameter& parameter, const rope::Parameter::Value& before, int gesture);
    bool canUndo() const { return !undo_.empty(); }
    bool canRedo() const { return !redo_.empty(); }
    void undo() { move(undo_, redo_, &Change::before); }
    void redo() { move(redo_, undo_, &Change::after); }

private:
    struct Change
    {
        rope::Parameter* parameter;
        rope::Parameter::Value before;
        rope::Parameter::Value after;
        int gesture;
    };
    static void move(std::vector<Change>& from, std::vector<Change>& to, rope::Parameter::Value Change::*value);

    std::vector<Change> undo_;
    std::vector<Change> redo_;
};

} // namespace ropewalk
